"""Parallel fifths and octaves, and leaps too large to sing: one algorithm for the grade, the voice-leading rules and
the samplers."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engine.theory.score_lines import ScoreEvent, melodic_steps

PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
FIFTH, OCTAVE = "fifth", "octave"


class Parallel(NamedTuple):
    """Two voices moving in fifths or octaves: kind, (upper, lower) voice, the two steps, whether in contrary motion."""

    kind: str
    voices: tuple[int, int]
    before: tuple[ScoreEvent, ScoreEvent]
    after: tuple[ScoreEvent, ScoreEvent]
    contrary: bool


class Move(NamedTuple):
    """Two voices that leave and reach a note together: (upper, lower) voice, both notes before, both after."""

    voices: tuple[int, int]
    before: tuple[ScoreEvent, ScoreEvent]
    after: tuple[ScoreEvent, ScoreEvent]

    @property
    def motion(self) -> tuple[int, int]:
        """Semitones each voice moves."""
        return self.after[0].pitch - self.before[0].pitch, self.after[1].pitch - self.before[1].pitch


def moves(lines: Sequence[Sequence[ScoreEvent]]) -> Iterator[Move]:
    """Every place where two voices go together from one note straight to the next, voice pair by voice pair."""
    steps = [{second.start: (first, second) for first, second in melodic_steps(line)} for line in lines]
    for upper, lower in PAIRS:
        for start, (a, b) in steps[upper].items():
            other = steps[lower].get(start)
            if other:
                yield Move((upper, lower), (a, other[0]), (b, other[1]))


def perfect_kind(upper: ScoreEvent, lower: ScoreEvent) -> str:
    """'unison', 'octave' or 'fifth' (compounds reduced, by spelling, whichever voice is higher), else ''."""
    high, low = (upper, lower) if upper.pitch >= lower.pitch else (lower, upper)
    semitones, fifths = high.pitch - low.pitch, high.fifth - low.fifth
    if fifths == 0 and semitones % 12 == 0:
        return OCTAVE if semitones else "unison"
    return FIFTH if fifths == 1 and semitones % 12 == 7 else ""


def parallel_in(move: Move) -> Parallel | None:
    """The fault in a move, if both voices move and keep their fifth, octave or unison; unison to octave counts in
    contrary motion only."""
    up, low = move.motion
    if not up or not low:
        return None
    first, second = perfect_kind(*move.before), perfect_kind(*move.after)
    contrary = (up > 0) != (low > 0)
    if first == second == FIFTH:
        kind = FIFTH
    elif (first and first == second) or (contrary and {first, second} == {"unison", OCTAVE}):
        kind = OCTAVE
    else:
        return None
    return Parallel(kind, move.voices, move.before, move.after, contrary)


def parallels(lines: Sequence[Sequence[ScoreEvent]]) -> list[Parallel]:
    """All parallel fifths and octaves of four lines, in order of voice pair and time."""
    return [fault for move in moves(lines) if (fault := parallel_in(move))]


def parallel_steps(pitch: np.ndarray, onset: np.ndarray) -> np.ndarray:
    """Bool (..., pairs, steps): where a pair of voices arrives in parallel, by semitones alone, as a sampler sees it.

    pitch (..., 4, steps) is what sounds (below 0: nothing), onset where a note begins; pairs in the order of PAIRS."""
    before, moved = _moves(pitch, onset)
    upper, lower = [pair[0] for pair in PAIRS], [pair[1] for pair in PAIRS]
    now, then = (np.abs(line[..., upper, :] - line[..., lower, :]) % 12 for line in (pitch, before))
    return moved[..., upper, :] & moved[..., lower, :] & (now == then) & ((now == 0) | (now == 7))


def large(semitones: np.ndarray | int) -> np.ndarray | bool:
    """Whether a leap is one of a seventh or of more than an octave."""
    size = np.abs(semitones)
    return (size == 10) | (size == 11) | (size > 12)


def leap_steps(pitch: np.ndarray, onset: np.ndarray) -> np.ndarray:
    """Bool (..., 4, steps): where a voice arrives by too large a leap; pitch and onset as in parallel_steps."""
    before, moved = _moves(pitch, onset)
    return moved & large(pitch - before)


def _moves(pitch: np.ndarray, onset: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What sounded a step before, and where a voice goes straight from it to another pitch."""
    before = np.concatenate([np.full_like(pitch[..., :1], -1), pitch[..., :-1]], -1)
    return before, onset & (pitch >= 0) & (before >= 0) & (pitch != before)


def forbidden(
    pitch: np.ndarray, held: np.ndarray, stops: np.ndarray, at: tuple[np.ndarray, ...], notes: np.ndarray
) -> np.ndarray:
    """Bool (n, 1 + notes): whether holding on in each of n cells, then whether beginning each of some notes there, is
    reached or left in parallels or by too large a leap, given what the other voices sing.

    pitch and held (B, 4, steps) are what sounds in a cell and before it, below 0 where nothing does or it is not known;
    stops (B, 4, steps) is where what begins in a cell ends; at are canvases, voices and steps."""
    batch, voice, step = at
    before, after = held[at], np.minimum(stops[at], pitch.shape[-1] - 1)
    following = np.where(stops[at] < pitch.shape[-1], pitch[batch, voice, after], -1)
    sung = np.concatenate([before[:, None], np.broadcast_to(notes, (len(voice), len(notes)))], 1)
    reached = _faulty(sung, before, pitch[batch, :, step], held[batch, :, step], voice)
    left = _faulty(sung, following, held[batch, :, after], pitch[batch, :, after], voice)
    return (reached | left) & (sung >= 0)


def _faulty(
    sung: np.ndarray, end: np.ndarray, beside: np.ndarray, beside_end: np.ndarray, voice: np.ndarray
) -> np.ndarray:
    """Bool, of the shape of sung (n, notes): notes between which and a voice's own `end` (n,) of a move it goes in
    parallel with another, or too far; `beside` and `beside_end` (n, 4) are what all sing with the note and at that end.
    The same forwards and backwards."""
    moving = (beside >= 0) & (beside_end >= 0) & (beside != beside_end) & (np.arange(4) != voice[:, None])
    there = np.abs(end[:, None] - beside_end) % 12
    perfect = moving & ((there == 0) | (there == 7))
    here = np.abs(sung[:, None] - beside[:, :, None]) % 12
    parallel = (perfect[:, :, None] & (here == there[:, :, None])).any(1)
    found: np.ndarray = (end >= 0)[:, None] & (parallel | large(sung - end[:, None])) & (sung != end[:, None])
    return found
