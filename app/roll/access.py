"""The roll for screen readers: a list with one item for each note, in order of time."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from app.roll.changes import piece_of
from app.roll.describe import length_words, note_words
from app.roll.painting.sprites import note_rect
from app.widgets.list_face import Place
from engine.canvas.edits import note_at
from engine.canvas.music import Note, Piece

if TYPE_CHECKING:
    from app.roll.view import RollView

VoiceNote = tuple[int, Note]


class RollItems:
    """The roll as a list of notes."""

    def __init__(self, view: "RollView") -> None:
        self.view = view
        self._order: tuple[Piece | None, list[VoiceNote]] = (None, [])

    def items(self) -> list[VoiceNote]:
        """(voice, note) by time, then from soprano to bass."""
        piece = piece_of(self.view.document.project)
        if self._order[0] is not piece:
            every = [(v, note) for v, voice in enumerate(piece.voices) for note in voice.notes]
            self._order = (piece, sorted(every, key=lambda found: (found[1].start, found[0])))
        return self._order[1]

    def place(self, item: VoiceNote) -> Place:
        return item[0], item[1].start

    def place_at(self, point: QPointF) -> Place | None:
        hit = self.view.hits.note_at(point)
        return None if hit is None else (hit[0].voice, hit[0].start)

    def box(self, item: VoiceNote) -> QRectF:
        note = item[1]
        page = note_rect(self.view.scroller.scale, note.start, note.start + note.length, note.pitch)
        return QRectF(self.view.scroller.from_page(page.topLeft()), page.size())

    def words(self, item: VoiceNote) -> str:
        return note_words(self.view.document.project, *item)

    def more_words(self, item: VoiceNote) -> str:
        return length_words(item[1].length)

    def current(self) -> Place | None:
        voice, step, _ = self.view.document.cursor
        note = note_at(self.view.shown.piece.voices[voice], step)
        return (voice, note.start) if note else None
