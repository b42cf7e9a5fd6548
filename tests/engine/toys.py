"""Toy models whose every probability is a table: inconsistent random conditionals on a few cells, so that a wrong
order would show."""

import itertools

import numpy as np

from engine.sampling.cells import Cells, Predictor
from engine.sampling.ordered import mac_order, score_ordered
from engine.sampling.orders import chronological_key
from engine.sampling.questions import last

VOCABULARY = 3


class TableModel:
    """logits depend on every visible token, the mask, the cell, and on SFARM's step and mode where given; nothing is
    consistent with anything."""

    vocabulary = VOCABULARY
    length = 64
    card: dict = {}  # type: ignore[type-arg]

    def __init__(self, seed: int = 7) -> None:
        self.seed, self.calls, self.known = seed, 0, {}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):  # type: ignore[no-untyped-def]
        self.calls += 1
        rows = []
        for k in range(len(tokens)):
            stage = (round(float(step[k]) * 1000), int(mode[k])) if step is not None else (0, 0)
            key = (*tokens[k].ravel().tolist(), *shown[k].ravel().astype(int).tolist(), *stage)
            if key not in self.known:
                rng = np.random.default_rng([self.seed, *[int(v) + 1 for v in key]])
                self.known[key] = rng.normal(size=(*tokens[k].shape, VOCABULARY))
            rows.append(self.known[key])
        return np.stack(rows)


def toy_cells(
    rows: int = 1, steps: int = 4, pinned: dict[tuple[int, int], int] | None = None, trusted: bool = True
) -> Cells:
    """A grid of toy cells; pinned maps (row, step) to a token."""
    tokens = np.zeros((rows, steps), dtype=np.int64)
    pins = np.zeros((rows, steps), dtype=bool)
    for place, token in (pinned or {}).items():
        tokens[place], pins[place] = token, True
    return Cells(
        tokens, pins, pins & trusted, np.zeros((steps, 0), dtype=np.int64), chronological_key(rows, steps), VOCABULARY
    )


def states(cells: Cells) -> list[np.ndarray]:
    """Every way to fill the free cells."""
    places = np.argwhere(cells.free)
    result = []
    for values in itertools.product(range(VOCABULARY), repeat=len(places)):
        filled = cells.tokens.copy()
        for (row, step), value in zip(places, values, strict=True):
            filled[row, step] = value
        result.append(filled)
    return result


def by_hand(
    model: TableModel, cells: Cells, filled: np.ndarray, order: list[tuple[int, int]], mode: int | None = None
) -> float:
    """The product of conditionals of one filling in one order, written out without the engine."""
    known = cells.pinned.copy()
    probability = 1.0
    for place in order:
        canvas = np.where(known, filled, VOCABULARY)[None]
        stage = {} if mode is None else {"step": np.array([(known.sum() + 1) / known.size]), "mode": np.array([mode])}
        logits = model(canvas, known[None], cells.side, **stage)[0][place]
        p = np.exp(logits - logits.max())
        probability *= float(p[filled[place]] / p.sum())
        known[place] = True
    return probability


def exact_nats(predict: Predictor, cells: Cells, query: np.ndarray, evidence: np.ndarray | None = None) -> float:
    """Nats of the query cells given the evidence (by default all others) in MAC's order, all at once; cells in
    neither stay hidden."""
    return float(last(score_ordered(predict, cells, mac_order(cells, query, evidence))).sum())


def chi_square_p(counts: np.ndarray, expected: np.ndarray) -> float:
    """The p-value of observed counts against expected probabilities; rare states are pooled."""
    from scipy.stats import chisquare

    order = np.argsort(expected)
    counts, expected = counts[order].astype(float), expected[order] * counts.sum()
    pooled_counts, pooled_expected, c, e = [], [], 0.0, 0.0
    for count, mean in zip(counts, expected, strict=True):
        c, e = c + count, e + mean
        if e >= 5:
            pooled_counts.append(c)
            pooled_expected.append(e)
            c = e = 0.0
    pooled_counts[-1] += c
    pooled_expected[-1] += e
    total = np.array(pooled_expected)
    return float(chisquare(pooled_counts, total * sum(pooled_counts) / total.sum()).pvalue)


class NeighbourModel:
    """A cheap stand-in for a network of any vocabulary: logits depend on the cell before, the row and the mask.

    Counts its calls."""

    def __init__(self, vocabulary: int, length: int = 128, card: dict | None = None) -> None:  # type: ignore[type-arg]
        self.vocabulary, self.length, self.card, self.calls = vocabulary, length, card or {}, 0
        self.table = np.random.default_rng(4).normal(size=(97, vocabulary)).astype(np.float32) * 2

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):  # type: ignore[no-untyped-def]
        self.calls += 1
        before = np.roll(tokens, 1, axis=-1)
        place = (
            before * 7 + np.arange(tokens.shape[1])[:, None] * 13 + shown * 5 + np.arange(tokens.shape[2]) % 4
        ) % 97
        return self.table[place].copy()
