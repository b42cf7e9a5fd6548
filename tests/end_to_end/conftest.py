"""Tiny real networks in place of the shipped ones, written and loaded through the same files."""

import pytest
import torch

import assets
from engine.jobs import models
from engine.neural import weights
from engine.sampling import music_cells
from engine.sampling.orders import MODES, SENTENCE_MODES
from tests.engine.tiny_models import WORDS, tiny_transformer, tiny_unet


@pytest.fixture
def tiny_weights(tmp_path, monkeypatch):
    """A folder with tiny weights for every method and both kinds of page."""
    torch.manual_seed(0)
    for method in ("sunmask", "mac", "sfarm"):
        staged = method == "sfarm"
        music, text = tiny_unet(len(MODES) * staged), tiny_transformer(SENTENCE_MODES * staged)
        weights.save(
            tmp_path / f"music-{method}.safetensors",
            music,
            music.state_dict(),
            {"vocabulary": music_cells.vocabulary(), "crop": 128, "method": method},
        )
        weights.save(
            tmp_path / f"text-{method}.safetensors",
            text,
            text.state_dict(),
            {"vocabulary": WORDS, "crop": 49, "method": method},
        )
    monkeypatch.setattr(assets, "weights", lambda kind, method, _=None: tmp_path / f"{kind}-{method}.safetensors")
    monkeypatch.setattr(models, "_loaded", {})
    return tmp_path
