"""Rewriting in an order, each cell given those before it: MAC, ARDM and SFARM, their exact likelihoods, and nothing else.

A plan is an array of ranks: free cells are placed in ascending rank; cells of one rank are placed together (SFARM's groups)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.cells import Cells, Predictor, State
from engine.draw import log_softmax, pick, shaped
from engine.options import Value
from engine.orders import MODES, SENTENCE_MODES, mode_stages
from engine.windows import predict_anywhere

BATCH = 32  # canvases in one network call when scoring
SHOWN = -1  # rank of evidence
NEVER = 2**62  # rank of a cell that stays hidden: neither asked for nor given


@dataclass(frozen=True)
class Plan:
    """Ranks (rows, steps) of the cells to place, from 0 (evidence: SHOWN; cells left out: NEVER), and SFARM's mode."""

    ranks: np.ndarray
    mode: int = 0

    @property
    def groups(self) -> int:
        """How many network calls it takes."""
        return int(self.ranks[self.ranks < NEVER].max(initial=SHOWN)) + 1


def mac_plan(cells: Cells, hidden: np.ndarray | None = None, evidence: np.ndarray | None = None) -> Plan:
    """w-MAC: evidence first, then the hidden cells in key order, one at a time."""
    return in_order(cells.key, cells.free if hidden is None else hidden, evidence)


def in_order(key: np.ndarray, hidden: np.ndarray, evidence: np.ndarray | None = None) -> Plan:
    """The hidden cells by ascending key; everything else is evidence unless `evidence` says otherwise."""
    ranks = np.full(key.shape, SHOWN, dtype=np.int64)
    if evidence is not None:
        ranks[~evidence] = NEVER
    ranks[hidden] = np.argsort(np.argsort(key[hidden], kind="stable"), kind="stable")
    return Plan(ranks)


def random_plan(cells: Cells, rng: np.random.Generator, hidden: np.ndarray | None = None) -> Plan:
    """ARDM: a uniformly random order."""
    return in_order(rng.random(cells.shape), cells.free if hidden is None else hidden)


def sfarm_plan(cells: Cells, rng: np.random.Generator, groups: int = 0, hidden: np.ndarray | None = None, mode: int | None = None) -> Plan:
    """SFARM: a mode's region (a), then the rest, each in random order; `groups` network calls in all (0 = one a cell).

    Without a given mode, the canvas decides: the one whose region (a) is exactly what is kept, else random; a blank canvas draws a mode uniformly."""
    free = cells.free if hidden is None else hidden
    kept = ~free
    if mode is None:
        mode = kept_mode(kept) if kept.any() else int(rng.integers(0, mode_count(cells)))
    first = mode_stages(mode, cells.shape, rng) if not kept.any() else np.ones(cells.shape, dtype=bool)
    plan = in_order(np.where(first, 0.0, 1.0) + 0.5 * rng.random(cells.shape), free)
    count = int(free.sum())
    if not 0 < groups < count:
        return Plan(plan.ranks, mode)
    return Plan(np.where(free, plan.ranks * groups // max(1, count), SHOWN), mode)


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


def _stage(plans: list[Plan], known: np.ndarray, staged: bool) -> dict[str, np.ndarray]:
    """SFARM's step (active cells + 1 over all cells) and mode of each canvas."""
    if not staged:
        return {}
    size = known[0].size
    return {"step": (known.reshape(len(known), -1).sum(1) + 1) / size, "mode": np.array([plan.mode for plan in plans])}


def sample_ordered(
    predict: Predictor, cells: Cells, options: Mapping[str, Value], rngs: tuple[np.random.Generator, ...], plans: list[Plan], staged: bool = False
) -> Iterator[State]:
    """One state a network call; the last holds the result and the exact nats of what was placed, under the untempered model."""
    o = dict(options)
    x = np.broadcast_to(np.where(cells.free, cells.vocabulary, cells.tokens), (len(rngs), *cells.shape)).copy()
    known = np.broadcast_to(cells.pinned, x.shape).copy()
    ranks = np.stack([plan.ranks for plan in plans])
    nats = np.zeros(len(rngs))
    for turn in range(max(plan.groups for plan in plans)):
        now = ranks == turn
        logits = predict_anywhere(predict, cells.rules, x, known, cells.side, now.any((0, 1)), **_stage(plans, known, staged))
        cells.rules.bar(logits, x, known)
        uniform = np.stack([rng.random((2, *cells.shape)) for rng in rngs])
        rows = logits[now]
        x[now] = pick(shaped(rows, float(o["temperature"]), int(o["top_k"]), float(o["top_p"]), float(o["typical"])), uniform[:, 0][now])
        known |= now
        x = _agree(x, known, now, logits, cells, uniform[:, 1], o)
        gained = np.take_along_axis(log_softmax(rows), x[now][:, None], -1)[:, 0]
        np.add.at(nats, now.nonzero()[0], -gained)
        yield State(turn + 1, x.copy(), known.astype(float), nats.copy())


def _agree(x: np.ndarray, known: np.ndarray, now: np.ndarray, logits: np.ndarray, cells: Cells, uniform: np.ndarray, o: Mapping[str, Value]) -> np.ndarray:
    """Cells placed together that break a rule between them are drawn again, left to right."""
    for _ in range(x.shape[-1]):
        broken = cells.rules.broken(x, known) & now
        if not broken.any():
            break
        first = broken & (np.cumsum(broken, axis=-1) == 1)
        allowed = logits.copy()
        cells.rules.bar(allowed, x, known & ~first)
        x[first] = pick(shaped(allowed[first], float(o["temperature"]), int(o["top_k"]), float(o["top_p"]), float(o["typical"])), uniform[first])
    return x


def score_ordered(predict: Predictor, cells: Cells, plan: Plan, staged: bool = False) -> Iterator[np.ndarray]:
    """Nats (rows, steps) of the plan's cells given those before them, exact; yields the growing array once a network call."""
    nats = np.zeros(cells.shape)
    for first in range(0, plan.groups, BATCH):
        turns = np.arange(first, min(plan.groups, first + BATCH))
        known = plan.ranks[None] < turns[:, None, None]
        x = np.where(known, cells.tokens, cells.vocabulary)
        now = plan.ranks[None] == turns[:, None, None]
        logits = predict_anywhere(predict, cells.rules, x, known, cells.side, now.any((0, 1)), **_stage([plan] * len(turns), known, staged))
        cells.rules.bar(logits, x, known)
        truth = np.broadcast_to(cells.tokens, x.shape)[now]
        got = -np.take_along_axis(log_softmax(logits[now]), truth[:, None], -1)[:, 0]
        _, row, step = now.nonzero()
        nats[row, step] = got
        yield nats
