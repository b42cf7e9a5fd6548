"""What the samplers see of any canvas: token arrays, the two bits, and rules between neighbours.

Knows nothing of notes or words."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np


class Predictor(Protocol):
    """A network behind a call: tokens and shown (B, rows, T), side (T, channels) to logits (B, rows, T, vocabulary),
    float32.

    A hidden cell holds the id `vocabulary` (BLANK) or, for the noise-trained networks, any token. `step` (0 to 1)
    and `mode` (both (B,)) are SFARM's. Logits of cells that are not `wanted` (bool, B x rows x T) may be anything
    finite; None wants all."""

    vocabulary: int
    length: int  # steps of one window
    card: dict  # type: ignore[type-arg]

    def __call__(
        self,
        tokens: np.ndarray,
        shown: np.ndarray,
        side: np.ndarray,
        step: np.ndarray | None = None,
        mode: np.ndarray | None = None,
        wanted: np.ndarray | None = None,
    ) -> np.ndarray: ...


class Ending(Protocol):
    """The end of one canvas, to be written again."""

    @property
    def opened(self) -> np.ndarray:
        """Bool (rows, T): the cells to write."""

    @property
    def order(self) -> tuple[tuple[int, int], ...]:
        """(row, step) to draw, one after another."""

    def silenced(self, tokens: np.ndarray) -> np.ndarray:
        """Tokens (rows, T) in which nothing is left after the end."""

    def allowed(self, tokens: np.ndarray, turn: int) -> np.ndarray:
        """Bool (vocabulary,): what may be drawn in a turn, given the tokens (rows, T) of the turns before."""

    def extended(self, tokens: np.ndarray, turn: int) -> tuple[np.ndarray, np.ndarray]:
        """(tokens, bool: cells now written), both (rows, T), after the draw of a turn."""


class Rules(Protocol):
    """Which tokens may stand beside which."""

    def bar(self, logits: np.ndarray, tokens: np.ndarray, known: np.ndarray, wanted: np.ndarray | None = None) -> None:
        """Set to -inf, in place, what the known neighbours forbid; logits (B, rows, T, K), tokens and known (B,
        rows, T). Only the `wanted` cells (B, rows, T) need be looked at, where given."""

    def broken(self, tokens: np.ndarray, known: np.ndarray) -> np.ndarray:
        """Bool (B, rows, T): known cells that break a rule."""

    def enter(self, tokens: np.ndarray, start: int) -> np.ndarray:
        """The tokens (B, rows, T) from `start` on, as a window that begins there shows them."""

    def faults(self, tokens: np.ndarray, free: np.ndarray, uniform: np.ndarray) -> np.ndarray:
        """Bool (B, rows, T): free cells (rows, T, or of each canvas) to rewrite because of what the style forbids
        between rows; `uniform` (B, rows, T) decides whose turn it is."""

    def ending(self, tokens: np.ndarray, free: np.ndarray, again: bool) -> Ending | None:
        """The end to write again of tokens (rows, T); None where it is as it should be (unless `again`) or cannot
        be."""

    def ended(self, tokens: np.ndarray) -> np.ndarray:
        """Bool (rows, T): the cells of an end that is as it should be."""


class NoRules:
    """Anything may stand beside anything."""

    def bar(self, logits: np.ndarray, tokens: np.ndarray, known: np.ndarray, wanted: np.ndarray | None = None) -> None:
        """Nothing is barred."""

    def broken(self, tokens: np.ndarray, known: np.ndarray) -> np.ndarray:
        """Nothing is broken."""
        return np.zeros(tokens.shape, dtype=bool)

    def enter(self, tokens: np.ndarray, start: int) -> np.ndarray:
        """A plain slice."""
        return tokens[..., start:]

    def faults(self, tokens: np.ndarray, free: np.ndarray, uniform: np.ndarray) -> np.ndarray:
        """Nothing is forbidden."""
        return np.zeros(tokens.shape, dtype=bool)

    def ending(self, tokens: np.ndarray, free: np.ndarray, again: bool) -> None:
        """Any end will do."""

    def ended(self, tokens: np.ndarray) -> np.ndarray:
        """No end is special."""
        return np.zeros(tokens.shape, dtype=bool)


class Leaning(Protocol):
    """What is asked for beside what the network says: a bias over tokens, used when one is drawn and nowhere else."""

    def turns(self, where: np.ndarray) -> Iterator[np.ndarray]:
        """The cells of `where` (bool, B x rows x T) in turns, each to be drawn given those before it."""

    def added(self, tokens: np.ndarray, now: np.ndarray, left: np.ndarray, logits: np.ndarray) -> np.ndarray:
        """Float (n, vocabulary): nats added to the logits (B, rows, T, vocabulary) of `now`, given the tokens drawn so
        far; `left` are the cells still to be drawn."""

    def faults(self, tokens: np.ndarray, free: np.ndarray) -> np.ndarray:
        """Bool (B, rows, T): free cells to write again because they are not what is asked for."""

    def widened(self, tokens: np.ndarray, opened: np.ndarray, free: np.ndarray) -> np.ndarray:
        """Opened cells (bool, B x rows x T) and the free ones that what is asked for ties to them."""


@dataclass(frozen=True)
class BranchPoint:
    """An earlier run's state that a branch goes on from: tokens (rows, steps) with `vocabulary` where open, after
    `step` of `total` steps. `firm`: what was placed stays; else it was to change again. nats: of what was placed,
    nan where unknown."""

    tokens: np.ndarray
    step: int
    total: int
    firm: bool
    nats: float


@dataclass(frozen=True)
class Cells:
    """A canvas for a sampler; arrays are (rows, steps) but `side` (steps, channels).

    `key` ranks the cells in MAC's order."""

    tokens: np.ndarray
    pinned: np.ndarray
    trusted: np.ndarray
    side: np.ndarray
    key: np.ndarray
    vocabulary: int
    rules: Rules = field(default_factory=NoRules)
    grain: int = 1  # steps that belong together: a beat of music, one word
    branch_point: BranchPoint | None = None  # of a branch
    going_on: int | None = None  # the token that continues the cell before it: HOLD in music
    leaning: Leaning | None = None  # what drawing leans on besides the network: the chords asked for

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, steps)."""
        return self.tokens.shape

    @property
    def free(self) -> np.ndarray:
        """Bool (rows, steps): the cells to rewrite."""
        return ~self.pinned

    def begun(self, total: int) -> int:
        """How many of `total` steps a branch has behind it."""
        return (
            0
            if self.branch_point is None
            else min(total - 1, self.branch_point.step * total // self.branch_point.total)
        )


def in_blocks(uniform: np.ndarray, grain: int) -> np.ndarray:
    """The same number for each block of `grain` steps of a row, so that a block is taken or left whole."""
    return np.repeat(uniform[..., ::grain], grain, axis=-1)[..., : uniform.shape[-1]]


@dataclass(frozen=True)
class SamplerState:
    """The state after a network call: tokens (B, rows, T), settled (B, rows, T) from 0 to 1, nats (B,) placed so far
    (or None)."""

    step: int
    tokens: np.ndarray
    settled: np.ndarray
    nats: np.ndarray | None = None
