"""Parallels seen as a sampler sees them, and rewritten at the end: kept cells never, whole notes, until none is
left."""

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, Bar, Piece, Voice
from engine.jobs.job import run
from engine.jobs.request import Request
from engine.sampling import music_cells as mc
from engine.sampling.questions import last
from engine.theory.lint import lint
from engine.theory.parallels import PAIRS, parallel_steps, parallels
from engine.theory.score_lines import lines_of

FIFTHS = np.array([[67, HOLD, 69, HOLD], [64, HOLD, 64, HOLD], [60, HOLD, 62, HOLD], [48, HOLD, 45, HOLD]])


def piece_of(grid):
    return Piece(
        tuple(Voice(name, 0, tuple(map(int, line))) for name, line in zip("SATB", grid, strict=True)),
        (Bar(grid.shape[1] // 4, 4, grid.shape[1]),),
    )


def seen(grid):
    pitch = np.where(grid == HOLD, np.roll(grid, 1, axis=-1), grid)
    return [(PAIRS[pair], int(step)) for pair, step in np.argwhere(parallel_steps(pitch, grid != HOLD))]


def test_a_fifth_that_moves_in_parallel_is_seen_and_one_that_stays_or_rests_is_not():
    assert (
        seen(FIFTHS)
        == [((0, 2), 2)]
        == [(fault.voices, int(fault.after[0].start)) for fault in parallels(lines_of(piece_of(FIFTHS)).voices)]
    )
    stays = FIFTHS.copy()
    stays[2, 2] = HOLD
    rests = FIFTHS.copy()
    rests[2, 1] = REST
    assert not seen(stays) and not seen(rests)


@pytest.mark.parametrize("free_voice", [0, 2])
def test_the_fault_opens_one_whole_note_of_those_that_are_free(free_voice):
    free = np.zeros(FIFTHS.shape, dtype=bool)
    free[free_voice] = True
    tokens = mc.to_tokens(FIFTHS)[None]
    rules = mc.HoldRules(np.zeros(FIFTHS.shape, dtype=bool))
    late = rules.faults(tokens, free, np.linspace(0, 1, 16).reshape(1, 4, 4))
    early = rules.faults(tokens, free, np.linspace(1, 0, 16).reshape(1, 4, 4))
    assert np.argwhere(late[0]).tolist() == [[free_voice, 2], [free_voice, 3]]
    assert np.argwhere(early[0]).tolist() == [[free_voice, 0], [free_voice, 1]]
    assert not rules.faults(tokens, np.zeros_like(free), np.ones((1, 4, 4))).any()


@pytest.mark.parametrize(
    ("size", "found"),
    [(9, False), (10, True), (11, True), (12, False), (13, True), (-10, True), (-12, False), (0, False)],
)
def test_a_leap_too_large_to_sing_opens_one_of_its_two_notes(size, found):
    grid = np.full((4, 4), REST)
    grid[3] = [55, HOLD, 55 + size, HOLD]
    assert any(f.rule == "large leaps" for f in lint(piece_of(grid))) == found
    free = np.zeros(grid.shape, dtype=bool)
    free[3] = True
    rules = mc.HoldRules(np.zeros(grid.shape, dtype=bool))
    for uniform, cells in ((np.linspace(0, 1, 16), [[3, 2], [3, 3]]), (np.linspace(1, 0, 16), [[3, 0], [3, 1]])):
        assert np.argwhere(rules.faults(mc.to_tokens(grid)[None], free, uniform.reshape(1, 4, 4))[0]).tolist() == (
            cells if found else []
        )


class Careless:
    """Writes quarter notes, half of the time those of C and D major triads in parallel, else any."""

    vocabulary, length, card = mc.TOKENS, 128, {}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.full((*tokens.shape, mc.TOKENS), -30.0, dtype=np.float32)
        logits[:, :, 1::4, mc.HOLD_TOKEN] = logits[:, :, 2::4, mc.HOLD_TOKEN] = logits[:, :, 3::4, mc.HOLD_TOKEN] = 0
        logits[:, :, ::4, mc.FIRST_PITCH :] = -3
        for time in range(0, tokens.shape[-1], 4):
            for voice, pitch in enumerate((67, 64, 60, 48)):
                logits[:, voice, time, pitch + 2 * (time // 4 % 2) - mc.LOW + mc.FIRST_PITCH] = 0
        return logits


@pytest.mark.parametrize("method", ["sunmask", "mac", "sfarm", "coconet"])
def test_parallels_are_rewritten_and_kept_cells_stay(method):
    blank = piece_of(np.full((4, 16), REST))
    melody = np.full((4, 16), REST)
    melody[0] = [67, HOLD, HOLD, HOLD, 69, HOLD, HOLD, HOLD] * 2
    states = np.full((4, 16), Brush.REWRITE)
    states[0] = Brush.KEEP
    counts = {}
    for rounds in (0, 60):
        request = Request(blank.with_grid(melody), Mask.from_array(states), method, {"correct": rounds}, 2, 3)
        done = last(run(request, models=lambda modality, name: Careless()))
        assert all((piece.grid()[0] == melody[0]).all() for piece in done.canvases)
        counts[rounds] = [len(parallels(lines_of(piece).voices)) for piece in done.canvases]
    assert sum(counts[0]) > 0 and sum(counts[60]) == 0


@pytest.mark.parametrize("method", ["mac", "sfarm", "ardm"])
def test_what_was_corrected_has_no_exact_bits_and_what_was_not_keeps_its_own(method):
    """The nats belong to what was placed; a note written again afterwards makes them stale."""
    outer = np.full((4, 8), REST)
    outer[0], outer[3] = (
        [pitch, HOLD, HOLD, HOLD, pitch + step, HOLD, HOLD, HOLD] for pitch, step in ((67, 5), (48, 4))
    )
    mask = Mask.filled(4, 8, Brush.KEEP).paint(Brush.REWRITE, 1, 0, 8)
    plain, corrected = (
        last(run(Request(piece_of(outer), mask, method, {"correct": rounds}, 12, 3), models=lambda *_: Careless()))
        for rounds in (0, 60)
    )
    changed = [a != b for a, b in zip(plain.canvases, corrected.canvases, strict=True)]
    assert any(changed) and not all(changed) and None not in plain.nats
    assert corrected.nats == tuple(None if c else nats for c, nats in zip(changed, plain.nats, strict=True))
