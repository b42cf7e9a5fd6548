"""Sliding windows: every cell is covered, takes its logits from its most central window, and a window that begins
inside a note begins with an onset."""

import numpy as np
import pytest

from engine.sampling.cells import NoRules
from engine.sampling.music_cells import HOLD_TOKEN, REST_TOKEN, TOKENS, HoldRules
from engine.sampling.windows import most_central, predict_anywhere, window_starts


@pytest.mark.parametrize("steps", [1, 7, 8, 9, 15, 16, 17, 64, 100])
def test_every_cell_lies_in_its_window(steps):
    starts = window_starts(steps, 8)
    owner = most_central(steps, 8, starts)
    place = np.arange(steps)
    assert ((starts[owner] <= place) & (place < starts[owner] + 8)).all()
    inner = place[(place >= 4) & (place < steps - 4)]
    edges = np.minimum(inner - starts[owner[inner]], starts[owner[inner]] + 7 - inner)
    assert steps <= 8 or (edges >= 1).all()


class Echo:
    """Logits name the window's first token and the place inside it."""

    vocabulary, length, card = 3, 8, {}  # type: ignore[var-annotated]

    def __init__(self) -> None:
        self.windows = []

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.windows.append(tokens.copy())
        place = np.broadcast_to(np.arange(tokens.shape[-1], dtype=np.float32), tokens.shape)
        return np.stack([place, np.zeros_like(place), np.zeros_like(place)], -1)


def test_only_windows_with_a_wanted_cell_are_read():
    echo = Echo()
    tokens = np.zeros((1, 1, 40), dtype=np.int64)
    wanted = np.zeros(tokens.shape, dtype=bool)
    wanted[..., 3] = True
    predict_anywhere(echo, NoRules(), tokens, tokens > 0, np.zeros((40, 0)), wanted)
    assert len(echo.windows) == 1


def test_a_short_canvas_is_one_call_and_a_long_one_agrees_in_the_overlap():
    echo = Echo()
    tokens = np.zeros((1, 1, 8), dtype=np.int64)
    predict_anywhere(echo, NoRules(), tokens, tokens > 0, np.zeros((8, 0)), np.ones(tokens.shape, dtype=bool))
    assert len(echo.windows) == 1
    long = np.zeros((1, 1, 20), dtype=np.int64)
    logits = predict_anywhere(echo, NoRules(), long, long > 0, np.zeros((20, 0)), np.ones(long.shape, dtype=bool))
    assert logits[0, 0, :, 0].tolist() == [0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 6, 7]


def test_a_window_inside_a_note_begins_with_its_onset():
    rules = HoldRules(np.zeros((1, 6), dtype=bool))
    tokens = np.array([[[20, HOLD_TOKEN, HOLD_TOKEN, HOLD_TOKEN, 5, REST_TOKEN]]])
    assert rules.enter(tokens, 2)[0, 0].tolist() == [20, HOLD_TOKEN, 5, REST_TOKEN]
    blank = np.array([[[TOKENS, HOLD_TOKEN, HOLD_TOKEN]]])
    assert rules.enter(blank, 1)[0, 0].tolist() == [HOLD_TOKEN, HOLD_TOKEN]
