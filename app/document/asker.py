"""One question at a time to a network, through the one worker: a new question replaces the old one, whose answers are
dropped. Knows no widgets."""

from PySide6.QtCore import QObject, Signal

from app.document.worker import Worker
from engine.jobs.inquiry import Inquiry
from engine.jobs.request import Answered, Cancelled, Failed, Partial


class Asker(QObject):
    """`partial` with what is known so far, then `answered` with the whole, or `failed` with a sentence; a cancelled
    question says nothing more."""

    partial = Signal(object)
    answered = Signal(object)
    failed = Signal(str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._job: int | None = None

    @property
    def running(self) -> bool:
        """Whether an answer is awaited."""
        return self._job is not None

    def ask(self, inquiry: Inquiry) -> None:
        """Ask; an older question is dropped."""
        self.cancel()
        self._job = self._worker.submit(inquiry, self._event)

    def cancel(self) -> None:
        """Stop at once."""
        job, self._job = self._job, None
        if job is not None:
            self._worker.cancel(job)

    def _event(self, event: object) -> None:
        if self._job is None:
            return  # cancelled here
        if isinstance(event, Partial):
            self.partial.emit(event.value)
            return
        if isinstance(event, Answered | Failed | Cancelled):
            self._job = None
        if isinstance(event, Answered):
            self.answered.emit(event.value)
        elif isinstance(event, Failed):
            self.failed.emit(event.sentence)
