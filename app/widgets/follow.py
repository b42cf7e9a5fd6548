"""Scrolling with the playhead, a page at a time, unless the user scrolled away from it."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractScrollArea

TURN, ARRIVE = 0.92, 0.12  # of the width: where the page is turned, and where the playhead then is


class Follow(QObject):
    """Follows while `on`.

    After the user's own scrolling it waits until the playhead is in view again, or until `again` is called."""

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self.on = True
        self._view, self._bar = view, view.horizontalScrollBar()
        self._left = self._turning = False  # whether the user went elsewhere; whether the page is being turned here
        self._x: float | None = None  # the playhead, in pixels of the scrolled page
        self._bar.valueChanged.connect(self._scrolled)

    def again(self) -> None:
        """Playing begins, or the playhead was put elsewhere: it is to be seen."""
        self._left = False

    def turn(self, x: float) -> None:
        """The playhead is at a pixel of the viewport; scroll if needed."""
        width = self._view.viewport().width()
        self._x = x + self._bar.value()
        if 0 <= x <= width * TURN:
            self._left = False
        elif self.on and not self._left:
            self._turning = True
            self._bar.setValue(round(self._x - width * ARRIVE))
            self._turning = False

    def _scrolled(self, value: int) -> None:
        if not self._turning and self._x is not None:
            self._left = not 0 <= self._x - value <= self._view.viewport().width()
