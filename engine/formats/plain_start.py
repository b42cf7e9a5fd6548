"""The beginning of a branch as plain strings, one for each bar.

`62 _3 .4 ?12` is an onset, three holds, four rests and twelve cells still open; words are as in a draft. Knows nothing
of how it was made."""

import re
from collections.abc import Iterator
from typing import Any

from engine.canvas.music import HOLD, REST
from engine.canvas.start import OPEN, Start
from engine.errors import CanvasError
from engine.formats.plain import Plain, clean, damaged, listed, take

SIGNS = {HOLD: "_", REST: ".", OPEN: "?"}
CELLS = {sign: cell for cell, sign in SIGNS.items()}
_RUN = re.compile(r"([_.?])(\d{1,6})|(\d{1,3})")


def start_to_plain(start: Start, lengths: tuple[int, ...]) -> Plain:
    """A branch's beginning, lossless; `lengths` as for masks."""
    rows = [
        list(_stretches(row, lengths)) if not row or isinstance(row[0], int) else " ".join(map(str, row))
        for row in start.cells
    ]
    return {"method": start.method, "step": start.step, "total": start.total, "nats": start.nats, "cells": rows}


def start_from_plain(plain: Any, shape: tuple[int, int]) -> Start:
    """The beginning that `start_to_plain` wrote down; it must have the shape (rows, steps) of its take's mask."""
    rows = take(plain, "cells", list)
    nats = plain.get("nats")
    if len(rows) != shape[0] or (nats is not None and (isinstance(nats, bool) or not isinstance(nats, int | float))):
        raise damaged("a branch in it does not begin on its page")
    cells: Any = tuple(
        tuple(clean(row).split(" ")) if isinstance(row, str) else _row(listed(row, str, "branches"), shape[1])
        for row in rows
    )
    try:
        start = Start(
            cells,
            take(plain, "step", int),
            take(plain, "total", int),
            take(plain, "method", str),
            None if nats is None else float(nats),
        )
    except CanvasError as error:
        raise damaged("a branch in it does not begin anywhere") from error
    if start.shape != shape:
        raise damaged("a branch in it does not begin on its page")
    return start


def _stretches(row: tuple[Any, ...], lengths: tuple[int, ...]) -> Iterator[str]:
    """The strings of a row of music."""
    for length in (*lengths, len(row)):
        stretch, row = row[:length], row[length:]
        if stretch:
            letters = "".join(SIGNS.get(cell, f" {cell} ") for cell in stretch)
            yield " ".join(
                f"{run[0][0]}{len(run[0])}" if run[0][0] in CELLS else run[0]
                for run in re.finditer(r"(_+|\.+|\?+|\d+)", letters)
            )


def _row(texts: list[str], steps: int) -> tuple[int, ...]:
    """A row of music from its strings, of at most `steps` cells."""
    cells: list[int] = []
    for word in " ".join(texts).split():
        match = _RUN.fullmatch(word)
        if not match or len(cells) + int(match[2] or 1) > steps:
            raise damaged("a branch in it cannot be read")
        cells += [CELLS[match[1]]] * int(match[2]) if match[1] else [int(match[3])]
    return tuple(cells)
