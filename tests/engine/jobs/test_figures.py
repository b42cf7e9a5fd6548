"""Figures beside weights: they grow, and they leave with the weights they belong to."""

import pytest

from engine.jobs.figures import add_figures, read_figures


@pytest.fixture
def weights(tmp_path):
    """A file as safetensors lays it out: the header's length, the header, numbers."""
    path = tmp_path / "music-mac.safetensors"
    path.write_bytes((2).to_bytes(8, "little") + b"{}" + b"numbers")
    return path


def test_figures_are_added_and_never_touch_the_weights(weights):
    before = weights.read_bytes()
    add_figures(weights, grade=7.0)
    add_figures(weights, nats=0.5)
    assert read_figures(weights) == {"grade": 7.0, "nats": 0.5} and weights.read_bytes() == before


def test_another_card_keeps_the_figures_and_other_numbers_lose_them(weights):
    add_figures(weights, grade=7.0)
    weights.write_bytes((4).to_bytes(8, "little") + b"{  }" + b"numbers")
    assert read_figures(weights) == {"grade": 7.0}
    weights.write_bytes((2).to_bytes(8, "little") + b"{}" + b"strange")
    assert read_figures(weights) == {}
    add_figures(weights, nats=0.5)
    assert read_figures(weights) == {"nats": 0.5}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"weights": 3}', "\x00"])
def test_damaged_figures_are_none(weights, text):
    weights.with_suffix(".json").write_text(text)
    assert read_figures(weights) == {}
