"""A store of painted squares of the page, so that scrolling copies pixels and an edit repaints only the squares it
touches.

While notes stream in, squares that are out of date may be shown a little longer: a frame paints as many as it has
time for."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil, floor, inf
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPixmap

SIDE = 384  # pixels of a square before scaling
BUDGET = 96 * 1024 * 1024  # bytes of pixels kept


class Tiles:
    """Squares of the page by (column, row); the least recently shown are forgotten first."""

    def __init__(self, paint: Callable[[QPainter, QRectF], None]) -> None:
        self._paint = paint
        self._kept: OrderedDict[tuple[int, int], QPixmap] = OrderedDict()
        self._late: set[tuple[int, int]] = set()  # kept, but out of date
        self._ratio = 1.0
        self.painted = 0  # squares painted since the start, for tests and measurements

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self._late.clear()

    def forget(self, left: float, right: float) -> None:
        """Forget the squares that touch left..right (pixels of the page)."""
        for key in self._touching(left, right):
            del self._kept[key]
            self._late.discard(key)

    def outdate(self, left: float, right: float) -> None:
        """The squares that touch left..right may be shown until there is time to paint them again."""
        self._late.update(self._touching(left, right))

    def forget_late(self) -> None:
        """Forget the squares that are out of date."""
        for key in self._late:
            self._kept.pop(key, None)
        self._late.clear()

    def _touching(self, left: float, right: float) -> list[tuple[int, int]]:
        first, last = floor((left - 4) / SIDE), floor((right + 4) / SIDE)
        return [key for key in self._kept if first <= key[0] <= last]

    def show(self, painter: QPainter, area: QRectF, ratio: float, seconds: float = inf) -> bool:
        """Copy an area of the page (the painter works in its pixels), painting what is missing, and what is out of
        date for as long as there is time; whether all is up to date."""
        if ratio != self._ratio:
            self.clear()
            self._ratio = ratio
        began = perf_counter()
        columns, rows = (
            range(floor(area.left() / SIDE), ceil(area.right() / SIDE)),
            range(floor(area.top() / SIDE), ceil(area.bottom() / SIDE)),
        )
        wanted = [(column, row) for column in columns for row in rows]
        for key in [
            key for key in self._kept if key in self._late and key in wanted
        ]:  # the longest kept first, so that each has its turn
            if perf_counter() - began < seconds:
                self._late.remove(key)
                del self._kept[key]
                self._tile(*key)
        for column, row in wanted:
            painter.drawPixmap(QPointF(column * SIDE, row * SIDE), self._tile(column, row))
        most = max(8, int(BUDGET / (SIDE * SIDE * 4 * ratio * ratio)))
        while len(self._kept) > most:
            self._late.discard(self._kept.popitem(last=False)[0])
        return self._late.isdisjoint(wanted)

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
        if (column, row) not in self._late:
            self._kept.move_to_end((column, row))
        return found
