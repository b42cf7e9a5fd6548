"""Writing in turns, each given those before it, with fewer network calls than turns: the next ones are guessed, and
asked about in the same call.

Knows how tokens are drawn only as a function that it is given."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.sampling.cells import Cells

AHEAD = 8  # canvases of one network call at most where cells are drawn ahead
PAIR = 2  # canvases that two cores take side by side: the second costs next to nothing
DOUBT = 0.4  # nats of all guesses of a call that is to ask about more than the first pair
NEVER = 2**62  # rank of a cell that stays hidden: neither asked for nor given
Show = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]  # tokens, known, wanted (B, rows, T) to logits


@dataclass(frozen=True)
class WritingState:
    """Canvases on the way: tokens and known (B, rows, T), nats (B,) of what was placed."""

    tokens: np.ndarray
    known: np.ndarray
    nats: np.ndarray


DrawTurn = Callable[[WritingState, int, np.ndarray], WritingState]  # before, turn, logits (B, rows, T, vocabulary)


@dataclass(frozen=True)
class InTurns:
    """Cells written in turns, each given those before it, in fewer network calls than turns where they are guessed."""

    show: Show
    cells: Cells
    ranks: np.ndarray  # (B, rows, T): the turn of each cell from 0, or less or far more where it is not written
    draw: DrawTurn
    turns: int | None = None  # how many there are, also without a cell of their own; None: as many as have one
    also: np.ndarray | None = None  # bool (rows, T): cells that are asked about in every turn besides its own

    def run(self, start: WritingState) -> Iterator[WritingState]:
        """The canvases after each turn.

        Of one canvas, the next few turns are drawn from the same logits too, as a guess, and the network is asked
        about all of these canvases in one call. What it answers to a guess is used as long as the guess is what was
        then drawn, with the same random numbers: the result is that of one call for each turn."""
        turns = self.turns or int(self.ranks[self.ranks < NEVER].max(initial=-1)) + 1
        written, guesses, turn = start, [start], 0
        while turn < turns:
            answers = self.logits(guesses, turn)
            for guess, logits in zip([*guesses[1:], None], answers, strict=True):
                written = self.placed(written, turn, logits)
                turn += 1
                yield written
                if guess is None or not np.array_equal(guess.tokens, written.tokens):
                    break
            guesses = self.guessed(written, turn, min(turns - turn, self.ahead), logits)

    @property
    def ahead(self) -> int:
        """How many turns one call asks about at most; several canvases are seldom all guessed."""
        return AHEAD if len(self.ranks) == 1 else 1

    def guessed(self, written: WritingState, turn: int, most: int, logits: np.ndarray) -> list[WritingState]:
        """What is written and, as long as it is likely, what the turns from this one on will write."""
        guesses = [written]
        while len(guesses) < most:
            guess = self.placed(guesses[-1], turn + len(guesses) - 1, logits)
            if len(guesses) % PAIR == 0 and (guess.nats - written.nats).sum() > DOUBT:
                break
            guesses.append(guess)
        return guesses

    def logits(self, guesses: list[WritingState], turn: int) -> np.ndarray:
        """Logits (guesses, B, rows, T, vocabulary) of the cells of each guess's own turn and those drawn ahead."""
        tokens, known = (np.concatenate(part) for part in zip(*((g.tokens, g.known) for g in guesses), strict=True))
        first = turn + np.arange(len(guesses))[:, None, None, None]
        wanted = ((self.ranks >= first) & (self.ranks < first + self.ahead)).reshape(tokens.shape)
        if self.also is not None:
            wanted |= self.also
        logits = self.show(tokens, known, wanted)
        return logits.reshape(len(guesses), -1, *logits.shape[1:])

    def placed(self, before: WritingState, turn: int, logits: np.ndarray) -> WritingState:
        """The canvases with a turn's cells drawn, of what the rules allow."""
        logits = logits.copy()
        now = self.ranks == turn
        self.cells.rules.bar(logits, before.tokens, before.known, now if self.also is None else now | self.also)
        return self.draw(before, turn, logits)


class Numbers:
    """Random numbers (B, 2, rows, T) of each turn, drawn in the order of turns and kept while a guess may need them
    again."""

    def __init__(self, rngs: tuple[np.random.Generator, ...], shape: tuple[int, int]) -> None:
        self.rngs, self.shape, self.count = rngs, shape, 0
        self.kept: deque[np.ndarray] = deque(maxlen=AHEAD)

    def of(self, turn: int) -> np.ndarray:
        """Those of a turn: one of the last few, or the next."""
        while self.count <= turn:
            self.kept.append(np.stack([rng.random((2, *self.shape)) for rng in self.rngs]))
            self.count += 1
        return self.kept[turn - self.count]
