"""Prepares rounds in the background: the model writes, both sides are made alike and graded. Knows no widgets."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.document.page_requests import graded
from app.insight.game.rounds import MINE, Draw, Round, alike, frame_of
from app.words import tr
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.jobs.request import Done, Failed, Loading, Placed, Request, Started
from engine.sampling.methods import METHODS

if TYPE_CHECKING:
    from app.document.worker import Worker


def finish(chosen: Draw, source: str, other: Piece) -> Round:
    """The round of a draw; runs in the engine thread."""
    bach, alien = alike(chosen.excerpt.piece, other)
    pieces = (bach, alien) if chosen.bach == 0 else (alien, bach)
    return Round(chosen, source, pieces, (graded(pieces[0]), graded(pieces[1])))


class Preparing(QObject):
    """Signals `ready` with a round, `progress` with a sentence, or `failed` with one; once cancelled, none."""

    ready = Signal(object)
    progress = Signal(str)
    failed = Signal(str)

    def __init__(self, worker: "Worker", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._job: int | None = None
        self._wanted: tuple[Draw, str] | None = None
        self._total = 0

    @property
    def running(self) -> bool:
        """Whether a round is being made."""
        return self._job is not None

    def prepare(self, chosen: Draw, source: str, own: Piece | None = None) -> None:
        """Make a round; an unfinished one is dropped. `own` are the user's eight bars where no model is asked."""
        self.cancel()
        self._wanted = (chosen, source)
        if source == MINE:
            assert own is not None
            self._finish(own)
            return
        frame = frame_of(chosen.excerpt.piece)
        self._job = self._worker.submit(
            Request(frame, Mask.filled(4, frame.steps, Brush.REWRITE), source, seed=chosen.seed), self._arrived
        )

    def cancel(self) -> None:
        """Stop at once."""
        job, self._job = self._job, None
        if job is not None:
            self._worker.cancel(job)

    def _finish(self, other: Piece) -> None:
        assert self._wanted is not None
        self._job = self._worker.call(finish, *self._wanted, other, then=self._made, failed=self._fail)

    def _made(self, made: Round) -> None:
        self._job = None
        self.ready.emit(made)

    def _arrived(self, event: object) -> None:
        if self._job is not None and type(event) in _HANDLERS:
            _HANDLERS[type(event)](self, event)

    def _loading(self, _event: Loading) -> None:
        self.progress.emit(tr("Loading the model …"))

    def _started(self, event: Started) -> None:
        self._total = event.total

    def _placed(self, event: Placed) -> None:
        assert self._wanted is not None
        self.progress.emit(
            tr(
                "{method} writes eight bars: {n} %",
                method=METHODS[self._wanted[1]].label,
                n=round(100 * event.step / max(1, self._total)),
            )
        )

    def _done(self, event: Done) -> None:
        piece = event.canvases[0]
        assert isinstance(piece, Piece)
        self._finish(piece)

    def _fail(self, event: Failed) -> None:
        self._job = None
        self.failed.emit(event.sentence)


_HANDLERS: dict[type, Callable[[Any, Any], None]] = {
    Loading: Preparing._loading,
    Started: Preparing._started,
    Placed: Preparing._placed,
    Done: Preparing._done,
    Failed: Preparing._fail,
}
