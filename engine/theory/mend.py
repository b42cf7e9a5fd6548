"""Fixing a voice-leading fault: which whole notes to rewrite, fewest first, and which result is best.

Writes nothing itself."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.canvas.edits import note_at
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, VOICES, Note, Piece
from engine.errors import CanvasError
from engine.sampling.options import Value
from engine.theory.finding import Finding
from engine.theory.lint import RULES, lint

GIVES_WAY = (2, 1, 3, 0)  # tenor, alto, bass, soprano: inner voices are heard least, the melody most
ROOM = 2  # pitches that must help before one note alone is thought to be enough: the network needs a choice
REACH = 12  # semitones around the old pitch that are tried
ALTERNATIVES = 8  # of one try
BRIEFLY: dict[str, dict[str, Value]] = {
    "sunmask": {"steps": 3, "dwell": 0, "a_min": 0.999, "correct": 0, "ending": 0}
}  # a few notes need fewer steps than a page

Place = tuple[int, int]  # voice, onset step


@dataclass(frozen=True)
class Patch:
    """Notes to rewrite, by voice and onset, and the mask that keeps everything else."""

    notes: tuple[Place, ...]
    mask: Mask


@dataclass(frozen=True)
class Choice:
    """Of `count` alternatives the best: its index, the findings left in it, and whether the one in question is gone."""

    index: int
    count: int
    left: int
    gone: bool


def may_change(mask: Mask) -> np.ndarray:
    """Bool (4, steps): cells a mend may touch, those not pinned.

    A page kept from end to end was never painted: there any cell may go."""
    states = mask.array()
    return np.ones(states.shape, dtype=bool) if (states == Brush.KEEP).all() else ~mask.pinned()


def movable(piece: Piece, mask: Mask, places: Iterable[Place]) -> tuple[Place, ...]:
    """Those of the notes that may change from beginning to end, the ones that give way first in front; of one voice
    the later goes first."""
    free = may_change(mask)
    notes = {place: _note(piece, place) for place in dict.fromkeys(places)}
    whole = [
        (voice, step)
        for (voice, step), note in notes.items()
        if free[voice, note.start : note.start + note.length].all()
    ]
    return tuple(sorted(whole, key=lambda place: (GIVES_WAY.index(place[0]), -place[1])))


def patches(piece: Piece, mask: Mask, finding: Finding, rules: Iterable[str] = tuple(RULES)) -> Iterator[Patch]:
    """From the fewest notes on: one that is enough alone, all of its voice, all of the finding, all that sounds
    meanwhile. Kept cells are never among them."""
    able = movable(piece, mask, finding.cells)
    if not able:
        raise CanvasError("Every note here is kept; paint one of them Suggest or Rewrite, then fix it.")
    wanted = tuple(rules)
    first = next((place for place in able if _is_enough(piece, place, wanted)), able[0])
    reported: set[frozenset[Place]] = set()
    meanwhile = partial(_meanwhile, piece, mask, finding)
    for some in (lambda: (first,), lambda: tuple(p for p in able if p[0] == first[0]), lambda: able, meanwhile):
        notes = some()
        if notes and frozenset(notes) not in reported:
            reported.add(frozenset(notes))
            yield Patch(notes, mask_for(piece, notes))


def sounding_in(piece: Piece, start: int, stop: int) -> tuple[Place, ...]:
    """Every note that sounds somewhere in start..stop-1."""
    return tuple(
        (v, note.start)
        for v, voice in enumerate(piece.voices)
        for note in voice.notes
        if note.start < stop and note.start + note.length > start
    )


def mask_for(piece: Piece, notes: Iterable[Place], brush: Brush = Brush.REWRITE) -> Mask:
    """Everything kept but these notes, which wear the brush."""
    states = np.full((4, piece.steps), Brush.KEEP)
    for place in notes:
        note = _note(piece, place)
        states[place[0], note.start : note.start + note.length] = brush
    return Mask.from_array(states)


def best_of(
    finding: Finding, alternatives: Sequence[Piece], rules: Iterable[str] = tuple(RULES), before: Piece | None = None
) -> Choice:
    """The alternative without the finding and with the fewest others; of equals the first. One that has as many
    faults of the same kind as `before` only traded them: there the fault counts as still there."""
    wanted = tuple(rules)
    left = [lint(piece, wanted) for piece in alternatives]
    alike = [sum(other.rule == finding.rule for other in found) for found in left]
    most = None if before is None else sum(other.rule == finding.rule for other in lint(before, wanted))
    still = [
        any(_same(other, finding) for other in found) or (most is not None and alike[k] >= most)
        for k, found in enumerate(left)
    ]
    index = min(range(len(left)), key=lambda k: (still[k], alike[k], len(left[k])))
    return Choice(index, len(left), len(left[index]), not still[index])


def mended(
    piece: Piece,
    mask: Mask,
    finding: Finding,
    rewrite: Callable[[Mask], Sequence[Piece]],
    rules: Iterable[str] = tuple(RULES),
) -> tuple[Piece, Patch, Choice]:
    """Rewrite more and more notes until the finding is gone; (the best result of the last try, what was freed for it,
    how it was chosen)."""
    wanted = tuple(rules)
    tried = None
    for patch in patches(piece, mask, finding, wanted):
        alternatives = rewrite(patch.mask)
        choice = best_of(finding, alternatives, wanted, piece)
        tried = (alternatives[choice.index], patch, choice)
        if choice.gone:
            break
    assert tried is not None
    return tried


def _is_enough(piece: Piece, place: Place, rules: tuple[str, ...]) -> bool:
    """Whether another pitch for one note, all others unchanged, leaves fewer findings; the nearest are tried first."""
    voice, step = place
    grid, usual, good = piece.grid(), VOICES[voice], 0
    old, before = int(grid[voice, step]), len(lint(piece, rules))
    near = sorted(
        (pitch for pitch in range(usual.low, usual.high + 1) if 0 < abs(pitch - old) <= REACH),
        key=lambda pitch: abs(pitch - old),
    )
    for pitch in near:
        grid[voice, step] = pitch
        good += len(lint(piece.with_grid(grid), rules)) < before
        if good == ROOM:
            return True
    return False


def _meanwhile(piece: Piece, mask: Mask, finding: Finding) -> tuple[Place, ...]:
    """Every movable note that sounds while the finding's notes do."""
    spans = [_note(piece, place) for place in finding.cells]
    return movable(
        piece,
        mask,
        sounding_in(piece, min(note.start for note in spans), max(note.start + note.length for note in spans)),
    )


def _same(one: Finding, other: Finding) -> bool:
    """Whether two findings are about the same thing at the same place."""
    return (one.rule, one.voices, one.place) == (other.rule, other.voices, other.place)


def _note(piece: Piece, place: Place) -> Note:
    """The note that begins at a place."""
    voice, step = place
    note = note_at(piece.voices[voice], step) if piece.voices[voice].cells[step] != HOLD else None
    if note is None:
        raise CanvasError("The page has changed since then; check again.")
    return note
