"""Tables of numbers: rows of features, normalised by the training rows. The last column is what is asked for.

SFARM's Table 1 uses three of the UCI machine-learning repository: Energy Efficiency (the first of its two targets),
Yacht Hydrodynamics and Concrete Compressive Strength. A folder holds them as energy.txt, yacht.txt and concrete.txt:
one row a line, numbers apart by white space, the target last."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import PalimpsestError

TABLES = ("energy", "yacht", "concrete")
HELD_OUT = 0.1


@dataclass(frozen=True)
class Split:
    """One split of a table: normalised rows (n, features) to train on and to test on."""

    training: np.ndarray
    test: np.ndarray


def read_table(folder: Path, name: str) -> np.ndarray:
    """The rows (n, features) of a table."""
    path = folder / f"{name}.txt"
    try:
        rows = np.loadtxt(path)
    except (OSError, ValueError) as error:
        raise PalimpsestError(
            f"The table {path.name} cannot be read; training/data/table.py says what it must hold."
        ) from error
    if rows.ndim != 2 or rows.shape[1] < 2 or not np.isfinite(rows).all():
        raise PalimpsestError(f"The table {path.name} must have two columns of numbers or more.")
    return rows


def split(rows: np.ndarray, seed: int) -> Split:
    """One row in ten is held out at random; every feature has mean 0 and variance 1 in the others."""
    order = np.random.default_rng(seed).permutation(len(rows))
    held_out = max(1, round(HELD_OUT * len(rows)))
    test, training = rows[order[:held_out]], rows[order[held_out:]]
    mean, scale = training.mean(0), training.std(0)
    scale = np.where(scale > 0, scale, 1.0)
    return Split((training - mean) / scale, (test - mean) / scale)
