"""A page of notes as the heat-map and Ask me see it: its notes, nearest the view first, the open beats to compare, the
possible answers, and how an answer is put on the page."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.document.document import Document
from app.insight.ask_me import Ask
from app.insight.examine import short_place
from app.insight.subject import Named
from app.insight.why_not import value_name
from app.roll.describe import note_name, voice_word
from app.roll.scale import beat_lines
from app.roll.view import RollView
from app.words import tr
from engine.canvas import edits
from engine.canvas.edits import note_at
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, Piece
from engine.canvas.project import Project
from engine.sampling.music_cells import to_cells
from engine.sampling.questions import Answer, Span

CANDIDATES = 48  # open beats that are weighed, nearest the view: each costs a few canvases in the network


def candidates(piece: Piece, mask: Mask, middle: float) -> tuple[Span, ...]:
    """Open cells on a beat as spans of one cell, the nearest to a step first; where no beat is open, any open cell."""
    free = ~mask.pinned()
    beats = np.zeros(piece.steps, dtype=bool)
    beats[beat_lines(piece.bars)[:-1]] = True
    chosen = free & beats if (free & beats).any() else free
    cells = sorted(((int(v), int(s)) for v, s in np.argwhere(chosen)), key=lambda cell: abs(cell[1] - middle))
    return tuple((voice, step, step + 1) for voice, step in cells[:CANDIDATES])


def playable(answer: Answer) -> tuple[tuple[int, float], ...]:
    """(cell, odds) of an answer's values; going on with the note before cannot be pinned by itself and is not
    offered."""
    cells = ((int(to_cells(np.array(token))), share) for token, share in answer.values)
    return tuple((cell, share) for cell, share in cells if cell != HOLD)


def settled(project: Project, voice: int, step: int, cell: int) -> Project:
    """The project with a value at an open cell, kept; it lasts to the next beat or kept cell, but only its beginning
    is kept."""
    piece = project.canvas
    assert isinstance(piece, Piece)
    mask = project.masks[0]
    ends = [int(line) for line in beat_lines(piece.bars) if line > step]
    ends += [step + 1 + int(at) for at in np.flatnonzero(mask.pinned()[voice, step + 1 :])[:1]]
    length = min(ends) - step
    changed = (
        edits.erase(piece, voice, step, step + length)
        if cell == REST
        else edits.put_note(piece, voice, step, length, cell)
    )
    return replace(project, canvas=changed, masks=(mask.paint(Brush.KEEP, voice, step, step + 1),))


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


def middle_of(roll: RollView) -> float:
    """The sixteenth in the middle of the view."""
    return roll.scale.step_at(roll.horizontalScrollBar().value() + roll.viewport().width() / 2)


class Notes:
    """A page of notes as a Subject."""

    modality, one, many = "music", "note", "notes"
    nothing = "There are no notes on the page yet."
    off = "How surprising is each note, given all the others? {strong} means that the model expected something else."
    passages = "passages of Bach"

    def __init__(self, document: Document, roll: RollView) -> None:
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
        return spans_of(canvas, middle_of(self._roll))

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


class OpenNotes:
    """Open beats as OpenCells; values are cells: pitches and rests."""

    audible = True

    def __init__(self, document: Document, roll: RollView) -> None:
        self._document, self._roll = document, roll

    def canvas(self) -> Piece:
        """The piece."""
        piece = self._document.project.canvas
        assert isinstance(piece, Piece)
        return piece

    def spans(self) -> tuple[Span, ...]:
        """Open beats near the view."""
        return candidates(self.canvas(), self._document.mask, middle_of(self._roll))

    def values(self, answer: Answer) -> tuple[tuple[int, float], ...]:
        """What can be struck there."""
        return playable(answer)

    def name(self, value: int) -> str:
        """A pitch's name, or a rest."""
        return value_name(value, self.canvas().key)

    def where(self, best: Ask) -> str:
        """Voice and place."""
        return tr("the {voice} at {place}", voice=voice_word(best.row), place=short_place(self.canvas(), best.step))

    def put(self, best: Ask, value: int) -> Project:
        """The note, kept, and played."""
        if value >= 0:
            self._roll.sounded.emit(value, best.row)
        return settled(self._document.project, best.row, best.step, value)
