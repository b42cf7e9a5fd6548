"""One row of a popover's list: a name, its share as a bar and in per cent; checked, under the mouse or with the keys.
Draws; what a row stands for is its `value`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from app.widgets.icons import paint_icon
from app.widgets.labels import literal
from app.widgets.theme import Theme, faded, look, sans, theme
from app.words import tr

HEIGHT = 26
LEFT = Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True)
class RowStyle:
    """How the rows of one list look, in pixels: where names begin and the room they have, where bars begin, and what
    is left for the share at the right."""

    name: int
    room: int
    bar: int
    right: int
    wide: int  # of the whole row
    digits: int = 1  # of the share
    font: Callable[[bool], QFont] = lambda checked: sans(13, 600)  # of a name


class ChoiceRow(QAbstractButton):
    """A value to choose. `full` is the share that fills the bar; `now` marks the value that stands there already; with
    `sounds` a click plays it."""

    def __init__(
        self,
        value: Any,
        name: str,
        share: float,
        style: RowStyle,
        colour: Callable[[Theme], QColor],
        full: float = 1.0,
        now: bool = False,
        sounds: bool = False,
    ) -> None:
        super().__init__()
        self.value, self.name, self.share, self.now = value, name, share, now
        self._style, self._colour, self._full, self._sounds = style, colour, max(full, 1e-9), sounds
        self.setText(literal(name))
        self.setCheckable(True)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        words = tr("{name}, {n} per cent", name=name, n=f"{100 * share:.{style.digits}f}")
        self.setAccessibleName(words + (tr(", as it is now") if now else ""))
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(self._style.wide, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours, style, frame = QPainter(self), theme(), self._style, QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_state(painter, frame, colours)
        if self._sounds:
            paint_icon(painter, QRectF(4, 5, 16, 16), "sound", colours.ink2)
        painter.setPen(colours.ink)
        painter.setFont(style.font(self.isChecked()))
        metrics = painter.fontMetrics()
        name = metrics.elidedText(self.name, Qt.TextElideMode.ElideRight, style.room)
        painter.drawText(QRectF(style.name, 0, style.room, HEIGHT), LEFT, name)
        if self.now:
            painter.setFont(sans(11))
            painter.setPen(colours.ink3)
            painter.drawText(QRectF(style.name + 6 + metrics.horizontalAdvance(name), 1, 40, HEIGHT), LEFT, tr("now"))
        bar = QRectF(style.bar, 10.5, frame.width() - style.bar - style.right, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, wide in (
            (colours.sunk, bar.width()),
            (self._colour(colours), bar.width() * self.share / self._full),
        ):
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(bar.left(), bar.top(), max(3.0, wide), bar.height()), 2, 2)
        painter.setPen(colours.ink)
        painter.setFont(sans(13))
        painter.drawText(frame.adjusted(0, 0, -6, 0), RIGHT, tr("{n} %", n=f"{100 * self.share:.{style.digits}f}"))

    def _paint_state(self, painter: QPainter, frame: QRectF, colours: Theme) -> None:
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.line if self.isChecked() else faded(colours.line, 0.5))
            painter.drawRoundedRect(frame, 4, 4)
        if self.hasFocus():
            painter.setPen(QPen(colours.focus, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), 4, 4)
