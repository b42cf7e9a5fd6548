"""A store of painted squares of the page, so that scrolling copies pixels and an edit repaints only the squares it touches."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap

SIDE = 384  # pixels of a square before scaling
BUDGET = 96 * 1024 * 1024  # bytes of pixels kept


class Tiles:
    """Squares of the page by (column, row); the least recently shown are forgotten first."""

    def __init__(self, paint: Callable[[QPainter, QRectF], None]) -> None:
        self._paint = paint
        self._kept: OrderedDict[tuple[int, int], QPixmap] = OrderedDict()
        self._ratio = 1.0
        self.painted = 0  # squares painted since the start, for tests and measurements

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()

    def forget(self, left: float, right: float) -> None:
        """Forget the squares that touch left..right (pixels of the page)."""
        first, last = floor((left - 4) / SIDE), floor((right + 4) / SIDE)
        for key in [key for key in self._kept if first <= key[0] <= last]:
            del self._kept[key]

    def show(self, painter: QPainter, area: QRectF, ratio: float) -> None:
        """Copy an area of the page (the painter works in its pixels), painting what is missing."""
        if ratio != self._ratio:
            self.clear()
            self._ratio = ratio
        for column in range(floor(area.left() / SIDE), ceil(area.right() / SIDE)):
            for row in range(floor(area.top() / SIDE), ceil(area.bottom() / SIDE)):
                painter.drawPixmap(QPointF(column * SIDE, row * SIDE), self._tile(column, row))
        most = max(8, int(BUDGET / (SIDE * SIDE * 4 * ratio * ratio)))
        while len(self._kept) > most:
            self._kept.popitem(last=False)

    def _tile(self, column: int, row: int) -> QPixmap:
        found = self._kept.get((column, row))
        if found is None:
            side = ceil(SIDE * self._ratio)
            found = QPixmap(side, side)
            found.setDevicePixelRatio(self._ratio)
            painter = QPainter(found)
            painter.translate(-column * SIDE, -row * SIDE)
            self._paint(painter, QRectF(column * SIDE, row * SIDE, SIDE, SIDE))
            painter.end()
            self._kept[column, row] = found
            self.painted += 1
        self._kept.move_to_end((column, row))
        return found
