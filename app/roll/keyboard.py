"""The keyboard left of the roll: keys that sound when pressed, with the names of the Cs or of all white keys."""

from PySide6.QtCore import QLineF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.roll.painting.paper import BLACK
from app.roll.scale import Scale
from app.widgets.theme import mix, sans, theme
from app.words import tr
from engine.canvas.music import Key
from engine.theory.spelling import pitch_name

WIDTH = 68
BLACK_WIDTH = 40


class Keyboard(QWidget):
    """`scale` and `offset` (pixels scrolled) are set by the roll; `lit` are the pitches under the mouse or sounding."""

    pressed = Signal(int)  # MIDI pitch

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.scale = Scale()
        self.offset = 0
        self.all_names = False
        self.lit: frozenset[int] = frozenset()
        self._down: int | None = None
        self.setAccessibleName(tr("Keyboard"))
        self.setToolTip(tr("Click a key to play it"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_at(self, scale: Scale, offset: int) -> None:
        """Follow the roll."""
        if (scale, offset) != (self.scale, self.offset):
            self.scale, self.offset = scale, offset
            self.update()

    def light(self, pitches: frozenset[int]) -> None:
        """Mark keys."""
        if pitches != self.lit:
            self.lit = pitches
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, scale = theme(), self.scale
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.keywhite)
        painter.translate(0, -self.offset)
        row = scale.row
        painter.setFont(sans(min(11, max(8, row - 2))))
        shown = range(scale.pitch_at(self.offset + self.height()), scale.pitch_at(self.offset) + 1)
        ink = colours.ink3 if not colours.dark else colours.keyblack
        for pitch in shown:
            top = scale.y(pitch)
            if pitch in self.lit and pitch % 12 not in BLACK:
                painter.fillRect(QRectF(0, top, self.width(), row), mix(colours.focus, colours.keywhite, 0.35))
            if pitch % 12 in (0, 5):
                painter.setPen(QPen(colours.line if not colours.dark else colours.keyblack, 1))
                painter.drawLine(QLineF(0, top + row - 0.5, self.width(), top + row - 0.5))
            if pitch % 12 == 0 or (self.all_names and pitch % 12 not in BLACK and row >= 10):
                painter.setPen(ink)
                box = QRectF(0, top, self.width() - 8, row)
                name = pitch_name(pitch, Key())  # a white key's own name: nobody looks for B sharp on a keyboard
                painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for pitch in shown:
            if pitch % 12 in BLACK:
                painter.setBrush(mix(colours.focus, colours.keyblack, 0.6) if pitch in self.lit else colours.keyblack)
                painter.drawRoundedRect(QRectF(-3, scale.y(pitch) + 0.5, BLACK_WIDTH + 3, row - 1), 1.5, 1.5)
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(colours.line, 2))
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._sound(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._sound(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._down = None
        self.light(frozenset())

    def _sound(self, event: QMouseEvent) -> None:
        pitch = self.scale.pitch_at(event.position().y() + self.offset)
        if pitch != self._down:  # a glide along the keys sounds each once
            self._down = pitch
            self.light(frozenset({pitch}))
            self.pressed.emit(pitch)
