"""Parallel rewriting with an annealed mask: SUNMASK, and its relatives SUNDAE and Coconet as switches of the same loop.

SUNMASK section 2.3 and eq. 1; the schedule of the mask is Coconet's, the triangular acceptance SUNDAE's."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.sampling.cells import Cells, Predictor, SamplerState, in_blocks
from engine.sampling.placing import DrawOptions, agreed, nats_of, placed, revised
from engine.sampling.turns import InTurns, WritingState
from engine.sampling.windows import predict_anywhere

Rngs = tuple[np.random.Generator, ...]  # one random source for each alternative, which so depends on no other


@dataclass(frozen=True)
class Variant:
    """What distinguishes the three relatives."""

    blank: bool = False  # hidden cells are shown as BLANK instead of their value
    mask_input: bool = True  # the network knows which cells to trust


@dataclass(frozen=True)
class AnnealedOptions(DrawOptions):
    """Further options of SUNMASK and its relatives (engine.sampling.methods says what each means)."""

    steps: int
    hold: float
    a_max: float
    a_min: float
    eta: float
    accept: str
    accept_low: float
    accept_high: float
    update: str
    balance: bool
    renoise: bool
    grain: int
    turns: int
    mask_hold: int
    dwell: int


def alpha(n: int, steps: int, a_min: float, a_max: float, eta: float) -> float:
    """The share of free cells re-opened at step n of `steps`."""
    return max(a_min, a_max - n * (a_max - a_min) / (eta * steps))


def turns_of(n: int, options: AnnealedOptions, grain: int) -> int:
    """The network calls of step n: one, and once the mask has settled one for each cell of a group."""
    o = options
    return (o.turns or grain) if alpha(n, o.steps, o.a_min, o.a_max, o.eta) <= o.a_min else 1


def annealed_calls(cells: Cells, options: AnnealedOptions, step: int) -> int:
    """The network calls of the first `step` steps."""
    return sum(turns_of(n, options, options.grain or cells.grain) for n in range(step))


def acceptance(n: int, steps: int, shape: str, low: float, high: float) -> float:
    """The chance that a proposal is taken at step n: constant, or up to the middle and down again."""
    return high if shape == "constant" else low + (high - low) * (1 - abs(2 * n / steps - 1))


def balanced(chance: float, updates: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Active balance: the same mean chance over the free cells, more of it for those updated least often."""
    weight = 1.0 / (1.0 + updates)
    mean = (weight * free).sum((1, 2), keepdims=True) / max(1, free.sum())
    return np.minimum(1.0, chance * weight / np.maximum(mean, 1e-12))


def sample_annealed(
    predict: Predictor, cells: Cells, options: AnnealedOptions, rngs: Rngs, variant: Variant
) -> Iterator[SamplerState]:
    """One state a network call; the last holds the result."""
    o, free = options, cells.free
    total, grain = o.steps + o.dwell, o.grain or cells.grain
    network = AnnealedPredictor(predict, cells, variant)
    x, unwritten = first_canvas(cells, rngs)
    updates, shown = np.zeros(x.shape, dtype=np.int64), np.zeros(x.shape, dtype=bool)
    for n in range(total):
        share = alpha(n, o.steps, o.a_min, o.a_max, o.eta)
        uniform = np.stack([rng.random((4, *cells.shape)) for rng in rngs])
        if n % o.mask_hold == 0:
            shown = in_blocks(uniform[:, 0], grain) >= share
        believed = believed_suggestions(n, cells, o)
        trusted = trust_mask(shown, believed, unwritten, cells)
        noise = random_tokens(cells, rngs) if o.renoise else x
        accepted = proposed(trusted, believed, cells, o) & (uniform[:, 1] < chance(n, updates, free, o))
        updates += accepted
        if n < cells.begun(total):
            continue  # a branch takes these steps' random numbers and no more, so that the same seed goes on as it did
        x = np.where(free & ~trusted, noise, x)
        turns = turns_of(n, o, grain)
        ranks = np.where(accepted, np.arange(x.shape[-1]) % turns, -1)
        pen = Pen(network, trusted, ranks, turns, uniform[:, 2:], o, n == total - 1)
        for turn, state in enumerate(pen.in_turns().run(pen.start(x))):
            x = state.tokens
            unwritten &= ranks != turn
            yield SamplerState(n + 1, x, np.where(free, (n + 1) / total * ~unwritten, 1.0))
    for after in revised(x, cells, o, rngs, network.given, together=True):
        yield SamplerState(total, after, np.ones(x.shape))


@dataclass(frozen=True)
class AnnealedPredictor:
    """A predictor as one of the three relatives asks it."""

    predict: Predictor
    cells: Cells
    variant: Variant

    def logits(self, tokens: np.ndarray, trusted: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """Logits of the wanted cells, the network being shown the tokens and which of them to trust."""
        mask = trusted if self.variant.mask_input else np.zeros_like(trusted)
        if self.variant.blank:
            tokens = np.where(trusted | ~self.cells.free, tokens, self.cells.vocabulary)
        return predict_anywhere(self.predict, self.cells.rules, tokens, mask, self.cells.side, wanted)

    def given(self, tokens: np.ndarray, known: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """Logits of the wanted cells given the known ones; a whispered cell is never trusted."""
        return self.logits(tokens, np.where(self.cells.free, known, self.cells.trusted), wanted)


@dataclass(frozen=True)
class Pen:
    """One step's turns: what is trusted, the turn of each cell or -1 (B, rows, T), random numbers (B, 2, rows, T)."""

    network: AnnealedPredictor
    trusted: np.ndarray
    ranks: np.ndarray
    turns: int
    uniform: np.ndarray
    options: AnnealedOptions
    last: bool  # after the last step neighbours have to agree

    def start(self, x: np.ndarray) -> WritingState:
        """The canvases before the first turn; known to be right is only what is pinned."""
        return WritingState(x, np.broadcast_to(self.network.cells.pinned, x.shape), np.zeros(len(x)))

    def in_turns(self) -> InTurns:
        """The turns, in order."""
        cells = self.network.cells
        return InTurns(self.show, cells, self.ranks, self.draw, self.turns, cells.free if self.last else None)

    def show(self, tokens: np.ndarray, drawn: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """Logits of the wanted cells; those drawn in this step are trusted too."""
        return self.network.logits(tokens, self.trusted | (drawn & self.network.cells.free), wanted)

    def draw(self, before: WritingState, turn: int, logits: np.ndarray) -> WritingState:
        """The canvases after a turn."""
        cells, now = self.network.cells, self.ranks == turn
        x = placed(before.tokens, now, logits, cells, self.uniform[:, 0], self.options)
        after = WritingState(x, before.known | now, before.nats + nats_of(x, now, logits))
        if not self.last or turn < self.turns - 1:
            return after
        everywhere = np.ones(x.shape, dtype=bool)
        x = agreed(x, everywhere, everywhere & cells.free, logits, cells, self.uniform[:, 1], self.options)
        return replace(after, tokens=x)


def random_tokens(cells: Cells, rngs: Rngs) -> np.ndarray:
    """Uniform noise (B, rows, T)."""
    return np.stack([rng.integers(0, cells.vocabulary, cells.shape) for rng in rngs])


def first_canvas(cells: Cells, rngs: Rngs) -> tuple[np.ndarray, np.ndarray]:
    """(tokens, bool: cells not yet written), both (B, rows, T): noise where cells are free, but suggestions begin
    with their own value, and a branch with what it goes on from."""
    suggested = cells.free & cells.trusted
    x = np.where(cells.free & ~suggested, random_tokens(cells, rngs), cells.tokens)
    # an unknown token has no value of its own to start from
    x = np.where(cells.free & (x >= cells.vocabulary), 0, x)
    unwritten = np.broadcast_to(cells.free, x.shape).copy()
    if cells.branch_point is not None:
        missing = cells.branch_point.tokens >= cells.vocabulary
        x = np.where(missing, x, cells.branch_point.tokens)
        unwritten &= missing & ~suggested
    return x, unwritten


def believed_suggestions(n: int, cells: Cells, options: AnnealedOptions) -> np.ndarray:
    """Bool (rows, T): suggested cells that are still taken as they are at step n."""
    return cells.free & cells.trusted & (n < options.hold * options.steps)


def trust_mask(shown: np.ndarray, believed: np.ndarray, unwritten: np.ndarray, cells: Cells) -> np.ndarray:
    """Bool (B, rows, T): the random mask of a step combined with the four brushes.

    What a branch has not written yet is noise, to be opened first."""
    trusted = np.where(cells.free, shown | believed, cells.trusted)
    return trusted if cells.branch_point is None else trusted & ~unwritten


def proposed(trusted: np.ndarray, believed: np.ndarray, cells: Cells, options: AnnealedOptions) -> np.ndarray:
    """Bool (B, rows, T): the cells for which a step proposes another token."""
    return cells.free & ~(trusted if options.update == "masked" else np.broadcast_to(believed, trusted.shape))


def chance(n: int, updates: np.ndarray, free: np.ndarray, options: AnnealedOptions) -> float | np.ndarray:
    """The chance that a proposal is taken at step n, of each cell where active balance is on; `updates` counts how
    often each was."""
    o = options
    even = acceptance(n, o.steps, o.accept, o.accept_low, o.accept_high) if n < o.steps else 1.0
    return balanced(even, updates, free) if o.balance else even
