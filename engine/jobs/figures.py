"""Measured figures of a weight file: a small JSON beside it, bound to the file's contents, so that measuring never
rewrites the weights."""

import functools
import hashlib
import json
from pathlib import Path
from typing import Any

import assets
from engine.formats.files import write_bytes
from engine.formats.small_json import read_object


def checksum(path: Path) -> str:
    """Of the numbers in a weight file, and of its changes; its card may change without changing them."""
    found, *parts = (_checksum(part, *_last_written(part)) for part in assets.weight_parts(path))
    for part in parts:
        found = hashlib.sha256((found + part).encode()).hexdigest()[:16]
    return found


def _last_written(path: Path) -> tuple[int, int]:
    """A file's size and time."""
    about = path.stat()
    return about.st_size, about.st_mtime_ns


@functools.lru_cache(maxsize=256)
def _checksum(path: Path, size: int, changed: int) -> str:
    """Of a file that has not changed since: models are large, and listed often."""
    with path.open("rb") as file:
        file.seek(min(8 + int.from_bytes(file.read(8), "little"), size))  # a damaged file may name any length
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def read_figures(weights: Path) -> dict[str, Any]:
    """The figures of a weight file; none where there are none, they are damaged, or belong to other weights."""
    try:
        found = read_object(weights.with_suffix(".json"))
        measured = found.get("measured") if found["weights"] == checksum(weights) else None
        return measured if isinstance(measured, dict) else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def add_figures(weights: Path, **figures: Any) -> None:
    """Put figures beside a weight file, to those that stand there already."""
    _write(weights, {"measured": read_figures(weights) | figures, "origin": read_origin(weights)})


def read_origin(weights: Path) -> str:
    """Where a weight file came from, as it was written down beside it; "" where it was not."""
    try:
        found = read_object(weights.with_suffix(".json"))
        return str(found["origin"]) if found["weights"] == checksum(weights) else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def write_origin(weights: Path, origin: str) -> None:
    """Write down where a weight file came from."""
    _write(weights, {"measured": read_figures(weights), "origin": origin})


def _write(weights: Path, known: dict[str, Any]) -> None:
    found = {"weights": checksum(weights), **{name: value for name, value in known.items() if value}}
    write_bytes(weights.with_suffix(".json"), (json.dumps(found, indent=1) + "\n").encode())
