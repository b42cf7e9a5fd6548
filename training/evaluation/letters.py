"""Letters in the manner of text8: MAC against ARDM, trained equally long (`--weights DIR` with letters-mac and
letters-ardm, by python -m training.letters): bits a letter of whole chunks and of marginal queries, and samples."""

import argparse
from pathlib import Path

import numpy as np

from engine.neural.backend import load
from engine.sampling.cells import Cells, Predictor
from engine.sampling.ordered import mac_order, sample_ordered
from engine.sampling.orders import Grid
from engine.sampling.placing import DrawOptions
from engine.sampling.questions import last
from training.evaluation.masked import QUERIES, MaskKind, measured, query_nats
from training.evaluation.section import Rows, Section
from training.letters import CHUNK, SYMBOLS, as_text, cells_of, chunks, folded, read_letters

METHODS = ("mac", "ardm")
CARD_MASK = "any cells (M = card-mask)"
KINDS: dict[str, MaskKind] = {
    "whole chunks": lambda rng, grid: np.ones(grid.shape, dtype=bool),
    CARD_MASK: QUERIES[CARD_MASK],
}
SHARES = (0.3, 0.5, 0.8)  # of the letters that are hidden and filled in
# What is filled in is our own, not the publishers': the words of this program's README
OWN = (
    "Paint what to keep and what to rewrite, on four voices of music or on a sentence, and a model on your own computer"
    " rewrites the rest. Open a MIDI or MusicXML file, or draw a tune, and get three more voices. Every note you keep"
    " stays. Type chord symbols above the roll, and the voices follow them, loosely or strictly."
)
PLAIN = DrawOptions(temperature=1.0, typical=1.0, top_k=0, top_p=1.0, correct=0, ending=0, polish=0)


def _network(args: argparse.Namespace, method: str) -> Predictor:
    if args.weights is None:
        raise SystemExit("Name the folder of trained networks with --weights DIR (python -m training.letters).")
    return load(args.weights / f"letters-{method}.safetensors", device="cpu", threads=args.threads)


def _wanted(args: argparse.Namespace) -> list[str]:
    return [method for method in METHODS if not args.method or method in args.method]


def likelihood(args: argparse.Namespace) -> Rows:
    """Bits a letter of held-out chunks, and of some of their letters."""
    if args.data is None:
        raise SystemExit("Name the folder of news text with --data DIR.")
    drawn = chunks(read_letters(Path(args.data), args.part), args.count, args.seed)
    rows: Rows = []
    for method in _wanted(args):
        predict = _network(args, method)
        pages = [page_of(row, predict) for row in drawn]
        nats = measured(method, predict, pages, KINDS, query_nats, args.seed)
        bits = {kind: [value / np.log(2) for value in values] for kind, values in nats.items()}
        card = predict.card
        about = {"steps": card["steps"], "seen": card["examples"] * CHUNK, "minutes_trained": 60 * card["core_hours"]}
        rows.append({"label": method.upper(), "nats": bits, **about})
    return rows


def page_of(symbols: np.ndarray, predict: Predictor) -> tuple[Cells, Grid]:
    """A chunk with nothing kept."""
    cells = cells_of(symbols, np.zeros(len(symbols), dtype=bool), predict.card)
    return cells, Grid(cells.key, np.zeros(cells.shape, dtype=bool))


def filled(predict: Predictor, cells: Cells, seed: int) -> np.ndarray:
    """The chunk (n,) with its open letters written by MAC, one after another."""
    state = last(sample_ordered(predict, cells, PLAIN, (np.random.default_rng(seed),), [mac_order(cells)]))
    return state.tokens[0, 0]


def samples(args: argparse.Namespace) -> Rows:
    """Our own text with letters hidden and filled in by MAC, and chunks from nothing; none is chosen."""
    if "mac" not in _wanted(args):
        return []
    predict = _network(args, "mac")
    symbols = np.array([SYMBOLS.index(letter) for letter in folded(OWN)[:CHUNK]])
    rows: Rows = []
    for number, share in enumerate((*SHARES, 1.0)):
        hidden = np.random.default_rng((args.seed, number)).random(CHUNK) < share
        cells = cells_of(symbols, ~hidden, predict.card)
        texts = [as_text(filled(predict, cells, args.seed + k)) for k in range(1 if share < 1 else args.count)]
        rows += [
            {"label": f"{share:.0%} hidden, {k}", "shown": as_text(symbols, hidden), "filled": text}
            for k, text in enumerate(texts)
        ]
    return rows


SECTIONS = {"likelihood": Section(likelihood, 100), "samples": Section(samples, 2)}
