"""Notes that would be reached or left in parallels or by too large a leap are those that the rule finds afterwards."""

import numpy as np
import pytest

from engine.sampling import music_cells as mc
from engine.sampling.leaning.chord_bias import PITCHES, _sounding
from engine.theory.parallels import PAIRS, forbidden, leap_steps, parallel_steps
from tests.tools.counts import tries

STEPS = 12


def music(rng):
    """Four voices of notes, holds and rests."""
    pitch = rng.integers([64, 57, 52, 43], [76, 69, 64, 55], (STEPS, 4)).T - mc.LOW + mc.FIRST_PITCH
    tokens = np.where(rng.random((4, STEPS)) < 0.4, mc.HOLD_TOKEN, pitch)
    tokens = np.where(rng.random((4, STEPS)) < 0.05, mc.REST_TOKEN, tokens)
    tokens[:, 0] = pitch[:, 0]
    for row, step in np.argwhere(tokens == mc.REST_TOKEN):
        if step + 1 < STEPS and tokens[row, step + 1] == mc.HOLD_TOKEN:
            tokens[row, step + 1] = pitch[row, step + 1]
    return tokens


def faults(tokens, row):
    """How often a voice goes wrong."""
    pitch, onset, _ = mc.sounding_notes(tokens)
    own = [row in pair for pair in PAIRS]
    return int(parallel_steps(pitch, onset)[own].sum() + leap_steps(pitch, onset)[row].sum())


@pytest.mark.parametrize("seed", range(tries(4)))
def test_what_is_forbidden_is_what_the_rule_finds(seed):
    rng = np.random.default_rng(seed)
    tokens = music(rng)
    row, step = int(rng.integers(4)), int(rng.integers(STEPS))
    stop = next((at for at in range(step + 1, STEPS) if tokens[row, at] != mc.HOLD_TOKEN), STEPS)
    open_ = np.zeros((1, 4, STEPS), dtype=bool)
    open_[0, row, step:stop] = True
    pitch = _sounding(tokens[None], open_)
    held = np.concatenate([np.full_like(pitch[..., :1], -1), pitch[..., :-1]], -1)
    stops = np.full((1, 4, STEPS), stop)
    at = (np.array([0]), np.array([row]), np.array([step]))
    holding, *wrong = forbidden(pitch, held, stops, at, PITCHES)[0]
    without = tokens.copy()
    without[row, step:stop] = mc.REST_TOKEN
    for index, candidate in enumerate(PITCHES):
        filled = tokens.copy()
        filled[row, step] = candidate - mc.LOW + mc.FIRST_PITCH
        assert wrong[index] == (faults(filled, row) > faults(without, row)), (row, step, candidate)
    if step and held[0, row, step] >= 0:
        filled = tokens.copy()
        filled[row, step] = mc.HOLD_TOKEN
        before = faults(without, row)
        assert holding == (faults(filled, row) > before)
