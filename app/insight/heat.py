"""The surprise of every note or word, in bits: nearest the view first, dropped when edited, kept where a note stays.
Knows the page only as a Subject, and its canvas as something that shows an array."""

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.document.asker import Asker
from app.insight.subject import Subject
from engine.canvas.mask import Brush, Mask
from engine.canvas.project import CanvasPart
from engine.jobs.inquiry import Inquiry
from engine.sampling.questions import Span

if TYPE_CHECKING:
    from app.document.document import Document
    from app.document.preview import Preview
    from app.document.worker import Worker

DELAY = 250  # milliseconds after an edit before notes are asked for again


class Heat(QObject):
    """Off at first; `changed` whenever there is something else to show."""

    changed = Signal()

    def __init__(
        self,
        subject: Subject,
        document: "Document",
        preview: "Preview",
        roll: Any,
        worker: "Worker",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.subject, self._preview, self._roll = subject, preview, roll
        self.on = False
        self.problem = ""  # why nothing can be shown, in one sentence
        self.canvas: CanvasPart | None = None  # the page the bits belong to
        self.bits: np.ndarray | None = None
        self._spans: tuple[Span, ...] = ()
        self.asker = Asker(worker, self)
        self.asker.partial.connect(self._take_bits)
        self.asker.answered.connect(self._take_bits)
        self.asker.failed.connect(self._failed)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._ask)
        for signal in (
            document.changed,
            document.selection_changed,
        ):  # a draft's active sentence goes with the selection
            signal.connect(self._follow)
        preview.changed.connect(self._follow)

    def toggle(self) -> None:
        """Show the heat-map, or hide it."""
        self.on = not self.on
        self.problem = ""
        self.canvas = None
        self._follow()
        self.changed.emit()

    @property
    def wanted(self) -> bool:
        """Whether there is a page to show it on: alternatives are not measured."""
        return self.on and not self._preview.count and self._preview.before is None

    @property
    def finished(self) -> bool:
        """Whether the bits of every note of the page are known."""
        return (
            self.on
            and self.canvas is self.subject.canvas()
            and not self.asker.running
            and not self._timer.isActive()
            and not self.problem
        )

    def notes(self) -> list[tuple[float, int, int]]:
        """(bits, row, step) of what is known, the most surprising first."""
        if self.bits is None:
            return []
        return sorted(
            ((float(self.bits[v, s]), int(v), int(s)) for v, s in np.argwhere(np.isfinite(self.bits))), reverse=True
        )

    def _follow(self) -> None:
        if not self.wanted:
            changed, known = self.on or self.bits is not None, self.on and self._measured()
            self.asker.cancel()
            self._timer.stop()
            if self._roll.surprise is not None:
                self._roll.surprise = None
            if not self.on:
                self.bits = None
            self.canvas = self.canvas if known else None
            if changed:
                self.changed.emit()
            return
        canvas = self.subject.canvas()
        if canvas is self.canvas:
            if self._roll.surprise is None and self.bits is not None and not self.problem:
                self._show()
            return
        self.asker.cancel()  # at once: what is being computed is about another page
        if self.canvas is not None and self.bits is not None:
            self.bits = self.subject.carried(self.canvas, self.bits, canvas)
        else:
            self.bits = np.full(self.subject.shape(canvas), np.nan)
        self.canvas, self._spans = canvas, ()
        self._show()
        self._timer.start()

    def _measured(self) -> bool:
        return (
            self.bits is not None and bool(self._spans) and all(np.isfinite(self.bits[v, s]) for v, s, _ in self._spans)
        )

    def _ask(self) -> None:
        if not self.wanted or self.canvas is None:
            return
        self._spans = self.subject.spans(self.canvas)
        if self._spans:
            self.asker.ask(
                Inquiry("surprise", self.canvas, Mask.filled(*self.subject.shape(self.canvas), Brush.KEEP), self._spans)
            )
        self.changed.emit()

    def _take_bits(self, values: np.ndarray) -> None:
        if self.bits is None:
            return
        for (voice, start, _), value in zip(self._spans, values, strict=True):
            if np.isfinite(value):
                self.bits[voice, start] = value
        self._show()

    def _show(self) -> None:
        self._roll.surprise = None if self.bits is None else self.bits.copy()
        self.changed.emit()

    def _failed(self, sentence: str) -> None:
        self.problem = sentence
        self._roll.surprise = None
        self.changed.emit()
