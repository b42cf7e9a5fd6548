"""What the heat-map and its sections must know of a kind of page, and how a page of notes answers.

A page of words answers in app.sentence.subject."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from app.document.document import Document
from app.insight.examine import short_place
from app.roll.describe import note_name, voice_word
from app.roll.view import RollView
from app.words import tr
from engine.canvas.edits import note_at
from engine.canvas.music import Piece
from engine.jobs.request import Canvas
from engine.sampling.questions import Span

if TYPE_CHECKING:
    from app.page.page import Page


def roll_of(page: "Page") -> RollView:
    """The piano roll of a page of music."""
    roll = page.parts.widget
    assert isinstance(roll, RollView)
    return roll


@dataclass(frozen=True)
class Named:
    """A note or word as a list shows it: where it is, what it is, both in a sentence, and the voice whose badge
    stands before it (None: none)."""

    place: str
    name: str
    words: str
    voice: int | None


class Subject(Protocol):
    """A kind of page. The rest of the fields are what its cells are called."""

    modality: str
    one: str
    many: str
    nothing: str  # said of an empty page
    off: str  # what the heat-map would tell
    passages: str  # what a selection is compared with

    def canvas(self) -> Canvas:
        """What is in view and can be asked about: another value after every edit."""

    def shape(self, canvas: Any) -> tuple[int, int]:
        """(rows, steps)."""

    def spans(self, canvas: Any) -> tuple[Span, ...]:
        """Every note or word that can be measured, the nearest to the view first."""

    def carried(self, old: Any, bits: np.ndarray, new: Any) -> np.ndarray:
        """Bits (rows, steps) for a changed page: what was known of cells that are the same, NaN elsewhere."""

    def selected(self, canvas: Any) -> tuple[Span, ...]:
        """What is selected of it."""

    def named(self, canvas: Any, row: int, at: int) -> Named | None:
        """What begins at a cell; None where nothing does."""


def spans_of(piece: Piece, middle: float) -> tuple[Span, ...]:
    """Every note as (voice, start, stop), the nearest to a step first."""
    spans = [
        (voice, note.start, note.start + note.length) for voice, line in enumerate(piece.voices) for note in line.notes
    ]
    return tuple(sorted(spans, key=lambda span: abs((span[1] + span[2]) / 2 - middle)))


def carried(old: Piece, bits: np.ndarray, new: Piece) -> np.ndarray:
    """Bits (4, steps) for a changed page: what was known of notes that are the same, NaN elsewhere."""
    fresh = np.full((4, new.steps), np.nan)
    for voice, (before, after) in enumerate(zip(old.voices, new.voices, strict=True)):
        for note in set(before.notes) & set(after.notes):
            fresh[voice, note.start] = bits[voice, note.start]
    return fresh


class Notes:
    """A page of notes as a Subject."""

    modality, one, many = "music", "note", "notes"
    nothing = "There are no notes on the page yet."
    off = "How surprising is each note, given all the rest? Bright means that the model expected something else."
    passages = "passages of Bach"

    def __init__(self, document: Document, roll: Any) -> None:
        self._document, self._roll = document, roll

    def canvas(self) -> Piece:
        """The piece."""
        canvas = self._document.project.canvas
        assert isinstance(canvas, Piece)
        return canvas

    def shape(self, canvas: Piece) -> tuple[int, int]:
        """Four voices."""
        return 4, canvas.steps

    def spans(self, canvas: Piece) -> tuple[Span, ...]:
        """Every note."""
        roll = self._roll
        return spans_of(canvas, roll.scale.step_at(roll.horizontalScrollBar().value() + roll.viewport().width() / 2))

    def carried(self, old: Piece, bits: np.ndarray, new: Piece) -> np.ndarray:
        """Notes that stay keep their bits."""
        return carried(old, bits, new)

    def selected(self, canvas: Piece) -> tuple[Span, ...]:
        """The selected notes."""
        places: Sequence[tuple[int, int]] = sorted(self._document.selection)
        notes = [(voice, note) for voice, step in places if (note := note_at(canvas.voices[voice], step)) is not None]
        return tuple((voice, note.start, note.start + note.length) for voice, note in notes)

    def named(self, canvas: Piece, row: int, at: int) -> Named | None:
        """The note that begins there."""
        note = note_at(canvas.voices[row], at)
        if note is None:
            return None
        place, name = short_place(canvas, note.start), note_name(canvas, row, note)
        return Named(place, name, tr("{voice} {place}, {name}", voice=voice_word(row), place=place, name=name), row)
