"""Tiny real networks in place of the shipped ones, written and loaded through the same files."""

import pytest
import torch

import assets
from engine.jobs import models
from engine.neural import weights
from engine.neural.transformer import Transformer, TransformerConfig
from engine.neural.unet import UNet, UNetConfig
from engine.sampling import music_cells
from engine.sampling.orders import MODES, SENTENCE_MODES

WORDS = ("the", "war", "will", "play", "soon", ".", "a", "success", "was", "disaster", ",")


@pytest.fixture
def tiny_weights(tmp_path, monkeypatch):
    """A folder with tiny weights for every method and both kinds of page."""
    torch.manual_seed(0)
    for method in ("sunmask", "mac", "sfarm"):
        staged = method == "sfarm"
        music = UNet(
            UNetConfig(
                music_cells.TOKENS,
                side=music_cells.SIDE_SIZES,
                cell=8,
                beat=32,
                heads=2,
                layers=1,
                blocks=1,
                modes=len(MODES) * staged,
            )
        )
        text = Transformer(
            TransformerConfig(len(WORDS), width=16, heads=2, layers=1, inner=32, modes=SENTENCE_MODES * staged)
        )
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
