"""Positions on the roll: sixteenths and pitches to pixels and back, and the grid that times snap to.

Knows no widget."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from engine.canvas.music import Bar, Piece

LOW, HIGH = 24, 96  # pitches always on the page; a piece that goes beyond stretches it
STEP, ROW = 7.0, 13  # pixels of a sixteenth and of a semitone at 100 %
STEP_RANGE = (0.002, 64.0)  # the longest piece there may be takes 524 pixels
ROW_RANGE = (5, 28)
SNAPS = ("sixteenth", "beat")


@dataclass(frozen=True)
class Scale:
    """Pixels: x = step * self.step, y counts down from the row of the pitch `high`."""

    step: float = STEP
    row: int = ROW
    low: int = LOW
    high: int = HIGH

    @property
    def height(self) -> int:
        """Of all rows, in pixels."""
        return (self.high - self.low + 1) * self.row

    def x(self, step: float) -> float:
        """The left edge of a step."""
        return step * self.step

    def y(self, pitch: int) -> int:
        """The upper edge of a pitch's row."""
        return (self.high - pitch) * self.row

    def step_at(self, x: float) -> float:
        """The time under a pixel, in steps, not rounded."""
        return x / self.step

    def pitch_at(self, y: float) -> int:
        """The pitch under a pixel, kept on the page."""
        return min(self.high, max(self.low, self.high - int(y // self.row)))

    def with_step(self, pixels: float) -> "Scale":
        """The scale with this many pixels per sixteenth, within limits."""
        return replace(self, step=min(STEP_RANGE[1], max(STEP_RANGE[0], pixels)))

    def taller(self, pixels: int) -> "Scale":
        """Higher or lower rows."""
        return replace(self, row=min(ROW_RANGE[1], max(ROW_RANGE[0], self.row + pixels)))

    def fitting(self, lowest: int, highest: int) -> "Scale":
        """The scale with rows for these pitches and two more on either side."""
        low, high = max(0, min(LOW, lowest - 2)), min(127, max(HIGH, highest + 2))
        return self if (low, high) == (self.low, self.high) else replace(self, low=low, high=high)


@lru_cache(maxsize=32)
def beat_lines(bars: tuple[Bar, ...]) -> np.ndarray:
    """The first step of every beat and, last, the end of the piece. A pick-up's beats are counted from its end."""
    lines, start = [], 0
    for index, bar in enumerate(bars):
        first = 0
        if index == 0 and len(bars) > 1 and not bar.complete:
            first = bar.steps % bar.beat_steps
        inside = range(first, bar.steps, bar.beat_steps)
        lines += [start, *(start + at for at in inside if at)]
        start += bar.steps
    return np.array([*lines, start])


def grid_lines(piece: Piece, snap: str) -> np.ndarray:
    """The times that a snap allows, the end of the piece included."""
    return beat_lines(piece.bars) if snap == "beat" else np.arange(piece.steps + 1)


def cell_of(piece: Piece, step: float, snap: str) -> tuple[int, int]:
    """(start, stop) of the grid cell that holds a time, kept inside the piece."""
    lines = grid_lines(piece, snap)
    index = int(np.searchsorted(lines, step, side="right")) - 1
    index = min(max(index, 0), len(lines) - 2)
    return int(lines[index]), int(lines[index + 1])


def snapped(piece: Piece, step: float, snap: str) -> int:
    """The nearest grid time."""
    start, stop = cell_of(piece, step, snap)
    return start if step - start <= stop - step else stop
