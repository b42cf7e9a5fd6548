"""Where the engraved passages are in the score's viewport: steps to pixels, pixels to notes. Paints nothing."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QAbstractScrollArea

from app.score.engraving import Engraving
from app.score.layout_xml import CLOSED, OPEN
from app.score.passages import EngravedPassages

TALL = {CLOSED: 5000.0, OPEN: 7900.0}  # units from edge to edge that the view's height shows
CHORD_ROOM = 550.0  # units that the staves stand lower when chord symbols stand above them
MARGIN = 8  # pixels before the first passage


class ScorePlaces:
    """Places of one score: passages in a row, scrolled by an area."""

    def __init__(self, area: QAbstractScrollArea, passages: EngravedPassages) -> None:
        self._area, self._passages = area, passages
        self._across = area.horizontalScrollBar()
        self.staves = CLOSED

    @property
    def zoom(self) -> float:
        """Pixels for each unit of an engraving."""
        return self._area.viewport().height() / TALL[self.staves]

    @property
    def width(self) -> float:
        """Of all passages, in pixels."""
        return self._passages.left_edges()[-1] * self.zoom + 2 * MARGIN

    def left_of(self, index: int, inside: float = 0.0) -> float:
        """Pixel in the viewport of a passage's left edge, or of a unit inside it."""
        return (self._passages.left_edges()[index] + inside) * self.zoom - self._across.value() + MARGIN

    def top_of(self, made: Engraving) -> float:
        """The upper edge of an engraving in pixels, so that the staves of all stand at one height."""
        if not made.measures:
            return 0.0
        staves = made.measures[0].staves
        middle = (staves[0][0] + staves[-1][1]) / 2 - (CHORD_ROOM if self._passages.has_chords else 0.0)
        return self._area.viewport().height() / 2 - middle * self.zoom

    def x_of(self, step: float) -> float:
        """Pixel in the viewport of a step."""
        index = self._passages.index_of(step)
        made = self._passages.engraving(index)
        return self.left_of(index, made.x_of(step) if made is not None else 0.0)

    def in_view(self, step: float) -> bool:
        """Whether a step can be seen."""
        return 0 <= self.x_of(step) <= self._area.viewport().width() - 2 * MARGIN

    def at(self, point: QPointF) -> tuple[Engraving, float, float] | None:
        """(engraving, x, y in its units) under a point of the viewport."""
        left_edges = self._passages.left_edges()
        x = (point.x() - MARGIN + self._across.value()) / self.zoom
        for index, made in self.engraved(range(self._passages.count)):
            if left_edges[index] <= x < left_edges[index + 1]:
                return made, x - left_edges[index], (point.y() - self.top_of(made)) / self.zoom
        return None

    def engraved(self, places: range) -> Iterator[tuple[int, Engraving]]:
        """Those of some passages that are engraved, with their index."""
        for index in places:
            made = self._passages.engraving(index)
            if made is not None:
                yield index, made

    def visible(self) -> range:
        """The passages in view."""
        if not self._passages.count:
            return range(0)
        left_edges, left = self._passages.left_edges(), self._across.value()
        first, last = left / self.zoom, (left + self._area.viewport().width()) / self.zoom
        found = [i for i in range(self._passages.count) if left_edges[i + 1] >= first and left_edges[i] <= last]
        return range(found[0], found[-1] + 1) if found else range(0)
