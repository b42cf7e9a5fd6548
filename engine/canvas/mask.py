"""Masks: for each cell the two SUNMASK bits, painted with four brushes. Knows nothing of notes or words."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from engine.errors import CanvasError

PINNED = 1  # the value never changes
TRUSTED = 2  # the network may believe it


class Brush(IntEnum):
    """One cell's state; the value is the sum of its two bits."""

    REWRITE = 0
    WHISPER = PINNED
    SUGGEST = TRUSTED
    KEEP = PINNED | TRUSTED


@dataclass(frozen=True)
class Mask:
    """One byte a cell (a Brush), one row a voice or a sentence; a frozen value."""

    rows: tuple[bytes, ...]

    def __post_init__(self) -> None:
        if not self.rows:
            raise CanvasError("A mask needs at least one row.")
        if len({len(row) for row in self.rows}) > 1:
            raise CanvasError("The rows of a mask must be equally long.")
        if any(row and max(row) > Brush.KEEP for row in self.rows):
            raise CanvasError("A mask may hold only Keep, Whisper, Suggest and Rewrite.")

    @staticmethod
    def filled(rows: int, steps: int, brush: Brush) -> "Mask":
        """A mask of one brush everywhere."""
        return Mask((bytes([brush]) * steps,) * rows)

    @staticmethod
    def from_array(states: np.ndarray) -> "Mask":
        """A mask from an integer array (rows, steps) of Brush values."""
        return Mask(tuple(np.ascontiguousarray(row, dtype=np.uint8).tobytes() for row in states))

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, steps)."""
        return len(self.rows), len(self.rows[0])

    def array(self) -> np.ndarray:
        """A fresh uint8 array (rows, steps) of Brush values."""
        return np.frombuffer(b"".join(self.rows), dtype=np.uint8).reshape(self.shape).copy()

    def pinned(self) -> np.ndarray:
        """Bool array (rows, steps): cells whose value never changes."""
        return (self.array() & PINNED) != 0

    def trusted(self) -> np.ndarray:
        """Bool array (rows, steps): cells the network may believe."""
        return (self.array() & TRUSTED) != 0

    def paint(self, brush: Brush, row: int, start: int, stop: int) -> "Mask":
        """The mask with cells start..stop-1 of one row painted; the range is clipped to the row."""
        cells = self.rows[row]
        start, stop = max(0, start), min(len(cells), stop)
        if start >= stop:
            return self
        painted = cells[:start] + bytes([brush]) * (stop - start) + cells[stop:]
        return Mask((*self.rows[:row], painted, *self.rows[row + 1 :]))

    def paint_cells(self, brush: Brush, cells: Iterable[tuple[int, int]]) -> "Mask":
        """The mask with each (row, step) painted."""
        states = self.array()
        for row, step in cells:
            states[row, step] = brush
        return Mask.from_array(states)

    def inverted(self) -> "Mask":
        """Keep and Rewrite change places, and so do Whisper and Suggest."""
        return Mask.from_array(Brush.KEEP - self.array())
