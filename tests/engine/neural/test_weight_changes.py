"""What a shipped network has learned since, in files beside its weights: read with them, known by any path, and refused
in one sentence where it fits no tensor."""

from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import save

import assets
from engine.errors import ModelError
from engine.jobs import cards
from engine.jobs.figures import checksum
from engine.neural import weight_file, weights
from engine.neural.encoder import Encoder, EncoderConfig


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A network that has learned on since its file was written, and the file."""
    monkeypatch.setattr(assets, "HERE", tmp_path)
    torch.manual_seed(0)
    net = Encoder(EncoderConfig(400, width=192, heads=2, layers=1, inner=384, length=6))
    path = tmp_path / "weights" / "text.safetensors"
    path.parent.mkdir()
    weights.save(path, net, net.state_dict(), {"vocabulary": ["a", "b"], "steps": 1})
    learned = {
        name: value + 0.01 * torch.randn(value.shape) for name, value in weights.load(path)[0].state_dict().items()
    }
    return path, learned


def test_what_a_shipped_file_learned_lies_beside_it_in_half_the_bits(shipped):
    path, learned = shipped
    before, after = (
        {name: value.numpy() for name, value in state.items()}
        for state in (weights.load(path)[0].state_dict(), learned)
    )
    old = checksum(path)
    weight_file.write_changes(path.with_suffix(".changes"), before, after, {"steps": 2})
    again, card = weights.load(path)
    assert (card["steps"], card["vocabulary"]) == (2, ["a", "b"]) and checksum(path) != old
    assert cards.read_card(path)["card"]["steps"] == 2 and cards.read_card(path)["card"]["vocabulary"] == ["a", "b"]
    kept = {name: value.numpy() for name, value in again.state_dict().items()}
    lost, moved = (sum(((after[name] - there[name]) ** 2).sum() for name in after) for there in (kept, before))
    assert lost < 0.02 * moved, "four bits a number keep nearly all of what was learned"
    assert path.with_suffix(".changes").stat().st_size < 0.75 * path.stat().st_size


def test_a_shipped_file_is_known_by_any_path(shipped, monkeypatch):
    path, learned = shipped
    state = {name: value.numpy() for name, value in weights.load(path)[0].state_dict().items()}
    after = {name: value.numpy() for name, value in learned.items()}
    weight_file.write_changes(path.with_suffix(".changes"), state, after, {"steps": 2})
    monkeypatch.chdir(path.parent)
    for way in (Path(path.name), Path("..") / "weights" / path.name):
        assert weights.load(way)[1]["steps"] == 2 and checksum(way) == checksum(path)


def test_only_shipped_files_have_changes(shipped, tmp_path):
    path, _ = shipped
    elsewhere = tmp_path / "library" / "text.safetensors"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(path.read_bytes())
    elsewhere.with_suffix(".changes").write_bytes(b"a stranger's")
    assert weights.load(elsewhere)[1]["steps"] == 1


WRONG_CARDS = ("no card", "null", "[1]", '{"config": null}', '{"crop": 1000000000}', '{"vocabulary": 5}')


@pytest.mark.parametrize("card", WRONG_CARDS)
def test_changes_with_a_wrong_card_are_one_sentence(shipped, card):
    path, _ = shipped
    about = {} if card == "no card" else {"card": card}
    path.with_suffix(".changes").write_bytes(save({"bias": np.zeros(400, np.float16)}, metadata=about))
    with pytest.raises(ModelError, match="damaged"):
        weights.load(path)
    if card in ("null", "[1]"):
        with pytest.raises(ModelError, match="damaged"):
            cards.read_card(path)


HALVES = np.zeros((400, 96), np.uint8)
STEPS = np.ones((400, 1), np.float16)
WRONG_TENSORS = {
    "of a vector": {"bias/change": np.zeros(400, np.uint8), "bias/step": STEPS},
    "without steps": {"words.weight/change": HALVES},
    "too few": {"words.weight/change": HALVES[:, :90], "words.weight/step": STEPS},
    "that would grow": {"words.weight/change": HALVES, "words.weight/step": np.ones((1000, 1, 1), np.float16)},
    "of two kinds": {"bias": np.zeros(400, np.float16), "bias/step": STEPS},
    "one thin matrix": {"words.weight/left": np.zeros((2, 400), np.int8), "words.weight/left/step": STEPS[:2]},
    "thin matrices of another shape": {
        "words.weight/left": np.zeros((1, 1), np.int8),
        "words.weight/left/step": STEPS[:1],
        "words.weight/right": np.zeros((1, 192), np.int8),
        "words.weight/right/step": STEPS[:1],
    },
    "no numbers": {"words.weight/change": HALVES, "words.weight/step": STEPS * np.nan},
    "of another network": {"other.weight/change": HALVES, "other.weight/step": STEPS},
    "of another shape": {"bias": np.zeros((400, 2), np.float16)},
}


@pytest.mark.parametrize("tensors", WRONG_TENSORS.values(), ids=WRONG_TENSORS)
def test_changes_that_fit_no_tensor_are_one_sentence(shipped, tensors):
    path, _ = shipped
    path.with_suffix(".changes").write_bytes(save(tensors, metadata={"card": '{"steps": 2}'}))
    with pytest.raises(ModelError):
        weights.load(path)


def test_damaged_changes_are_one_sentence(shipped):
    path, _ = shipped
    path.with_suffix(".changes").write_bytes(b"no tensors at all")
    for read in (weights.load, cards.read_card):
        with pytest.raises(ModelError, match="damaged"):
            read(path)
