"""How a passage's exact bits compare with real passages of its shape: the tables of training.data.percentiles, and
which row fits. Asks no network.

A shape is how many rows (voices) are asked for, or "all" where nothing is given, and a length in steps; what is
compared is bits per cell. A table belongs to one set of weights and says nothing about others."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import assets
from engine.formats.small_json import read_object
from engine.jobs.figures import checksum
from engine.sampling.questions import Span

ALL = "all"
NEAR = 2**0.5  # a length stands for those up to this factor away
MARKS = (0.5, 0.8, 0.95)  # shares of real cells where one grade of surprise ends and the next begins
FULL = 0.9  # share of its rows and steps that a passage must ask for to be one


@dataclass(frozen=True)
class PercentileRow:
    """Bits a cell of `count` real passages of about `length` steps, at even shares from the least to the most
    surprising."""

    length: int
    count: int
    bits: tuple[float, ...]


@dataclass(frozen=True)
class Standing:
    """The share of `count` real passages that surprise less."""

    share: float
    count: int


PercentileTable = Mapping[str, Sequence[PercentileRow]]


def shape_of(spans: Sequence[Span], shape: tuple[int, int]) -> tuple[str, int, int] | None:
    """(kind, length, cells) of what is asked for on a canvas of (rows, steps); None where it is scattered."""
    if not spans:
        return None
    rows = {row for row, _, _ in spans}
    cells = sum(stop - start for _, start, stop in spans)
    length = max(stop for _, _, stop in spans) - min(start for _, start, _ in spans)
    if cells < FULL * len(rows) * length:
        return None
    return (ALL if cells >= FULL * shape[0] * shape[1] else str(len(rows))), length, cells


def standing(table: PercentileTable, spans: Sequence[Span], shape: tuple[int, int], bits: float) -> Standing | None:
    """Where the bits of the spans together stand among real passages, None where no row fits."""
    found = shape_of(spans, shape)
    if found is None:
        return None
    kind, length, cells = found
    row = min(table.get(kind, ()), key=lambda row: abs(np.log(row.length / length)), default=None)
    if row is None or not 1 / NEAR <= row.length / length <= NEAR:
        return None
    return Standing(float(np.interp(bits / cells, row.bits, np.linspace(0, 1, len(row.bits)))), row.count)


@functools.cache
def single_marks(modality: str) -> tuple[float, ...] | None:
    """Bits that half, four in five and nineteen in twenty single cells of real pages stay under, given all the rest;
    None where that was not measured."""
    row = next((row for row in (read_table(modality) or {}).get("1", ()) if row.length == 1), None)
    if row is None:
        return None
    return tuple(round(float(np.interp(share, np.linspace(0, 1, len(row.bits)), row.bits)), 2) for share in MARKS)


def read_table(modality: str, card: Mapping[str, Any] | None = None) -> PercentileTable | None:
    """The table of the shipped weights; None where there is none, it is damaged, or it belongs to other weights.

    `card` is that of the network that answers."""
    path = assets.percentiles(modality)
    try:
        plain = read_object(path)
        weights = assets.weights(modality, plain["method"])
        if (card is not None and "network" not in card) or plain["weights"] != checksum(weights):
            return None
        return {
            kind: tuple(PercentileRow(row["length"], row["count"], tuple(row["bits"])) for row in rows)
            for kind, rows in plain["rows"].items()
        }
    except (OSError, ValueError, KeyError, TypeError):
        return None
