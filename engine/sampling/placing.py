"""Putting drawn tokens on the canvas so that neighbours agree; at the end, polishing words and rewriting what the style
forbids and endings that are not on the tonic.

Used by every sampler."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from engine.sampling.cells import Cells, Ending
from engine.sampling.draw import log_softmax, pick, shaped
from engine.sampling.turns import InTurns, Show, WritingState

THIRDS = 3  # polishing takes every third word at a time, so that each sees both its neighbours
COOLER = 0.6  # the temperature of polishing as a share of that of drawing


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
    polish: int


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
        cells.rules.bar(allowed, x, known & ~first, first)
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
    """Tokens after each further network call once everything is placed: what was drawn is polished, then the end, then
    what the style forbids, without touching a good end again."""
    smooth = x
    for smooth in polished(x, cells, options, rngs, show):
        yield smooth
    after = smooth
    for after in well_ended(smooth, cells, options, rngs, show):
        yield after
    good = np.stack([cells.rules.ended(tokens) & bool(options.ending) for tokens in after])
    yield from corrected(after, cells, cells.free & ~good, options, rngs, show, together)


def polished(
    x: np.ndarray, cells: Cells, options: DrawOptions, rngs: tuple[np.random.Generator, ...], show: Show
) -> Iterator[np.ndarray]:
    """Tokens after each further network call, in which the free cells are drawn again, every third one at a time given
    all others, in `polish` rounds; cooler than before, so that what does not fit both its sides goes. Suggestions
    stay."""
    cooler, drawn = replace(options, temperature=options.temperature * COOLER), cells.free & ~cells.trusted
    third = np.cumsum(drawn, axis=-1) % THIRDS
    for _ in range(options.polish):
        uniform = np.stack([rng.random(cells.shape) for rng in rngs])
        for turn in range(THIRDS):
            now = np.broadcast_to(drawn & (third == turn), x.shape)
            if now.any():
                logits = show(x, ~now, now)
                cells.rules.bar(logits, x, ~now, now)
                x = placed(x, now, logits, cells, uniform, cooler)
                yield x


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
        some = {k: end for k, end in enumerate(ends) if end is not None}
        if not some:
            return
        hidden, ranks, x = np.zeros(x.shape, dtype=bool), np.full(x.shape, -1), x.copy()
        for k, end in some.items():
            hidden[k], x[k] = end.opened, end.silenced(x[k])
            for turn, place in enumerate(end.order):
                ranks[k, *place] = turn
        written |= hidden
        draw = partial(drawn_ending, some, ranks, cells, uniform[:, attempt, 1:], options)
        for state in InTurns(show, cells, ranks, draw).run(WritingState(x, ~hidden, np.zeros(len(x)))):
            x = state.tokens
            yield x


def drawn_ending(
    ends: dict[int, Ending],
    ranks: np.ndarray,
    cells: Cells,
    uniform: np.ndarray,
    options: DrawOptions,
    before: WritingState,
    turn: int,
    logits: np.ndarray,
) -> WritingState:
    """The canvases with a turn's cells of their ends drawn, in the last chord only what belongs to it."""
    writing = {k: end for k, end in ends.items() if turn < len(end.order)}
    for k, end in writing.items():
        cell = (k, *end.order[turn])
        allowed = end.allowed(before.tokens[k], turn) & np.isfinite(logits[cell])
        if allowed.any():
            logits[cell][~allowed] = -np.inf
    after = drawn(before, ranks == turn, logits, cells, uniform, options)
    tokens, known = after.tokens.copy(), after.known.copy()
    for k, end in writing.items():
        tokens[k], done = end.extended(tokens[k], turn)
        known[k] |= done
    return WritingState(tokens, known, after.nats)


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
        if cells.leaning is not None:
            opened |= cells.leaning.faults(x, np.broadcast_to(free, x.shape))
        if cells.leaning is not None and attempt % 2:  # one note alone may have no other choice
            opened = cells.leaning.widened(x, opened, np.broadcast_to(free, x.shape))
        count = np.cumsum(opened, axis=-1)
        rank = (
            np.zeros_like(count) if together else count - np.maximum.accumulate(np.where(opened, 0, count), axis=-1) - 1
        )
        ranks = np.where(opened, rank, -1)
        draw = partial(drawn_rank, ranks, cells, uniform[:, 1:], options)
        for state in InTurns(show, cells, ranks, draw).run(WritingState(x, ~opened, np.zeros(len(x)))):
            x = state.tokens
            yield x
        if not opened.any():
            return


def stage(modes: np.ndarray | None, known: np.ndarray) -> dict[str, np.ndarray]:
    """SFARM's step (active cells + 1 over all cells) and mode of each canvas; nothing for other methods."""
    if modes is None:
        return {}
    return {"step": (known.reshape(len(known), -1).sum(1) + 1) / known[0].size, "mode": modes}


def drawn(
    before: WritingState, now: np.ndarray, logits: np.ndarray, cells: Cells, uniform: np.ndarray, options: DrawOptions
) -> WritingState:
    """The canvases with the cells of `now` drawn by random numbers (B, 2, rows, T)."""
    x = placed(before.tokens, now, logits, cells, uniform[:, 0], options)
    known = before.known | now
    x = agreed(x, known, now, logits, cells, uniform[:, 1], options)
    return WritingState(x, known, before.nats + nats_of(x, now, logits))


def nats_of(x: np.ndarray, now: np.ndarray, logits: np.ndarray) -> np.ndarray:
    """Nats (B,) of the tokens of the cells `now`, under the untempered model."""
    nats = np.zeros(len(x))
    np.add.at(nats, now.nonzero()[0], -np.take_along_axis(log_softmax(logits[now]), x[now][:, None], -1)[:, 0])
    return nats


def drawn_rank(
    ranks: np.ndarray,
    cells: Cells,
    uniform: np.ndarray,
    options: DrawOptions,
    before: WritingState,
    turn: int,
    logits: np.ndarray,
) -> WritingState:
    """The canvases with a turn's cells drawn, every turn by the same random numbers (B, 2, rows, T)."""
    return drawn(before, ranks == turn, logits, cells, uniform, options)
