"""How likely the selected notes or words are together, given all the rest, in bits, and how that compares with real
passages: asked for while the heat-map is on. Knows no widgets."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.document.asker import Asker
from app.insight.heat import DELAY, Heat
from app.words import count, tr
from engine.canvas.mask import Brush, Mask
from engine.jobs.inquiry import QUESTIONS, Inquiry
from engine.jobs.job import Models
from engine.jobs.percentiles import PercentileTable, Standing, read_table, standing
from engine.sampling.questions import Span

if TYPE_CHECKING:
    from app.document.document import Document
    from app.document.worker import Worker


LIKELIHOOD = "likelihood"


def read_standings(models: Models | None, modality: str) -> PercentileTable | None:
    """The table of real passages for the network that answers, None where none fits; runs in the engine thread."""
    return read_table(modality, models(modality, QUESTIONS[LIKELIHOOD].method).card if models is not None else None)


def standing_words(found: Standing | None, passages: str) -> str:
    """How a passage compares, in a sentence; empty where no table fits."""
    if found is None:
        return ""
    share = round(100 * found.share)
    words = {0: "Less surprising than all of", 100: "More surprising than all of"}.get(
        share, "More surprising than {share} % of"
    )
    return tr(words + " {n} {passages} of about this length.", share=share, n=found.count, passages=tr(passages))


class SelectionBits(QObject):
    """`said` a sentence, or nothing to say; an edit, another selection or the end of the heat-map drops the question
    at once."""

    said = Signal(str)

    def __init__(self, document: "Document", heat: Heat, worker: "Worker", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._heat, self._worker = document, heat, worker
        self._table: PercentileTable | None = None
        self._asked_table = False
        self._spans: tuple[Span, ...] = ()
        self.asker = Asker(worker, self)
        self.asker.answered.connect(self._answered)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._ask)
        self._about: tuple[object, object] | None = None
        document.selection_changed.connect(self._follow)
        heat.changed.connect(self._follow)

    def _follow(self) -> None:
        """Ask again if the selection, or the page under it, is another; the heat-map goes first."""
        wanted = self._heat.finished and self._heat.wanted and bool(self._document.selection)
        about = (self._heat.canvas, self._document.selection) if wanted else None
        if about == self._about:
            return
        self._about = about
        self.asker.cancel()
        self.said.emit("")
        if wanted:
            self._timer.start()
        else:
            self._timer.stop()

    def _ask(self) -> None:
        subject, canvas = self._heat.subject, self._heat.canvas
        self._spans = subject.selected(canvas) if canvas is not None else ()
        if canvas is None or not self._spans:
            return
        if not self._asked_table:
            self._asked_table = True
            self._worker.call(read_standings, self._worker.models, subject.modality, then=self._read)
        self.asker.ask(Inquiry(LIKELIHOOD, canvas, Mask.filled(*subject.shape(canvas), Brush.KEEP), self._spans))

    def _read(self, table: PercentileTable | None) -> None:
        self._table = table

    def _answered(self, bits: float) -> None:
        subject = self._heat.subject
        notes = count(len(self._spans), f"selected {subject.one}", f"selected {subject.many}")
        found = standing(self._table, self._spans, subject.shape(self._heat.canvas), bits) if self._table else None
        where = standing_words(found, subject.passages)
        self.said.emit(
            tr("{notes}: {bits} bits together, given all the rest.", notes=notes, bits=f"{bits:.1f}")
            + (f" {where}" if where else "")
        )
