"""Ask me: which open cell, once settled, would decide most of what is open; its likeliest values; taking one as Keep
and asking again. No painting. What a cell and its values are, a kind of page says in its own class."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.insight.asking import Asking
from app.words import tr
from engine.canvas.project import Project
from engine.jobs.inquiry import Inquiry
from engine.jobs.request import Canvas
from engine.sampling.questions import Answer, Span

if TYPE_CHECKING:
    from app.page.page import Page

LEAST = 0.005  # share of what is open that is worth a question
CHOICES = 3  # values to choose from
NATS_TO_BITS = 1 / float(np.log(2))


@dataclass(frozen=True)
class Ask:
    """A cell worth settling: the share of what is open that it decides, what is open in bits, and (value, odds) of
    its likeliest values."""

    row: int
    step: int
    share: float
    bits_open: float
    values: tuple[tuple[int, float], ...]


class AskMe(QObject):
    """Off until asked; every edit of the page puts the question away."""

    changed = Signal()
    heard = False  # whether a value can be heard

    def __init__(self, page: "Page", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self.best: Ask | None = None
        self.first_bits = 0.0  # what was open when the person began
        self.trouble = ""
        self._about: tuple[object, object] | None = None  # what the question is about
        self.asking = Asking(page.worker, self)
        self.asking.told.connect(self._told)
        self.asking.answered.connect(self._answered)
        self.asking.failed.connect(self._failed)
        for signal in (
            page.document.changed,
            page.document.selection_changed,
        ):  # a draft's active sentence goes with the selection
            signal.connect(self._changed)
        page.preview.changed.connect(self._changed)

    @property
    def on(self) -> bool:
        """Whether a question stands or is being found."""
        return self.best is not None or self.asking.running

    def ask(self) -> None:
        """Look for the question that settles most."""
        self.first_bits = 0.0
        self._ask()

    def _ask(self) -> None:
        canvas, mask, spans = self.canvas(), self._page.document.mask, self.spans()
        self.best, self.trouble = None, ""
        if not spans:
            self.trouble = tr("Everything is kept, so nothing is open. Paint what may change with Rewrite or Suggest.")
        elif self._page.preview.count:
            self.trouble = tr("Accept or reject the alternatives first.")
        else:
            self._about = (canvas, mask)
            self.asking.ask(Inquiry("ask", canvas, mask, spans, {"top": CHOICES + 1}, seed=0))
        self.changed.emit()

    def take(self, value: int) -> None:
        """Settle the cell: one undo step; then ask again."""
        best = self.best
        if best is None:
            return
        self._about = None
        self._page.document.apply(tr("Settle {name}", name=self.name(value)), self.put(best, value))
        self._ask()

    def best_of(self, answers: list[Answer]) -> Ask | None:
        """What to ask of the person, from the engine's answers."""
        for answer in answers:
            values = self.values(answer)[:CHOICES]
            if values and answer.share >= LEAST:
                return Ask(answer.row, answer.step, answer.share, answer.nats / answer.share * NATS_TO_BITS, values)
        return None

    def stop(self) -> None:
        """Put the question away."""
        self.asking.cancel()
        self.best, self._about, self.trouble = None, None, ""
        self.changed.emit()

    def _told(self, answers: list[Answer]) -> None:
        self.best = self.best_of(answers)
        if self.best is not None:
            self.first_bits = max(self.first_bits, self.best.bits_open)
        self.changed.emit()

    def _answered(self, answers: list[Answer]) -> None:
        self._told(answers)
        if self.best is None:
            self.trouble = tr("No single answer decides anything more; rewrite, and choose among the alternatives.")
            self.changed.emit()

    def _failed(self, sentence: str) -> None:
        self.best, self.trouble = None, sentence
        self.changed.emit()

    def _changed(self) -> None:
        if self._about is not None and (
            (self.canvas(), self._page.document.mask) != self._about or self._page.preview.count
        ):
            self.stop()

    # What a kind of page says

    def canvas(self) -> Canvas:
        """What is asked about."""
        raise NotImplementedError

    def spans(self) -> tuple[Span, ...]:
        """The open cells that are weighed, each as a span of one cell."""
        raise NotImplementedError

    def values(self, answer: Answer) -> tuple[tuple[int, float], ...]:
        """(value, odds) of those values of an answer that can be kept."""
        raise NotImplementedError

    def name(self, value: int) -> str:
        """What a value is called."""
        raise NotImplementedError

    def where(self, best: Ask) -> str:
        """What is asked for, in words."""
        raise NotImplementedError

    def put(self, best: Ask, value: int) -> Project:
        """The project with the value there, kept."""
        raise NotImplementedError
