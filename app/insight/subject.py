"""What the heat-map and its sections need to know about a kind of page.

A page of notes answers in app.insight.notes, a page of words in app.sentence.insight."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from app.roll.view import RollView
from engine.canvas.project import CanvasPart
from engine.sampling.questions import Span

if TYPE_CHECKING:
    from app.page.page import Page


def roll_of(page: "Page") -> RollView:
    """The piano roll of a page of music."""
    roll = page.parts.widget
    assert isinstance(roll, RollView)
    return roll


@dataclass(frozen=True)
class Named:
    """A note or word as a list shows it: where it is, what it is, both in a sentence, and the voice whose badge
    comes before it (None: none)."""

    place: str
    name: str
    words: str
    voice: int | None


class Subject(Protocol):
    """A kind of page. The rest of the fields are what its cells are called."""

    modality: str
    one: str
    many: str
    nothing: str  # said of an empty page
    off: str  # what the heat-map would show
    passages: str  # what a selection is compared with

    def canvas(self) -> CanvasPart:
        """What is in view and can be asked about: another value after every edit."""

    def shape(self, canvas: Any) -> tuple[int, int]:
        """(rows, steps)."""

    def spans(self, canvas: Any) -> tuple[Span, ...]:
        """Every note or word that can be measured, the nearest to the view first."""

    def carried(self, old: Any, bits: np.ndarray, new: Any) -> np.ndarray:
        """Bits (rows, steps) for a changed page: what was known of cells that are the same, NaN elsewhere."""

    def selected(self, canvas: Any) -> tuple[Span, ...]:
        """What is selected of it."""

    def named(self, canvas: Any, row: int, at: int) -> Named | None:
        """What begins at a cell; None where nothing does."""
