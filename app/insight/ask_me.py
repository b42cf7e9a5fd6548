"""Ask me: which open cell, once settled, would decide most of what is open; its most likely values; taking one as Keep
and asking again. No painting. Each kind of page defines its cells and values in its own OpenCells."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.document.asker import Asker
from app.document.document import Document
from app.document.preview import Preview
from app.document.worker import Worker
from app.words import tr
from engine.canvas.project import CanvasPart, Project
from engine.jobs.inquiry import Inquiry
from engine.sampling.questions import Answer, Span

LEAST = 0.005  # share of what is open that is worth a question
CHOICES = 3  # values to choose from
NATS_TO_BITS = 1 / float(np.log(2))


@dataclass(frozen=True)
class Ask:
    """A cell worth settling: the share of what is open that it decides, what is open in bits, and (value, odds) of
    its most likely values."""

    row: int
    step: int
    share: float
    bits_open: float
    values: tuple[tuple[int, float], ...]


class OpenCells(Protocol):
    """What Ask me must know of a kind of page."""

    audible: bool  # whether a value can be played

    def canvas(self) -> CanvasPart:
        """What is asked about."""

    def spans(self) -> tuple[Span, ...]:
        """The open cells that are weighed, each as a span of one cell."""

    def values(self, answer: Answer) -> tuple[tuple[int, float], ...]:
        """(value, odds) of those values of an answer that can be kept."""

    def name(self, value: int) -> str:
        """What a value is called."""

    def where(self, best: Ask) -> str:
        """What is asked for, in words."""

    def put(self, best: Ask, value: int) -> Project:
        """The project with the value there, kept."""


class AskMe(QObject):
    """Off until asked; every edit of the page puts the question away."""

    changed = Signal()

    def __init__(
        self, cells: OpenCells, document: Document, preview: Preview, worker: Worker, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.cells, self._document, self._preview = cells, document, preview
        self.best: Ask | None = None
        self.first_bits = 0.0  # what was open when the user began
        self.problem = ""
        self._about: tuple[object, object] | None = None  # what the question is about
        self.asker = Asker(worker, self)
        self.asker.partial.connect(self._partly_answered)
        self.asker.answered.connect(self._answered)
        self.asker.failed.connect(self._failed)
        document.changed.connect(self._changed)
        document.selection_changed.connect(self._changed)  # a draft's active sentence goes with the selection
        preview.changed.connect(self._changed)

    @property
    def on(self) -> bool:
        """Whether a question is shown or being found."""
        return self.best is not None or self.asker.running

    def ask(self) -> None:
        """Look for the question that settles most."""
        self.first_bits = 0.0
        self._ask()

    def _ask(self) -> None:
        canvas, mask, spans = self.cells.canvas(), self._document.mask, self.cells.spans()
        self.best, self.problem = None, ""
        if not spans:
            self.problem = tr("Everything is kept. Paint what may change with Rewrite or Suggest.")
        elif self._preview.count:
            self.problem = tr("Accept or reject the alternatives first.")
        else:
            self._about = (canvas, mask)
            self.asker.ask(Inquiry("ask", canvas, mask, spans, {"top": CHOICES + 1}, seed=0))
        self.changed.emit()

    def take(self, value: int) -> None:
        """Settle the cell: one undo step; then ask again."""
        best = self.best
        if best is None:
            return
        self._about = None
        self._document.apply(tr("Settle {name}", name=self.cells.name(value)), self.cells.put(best, value))
        self._ask()

    def best_of(self, answers: list[Answer]) -> Ask | None:
        """What to ask the user, from the engine's answers."""
        for answer in answers:
            values = self.cells.values(answer)[:CHOICES]
            if values and answer.share >= LEAST:
                return Ask(answer.row, answer.step, answer.share, answer.nats / answer.share * NATS_TO_BITS, values)
        return None

    def stop(self) -> None:
        """Put the question away."""
        self.asker.cancel()
        self.best, self._about, self.problem = None, None, ""
        self.changed.emit()

    def _partly_answered(self, answers: list[Answer]) -> None:
        self.best = self.best_of(answers)
        if self.best is not None:
            self.first_bits = max(self.first_bits, self.best.bits_open)
        self.changed.emit()

    def _answered(self, answers: list[Answer]) -> None:
        self._partly_answered(answers)
        if self.best is None:
            self.problem = tr("No single answer decides anything more; rewrite and choose an alternative.")
            self.changed.emit()

    def _failed(self, sentence: str) -> None:
        self.best, self.problem = None, sentence
        self.changed.emit()

    def _changed(self) -> None:
        if self._about is not None and (
            (self.cells.canvas(), self._document.mask) != self._about or self._preview.count
        ):
            self.stop()
