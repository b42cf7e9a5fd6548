"""One question at a time to a network, through the one worker: a new one replaces the old, and nothing of the old is
heard again. Knows no widgets."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.jobs.inquiry import Inquiry
from engine.jobs.request import Answered, Cancelled, Failed, Partial

if TYPE_CHECKING:
    from app.document.worker import Worker


class Asking(QObject):
    """`told` with what is known so far, then `answered` with the whole, or `failed` with a sentence; a cancelled
    question says nothing more."""

    told = Signal(object)
    answered = Signal(object)
    failed = Signal(str)

    def __init__(self, worker: "Worker", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._job: int | None = None
        worker.heard.connect(self._arrived)

    @property
    def running(self) -> bool:
        """Whether an answer is awaited."""
        return self._job is not None

    def ask(self, inquiry: Inquiry) -> None:
        """Ask; an older question is dropped."""
        self.cancel()
        self._job = self._worker.submit(inquiry)

    def cancel(self) -> None:
        """Stop at once."""
        job, self._job = self._job, None
        if job is not None:
            self._worker.cancel(job)

    def _arrived(self, job: int, event: object) -> None:
        if job == self._job and type(event) in _HEARD:
            _HEARD[type(event)](self, event)

    def _partial(self, event: Partial) -> None:
        self.told.emit(event.value)

    def _answer(self, event: Answered) -> None:
        self._job = None
        self.answered.emit(event.value)

    def _fail(self, event: Failed) -> None:
        self._job = None
        self.failed.emit(event.sentence)

    def _stop(self, _event: Cancelled) -> None:
        self._job = None


_HEARD: dict[type, Callable[[Any, Any], None]] = {
    Partial: Asking._partial,
    Answered: Asking._answer,
    Failed: Asking._fail,
    Cancelled: Asking._stop,
}
