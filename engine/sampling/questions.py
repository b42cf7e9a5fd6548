"""Questions to a network besides a rewrite: how likely, how surprising, what else, and which cell to settle next.

All are generators or plain functions over a predictor and cells; a generator yields once a network call, so it can
be stopped."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from engine.sampling.cells import Cells, Predictor
from engine.sampling.draw import log_softmax, pick
from engine.sampling.ordered import BATCH, Order, score_ordered
from engine.sampling.windows import predict_anywhere

T = TypeVar("T")
# canvases of one network call of the heat-map: as quick as more of them, and sooner to show something or to stop
NOTES_AT_ONCE = 16
Span = tuple[int, int, int]  # row, first step, step after the last: a note with its holds, or a word


@dataclass(frozen=True)
class Answer:
    """A cell worth settling: by how many nats what is open shrinks with it, the standard error, the share of what is
    open, its most likely values."""

    row: int
    step: int
    nats: float
    error: float
    share: float
    values: tuple[tuple[int, float], ...]


def last(values: Iterable[T]) -> T:
    """The last value of a generator that is run to its end."""
    *_, value = values
    return value


def order_nats(predict: Predictor, cells: Cells, orders: Sequence[Order], staged: bool = False) -> np.ndarray:
    """Exact nats under each order, (orders,)."""
    return np.array([last(score_ordered(predict, cells, order, staged)).sum() for order in orders])


def mixture(nats: np.ndarray) -> float:
    """Nats under the mixture of orders, each of which gives `nats`: minus the log of the mean probability."""
    return float(nats.min() - np.log(np.mean(np.exp(nats.min() - nats))))


def order_average(predict: Predictor, cells: Cells, orders: Sequence[Order], staged: bool = False) -> float:
    """Nats under the mixture of the orders (SFARM eq. 14, ARDM)."""
    return mixture(order_nats(predict, cells, orders, staged))


def _hidden(
    predict: Predictor, cells: Cells, hidden: np.ndarray, staged: bool = False, tokens: np.ndarray | None = None
) -> np.ndarray:
    """Log-probabilities (B, rows, steps, K) with `hidden` (B, rows, steps) blank and all others shown; `tokens` (B,
    rows, steps) replace the canvas's own."""
    x = np.where(hidden, cells.vocabulary, cells.tokens if tokens is None else tokens)
    stage = (
        {"step": ((~hidden).sum((1, 2)) + 1) / hidden[0].size, "mode": np.zeros(len(x), dtype=np.int64)}
        if staged
        else {}
    )
    logits = predict_anywhere(predict, cells.rules, x, ~hidden, cells.side, hidden, **stage)
    cells.rules.bar(logits, x, ~hidden, hidden)
    return log_softmax(logits)


def surprise(predict: Predictor, cells: Cells, spans: Sequence[Span]) -> Iterator[np.ndarray]:
    """Bits of each span's first cell with the span hidden and everything else kept shown; yields the growing array (NaN
    = not yet), in the order given."""
    bits = np.full(len(spans), np.nan)
    for first in range(0, len(spans), NOTES_AT_ONCE):
        some = spans[first : first + NOTES_AT_ONCE]
        hidden = np.broadcast_to(cells.free, (len(some), *cells.shape)).copy()
        for mask, (row, start, stop) in zip(hidden, some, strict=True):
            mask[row, start:stop] = True
        logp = _hidden(predict, cells, hidden)
        for k, (row, start, _) in enumerate(some):
            bits[first + k] = -logp[k, row, start, cells.tokens[row, start]] / np.log(2)
        yield bits


def top_values(
    predict: Predictor, cells: Cells, span: Span, count: int = 10, hide: np.ndarray | None = None
) -> tuple[tuple[int, float], ...]:
    """The most likely tokens of a span's first cell with their probabilities, given all others except the cells of
    `hide` (rows, steps), which are open too."""
    hidden = np.zeros((1, *cells.shape), dtype=bool)
    row, start, stop = span
    hidden[0, row, start:stop] = True
    if hide is not None:
        hidden[0] |= hide
    p = np.exp(_hidden(predict, cells, hidden)[0, row, start])
    return tuple((int(token), float(p[token])) for token in np.argsort(-p, kind="stable")[:count] if p[token] > 0)


def entropies(logp: np.ndarray) -> np.ndarray:
    """Entropy in nats along the last axis."""
    return -(np.exp(logp) * np.where(np.isfinite(logp), logp, 0.0)).sum(-1)


def _spread(count: int, rng: np.random.Generator) -> np.ndarray:
    """Numbers in [0, 1), one from each of `count` equal parts: as unbiased as independent ones, and a mean over them
    varies less."""
    return (np.arange(count) + rng.random(count)) / count


def open_odds(predict: Predictor, cells: Cells, staged: bool = True) -> np.ndarray:
    """Log-probabilities (rows, steps, K) of every cell by itself, given what is kept; the sum of the free ones'
    entropies is what is still open."""
    return _hidden(predict, cells, cells.free[None], staged)[0]


def ask(
    predict: Predictor,
    cells: Cells,
    candidates: Sequence[tuple[int, int]],
    rng: np.random.Generator,
    samples: int = 4,
    staged: bool = True,
    top: int = 3,
    target: np.ndarray | None = None,
    most: int = 0,
) -> Iterator[list[Answer]]:
    """SFARM section 3.7: what each candidate cell says about the target (bool (rows, steps); None: everything still
    open), by Monte Carlo; of the `most` candidates that are themselves most uncertain (0: of all).

    score(d) = sum over target j of [H(x_j | o) - E_{x_d} H(x_j | o, x_d)]: of all other target cells the mutual
    information, and of d itself, where it is in the target, all it has; an answer settles that too. Yields the answers
    so far, best first, once a network call. Values of x_d are drawn spread over its odds, so the standard error, as of
    independent draws, is on the safe side."""
    open_ = cells.free
    sought = open_ if target is None else open_ & target
    now = open_odds(predict, cells, staged)
    own = entropies(now)
    before = np.where(sought, own, 0.0)
    if most:
        candidates = sorted(candidates, key=lambda cell: -own[cell])[:most]
    found: list[Answer] = []
    per_call = max(1, BATCH // samples)
    for first in range(0, len(candidates), per_call):
        some = candidates[first : first + per_call]
        tokens = np.broadcast_to(cells.tokens, (len(some) * samples, *cells.shape)).copy()
        hidden = np.broadcast_to(open_, tokens.shape).copy()
        for k, (row, step) in enumerate(some):
            rows = slice(k * samples, (k + 1) * samples)
            tokens[rows, row, step] = pick(
                np.broadcast_to(now[row, step], (samples, cells.vocabulary)), _spread(samples, rng)
            )
            hidden[rows, row, step] = False
        later = entropies(_hidden(predict, cells, hidden, staged, tokens))
        after = np.where(hidden & sought, later, 0.0).sum((1, 2))
        for k, (row, step) in enumerate(some):
            gains = before.sum() - after[k * samples : (k + 1) * samples]
            error = float(gains.std(ddof=1) / np.sqrt(samples)) if samples > 1 else float("nan")
            likely = np.argsort(-now[row, step], kind="stable")[:top]
            values = tuple((int(t), float(np.exp(now[row, step, t]))) for t in likely)
            share = float(gains.mean() / max(before.sum(), 1e-12))
            found.append(Answer(row, step, float(gains.mean()), error, share, values))
        yield sorted(found, key=lambda answer: -answer.nats)
