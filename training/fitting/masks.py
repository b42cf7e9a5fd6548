"""The masks a network is trained on: which cells are shown.

Each function draws one bool array, True = shown. No torch here."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.sampling.orders import Grid, mode_stages

Rng = np.random.Generator
EXCESS = 100  # masks drawn for one that is taken, when they are re-weighted


def scattered(rng: Rng, grid: Grid) -> np.ndarray:
    """SUNMASK's own: one rate for the example, then each cell by itself."""
    return rng.random(grid.shape) > rng.random()


def nothing(rng: Rng, grid: Grid) -> np.ndarray:
    """Compose from scratch."""
    return np.zeros(grid.shape, dtype=bool)


def some_voices(rng: Rng, grid: Grid) -> np.ndarray:
    """Whole voices kept, as when a melody is harmonised; the soprano alone half of the time."""
    shown = np.zeros(grid.shape, dtype=bool)
    rows = [0] if rng.random() < 0.5 else rng.permutation(grid.shape[0])[: rng.integers(1, grid.shape[0])]
    shown[rows] = True
    return shown


def a_gap(rng: Rng, grid: Grid) -> np.ndarray:
    """Some bars of some voices hidden."""
    rows, steps = grid.shape
    first, last = np.sort(rng.integers(0, steps + 1, 2))
    hidden_rows = rng.permutation(rows)[: rng.integers(1, rows + 1)]
    shown = np.ones(grid.shape, dtype=bool)
    shown[np.ix_(hidden_rows, np.arange(first, last))] = False
    return shown


def whole_notes(rng: Rng, grid: Grid) -> np.ndarray:
    """Notes (an onset with its holds) kept or hidden whole, at one rate."""
    rate = rng.random()
    picked = rng.random(grid.shape) > rate
    starts = np.maximum.accumulate(np.where(grid.held, 0, np.arange(grid.shape[1])), axis=1)
    return np.take_along_axis(picked, starts, axis=1)


PAINTED_MUSIC = (nothing, some_voices, a_gap, whole_notes, scattered)
PAINTED_TEXT = (nothing, a_gap, scattered)


def painted(rng: Rng, grid: Grid) -> np.ndarray:
    """Evidence as a user paints it: one of the kinds above, or two of them together."""
    kinds = PAINTED_MUSIC if grid.shape[0] > 1 else PAINTED_TEXT
    first, second = rng.integers(0, len(kinds), 2)
    shown = kinds[first](rng, grid)
    return shown | kinds[second](rng, grid) if rng.random() < 0.25 else shown


def sunmask(rng: Rng, grid: Grid) -> np.ndarray:
    """The paper's scattered mask, half of the time over what a user keeps: inference combines just these two."""
    shown = scattered(rng, grid)
    return shown | painted(rng, grid) if rng.random() < 0.5 else shown


def whispered(rng: Rng, grid: Grid) -> np.ndarray:
    """Cells that hold their true value without being trusted: none half of the time, else at one high rate.

    Among much noise a true value is lost; where most are true, a network learns to believe them."""
    return rng.random(grid.shape) < max(0.0, 2 * rng.random() - 1) ** 0.5


def uniform_cardinality(rng: Rng, grid: Grid) -> np.ndarray:
    """ARDM's: 0 to N-1 cells shown, each number and then each set equally likely."""
    count = grid.shape[0] * grid.shape[1]
    return (rng.permutation(count) < rng.integers(0, count)).reshape(grid.shape)


def among(grid: Grid, keys: np.ndarray) -> np.ndarray:
    """The cells that have one of some keys."""
    marked = np.zeros(grid.key.size, dtype=bool)
    marked[keys] = True
    return marked[grid.key]


@dataclass(frozen=True)
class Query:
    """A question of MAC's and how far its answer has come: the cells of `evidence`, then the first `prefix` cells of
    `queried` in key order, are shown."""

    evidence: np.ndarray
    queried: np.ndarray
    prefix: int

    @property
    def cardinality(self) -> int:
        """How many cells are shown."""
        return int(self.evidence.sum()) + self.prefix

    def shown(self, grid: Grid) -> np.ndarray:
        """The mask."""
        return self.evidence | among(grid, np.sort(grid.key[self.queried])[: self.prefix])


def marginal_query(rng: Rng, grid: Grid) -> Query:
    """D_{M,w}: a uniform-cardinality query without evidence, a uniform proper prefix of it shown."""
    count = grid.shape[0] * grid.shape[1]
    size = int(rng.integers(1, count + 1))
    queried = (rng.permutation(count) < size).reshape(grid.shape)
    return Query(np.zeros(grid.shape, dtype=bool), queried, int(rng.integers(0, size)))


def inpainting_query(rng: Rng, grid: Grid) -> Query:
    """Evidence as a user paints it, plus a uniform proper prefix of the hidden cells in key order."""
    evidence = painted(rng, grid)
    hidden = int((~evidence).sum())
    return Query(evidence, ~evidence, int(rng.integers(0, hidden))) if hidden else marginal_query(rng, grid)


def mac(rng: Rng, grid: Grid) -> np.ndarray:
    """The shipped mixture: three inpainting queries to one marginal query, re-weighted by cardinality."""
    return reweighted(rng, grid, inpainting_query if rng.random() < 0.75 else marginal_query)


def mac_paper(rng: Rng, grid: Grid) -> np.ndarray:
    """The paper's own: marginal queries only, re-weighted by cardinality."""
    return reweighted(rng, grid, marginal_query)


def reweighted(rng: Rng, grid: Grid, draw: Callable[[Rng, Grid], Query]) -> np.ndarray:
    """Cardinality re-weighting by resampling (MAC appendix B): of EXCESS queries one is taken with weight (shown
    cells + 1); only its mask is worked out."""
    queries = [draw(rng, grid) for _ in range(EXCESS)]
    weights = np.array([query.cardinality + 1.0 for query in queries])
    return queries[int(rng.choice(EXCESS, p=weights / weights.sum()))].shown(grid)


def sfarm(rng: Rng, grid: Grid, modes: int) -> tuple[np.ndarray, int, int, np.ndarray]:
    """(shown, step i from 1, mode, cells that may come next) at a uniform step of a uniformly drawn mode."""
    mode = int(rng.integers(0, modes))
    first = mode_stages(mode, grid.shape, rng)
    order = np.argsort(np.where(first, 0.0, 1.0).ravel() + 0.5 * rng.random(first.size))
    step = int(rng.integers(1, first.size + 1))
    shown = np.zeros(first.size, dtype=bool)
    shown[order[: step - 1]] = True
    shown = shown.reshape(grid.shape)
    next_ = first & ~shown
    return shown, step, mode, next_ if next_.any() else ~shown
