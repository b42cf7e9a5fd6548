"""`python -m training.data.percentiles`: how surprising held-out passages are to the shipped MAC network, in exact
bits per cell, and writes the shares to assets.

The question is the one the Insight panel asks of a selection: some voices' notes between two moments, given all the
rest of the page. `--data DIR` measures sentences instead, where a text network is there. A passage is scored in
MAC's order, which is that of time; so the sum over its later part is that part's own exact answer, given all the
rest, and one scoring gives a value for every shorter length that ends with it. Takes some minutes on one thread."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import assets
from engine.canvas.edits_bars import crop
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, Piece
from engine.canvas.text import Sentence
from engine.errors import PalimpsestError
from engine.jobs.figures import checksum
from engine.jobs.models import configure, load_predictor
from engine.jobs.percentiles import ALL, NEAR
from engine.sampling.cells import Cells, Predictor
from engine.sampling.modalities import MODALITIES
from engine.sampling.ordered import mac_order, score_ordered
from engine.sampling.questions import last
from engine.theory.excerpts import STEPS
from training.data.chorales import load_chorales
from training.data.excerpts import eight_bars
from training.data.news import read_part
from training.data.split import read_split
from training.fitting.flags import parse

METHOD = "mac"
SHARES = 21  # from the least to the most surprising, every twentieth
LENGTHS = {"music": (4, 8, 16, 32, 64, 128), "text": (1, 2, 4, 8, 16, 32)}
SHORT = 32  # sixteenths: two bars
FEWEST = 8  # passages of which a row is made


@dataclass(frozen=True)
class PercentilesConfig:
    """The flags."""

    data: str = ""  # folder of news text: measure sentences instead of chorales
    passages: int = 48  # of each kind; the long ones of four voices are a third of it
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True)
class PassageQuery:
    """A passage to score: which rows, its end, how far back it may begin, and the steps at which it may (nothing is
    cut in two there)."""

    kind: str
    cells: Cells
    rows: tuple[int, ...]
    stop: int
    longest: int
    cuts: np.ndarray


def values(predict: Predictor, query: PassageQuery, lengths: tuple[int, ...]) -> dict[int, float]:
    """Exact bits per cell of the passages that end at the query's stop, by the length they stand for."""
    starts = query.cuts[(query.cuts < query.stop) & (query.cuts >= query.stop - query.longest)]
    if not len(starts):
        return {}
    rows, spans = list(query.rows), query.stop - starts
    hidden = np.zeros(query.cells.shape, dtype=bool)
    hidden[rows, starts[0] : query.stop] = True
    nats = last(score_ordered(predict, query.cells, mac_order(query.cells, hidden)))
    found = {}
    for length in lengths:
        best = int(np.abs(np.log(spans / length)).argmin())
        if 1 / NEAR <= spans[best] / length <= NEAR and (query.kind != ALL or best == 0):
            found[length] = float(nats[rows, starts[best] : query.stop].sum() / np.log(2) / (len(rows) * spans[best]))
    return found


def clean_cuts(cells: np.ndarray) -> np.ndarray:
    """Steps before which every row (rows, steps) ends what it sounds, and the end."""
    return np.append(np.flatnonzero(np.all(cells != HOLD, axis=0)), cells.shape[1])


def chorale_queries(predict: Predictor, count: int, rng: np.random.Generator) -> Iterator[PassageQuery]:
    """One voice, all four in short and in long passages of whole chorales; and eight bars from scratch."""
    chorales = load_chorales()
    pieces = [chorales[name] for name in read_split()["valid"] if name in chorales]
    closed = [crop(piece, start, start + STEPS) for piece in pieces for start in eight_bars(piece)[:1]]
    for piece in drawn(pieces, count, rng):
        yield passage(predict, piece, (int(rng.integers(4)),), STEPS, rng)
    for piece in drawn(pieces, count, rng):
        yield passage(predict, piece, (0, 1, 2, 3), SHORT, rng)
    for piece in drawn(pieces, count // 3, rng):
        yield passage(predict, piece, (0, 1, 2, 3), STEPS, rng)
    for piece in drawn(closed, count // 3, rng):
        yield PassageQuery(ALL, opened(predict, piece), (0, 1, 2, 3), STEPS, STEPS, np.array([0]))


def drawn(items: list[Any], count: int, rng: np.random.Generator) -> list[Any]:
    """So many of the items, none again before all were taken."""
    order = np.concatenate([rng.permutation(len(items)) for _ in range(-(-count // len(items)))])
    return [items[index] for index in order[:count]]


def passage(
    predict: Predictor, piece: Piece, rows: tuple[int, ...], longest: int, rng: np.random.Generator
) -> PassageQuery:
    """A passage of some voices that ends where none of them is cut."""
    cuts = clean_cuts(piece.grid()[list(rows)])
    ends = cuts[cuts >= min(longest, piece.steps)]
    return PassageQuery(
        str(len(rows)), opened(predict, piece), rows, int(rng.choice(ends)) if len(ends) else piece.steps, longest, cuts
    )


def opened(predict: Predictor, canvas: Piece | Sentence) -> Cells:
    """A canvas as the network sees it."""
    rows, steps = (4, canvas.steps) if isinstance(canvas, Piece) else (1, len(canvas.words))
    return MODALITIES[type(canvas)].open(canvas, Mask.filled(rows, steps, Brush.KEEP), predict).cells


def sentence_queries(predict: Predictor, folder: Path, count: int, rng: np.random.Generator) -> Iterator[PassageQuery]:
    """Runs of words inside valid sentences, and whole sentences of each length."""
    vocabulary = tuple(predict.card["vocabulary"])
    part = read_part(folder, "valid", vocabulary)
    sentences = [row for length in sorted(part) for row in part[length]]
    for row in drawn(sentences, 4 * count, rng):
        yield words(predict, vocabulary, row, int(rng.integers(1, len(row) + 1)), "1")
    for length in LENGTHS["text"]:
        near = [row for row in sentences if 1 / NEAR <= len(row) / length <= NEAR]
        for row in drawn(near, count, rng) if near else ():
            yield words(predict, vocabulary, row, len(row), ALL)


def words(predict: Predictor, vocabulary: tuple[str, ...], row: np.ndarray, stop: int, kind: str) -> PassageQuery:
    """The words of a sentence up to `stop`."""
    cells = opened(predict, Sentence(tuple(vocabulary[token] for token in row)))
    return PassageQuery(kind, cells, (0,), stop, stop, np.array([0]) if kind == ALL else np.arange(stop))


def table(
    predict: Predictor, queries: Iterator[PassageQuery], lengths: tuple[int, ...]
) -> dict[str, list[dict[str, Any]]]:
    """{kind: rows of length, count and bits at even shares}; says how far it is."""
    found: dict[tuple[str, int], list[float]] = {}
    began = time.monotonic()
    for number, query in enumerate(queries, 1):
        for length, bits in values(predict, query, lengths).items():
            found.setdefault((query.kind, length), []).append(bits)
        if number % 10 == 0:
            print(f"{number} passages, {time.monotonic() - began:.0f} s", flush=True)
    rows: dict[str, list[dict[str, Any]]] = {}
    for (kind, length), bits_ in sorted(found.items()):
        if len(bits_) >= FEWEST:
            marks = np.quantile(bits_, np.linspace(0, 1, SHARES))
            rows.setdefault(kind, []).append(
                {"length": length, "count": len(bits_), "bits": [round(float(mark), 4) for mark in marks]}
            )
    return rows


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(PercentilesConfig, __doc__ or "", argv)
    modality = "text" if config.data else "music"
    configure("cpu", config.threads)
    rng = np.random.default_rng(config.seed)
    try:
        predict = load_predictor(modality, METHOD)
        asked = (
            sentence_queries(predict, Path(config.data), config.passages, rng)
            if config.data
            else chorale_queries(predict, config.passages, rng)
        )
        rows = table(predict, asked, LENGTHS[modality])
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None
    about = {
        "command": (
            f"python -m training.data.percentiles{' --data DIR' if config.data else ''} --passages {config.passages}"
            f" --seed {config.seed}"
        ),
        "part": "valid",
        "method": METHOD,
        "weights": checksum(assets.weights(modality, METHOD)),
        "rows": rows,
    }
    path = assets.percentiles(modality)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    for kind, found in rows.items():
        for row in found:
            print(
                f"{kind:>4} {row['length']:4} steps: {row['count']:4} passages, median {row['bits'][SHARES // 2]:.3f}"
                " bits a cell"
            )


if __name__ == "__main__":
    main()
