"""Shipping what a network has learned since as changes beside its file."""

import pytest
import torch

import assets
from engine.errors import ModelError
from engine.neural import weights
from engine.neural.encoder import Encoder, EncoderConfig
from training.changes import write


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A shipped file with older changes and preferences beside it."""
    monkeypatch.setattr(assets, "HERE", tmp_path)
    path = tmp_path / "weights" / "text.safetensors"
    path.parent.mkdir()
    saved(path, 0.0)
    older = saved(tmp_path / "older.safetensors", 1.0)
    write(older, path)
    path.with_suffix(".preferences").write_bytes(path.with_suffix(".changes").read_bytes())
    return path


def saved(path, more, width=16):
    """A network whose bias is `more` than the first one's."""
    torch.manual_seed(0)
    net = Encoder(EncoderConfig(8, width=width, heads=2, layers=1, inner=32, length=6)).eval()
    net.bias.data += more
    weights.save(path, net, net.state_dict(), {"vocabulary": list("abcdefgh"), "steps": int(more)})
    return path


def test_changes_are_counted_from_the_file_and_replace_all_older_ones(shipped, tmp_path):
    newer = saved(tmp_path / "newer.safetensors", 2.0)
    assert write(newer, shipped) == shipped.with_suffix(".changes")
    assert not shipped.with_suffix(".preferences").exists()
    net, card = weights.load(shipped)
    assert torch.allclose(net.bias, weights.load(newer)[0].bias, atol=1e-3) and card["steps"] == 2


def test_what_did_not_go_on_from_the_file_leaves_the_older_changes(shipped, tmp_path):
    kept = {file.name: file.read_bytes() for file in shipped.parent.iterdir()}
    with pytest.raises(ModelError, match="did not go on"):
        write(saved(tmp_path / "other.safetensors", 2.0, width=32), shipped)
    assert {file.name: file.read_bytes() for file in shipped.parent.iterdir()} == kept


def test_a_missing_file_is_one_sentence(shipped, tmp_path):
    with pytest.raises(ModelError, match="are missing"):
        write(shipped, tmp_path / "none.safetensors")
