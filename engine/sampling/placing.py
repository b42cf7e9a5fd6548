"""Putting drawn tokens on the canvas, so that neighbours agree; and writing anew, at the end, what the style forbids.

Used by every sampler."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.sampling.cells import Cells
from engine.sampling.draw import pick, shaped

Show = Callable[[np.ndarray, np.ndarray], np.ndarray]  # tokens and known cells (B, rows, T) to logits


@dataclass(frozen=True)
class DrawOptions:
    """What every sampler is told about drawing a token and correcting the result (engine.sampling.methods says what
    each means)."""

    temperature: float
    typical: float
    top_k: int
    top_p: float
    correct: int


def placed(
    x: np.ndarray, where: np.ndarray, logits: np.ndarray, cells: Cells, uniform: np.ndarray, options: DrawOptions
) -> np.ndarray:
    """Tokens with the cells of `where` drawn anew."""
    o, result = options, x.copy()
    logp = shaped(logits[where], o.temperature, o.top_k, o.top_p, o.typical, cells.going_on)
    result[where] = pick(logp, uniform[where])
    return result


def agreed(
    x: np.ndarray,
    known: np.ndarray,
    where: np.ndarray,
    logits: np.ndarray,
    cells: Cells,
    uniform: np.ndarray,
    options: DrawOptions,
) -> np.ndarray:
    """Tokens in which cells of `where` that break a rule between neighbours are drawn again, left to right, until
    none is broken."""
    for _ in range(x.shape[-1]):
        broken = cells.rules.broken(x, known) & where
        if not broken.any():
            break
        first = broken & (np.cumsum(broken, axis=-1) == 1)
        allowed = logits.copy()
        cells.rules.bar(allowed, x, known & ~first)
        x = placed(x, first, allowed, cells, uniform, options)
    return x


def corrected(
    x: np.ndarray,
    cells: Cells,
    options: DrawOptions,
    rngs: tuple[np.random.Generator, ...],
    show: Show,
    together: bool,
) -> Iterator[np.ndarray]:
    """Tokens after each further network call, in which only what the style forbids is written anew: at most
    `correct` rounds, none when nothing is forbidden.

    `together` draws a note's cells at once, else one after another."""
    for _ in range(options.correct):
        uniform = np.stack([rng.random((3, *cells.shape)) for rng in rngs])
        opened = cells.rules.faults(x, cells.free, uniform[:, 0])
        count = np.cumsum(opened, axis=-1)
        rank = (
            np.zeros_like(count) if together else count - np.maximum.accumulate(np.where(opened, 0, count), axis=-1) - 1
        )
        for turn in range(int(rank[opened].max(initial=-1)) + 1):
            hidden, now = opened & (rank >= turn), opened & (rank == turn)
            logits = show(x, ~hidden)
            cells.rules.bar(logits, x, ~hidden)
            x = placed(x, now, logits, cells, uniform[:, 1], options)
            x = agreed(x, ~hidden | now, now, logits, cells, uniform[:, 2], options)
            yield x
        if not opened.any():
            return
