"""Notes above or below what is in view, announced at the edge: how many there are in the bars shown; a press scrolls to
the nearest of them."""

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from app.roll.badges import Badges
from app.roll.scale import Scale
from app.roll.scrolling import RollScroller
from app.roll.shown import ShownPage
from app.widgets.theme import sans, theme
from app.words import count, tr

HEIGHT, INSET = 20, 6


class OutOfView(NamedTuple):
    """How many notes are out of sight on one side, and the pitch of the nearest."""

    number: int
    nearest: int


class OutsideMarks:
    """A chip at the upper and at the lower edge of the view, where notes lie beyond it."""

    def __init__(self, shown: ShownPage, scroller: RollScroller) -> None:
        self._shown, self._scroller = shown, scroller
        self.badges = Badges(self.tip, self.press)

    def found(self) -> dict[str, OutOfView]:
        """What lies above and below the view, in the steps that are shown; empty if nothing does."""
        view, scale = self._scroller.in_view, self._scroller.scale
        first, last = scale.step_at(view.left()), scale.step_at(view.right())
        high, low = (view.top() / scale.row, view.bottom() / scale.row)  # rows from the top of the page
        parts = [line.pitches[line.window(first, last)] for line in self._shown.page.lines]
        pitches = np.concatenate(parts) if parts else np.array([], dtype=int)
        rows = scale.high - pitches
        above, below = pitches[rows + 1 <= high], pitches[rows >= low]
        made = {}
        if len(above):
            made["above"] = OutOfView(len(above), int(above.min()))
        if len(below):
            made["below"] = OutOfView(len(below), int(below.max()))
        return made

    def _words(self, side: str, number: int) -> str:
        notes = count(number, "note", "notes")
        return tr("↑ {notes} above", notes=notes) if side == "above" else tr("↓ {notes} below", notes=notes)

    def _chips(self) -> list[tuple[QRectF, str, OutOfView]]:
        """Each chip: where it is on the page, its words, and what it stands for."""
        view, metrics, made = self._scroller.in_view, QFontMetricsF(sans(11, 600)), []
        for side, outside in self.found().items():
            words = self._words(side, outside.number)
            top = view.top() + INSET if side == "above" else view.bottom() - INSET - HEIGHT
            wide = metrics.horizontalAdvance(words) + 18
            made.append((QRectF(view.center().x() - wide / 2, top, wide, HEIGHT), words, outside))
        return made

    def paint(self, painter: QPainter, _scale: Scale, _area: QRectF) -> None:
        """Over everything else."""
        colours = theme()
        painter.setFont(sans(11, 600))
        for chip, words, _ in self._chips():
            painter.setPen(QPen(colours.line, 1))
            painter.setBrush(colours.raised)
            painter.drawRoundedRect(chip, HEIGHT / 2, HEIGHT / 2)
            painter.setPen(colours.ink2)
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)

    def tip(self, at: QPointF) -> str:
        """What a press there does."""
        return tr("Click to scroll there") if any(chip.contains(at) for chip, _, _ in self._chips()) else ""

    def press(self, at: QPointF) -> bool:
        """Scroll until the nearest note on that side is in the middle."""
        for chip, _, outside in self._chips():
            if chip.contains(at):
                self._scroller.center_pitch(outside.nearest)
                return True
        return False
