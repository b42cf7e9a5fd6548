"""Putting drawn tokens on the canvas so that neighbours agree; at the end, polishing words and rewriting what the style
forbids and endings that are not on the tonic.

Used by every sampler."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.sampling.cells import Cells, Predictor
from engine.sampling.draw import log_softmax, pick, shaped
from engine.sampling.windows import predict_anywhere

THIRDS = 3  # polishing takes every third word at a time, so that each sees both its neighbours
COOLER = 0.6  # the temperature of polishing as a share of that of drawing
AHEAD = 4  # canvases of one network call where cells are drawn ahead
Show = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]  # tokens, known, wanted (B, rows, T) to logits


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
        some = [(k, end) for k, end in enumerate(ends) if end is not None]
        hidden = np.zeros(x.shape, dtype=bool)
        x = x.copy()
        for k, end in some:
            hidden[k], x[k] = end.opened, end.silenced(x[k])
        written |= hidden
        for turn in range(max((len(end.order) for _, end in some), default=0)):
            now, drawing = np.zeros(x.shape, dtype=bool), [(k, end) for k, end in some if turn < len(end.order)]
            for k, end in drawing:
                now[k, *end.order[turn]] = True
            logits = show(x, ~hidden, now)
            cells.rules.bar(logits, x, ~hidden, now)
            for k, end in drawing:
                cell = (k, *end.order[turn])
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
        if cells.leaning is not None:
            opened |= cells.leaning.faults(x, np.broadcast_to(free, x.shape))
        if cells.leaning is not None and attempt % 2:  # one note alone may have no other choice
            opened = cells.leaning.widened(x, opened, np.broadcast_to(free, x.shape))
        count = np.cumsum(opened, axis=-1)
        rank = (
            np.zeros_like(count) if together else count - np.maximum.accumulate(np.where(opened, 0, count), axis=-1) - 1
        )
        for turn in range(int(rank[opened].max(initial=-1)) + 1):
            hidden, now = opened & (rank >= turn), opened & (rank == turn)
            logits = show(x, ~hidden, now)
            cells.rules.bar(logits, x, ~hidden, now)
            x = placed(x, now, logits, cells, uniform[:, 1], options)
            x = agreed(x, ~hidden | now, now, logits, cells, uniform[:, 2], options)
            yield x
        if not opened.any():
            return


def stage(modes: np.ndarray | None, known: np.ndarray) -> dict[str, np.ndarray]:
    """SFARM's step (active cells + 1 over all cells) and mode of each canvas; nothing for other methods."""
    if modes is None:
        return {}
    return {"step": (known.reshape(len(known), -1).sum(1) + 1) / known[0].size, "mode": modes}


@dataclass(frozen=True)
class WritingState:
    """Canvases on the way: tokens and known (B, rows, T), nats (B,) of what was placed."""

    tokens: np.ndarray
    known: np.ndarray
    nats: np.ndarray


class Writing:
    """Cells placed in order, each given those before it; one after another, but drawn ahead where that is quicker."""

    def __init__(
        self,
        predict: Predictor,
        cells: Cells,
        options: DrawOptions,
        rngs: tuple[np.random.Generator, ...],
        ranks: np.ndarray,
        turns: int,
        modes: np.ndarray | None,
    ) -> None:
        self.predict, self.cells, self.options, self.rngs = predict, cells, options, rngs
        self.ranks, self.turns, self.modes = ranks, turns, modes  # ranks (B, rows, T) from 0; SFARM's modes (B,)
        singly = ((ranks >= 0) & (ranks < turns)).sum() == turns
        self.ahead = AHEAD if singly else 1  # several cells or canvases at once are seldom all guessed

    def turn_by_turn(self, start: WritingState) -> Iterator[WritingState]:
        """The canvases after each turn.

        Where cells are drawn one by one, the next few are drawn from the same logits too, as a guess, and the network
        is asked about all of these canvases in one call. What it answers to a guess is used as long as the guess is
        what was then drawn, with the same random numbers: the result is that of one call for each cell."""
        written, guesses, turn = start, [start], 0
        numbers: deque[np.ndarray] = deque()  # random ones, of this turn and those after it
        while turn < self.turns:
            answers = self.logits(guesses, turn)
            for guess, logits in zip([*guesses[1:], None], answers, strict=True):
                self.fill(numbers, 1)
                written = self.placed(written, turn, logits, numbers.popleft())
                turn += 1
                yield written
                if guess is None or not np.array_equal(guess.tokens, written.tokens):
                    break
            guesses = [written]
            for later in range(turn, min(self.turns, turn + self.ahead) - 1):
                self.fill(numbers, len(guesses))
                guesses.append(self.placed(guesses[-1], later, logits, numbers[len(guesses) - 1]))

    def fill(self, numbers: deque[np.ndarray], count: int) -> None:
        """Draw random numbers (B, 2, rows, T) until there are those of `count` turns."""
        while len(numbers) < count:
            numbers.append(np.stack([rng.random((2, *self.cells.shape)) for rng in self.rngs]))

    def logits(self, guesses: list[WritingState], turn: int) -> np.ndarray:
        """Logits (guesses, B, rows, T, vocabulary) of the cells of each guess's own turn and those drawn ahead."""
        tokens, known = (np.concatenate(part) for part in zip(*((g.tokens, g.known) for g in guesses), strict=True))
        first = turn + np.arange(len(guesses))[:, None, None, None]
        wanted = ((self.ranks >= first) & (self.ranks < first + self.ahead)).reshape(tokens.shape)
        modes = None if self.modes is None else np.tile(self.modes, len(guesses))
        logits = predict_anywhere(
            self.predict, self.cells.rules, tokens, known, self.cells.side, wanted, **stage(modes, known)
        )
        return logits.reshape(len(guesses), -1, *logits.shape[1:])

    def placed(self, before: WritingState, turn: int, logits: np.ndarray, uniform: np.ndarray) -> WritingState:
        """The canvases with a turn's cells drawn."""
        cells, now, logits = self.cells, self.ranks == turn, logits.copy()
        cells.rules.bar(logits, before.tokens, before.known, now)
        rows = logits[now]
        x = placed(before.tokens, now, logits, cells, uniform[:, 0], self.options)
        known = before.known | now
        x = agreed(x, known, now, logits, cells, uniform[:, 1], self.options)
        gained = np.take_along_axis(log_softmax(rows), x[now][:, None], -1)[:, 0]
        nats = before.nats.copy()
        np.add.at(nats, now.nonzero()[0], -gained)
        return WritingState(x, known, nats)
