"""SFARM on tables of numbers: how well hidden features are known (the paper's Table 1), and which to ask for next
(figure 5). Each split trains a small network of its own."""

import argparse
import tempfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from engine.errors import PalimpsestError
from engine.sampling.draw import log_softmax
from engine.sampling.ordered import random_order
from engine.sampling.questions import ask, entropies, last, open_odds, order_average
from training.data.table import TABLES, Split, read_table, split
from training.evaluation.section import Rows, Section
from training.uci import STEP, TableConfig, TablePredictor, cells_of, fit, planned, to_numbers

ORDERS = 16  # of eq. 14's mixture
SAMPLES = 16  # draws of a candidate's value
ROWS = 40  # held-out rows of a split on which rules of asking are compared, at most
PUBLISHED = {"energy": (4.90, 4.74, 0.21), "yacht": (4.42, 4.14, 2.50), "concrete": (4.10, 3.06, 1.05)}


@lru_cache(maxsize=64)
def trained(folder: Path, name: str, seed: int, epochs: int) -> tuple[Split, TablePredictor]:
    """A split of a table and a network trained on it."""
    part = split(read_table(folder, name), seed)
    with tempfile.TemporaryDirectory() as out:
        config = planned(TableConfig(table=name, seed=seed, epochs=epochs), len(part.training), out)
        return part, fit(part, config)


def hidden_nats(part: Split, predict: TablePredictor, rng: np.random.Generator) -> np.ndarray:
    """Nats a hidden feature of each test row (n,), half of the features hidden at random (SFARM eq. 14)."""
    found = []
    for row in part.test:
        pinned = rng.random(len(row)) < 0.5
        pinned[rng.integers(len(row))] = False
        cells = cells_of(row, pinned)
        orders = [random_order(cells, rng) for _ in range(ORDERS)]
        nats = order_average(predict, cells, orders, staged=True)
        found.append(nats / (~pinned).sum() + np.log(STEP))
    return np.array(found)


def asked_for(rule: str, predict: TablePredictor, row: np.ndarray, pinned: np.ndarray, rng: np.random.Generator) -> int:
    """Which feature but the last is to be known next."""
    cells = cells_of(row, pinned)
    open_ = [(0, int(place)) for place in np.flatnonzero(~pinned[:-1])]
    if rule == "at random":
        return open_[int(rng.integers(len(open_)))][1]
    if rule == "most uncertain":
        return max(open_, key=lambda cell: entropies(open_odds(predict, cells))[cell])[1]
    target = np.arange(len(row))[None] == len(row) - 1
    return last(ask(predict, cells, open_, rng, samples=SAMPLES, target=target))[0].step


def curve(rule: str, part: Split, predict: TablePredictor, rng: np.random.Generator) -> np.ndarray:
    """(root mean square error, nats) of the last feature after 0, 1, ... known others: (2, features)."""
    some = part.test[:ROWS]
    features = some.shape[1]
    squares, nats = np.zeros(some.shape), np.zeros(some.shape)
    for number, row in enumerate(some):
        pinned = np.zeros(features, dtype=bool)
        for turn in range(features):
            cells = cells_of(row, pinned)
            odds = log_softmax(open_odds(predict, cells)[0, -1])
            squares[number, turn] = (np.exp(odds) @ to_numbers(np.arange(len(odds))) - row[-1]) ** 2
            nats[number, turn] = -odds[cells.tokens[0, -1]] + np.log(STEP)
            if turn < features - 1:
                pinned[asked_for(rule, predict, row, pinned, rng)] = True
    return np.stack([np.sqrt(squares.mean(0)), nats.mean(0)])


def _folder(args: argparse.Namespace) -> Path:
    if args.data is None:
        raise SystemExit("Name the folder of tables with --data DIR; training/data/table.py says what it must hold.")
    return args.data


def imputation(args: argparse.Namespace) -> Rows:
    """One row a table: mean and standard error over the held-out rows of all splits."""
    rows: Rows = []
    for name in TABLES:
        try:
            each = np.concatenate(
                [
                    hidden_nats(*trained(_folder(args), name, args.seed + n, args.epochs), np.random.default_rng(n))
                    for n in range(args.count)
                ]
            )
        except PalimpsestError as error:
            raise SystemExit(str(error)) from None
        vae, miwae, paper = PUBLISHED[name]
        spread = float(each.std(ddof=1) / np.sqrt(len(each)))
        rows.append(
            {"label": name, "nats": float(each.mean()), "error": spread, "rows": len(each), "splits": args.count}
            | {"vae": vae, "miwae": miwae, "sfarm": paper}
        )
    return rows


RULES = ("acquisition", "most uncertain", "at random")


def acquisition(args: argparse.Namespace) -> Rows:
    """One row a table and a rule: the curves of error and nats, averaged over splits."""
    rows: Rows = []
    for name in TABLES:
        for rule in RULES:
            each = np.array(
                [
                    curve(rule, *trained(_folder(args), name, args.seed + n, args.epochs), np.random.default_rng(n))
                    for n in range(args.count)
                ]
            )
            mean = each.mean(0)
            rows.append(
                {"label": f"{name}, {rule}", "error": mean[0].tolist(), "nats": mean[1].tolist(), "splits": args.count}
            )
    return rows


SECTIONS = {"imputation": Section(imputation, 5), "acquisition": Section(acquisition, 2)}
