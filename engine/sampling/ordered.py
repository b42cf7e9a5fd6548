"""Rewriting in an order, each cell given those before it: MAC, ARDM and SFARM, and their exact likelihoods.

An order is an array of ranks: free cells are placed in ascending rank; cells of one rank are placed together (SFARM's
groups)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.sampling.cells import BranchPoint, Cells, Predictor, SamplerState, in_blocks
from engine.sampling.draw import log_softmax
from engine.sampling.orders import MODES, SENTENCE_MODES, mode_stages
from engine.sampling.placing import DrawOptions, drawn, revised, stage
from engine.sampling.turns import NEVER, InTurns, Numbers, WritingState
from engine.sampling.windows import predict_anywhere

BATCH = 32  # canvases in one network call when scoring
SHOWN = -1  # rank of evidence
UNIFORM, IN_TIME = "uniform", "time"  # SFARM's kernels
LEFT_TO_RIGHT = MODES.index("left to right")


@dataclass(frozen=True)
class GroupOptions(DrawOptions):
    """Further options of SFARM: the number of network calls at most (0: no limit), and the order inside a stage."""

    groups: int
    kernel: str


@dataclass(frozen=True)
class Order:
    """Ranks (rows, steps) of the cells to place, from 0 (evidence: SHOWN; cells left out: NEVER), and SFARM's mode."""

    ranks: np.ndarray
    mode: int = 0

    @property
    def groups(self) -> int:
        """How many network calls it takes."""
        return int(self.ranks[self.ranks < NEVER].max(initial=SHOWN)) + 1


def mac_order(cells: Cells, hidden: np.ndarray | None = None, evidence: np.ndarray | None = None) -> Order:
    """w-MAC: evidence first, then the hidden cells in key order, one at a time."""
    return in_order(cells.key, cells.free if hidden is None else hidden, evidence)


def in_order(key: np.ndarray, hidden: np.ndarray, evidence: np.ndarray | None = None) -> Order:
    """The hidden cells by ascending key; everything else is evidence unless `evidence` says otherwise."""
    ranks = np.full(key.shape, SHOWN, dtype=np.int64)
    if evidence is not None:
        ranks[~evidence] = NEVER
    ranks[hidden] = np.argsort(np.argsort(key[hidden], kind="stable"), kind="stable")
    return Order(ranks)


def random_order(cells: Cells, rng: np.random.Generator, hidden: np.ndarray | None = None) -> Order:
    """ARDM: a uniformly random order."""
    return in_order(rng.random(cells.shape), cells.free if hidden is None else hidden)


def sfarm_order(
    cells: Cells,
    rng: np.random.Generator,
    groups: int = 0,
    hidden: np.ndarray | None = None,
    mode: int | None = None,
    kernel: str = UNIFORM,
) -> Order:
    """SFARM: a mode's region (a), then the rest, each in the kernel's order; at most `groups` network calls (0 = no
    limit).

    Uniform is the paper's kernel: any cell of the stage may come next, one a call without a limit. In time, a stage
    goes from left to right and takes the voices of a step together, in as many calls as there are steps.

    Without a given mode, the canvas decides: the one whose region (a) is exactly what is kept, else random; a blank
    canvas draws a mode uniformly, but in time goes from left to right: that mode has learned just what is then seen."""
    free = cells.free if hidden is None else hidden
    kept = ~free
    if mode is None:
        if kept.any():
            mode = kept_mode(kept)
        else:
            mode = int(rng.integers(0, mode_count(cells))) if kernel == UNIFORM else LEFT_TO_RIGHT
    first = mode_stages(mode, cells.shape, rng) if not kept.any() else np.ones(cells.shape, dtype=bool)
    stage = np.where(first, 0.0, 1.0)
    if kernel == UNIFORM:
        ranks = in_order(stage + 0.5 * rng.random(cells.shape), free).ranks
    else:
        ranks = np.full(cells.shape, SHOWN, dtype=np.int64)
        ranks[free] = np.unique((stage * cells.shape[1] + np.arange(cells.shape[1]))[free], return_inverse=True)[1]
    count, calls = Order(ranks).groups, sfarm_calls(free, groups, kernel)
    return Order(np.where(free, ranks * calls // max(1, count), SHOWN), mode)


def sfarm_calls(free: np.ndarray, groups: int, kernel: str) -> int:
    """Network calls that SFARM takes for the free cells (rows, steps)."""
    most = int(free.sum() if kernel == UNIFORM else free.any(0).sum())
    return min(groups, most) if groups else most


def mode_count(cells: Cells) -> int:
    """Seven modes on a grid, five on a row."""
    return len(MODES) if cells.shape[0] > 1 else SENTENCE_MODES


def kept_mode(kept: np.ndarray) -> int:
    """The mode whose region (a) is exactly the kept cells, else 0 = random."""
    rows, steps = kept.shape
    columns, lines = np.all(kept, axis=0), np.all(kept, axis=1)
    if (kept == columns).all():
        cut = int(columns.sum())
        for mode, side in ((1, columns), (2, columns[::-1])):
            if 0 < cut < steps and side[:cut].all():
                return mode
    if rows > 1 and (kept == lines[:, None]).all():
        cut = int(lines.sum())
        for mode, side in ((5, lines), (6, lines[::-1])):
            if 0 < cut < rows and side[:cut].all():
                return mode
    for mode, patch in ((3, kept), (4, ~kept)):
        across, down = np.any(patch, axis=0), np.any(patch, axis=1)
        if patch.any() and (patch == np.outer(down, across)).all() and _contiguous(across) and _contiguous(down):
            return mode
    return 0


def _contiguous(line: np.ndarray) -> bool:
    """Whether the true values stand together."""
    places = np.flatnonzero(line)
    return bool(len(places)) and places[-1] - places[0] + 1 == len(places)


def modes_of(orders: list[Order], staged: bool) -> np.ndarray | None:
    """SFARM's mode of each canvas; None for other methods."""
    return np.array([order.mode for order in orders]) if staged else None


def sample_ordered(
    predict: Predictor,
    cells: Cells,
    options: DrawOptions,
    rngs: tuple[np.random.Generator, ...],
    orders: list[Order],
    staged: bool = False,
) -> Iterator[SamplerState]:
    """One state a network call; the last holds the result and the exact nats of what was placed, under the
    untempered model (NaN once it was corrected)."""
    x = np.broadcast_to(np.where(cells.free, cells.vocabulary, cells.tokens), (len(rngs), *cells.shape)).copy()
    known = np.broadcast_to(cells.pinned, x.shape).copy()
    nats = np.zeros(len(rngs))
    last = max(order.groups for order in orders)
    if cells.branch_point is not None:
        before = np.stack([placed_before(cells, cells.branch_point, rng) for rng in rngs])
        x = np.where(before, cells.branch_point.tokens, x)
        known |= before
        nats += cells.branch_point.nats
        orders = [_left_over(*branch, last - cells.begun(last)) for branch in zip(orders, before, rngs, strict=True)]
    ranks, modes = np.stack([order.ranks for order in orders]), modes_of(orders, staged)
    numbers = Numbers(rngs, cells.shape)

    def show(tokens: np.ndarray, shown: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        blanked = np.where(shown, tokens, cells.vocabulary)
        of_each = None if modes is None else np.resize(modes, len(tokens))
        return predict_anywhere(predict, cells.rules, blanked, shown, cells.side, wanted, **stage(of_each, shown))

    def draw(before: WritingState, turn: int, logits: np.ndarray) -> WritingState:
        return drawn(before, ranks == turn, logits, cells, numbers.of(turn), options)

    begun = last - max(order.groups for order in orders)
    writing = InTurns(show, cells, ranks, draw).run(WritingState(x, known, nats))
    for turn, written in enumerate(writing, 1):
        x, known, nats = written.tokens, written.known, written.nats
        yield SamplerState(begun + turn, x, known.astype(float), nats)

    for after in revised(x, cells, options, rngs, show, together=False):
        changed = (after != x).any((1, 2))
        yield SamplerState(last, after, known.astype(float), np.where(changed, np.nan, nats))


def placed_before(cells: Cells, head: BranchPoint, rng: np.random.Generator) -> np.ndarray:
    """Bool (rows, steps): the cells that a branch takes over.

    Of a run that was to change them again, as large a share as it had steps behind it."""
    mine = cells.free & (head.tokens < cells.vocabulary)
    if not head.firm:
        chance = np.where(mine, in_blocks(rng.random(cells.shape), cells.grain), np.inf).ravel()
        mine.ravel()[np.argsort(chance, kind="stable")[cells.begun(int(cells.free.sum())) :]] = False
    while (broken := cells.rules.broken(head.tokens[None], (mine | cells.pinned)[None])[0] & mine).any():
        mine &= ~broken
    return mine


def _left_over(order: Order, before: np.ndarray, rng: np.random.Generator, turns: int) -> Order:
    """The order without what is placed already; groups are put together until `turns` are left.

    The random numbers of the turns left out are drawn too, so that the same seed goes on as it did."""
    asked = order.ranks > SHOWN
    left = asked & ~before
    ranks = np.full(order.ranks.shape, SHOWN, dtype=np.int64)
    ranks[left] = np.unique(order.ranks[left], return_inverse=True)[1]
    groups = Order(ranks).groups
    if order.groups < asked.sum() and groups > turns:
        ranks[left] = ranks[left] * turns // groups
    rest = Order(ranks, order.mode)
    for _ in range(order.groups - rest.groups):
        rng.random((2, *ranks.shape))
    return rest


def score_ordered(predict: Predictor, cells: Cells, order: Order, staged: bool = False) -> Iterator[np.ndarray]:
    """Nats (rows, steps) of the order's cells given those before them, exact; yields the growing array once a network
    call."""
    nats = np.zeros(cells.shape)
    for first in range(0, order.groups, BATCH):
        turns = np.arange(first, min(order.groups, first + BATCH))
        known = order.ranks[None] < turns[:, None, None]
        x = np.where(known, cells.tokens, cells.vocabulary)
        now = order.ranks[None] == turns[:, None, None]
        logits = predict_anywhere(
            predict, cells.rules, x, known, cells.side, now, **stage(modes_of([order] * len(turns), staged), known)
        )
        cells.rules.bar(logits, x, known, now)
        truth = np.broadcast_to(cells.tokens, x.shape)[now]
        got = -np.take_along_axis(log_softmax(logits[now]), truth[:, None], -1)[:, 0]
        _, row, step = now.nonzero()
        nats[row, step] = got
        yield nats
