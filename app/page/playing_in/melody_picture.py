"""A take as a picture: every note where it goes, and where it was played, so that what moves can be seen."""

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.page.playing_in.melody import PlayedMelody
from app.widgets.theme import faded, look, sans, theme
from app.words import tr
from engine.canvas.music import Piece


class MelodyPicture(QWidget):
    """The steps of a piece from left to right; as high as the take's notes."""

    def __init__(self, piece: Piece, voice: int) -> None:
        super().__init__()
        self._piece, self._voice = piece, voice
        self._take: PlayedMelody | None = None
        self._span = (0, piece.steps)
        self.place: float | None = None  # of the playhead
        self.setFixedHeight(150)
        look.changed.connect(self.update)

    def show_take(self, take: PlayedMelody, span: tuple[int, int]) -> None:
        """A take within steps (first, stop)."""
        self._take, self._span = take, span
        self.setAccessibleName(take.sentence())
        self.update()

    def show_place(self, place: float | None) -> None:
        """Where the music is."""
        self.place = place
        self.update()

    def _x(self, step: float) -> float:
        first, stop = self._span
        return 10 + (step - first) / max(1, stop - first) * (self.width() - 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(colours.paper)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setPen(QPen(colours.line, 1))
        for start in self._piece.bar_starts:
            if self._span[0] < start < self._span[1]:
                painter.drawLine(QLineF(self._x(start), 4, self._x(start), self.height() - 4))
        if self._take is not None and self._take.placed:
            self._paint_notes(painter, self._take)
        else:
            painter.setPen(colours.ink2)
            painter.setFont(sans(12))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, tr("What you play appears here."))
        if self.place is not None:
            painter.setPen(QPen(colours.accent, 1.5))
            painter.drawLine(QLineF(self._x(self.place), 4, self._x(self.place), self.height() - 4))

    def _paint_notes(self, painter: QPainter, take: PlayedMelody) -> None:
        colours = theme()
        pitches = [placed.note.pitch for placed in take.placed]
        low, high = min(pitches) - 2, max(pitches) + 2
        row = (self.height() - 16) / (high - low + 1)
        for played, note in take.placed:
            top = 8 + (high - note.pitch) * row
            tall = min(row, 12.0)
            at = QRectF(
                self._x(note.start), top, max(3.0, self._x(note.start + note.length) - self._x(note.start)), tall
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.voices[self._voice])
            painter.drawRoundedRect(at.adjusted(0.5, 0, -0.5, -1), 2, 2)
            painter.setPen(QPen(colours.accent, 1.5))
            if any(placed.played is played for placed in take.moved):
                painter.drawLine(QLineF(self._x(played.start), at.bottom() + 2, at.left(), at.bottom() + 2))
                painter.drawLine(QLineF(self._x(played.start), at.top(), self._x(played.start), at.bottom() + 2))
            painter.setPen(QPen(faded(colours.ink2, 0.6), 1))
            painter.drawLine(QLineF(self._x(played.start), at.bottom(), self._x(played.stop), at.bottom()))
