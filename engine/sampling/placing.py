"""Putting drawn tokens on the canvas so that neighbours agree; at the end, rewriting what the style forbids and endings
that are not on the tonic.

Used by every sampler."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.sampling.cells import Cells
from engine.sampling.draw import pick, shaped

Show = Callable[[np.ndarray, np.ndarray], np.ndarray]  # tokens and known cells (B, rows, T) to logits


@dataclass(frozen=True)
class DrawOptions:
    """Options of every sampler for drawing a token and correcting the result (engine.sampling.methods says what each
    means)."""

    temperature: float
    typical: float
    top_k: int
    top_p: float
    correct: int
    ending: int


def placed(
    x: np.ndarray, where: np.ndarray, logits: np.ndarray, cells: Cells, uniform: np.ndarray, options: DrawOptions
) -> np.ndarray:
    """Tokens with the cells of `where` drawn again, leaning on what is asked for: the one place where every method
    draws."""
    o, result, left = options, x.copy(), where
    for now in (where,) if cells.leaning is None else cells.leaning.turns(where):
        rows = logits[now]
        if cells.leaning is not None:
            rows = rows + cells.leaning.added(result, now, left, logits)
        logp = shaped(rows, o.temperature, o.top_k, o.top_p, o.typical, cells.going_on)
        result[now] = pick(logp, uniform[now])
        left = left & ~now
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


def revised(
    x: np.ndarray,
    cells: Cells,
    options: DrawOptions,
    rngs: tuple[np.random.Generator, ...],
    show: Show,
    together: bool,
) -> Iterator[np.ndarray]:
    """Tokens after each further network call once everything is placed: the end first, then what the style forbids,
    without touching a good end again."""
    after = x
    for after in well_ended(x, cells, options, rngs, show):
        yield after
    good = np.stack([cells.rules.ended(tokens) & bool(options.ending) for tokens in after])
    yield from corrected(after, cells, cells.free & ~good, options, rngs, show, together)


def well_ended(
    x: np.ndarray, cells: Cells, options: DrawOptions, rngs: tuple[np.random.Generator, ...], show: Show
) -> Iterator[np.ndarray]:
    """Tokens after each further network call, in which ends that are not as the rules want them are written again:
    at most `ending` times, and again while what was written breaks the style.

    Every alternative takes the same random numbers, whether its end is good or not, so that none depends on another."""
    uniform = np.stack([rng.random((options.ending, 3, *cells.shape)) for rng in rngs])
    written = np.zeros(x.shape, dtype=bool)
    for attempt in range(options.ending):
        poor = cells.rules.faults(x, cells.free, uniform[:, attempt, 0]) & written
        ends = [
            cells.rules.ending(tokens, cells.free, bool(again.any())) for tokens, again in zip(x, poor, strict=True)
        ]
        some = [(k, end) for k, end in enumerate(ends) if end is not None]
        hidden = np.zeros(x.shape, dtype=bool)
        x = x.copy()
        for k, end in some:
            hidden[k], x[k] = end.opened, end.silenced(x[k])
        written |= hidden
        for turn in range(max((len(end.order) for _, end in some), default=0)):
            now, drawing = np.zeros(x.shape, dtype=bool), [(k, end) for k, end in some if turn < len(end.order)]
            logits = show(x, ~hidden)
            cells.rules.bar(logits, x, ~hidden)
            for k, end in drawing:
                cell = (k, *end.order[turn])
                now[cell] = True
                allowed = end.allowed(x[k], turn) & np.isfinite(logits[cell])
                if allowed.any():
                    logits[cell][~allowed] = -np.inf
            x = placed(x, now, logits, cells, uniform[:, attempt, 1], options)
            x = agreed(x, ~hidden | now, now, logits, cells, uniform[:, attempt, 2], options)
            for k, end in drawing:
                x[k], done = end.extended(x[k], turn)
                hidden[k] &= ~done
            yield x.copy()
        if not some:
            return


def corrected(
    x: np.ndarray,
    cells: Cells,
    free: np.ndarray,
    options: DrawOptions,
    rngs: tuple[np.random.Generator, ...],
    show: Show,
    together: bool,
) -> Iterator[np.ndarray]:
    """Tokens after each further network call, in which only what the style forbids is rewritten: at most
    `correct` rounds, none when nothing is forbidden. `free` (B, rows, T): the cells that may change.

    `together` draws a note's cells at once, else one after another."""
    for attempt in range(options.correct):
        uniform = np.stack([rng.random((3, *cells.shape)) for rng in rngs])
        opened = cells.rules.faults(x, free, uniform[:, 0])
        if cells.leaning is not None and attempt % 2:  # one note alone may have no other choice
            opened = cells.leaning.widened(x, opened, np.broadcast_to(free, x.shape))
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
