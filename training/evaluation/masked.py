"""Networks under masks: how likely they find what is hidden, for each of SFARM's masks, for more and less that is
hidden, and for MAC's marginal queries p(x_e). For SFARM or MAC against ARDM, trained equally long.

All figures are nats a cell along an order, by some steps of it, spread evenly: as unbiased as all of them."""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, Piece
from engine.canvas.text import Sentence
from engine.jobs.models import load_predictor
from engine.sampling.cells import Cells, Predictor
from engine.sampling.draw import log_softmax
from engine.sampling.modalities import MODALITIES
from engine.sampling.ordered import Order, in_order, kept_mode, modes_of
from engine.sampling.orders import MODES, SENTENCE_MODES, Grid, mode_stages
from engine.sampling.placing import stage
from engine.sampling.turns import NEVER
from engine.sampling.windows import predict_anywhere
from training.evaluation.jsb import STEPS, excerpts
from training.evaluation.section import Rows, Section, available
from training.evaluation.text.sentences import network, news_of
from training.fitting.masks import painted

TURNS = 16  # steps of an order that are looked at
BEAT = 4
MaskKind = Callable[[np.random.Generator, Grid], np.ndarray]  # draws bool (rows, steps)


def order_share(
    predict: Predictor,
    cells: Cells,
    order: Order,
    rng: np.random.Generator,
    any_next: bool,
    staged: bool = False,
    turns: int = TURNS,
) -> float:
    """Nats a cell along an order of single cells, by `turns` of its steps, one from each of as many equal parts.

    `any_next`: the order is one of all, so at each step the mean over every cell that may come next is taken."""
    at = np.floor((np.arange(turns) + rng.random(turns)) * order.groups / turns)[:, None, None]
    known = order.ranks[None] < at
    asked = (order.ranks[None] >= at) & (order.ranks[None] < NEVER) if any_next else order.ranks[None] == at
    x = np.where(known, cells.tokens, cells.vocabulary)
    modes = modes_of([order] * turns, staged)
    logits = predict_anywhere(predict, cells.rules, x, known, cells.side, asked, **stage(modes, known))
    cells.rules.bar(logits, x, known, asked)
    truth = np.broadcast_to(cells.tokens, x.shape)[asked]
    nats = np.zeros(x.shape)
    nats[asked] = -np.take_along_axis(log_softmax(logits[asked]), truth[:, None], -1)[:, 0]
    return float((nats.sum((1, 2)) / asked.sum((1, 2))).mean())


def _region(mode: int) -> MaskKind:
    """What a mode of SFARM leaves open: all but its stage (a), whose boundary is drawn."""
    return lambda rng, grid: ~mode_stages(mode, grid.shape, rng)


def _share(share: float) -> MaskKind:
    """A share of the cells, drawn at random."""
    count = lambda grid: max(1, round(share * grid.key.size))  # noqa: E731
    return lambda rng, grid: (rng.permutation(grid.key.size) < count(grid)).reshape(grid.shape)


def _every_other(size: int) -> MaskKind:
    """Every other so many cells, in each voice its own: no mode of SFARM's, and hardly ever drawn at random."""

    def drawn(rng: np.random.Generator, grid: Grid) -> np.ndarray:
        blocks, rows = np.arange(grid.shape[1]) // size, np.arange(grid.shape[0])
        return (blocks[None] + rows[:, None] + rng.integers(2)) % 2 == 0

    return drawn


def _hidden(modes: int, size: int, unit: str) -> dict[str, MaskKind]:
    """What is hidden on a page on which SFARM knows so many modes."""
    return {
        **{f"kept: {name}": _region(mode) for mode, name in enumerate(MODES[:modes]) if mode},
        f"hidden: every other {unit}": _every_other(size),
        **{f"hidden: {share:.0%} at random": _share(share) for share in (0.05, 0.1, 0.2, 0.3, 0.5, 0.9)},
    }


HIDDEN, HIDDEN_WORDS = _hidden(len(MODES), BEAT, "beat"), _hidden(SENTENCE_MODES, 1, "word")


def _cardinality(rng: np.random.Generator, grid: Grid) -> np.ndarray:
    """M_card-mask: a uniform number of cells, then a uniform set of that size."""
    size = int(rng.integers(1, grid.key.size + 1))
    return (rng.permutation(grid.key.size) < size).reshape(grid.shape)


def _painted(rng: np.random.Generator, grid: Grid) -> np.ndarray:
    """What a user keeps, where that is anything."""
    while not (found := painted(rng, grid)).any():
        pass
    return found


QUERIES: dict[str, MaskKind] = {"any cells (M = card-mask)": _cardinality, "what a user keeps": _painted}


def hidden_nats(method: str, predict: Predictor, cells: Cells, hidden: np.ndarray, rng: np.random.Generator) -> float:
    """Nats a hidden cell given all others, in a random order; SFARM is given the mode that fits what is kept."""
    order = in_order(rng.random(cells.shape), hidden)
    staged = method == "sfarm"
    mode = kept_mode(~hidden) if staged else 0
    return order_share(predict, cells, Order(order.ranks, mode), rng, True, staged)


def query_nats(method: str, predict: Predictor, cells: Cells, asked: np.ndarray, rng: np.random.Generator) -> float:
    """Nats a cell of p(x_e): in MAC's one order, or in any (ARDM)."""
    key = cells.key if method == "mac" else rng.random(cells.shape)
    order = in_order(key, asked, evidence=np.zeros(cells.shape, dtype=bool))
    return order_share(predict, cells, order, rng, method != "mac")


NatsOf = Callable[[str, Predictor, Cells, np.ndarray, np.random.Generator], float]


def measured(
    method: str,
    predict: Predictor,
    pages: list[tuple[Cells, Grid]],
    kinds: dict[str, MaskKind],
    measure: NatsOf,
    seed: int,
) -> dict[str, list[float]]:
    """Nats a cell of every page under every kind of mask; the same masks for every method."""
    found: dict[str, list[float]] = {}
    for number, (name, kind) in enumerate(kinds.items()):
        found[name] = [
            measure(
                method,
                predict,
                cells,
                kind(np.random.default_rng((seed, number, page)), grid),
                np.random.default_rng((seed, number, page, 1)),
            )
            for page, (cells, grid) in enumerate(pages)
        ]
        print(method, name, round(float(np.mean(found[name])), 4), flush=True)
    return found


def passages(args: argparse.Namespace, predict: Predictor) -> Iterator[tuple[Cells, Grid]]:
    """Held-out passages of eight bars as canvases."""
    for _, piece in excerpts(args.part, args.count):
        cells = MODALITIES[Piece].open(piece, Mask.filled(4, STEPS, Brush.REWRITE), predict).cells
        yield cells, Grid(cells.key, piece.grid() == HOLD)


def sentences(args: argparse.Namespace, predict: Predictor) -> Iterator[tuple[Cells, Grid]]:
    """Held-out sentences of the folder `--data` as canvases."""
    news = news_of(args)
    for row in news.drawn(args.count, args.seed):
        sentence = Sentence(tuple(news.vocabulary[token] for token in row))
        cells = MODALITIES[Sentence].open(sentence, Mask.filled(1, len(row), Brush.REWRITE), predict).cells
        yield cells, Grid(cells.key, np.zeros(cells.shape, dtype=bool))


@dataclass(frozen=True)
class Pages:
    """Whose pages are measured: their kind, the network of a method, and the pages for it."""

    modality: str
    network: Callable[[argparse.Namespace, str], Predictor]
    read: Callable[[argparse.Namespace, Predictor], Iterator[tuple[Cells, Grid]]]


CHORALES = Pages("music", lambda args, method: load_predictor("music", method), passages)
NEWS = Pages("text", lambda args, method: network(method, news_of(args)), sentences)


def _section(
    pages: Pages, methods: tuple[str, ...], kinds: dict[str, MaskKind], measure: NatsOf
) -> Callable[..., Rows]:
    def section(args: argparse.Namespace) -> Rows:
        rows: Rows = []
        for method in available(pages.modality, methods, args.method):
            predict = pages.network(args, method)
            nats = measured(method, predict, list(pages.read(args, predict)), kinds, measure, args.seed)
            rows.append({"label": method.upper(), "nats": nats})
        return rows

    return section


SECTIONS = {
    "masks": Section(_section(CHORALES, ("sfarm", "ardm"), HIDDEN, hidden_nats), 30),
    "marginals": Section(_section(CHORALES, ("mac", "ardm"), QUERIES, query_nats), 30),
}
SENTENCES = {"masks": Section(_section(NEWS, ("sfarm", "ardm"), HIDDEN_WORDS, hidden_nats), 200)}
