"""What is found in a piece without a network: its grade and voice-leading faults, as one frozen value.

Runs in the engine thread; knows no widgets."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from app.words import tr
from engine.canvas.music import VOICES, Piece
from engine.errors import PalimpsestError
from engine.theory.finding import Finding
from engine.theory.grade import Grade, grade
from engine.theory.lint import lint


@dataclass(frozen=True)
class Examined:
    """A piece, its grade (None where it has too few notes for one) and its findings in order of time."""

    piece: Piece
    grade: Grade | None
    findings: tuple[Finding, ...]


def examine(piece: Piece, rules: Iterable[str]) -> Examined:
    """Look at a piece under the rules that are on."""
    try:
        found = grade(piece)
    except PalimpsestError:
        return Examined(piece, None, lint(piece, rules))
    return Examined(piece, found if np.isfinite(found.overall) else None, lint(piece, rules))


def short_place(piece: Piece, step: int) -> str:
    """'6.3': bar and beat; '6.3.2' off the beat."""
    bar, beat, part = piece.place(min(step, piece.steps - 1))
    return f"{bar}.{beat}" if part == 1 else f"{bar}.{beat}.{part}"


def span_words(piece: Piece, finding: Finding) -> str:
    """'6.2 to 6.3': from the first note concerned to where it is heard."""
    steps = [step for _, step in finding.cells]
    first, last = short_place(piece, min(steps)), short_place(piece, max(steps))
    return first if first == last else tr("{first} to {last}", first=first, last=last)


def voices_words(voices: tuple[int, ...]) -> str:
    """'Tenor and bass'."""
    names = [tr(VOICES[voice].name if not index else VOICES[voice].name.lower()) for index, voice in enumerate(voices)]
    return names[0] if len(names) == 1 else tr("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])
