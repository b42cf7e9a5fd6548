"""Where a branch begins: the page of an earlier result after one of its steps, in notes or words, independent of any
network's tokens."""

import math
from dataclasses import dataclass

from engine.errors import CanvasError

OPEN = -3  # a cell of music that was not yet written; an unwritten word is ""
MAX_TOTAL = 1 << 20  # steps of a run: one for each cell of the longest piece

CellRows = tuple[tuple[int, ...], ...] | tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Start:
    """Step `step` of `total` of a run by `method`: its cells by rows (music: as in Piece.grid, or OPEN; text: words,
    or ""; what is pinned is left open) and the nats placed by then, where the method knows them."""

    cells: CellRows
    step: int
    total: int
    method: str
    nats: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.step <= self.total <= MAX_TOTAL or not self.total:
            raise CanvasError("A branch begins at a step of its result, from the first to the last.")
        if not self.cells or len({len(row) for row in self.cells}) > 1:
            raise CanvasError("The rows of a branch's beginning must be equally long.")
        kinds = {type(cell) for row in self.cells for cell in row}
        notes = kinds <= {int} and all(OPEN <= int(cell) <= 127 for row in self.cells for cell in row)
        if not notes and not kinds <= {str}:
            raise CanvasError("A branch begins with notes or with words.")
        if self.nats is not None and not math.isfinite(self.nats):
            raise CanvasError("The likelihood of a branch's beginning must be a number.")

    @property
    def musical(self) -> bool:
        """Whether it begins with notes rather than words."""
        return not any(isinstance(cell, str) for row in self.cells for cell in row)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, steps)."""
        return len(self.cells), len(self.cells[0])
