"""What an import changes, in numbers and in sentences: moved notes, triplets, notes left out, notes outside a voice
and what to do about them."""

from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.canvas.music import VOICES, Piece
from engine.formats.lines import DividedLines
from engine.formats.raw_score import SAME_TIME, GridNote, RawPart
from engine.theory.spelling import pitch_name

THIRDS = (1 / 3, 2 / 3)
TRIPLET_LENGTHS = (2 / 3, 4 / 3, 8 / 3)  # sixteenths
SHOWN_BARS = 8


class Offer(NamedTuple):
    """A way out for notes outside a voice: move one voice, or all (None), by semitones; `outside` notes would still
    be outside."""

    voice: int | None
    semitones: int
    outside: int
    sentence: str


class Outside(NamedTuple):
    """Notes of a voice that lie outside its comfortable range."""

    voice: int
    notes: int
    lowest: int
    highest: int


@dataclass(frozen=True)
class Findings:
    """Counts for a dialog and the same as sentences.

    `largest` and `mean` are in sixteenths; `triplet_bars` are as a musician counts."""

    notes: int = 0
    moved: int = 0
    largest: float = 0.0
    mean: float = 0.0
    triplet_bars: tuple[int, ...] = ()
    left_out: int = 0
    cut: int = 0
    unused: tuple[str, ...] = ()
    outside: tuple[Outside, ...] = ()
    offers: tuple[Offer, ...] = ()
    sentences: tuple[str, ...] = ()

    def saying(self, sentence: str) -> "Findings":
        """The findings with one more sentence."""
        return replace(self, sentences=(*self.sentences, sentence))


def find(
    piece: Piece,
    lines: list[tuple[GridNote, ...]],
    divided: list[DividedLines],
    unused: list[RawPart],
    shifts: tuple[int, ...],
) -> Findings:
    """What fitting the lines to the piece changed."""
    every = [note for line in lines for note in line]
    moves = [move for note in every if (move := abs(note.raw.start - note.start)) > SAME_TIME]
    outside = [_outside(piece, row) for row in range(4)]
    found = Findings(
        notes=len(every),
        moved=len(moves),
        largest=max(moves, default=0.0),
        mean=sum(moves) / len(moves) if moves else 0.0,
        triplet_bars=triplets(piece, divided),
        left_out=sum(len(lines.left_out) for lines in divided),
        cut=sum(len(lines.cut) for lines in divided),
        unused=tuple(part.label for part in unused),
        outside=tuple(found for found in outside if found is not None),
    )
    found = replace(found, offers=offers(piece, found.outside, shifts))
    return replace(found, sentences=tuple(_sentences(found)))


def triplets(piece: Piece, divided: list[DividedLines]) -> tuple[int, ...]:
    """Bars in which notes stand on thirds of a beat, with a triplet's distance to a neighbour."""
    bars = set()
    for lines in divided:
        notes = sorted((*(n for line in lines.lines for n in line), *lines.left_out), key=lambda note: note.raw.start)
        starts = sorted({note.raw.start for note in notes})
        for note in notes:
            part = note.raw.start % 1
            if not any(abs(part - third) < 0.06 for third in THIRDS):
                continue
            at = bisect_left(starts, note.raw.start)
            gaps = [abs(starts[near] - note.raw.start) for near in (at - 1, at + 1) if 0 <= near < len(starts)]
            if any(abs(gap - length) < 0.1 for gap in gaps for length in TRIPLET_LENGTHS):
                bars.add(piece.place(min(note.start, piece.steps - 1))[0])
    return tuple(sorted(bars))


def _outside(piece: Piece, row: int) -> Outside | None:
    """The notes of one voice outside its range."""
    pitches = _pitches(piece, row)
    far = _left(pitches, row, 0)
    return Outside(row, far, int(pitches.min()), int(pitches.max())) if far else None


def _pitches(piece: Piece, row: int) -> np.ndarray:
    """The pitch of each note of a voice."""
    cells = np.array(piece.voices[row].cells)
    return cells[cells >= 0]


def _left(pitches: np.ndarray, row: int, semitones: int) -> int:
    """Notes of a voice outside its range after a move."""
    moved = pitches + semitones
    return int(((moved < VOICES[row].low) | (moved > VOICES[row].high)).sum())


def offers(piece: Piece, outside: tuple[Outside, ...], shifts: tuple[int, ...]) -> tuple[Offer, ...]:
    """For each voice with notes outside the octave that helps most, and the smallest transposition of all that helps
    most."""
    made, pitches = [], [_pitches(piece, row) for row in range(4)]
    for found in outside:
        own = pitches[found.voice]
        left, _, best = min((_left(own, found.voice, move), abs(move), -move) for move in (12, -12, 24, -24, 36, -36))
        best = -best
        if left < found.notes:
            octaves = f"{abs(best) // 12} octave{'s' if abs(best) > 12 else ''} {'up' if best > 0 else 'down'}"
            sentence = f"Move the {VOICES[found.voice].name.lower()} {octaves}: {_notes(left)} would lie outside."
            made.append(Offer(found.voice, shifts[found.voice] + best, left, sentence))
    if outside and len(set(shifts)) == 1:
        total = sum(found.notes for found in outside)
        left, _, best = min(
            (sum(_left(pitches[row], row, move) for row in range(4)), abs(move), move)
            for move in range(-11, 12)
            if move
        )
        if left < total:
            sentence = (
                f"Transpose everything {abs(best)} semitone{'s' if abs(best) > 1 else ''}"
                f" {'up' if best > 0 else 'down'}: {_notes(left)} would lie outside."
            )
            made.append(Offer(None, shifts[0] + best, left, sentence))
    return tuple(made)


def _notes(count: int) -> str:
    """A number of notes in words."""
    return "no note" if count == 0 else "1 note" if count == 1 else f"{count:,} notes"


def _sentences(found: Findings) -> list[str]:
    """The findings in plain words, the weightiest first."""
    said = []
    if found.triplet_bars:
        bars = ", ".join(str(bar) for bar in found.triplet_bars[:SHOWN_BARS]) + (
            " and more" if len(found.triplet_bars) > SHOWN_BARS else ""
        )
        said.append(
            "Triplets do not fit on sixteenths and were moved to the nearest ones in"
            f" bar{'s' if len(found.triplet_bars) > 1 else ''} {bars}."
        )
    if found.moved:
        shares = f"by {found.mean:.2g} of a sixteenth on average and {found.largest:.2g} at most"
        said.append(f"{_notes(found.moved)} of {found.notes:,} moved to the nearest sixteenth, {shares}.")
    if found.left_out:
        said.append(f"{_notes(found.left_out)} had no free voice and were left out.")
    if found.cut:
        said.append(f"{_notes(found.cut)} overlapped the next one of the same voice and were cut there.")
    if found.unused:
        said.append(
            f"Not used: {', '.join(found.unused[:SHOWN_BARS])}{' and more' if len(found.unused) > SHOWN_BARS else ''}."
        )
    for out in found.outside:
        kind = VOICES[out.voice]
        span = f"{pitch_name(out.lowest)} to {pitch_name(out.highest)}"
        said.append(
            f"{_notes(out.notes)} of the {kind.name.lower()} lie outside {pitch_name(kind.low)} to"
            f" {pitch_name(kind.high)} (it spans {span})."
        )
    return said
