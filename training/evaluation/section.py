"""What one section of the evaluation is: how it is measured, how often by default, and whose weights are there.

Measures nothing itself."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.errors import ModelError
from engine.jobs.figures import add_figures
from engine.jobs.models import weights_path

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Section:
    """`measure` answers with rows of a table, each with a label; `count` is how many samples or pieces a row takes
    unless the flag says otherwise."""

    measure: Callable[[argparse.Namespace], Rows]
    count: int


def available(modality: str, methods: tuple[str, ...], only: list[str] | None = None) -> list[str]:
    """The methods (of those in `only`, if any) whose weights are there; the others are named on standard error."""
    found = []
    for method in methods:
        try:
            if not only or method in only:
                weights_path(modality, method)
                found.append(method)
        except ModelError as error:
            print(error, file=sys.stderr)
    return found


def trained(modality: str, method: str) -> float:
    """Minutes of one core that a method's weights were trained for, as their card says."""
    from engine.neural.weight_file import read_card

    return 60 * float(read_card(weights_path(modality, method)).get("core_hours", float("nan")))


def state(modality: str, method: str, **measured: Any) -> None:
    """Put what was measured beside a method's weights, for their card."""
    add_figures(weights_path(modality, method), **measured)
