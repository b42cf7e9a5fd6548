"""Orders over the cells of a grid: MAC's key and SFARM's modes. The samplers and the trainers share them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

MUSIC_VOICE_ORDER = (0, 3, 1, 2)  # within a step: soprano, bass, alto, tenor


@dataclass(frozen=True)
class Grid:
    """What a mask needs to know of the cells:

    MAC's key rank of each cell and which cells hold the one before; both (rows, steps)."""

    key: np.ndarray
    held: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, steps)."""
        return self.key.shape


def chronological_key(rows: int, steps: int) -> np.ndarray:
    """Ranks (rows, steps): time first, inside a step soprano, bass, alto, tenor (one row: just time)."""
    place = np.empty(rows, dtype=np.int64)
    place[list(MUSIC_VOICE_ORDER[:rows] if rows == 4 else range(rows))] = np.arange(rows)
    return np.arange(steps)[None] * rows + place[:, None]


APART = 25  # steps between one cell and the next of the spaced key


def spaced_key(rows: int, steps: int) -> np.ndarray:
    """Ranks (rows, steps) as MAC's authors took them for text: steps 0, 25, 50, ..., then 1, 26, ..., and so on."""
    place = np.argsort(np.argsort(np.arange(steps) % APART, kind="stable"), kind="stable")
    return chronological_key(rows, steps)[:, place]


KEYS: dict[str, Callable[[int, int], np.ndarray]] = {"time": chronological_key, "spaced": spaced_key}


def trained_key(card: Mapping[str, Any], rows: int, steps: int) -> np.ndarray:
    """The key that a network was trained with, as its card says."""
    return KEYS.get(card.get("recipe", {}).get("key", ""), chronological_key)(rows, steps)


MODES = ("random", "left to right", "right to left", "inside patch", "outside patch", "top to bottom", "bottom to top")
SENTENCE_MODES = 5  # the two vertical modes come last and drop out on one row


def mode_stages(mode: int, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """Bool array: the cells a mode activates first, its boundary drawn at random (SFARM, section 3.5)."""
    rows, steps = shape
    name = MODES[mode]
    inside = np.zeros(shape, dtype=bool)
    if name == "random":
        return ~inside
    if name in ("left to right", "right to left"):
        cut = int(rng.integers(1, max(2, steps)))
        inside[:, :cut] = True
        return inside if name == "left to right" else inside[:, ::-1]
    if name in ("top to bottom", "bottom to top"):
        cut = int(rng.integers(1, max(2, rows)))
        inside[:cut] = True
        return inside if name == "top to bottom" else inside[::-1]
    left, right = _span(steps, rng)
    top, bottom = _span(rows, rng) if rows > 1 else (0, 1)
    inside[top:bottom, left:right] = True
    return inside if name == "inside patch" else ~inside


def _span(length: int, rng: np.random.Generator) -> tuple[int, int]:
    """A random non-empty span that leaves something outside where it can."""
    size = int(rng.integers(1, max(2, length)))
    start = int(rng.integers(0, length - size + 1))
    return start, start + size
