"""What one section of the evaluation is: how it is measured, how often by default, and whose weights are there.

Measures nothing itself."""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import ModelError
from engine.jobs.figures import add_figures, read_figures
from engine.jobs.library import methods_of
from engine.jobs.models import weights_path
from engine.neural.weight_file import read_card
from engine.sampling.methods import METHODS

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Section:
    """`measure` answers with rows of a table, each with a label; `count` is how many samples or pieces a row takes
    unless the flag says otherwise."""

    measure: Callable[[argparse.Namespace], Rows]
    count: int


def available(modality: str, methods: tuple[str, ...], only: list[str] | None = None) -> list[str]:
    """The methods (of those in `only`, if any) whose weights are there; the others are named on standard error. Weights
    that several methods share serve those that their card names, so that no baseline runs on a network not its own."""
    found = []
    for method in methods:
        try:
            if not only or method in only:
                path = weights_path(modality, method)
                if path.stem == modality and method not in methods_of(read_card(path)):
                    raise ModelError(f"{path.name} was not trained for {METHODS[method].label}.")
                found.append(method)
        except ModelError as error:
            print(error, file=sys.stderr)
    return found


def trained(modality: str, method: str) -> float:
    """Minutes of one core that a method's weights and those they were begun from were trained for, as the card says."""
    card, hours = read_card(weights_path(modality, method)), 0.0
    while card:
        hours += float(card.get("core_hours", float("nan"))) + float(card.get("earlier_core_hours", 0.0))
        card = card.get("begun_from", {})
    return 60 * hours


def state(modality: str, method: str, **measured: Any) -> None:
    """Put what was measured beside a method's weights, for their card, beside those of methods that share them."""
    path, label = weights_path(modality, method), METHODS[method].label
    known = read_figures(path)
    add_figures(path, **{name: {**known.get(name, {}), label: value} for name, value in measured.items()})


class Timed:
    """A predictor that counts its calls and adds up the time spent in them."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.seconds, self.calls = inner, 0.0, 0
        self.vocabulary, self.length, self.card = inner.vocabulary, inner.length, inner.card

    def __call__(self, *args: Any, **kwargs: Any) -> np.ndarray:
        began = time.perf_counter()
        try:
            return self.inner(*args, **kwargs)
        finally:
            self.seconds += time.perf_counter() - began
            self.calls += 1
