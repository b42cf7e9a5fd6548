"""The ruler above the roll: bar numbers, metre, key, beats, chord names, the playhead's mark and the loop. A click
locates, a drag sets the loop, a double click takes it away."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.roll.scale import Scale, beat_lines, snapped
from app.widgets.theme import faded, sans, theme
from app.words import tr
from engine.canvas.music import Piece
from engine.theory.spelling import key_name

HEIGHT = 30
CHORDS = 18  # more pixels when chord names are shown
GRIP = 5  # pixels around a loop's end that take hold of it
NUMBER_ROOM = 30.0  # pixels a bar number wants


class Ruler(QWidget):
    """Reads what the roll sets:

    `piece`, `scale`, `offset` (pixels scrolled), `playhead` (steps or None), `loop` ((start, stop) or None),
    `chords`."""

    located = Signal(int)  # step
    loop_changed = Signal(object)  # (start, stop) in steps, or None

    def __init__(self, parent: QWidget, piece: Piece) -> None:
        super().__init__(parent)
        self.piece = piece
        self.scale = Scale()
        self.offset = 0
        self.playhead: float | None = None
        self.loop: tuple[int, int] | None = None
        self.chords: tuple[tuple[int, str], ...] = ()
        self.snap = "beat"
        self._drag: tuple[float, int] | None = None  # where the press was (pixel) and the step that stays
        self._moved = False
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Ruler"))
        self.setToolTip(tr("Click to move the playhead, drag to set a loop, double-click to clear it"))

    def x_of(self, step: float) -> float:
        """Pixel of a step in this widget."""
        return self.scale.x(step) - self.offset

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.panel)
        foot = self.height()
        self._paint_loop(painter, foot)
        first, last = self.scale.step_at(self.offset) - 32, self.scale.step_at(self.offset + self.width()) + 1
        painter.setPen(QPen(colours.ink2, 1))
        beats = beat_lines(self.piece.bars)
        if self.scale.x(float(beats[-1])) / max(1, len(beats) - 1) >= 8:
            bars = set(self.piece.bar_starts)
            inside = beats[np.searchsorted(beats, first) : np.searchsorted(beats, last)].tolist()
            painter.drawLines(
                [
                    QLineF(x, foot - 5, x, foot - 1)
                    for x in (round(self.x_of(b)) + 0.5 for b in inside if b not in bars and b < self.piece.steps)
                ]
            )
        self._paint_bars(painter, first, last)
        self._paint_chords(painter, first, last)
        painter.setPen(QPen(colours.line, 1))
        painter.drawLine(0, foot - 1, self.width(), foot - 1)
        if self.playhead is not None:
            self._paint_mark(painter, self.x_of(self.playhead), foot)
        painter.end()

    def _paint_bars(self, painter: QPainter, first: float, last: float) -> None:
        """Numbers; metre and key at the start, where a text that finds no room moves on to the next number; and each
        change of metre at its own bar, before which a number gives way."""
        starts = np.array([*self.piece.bar_starts, self.piece.steps])
        width = self.scale.x(self.piece.steps) / (len(starts) - 1)
        every = 1 if width >= NUMBER_ROOM else 2 ** int(np.ceil(np.log2(NUMBER_ROOM / width)))
        origin = 0 if self.piece.has_pickup else 1
        begin = max(0, int(np.searchsorted(starts, first)) - 1)
        texts: list[str] = []
        busy = -1.0  # up to this pixel a change of metre is written
        end = min(len(starts) - 1, int(np.searchsorted(starts, last)) + 1)
        changes = self.metre_changes
        for index in range(begin - begin % every, end):
            bar, left = self.piece.bars[index], self.x_of(int(starts[index])) + 7
            metre = f"{bar.beats}/{bar.unit}"
            if index in changes:
                busy = self._paint_change(painter, str(index + origin), left, metre)
                continue
            if index == 0:
                texts = [metre, key_name(self.piece.key)]
            if index % every == 0 and left >= busy:
                after = next((at for at in changes if index < at < index + every), index + every)
                room = self.x_of(int(starts[min(after, len(starts) - 1)])) - left - 4
                if room >= NUMBER_ROOM / 2 or after == index + every:
                    texts = self._paint_number(painter, str(index + origin), left, room, texts)

    @property
    def metre_changes(self) -> list[int]:
        """The bars at which another metre begins, without the first."""
        bars = self.piece.bars
        return [index for index in range(1, len(bars)) if bars[index][:2] != bars[index - 1][:2]]

    def _paint_change(self, painter: QPainter, number: str, left: float, metre: str) -> float:
        """A bar number with its new metre, and a line through the ruler; returns where the text ends."""
        colours = theme()
        painter.setPen(QPen(colours.ink2, 1))
        painter.drawLine(QLineF(round(left - 7) + 0.5, 4, round(left - 7) + 0.5, self.height() - 1))
        self._paint_number(painter, number, left, float("inf"), [metre])
        return left + QFontMetricsF(sans(12, 700)).horizontalAdvance(f"{number} {metre}") + 12

    def _paint_number(self, painter: QPainter, number: str, left: float, room: float, texts: list[str]) -> list[str]:
        """A bar number and as many of the texts as fit beside it; returns those that are still to be shown."""
        colours, middle = theme(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(sans(12, 700))
        painter.setPen(colours.ink)
        painter.drawText(QRectF(left, 0, 60, 28), middle, number)
        taken = painter.fontMetrics().horizontalAdvance(number) + 8
        painter.setFont(sans(12))
        painter.setPen(colours.ink3)
        for count in range(len(texts), 0, -1):
            text = " · ".join(texts[:count])
            if taken + painter.fontMetrics().horizontalAdvance(text) <= room:
                painter.drawText(QRectF(left + taken, 0, 300, 28), middle, text)
                return texts[count:]
        return texts

    def _paint_chords(self, painter: QPainter, first: float, last: float) -> None:
        if not self.chords or self.height() < HEIGHT + CHORDS:
            return
        colours = theme()
        painter.setFont(sans(11, 600))
        painter.setPen(colours.ink2)
        busy = -1.0
        for step, name in self.chords:
            if first <= step <= last:
                left = self.x_of(step) + 3
                if left >= busy:  # names that would run into each other are left out
                    painter.drawText(QPointF(left, HEIGHT + CHORDS - 12), name)
                    busy = left + painter.fontMetrics().horizontalAdvance(name) + 5

    def _paint_loop(self, painter: QPainter, foot: int) -> None:
        if self.loop is None:
            return
        colours = theme()
        left, right = self.x_of(self.loop[0]), self.x_of(self.loop[1])
        painter.fillRect(QRectF(left, foot - 6, right - left, 5), faded(colours.ink, 0.28))
        for x in (left, right - 2):
            painter.fillRect(QRectF(x, foot - 12, 2, 11), colours.ink2)

    def _paint_mark(self, painter: QPainter, x: float, foot: int) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().ink)
        shape = ((-6, -9), (6, -9), (6, -5), (0.8, 0), (-0.8, 0), (-6, -5))  # below the chord names
        painter.drawPolygon(QPolygonF([QPointF(x + dx, foot + dy) for dx, dy in shape]))

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        x = event.position().x()
        anchor = self._snap(x)
        if self.loop is not None:
            for end, other in ((0, 1), (1, 0)):
                if abs(x - self.x_of(self.loop[end])) <= GRIP:
                    anchor = self.loop[other]
        self._drag, self._moved = (x, anchor), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._drag is None:
            near = self.loop is not None and min(abs(x - self.x_of(end)) for end in self.loop) <= GRIP
            self.setCursor(Qt.CursorShape.SizeHorCursor if near else Qt.CursorShape.ArrowCursor)
            return
        if not self._moved and abs(x - self._drag[0]) < 4:
            return
        self._moved = True
        start, stop = sorted((self._drag[1], self._snap(x)))
        if start < stop:
            self.set_loop((start, stop))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None and not self._moved:
            self.located.emit(min(self._snap(event.position().x()), self.piece.steps - 1))
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.set_loop(None)

    def set_loop(self, loop: tuple[int, int] | None) -> None:
        """Set or end the loop."""
        if loop != self.loop:
            self.loop = loop
            self.update()
            self.loop_changed.emit(loop)

    def _snap(self, x: float) -> int:
        return snapped(self.piece, self.scale.step_at(x + self.offset), self.snap)


class Corner(QWidget):
    """Where ruler and keyboard meet; `rows` are (pixel, name) of what stands below the bar numbers."""

    rows: tuple[tuple[int, str], ...] = ()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.panel)
        painter.setPen(colours.ink3)
        painter.setFont(sans(11))
        painter.drawText(QRectF(12, 0, 60, 30), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, tr("Bar"))
        for top, name in self.rows:
            painter.drawText(
                QRectF(12, top - 3, 60, 22), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name
            )
        painter.setPen(QPen(colours.line, 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()
