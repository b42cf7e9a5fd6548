"""The masks a network is trained on: which cells are shown.

Each function draws one bool array, True = shown. No torch here."""

from collections.abc import Callable

import numpy as np

from engine.sampling.orders import Grid, mode_stages

Rng = np.random.Generator


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


PERSON_MUSIC = (nothing, some_voices, a_gap, whole_notes, scattered)
PERSON_TEXT = (nothing, a_gap, scattered)


def person(rng: Rng, grid: Grid) -> np.ndarray:
    """Evidence as a person paints it: one of the kinds above, or two of them together."""
    kinds = PERSON_MUSIC if grid.shape[0] > 1 else PERSON_TEXT
    first, second = rng.integers(0, len(kinds), 2)
    shown = kinds[first](rng, grid)
    return shown | kinds[second](rng, grid) if rng.random() < 0.25 else shown


def sunmask(rng: Rng, grid: Grid) -> np.ndarray:
    """The paper's scattered mask, half of the time over what a person keeps: inference combines just these two."""
    shown = scattered(rng, grid)
    return shown | person(rng, grid) if rng.random() < 0.5 else shown


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


def mac_marginal(rng: Rng, grid: Grid) -> np.ndarray:
    """D_{M,w}: a uniform-cardinality query, its elements in key order, a uniform proper prefix of them shown."""
    count = grid.shape[0] * grid.shape[1]
    size = int(rng.integers(1, count + 1))
    query = np.sort(grid.key.ravel()[rng.permutation(count)[:size]])  # ranks in key order
    prefix = query[: rng.integers(0, size)]
    return among(grid, prefix)


def mac_inpainting(rng: Rng, grid: Grid) -> np.ndarray:
    """Evidence as a person paints it, plus a uniform proper prefix of the hidden cells in key order."""
    shown = person(rng, grid)
    hidden = np.sort(grid.key[~shown])
    if not len(hidden):
        return mac_marginal(rng, grid)
    return shown | among(grid, hidden[: rng.integers(0, len(hidden))])


def mac(rng: Rng, grid: Grid) -> np.ndarray:
    """The shipped mixture: three inpainting queries to one marginal query, re-weighted by cardinality."""
    return reweighted(rng, grid, mac_inpainting if rng.random() < 0.75 else mac_marginal)


def reweighted(rng: Rng, grid: Grid, draw: Callable[[Rng, Grid], np.ndarray], excess: int = 8) -> np.ndarray:
    """Cardinality re-weighting by resampling: of `excess` masks one is taken with weight (shown cells + 1)."""
    masks = [draw(rng, grid) for _ in range(excess)]
    weights = np.array([mask.sum() + 1.0 for mask in masks])
    return masks[int(rng.choice(excess, p=weights / weights.sum()))]


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
