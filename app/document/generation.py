"""One page's generations: from options to a request, from events to the preview, from a choice to one undo step.

Knows no widgets."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.document.accept import accepted, spares, with_kept
from app.document.accepted_parts import AcceptedParts
from app.document.document import Document
from app.document.laid_over import laid_over, reseated
from app.document.page_requests import graded, masks_with, request_of, whole_page, with_fitting_mask, within
from app.document.preview import Preview
from app.document.preview_state import PreviewState
from app.document.worker import Worker
from app.words import tr
from engine.canvas.mask import Mask
from engine.canvas.music import Piece
from engine.canvas.project import Canvas, Project, Take
from engine.errors import CanvasError
from engine.jobs.request import Cancelled, Done, Failed, Loading, Placed, Request, Started
from engine.sampling.options import Value

log = logging.getLogger(__name__)


class Generation(QObject):
    """At most one running job; a new one replaces it. Whatever happens, the document changes only by `accept`."""

    failed = Signal(object)  # a Failed
    finished = Signal()
    ended = Signal()  # running became false, for whatever reason

    def __init__(self, document: Document, preview: Preview, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._preview, self._worker = document, preview, worker
        self._job: int | None = None
        self._prepared: object | None = None
        self._over: Project | None = None  # the page under a repeated result's own, which accepting goes back to
        self._started, self._first = 0.0, 0
        self._origin: PreviewState | None = None  # the result that a running branch left, to come back to
        self.paints_kept = True  # whether what is accepted is painted Keep
        self.beside: str | None = None  # a second model to ask, too
        self._parts = AcceptedParts(document, preview, self)
        document.changed.connect(self._follow)
        document.stepped.connect(self._undone)

    @property
    def running(self) -> bool:
        """Whether a job is under way."""
        return self._job is not None

    # Asking

    def start(
        self,
        name: str,
        method: str,
        options: Mapping[str, Value],
        count: int,
        seed: int,
        prepared: Project | None = None,
        mask: Mask | None = None,
    ) -> None:
        """Rewrite the page as it is, or as a verb prepared it; a prepared page is undone if nothing is accepted.

        A `mask` holds for this once only."""
        self.reject()
        document = self._document
        if prepared is not None:
            self._prepared = document.prepare(name, prepared)
        part, before = document.part, document.project
        if mask is not None:
            before = before.with_mask(part, mask)
        request = request_of(before, part, method, options, count, seed, beside=self.beside)
        if not (~request.mask.pinned()).any():
            self._take_back()
            if not request.mask.shape[1]:
                raise CanvasError(tr("The page is empty; type or paste a sentence first."))
            raise CanvasError(
                tr("Everything is kept; paint what may change with Rewrite or Suggest, or use a command above.")
            )
        self._preview.begin(request, before, part, name)
        self._submit(request)

    def repeat(self, take: Take) -> None:
        """Ask for a remembered result again, with the same page, mask, options and seed."""
        self.reject()
        project = self._document.project
        before = replace(project, canvas=take.before, masks=masks_with(project, take))
        self._prepared, self._over = self._document.prepare(take.name, before), project
        beside = None if take.beside is None else take.beside.name
        count = len(take.alternatives) // (1 if beside is None else 2)
        asked = replace(before, model=take.model)
        request = request_of(asked, take.part, take.method, take.options, count, take.seed, take.start, beside)
        self._preview.begin(request, self._document.project, take.part, take.name)
        self._submit(request)

    def restore(self, take: Take) -> None:
        """Lay out a remembered result's alternatives again."""
        self.reject()
        project = self._document.project
        laid = laid_over(project, take.before, take.mask, take.part, take.alternatives)
        before, mask = laid.before.canvas, laid.before.masks[laid.part]
        shown = replace(take, before=before, mask=mask, alternatives=laid.canvases, part=laid.part)
        self._preview.show_take(shown, laid.before, project.canvas)
        self._grade()

    def branch(self, method: str, options: Mapping[str, Value], count: int, seed: int) -> None:
        """Write on from the step in view of the alternative in view; the result it leaves comes back if nothing
        comes of it."""
        preview = self._preview
        if not preview.ready or preview.reel is None or preview.before is None:
            raise CanvasError(tr("There are no steps to branch from; rewrite something first."))
        before, part, reel = preview.before, preview.part, preview.reel
        start = reel.start(reel.last if preview.frame is None else preview.frame, preview.index)
        request = request_of(before, part, method, options, count, seed, start)
        old = preview.request.start if preview.request is not None else None
        name = preview.name.removesuffix(_from_step(old.step)) if old is not None else preview.name
        self._origin = preview.state
        preview.begin(request, before, part, name + _from_step(start.step))
        self._submit(request)

    def _submit(self, request: Request) -> None:
        self._started = time.monotonic()
        self._job = self._worker.submit(request, self._arrived)

    def _back_to_origin(self) -> bool:
        """Show again what a branch left; False if nothing was left."""
        origin, self._origin = self._origin, None
        if origin is None:
            return False
        self._preview.put_back(origin)
        self._follow()
        return True

    def cancel(self) -> None:
        """Stop writing; the page is as it was before."""
        if self._job is not None:
            self._worker.cancel(self._job)

    def reject(self) -> None:
        """Put the alternatives away (and stop, if still writing); the page is as it was before.

        They stay in the history."""
        self._origin = None
        self.cancel()
        self._take_back()
        if self._preview.count:
            self._preview.clear()

    # Taking

    def accept(self, region: np.ndarray | None = None, words: str = "", kept: bool | None = None) -> bool:
        """Make the shown alternative, or the part of it inside `region`, the page, and paint it Keep (or not: `kept`):
        one named undo step, with what a verb prepared if all of it is taken. Whether it left out cells because they
        were edited in the meantime."""
        preview, document = self._preview, self._document
        if not preview.ready or preview.before is None or preview.base is None:
            return False
        kept = self.paints_kept if kept is None else kept
        label = self._label(words)
        part, canvases, watched = preview.part, preview.canvases, preview.watched
        before, mask = preview.before, preview.before.masks[part]
        chosen = canvases[preview.index] if watched is None else watched.canvas
        spared = spares(document.project, before, part, preview.base)
        prepared = self._prepared if document.on_top(self._prepared) else None
        over = self._over if prepared is not None else None
        if over is not None:  # it was repeated on a page of long ago, of which nothing else comes back
            laid = laid_over(over, before.canvas, within(mask, region), part, (chosen,))
            result = accepted(over, laid.before, laid.canvases[0], laid.part, None, over.canvas, kept)
        else:
            asked = before if watched is None else before.with_mask(part, with_kept(mask, watched.open))
            result = accepted(document.project, asked, chosen, part, region, preview.base, kept)
        if region is None or over is not None:
            self._take_back()
        if region is None:
            document.apply(label, result)
            preview.clear()
            return spared
        if over is not None:
            self._lay(before.canvas, mask, part, canvases)
        seen = preview.state
        document.apply(label, result)
        rest = with_kept(mask, region) if kept and region.shape == mask.shape else mask
        if rest.pinned().all():
            preview.clear()
        elif over is not None:
            self._lay(before.canvas, rest, part, canvases)
        else:
            preview.rebase(with_fitting_mask(document.project, part, rest))
        self._parts.remember(seen, preview.state)
        return spared

    def _label(self, words: str) -> str:
        """The name of the undo step that accepts what is in view."""
        preview = self._preview
        label = tr("{name}, alternative {n}", name=preview.name or tr("Rewrite"), n=preview.index + 1)
        label += f", {words}" if words else ""
        return label + (tr(", step {n}", n=preview.watched.step) if preview.watched is not None else "")

    def _lay(self, old: Canvas, mask: Mask, part: int, canvases: tuple[Canvas, ...]) -> None:
        """Lay alternatives that were made from the page `old` over today's."""
        project = self._document.project
        laid = laid_over(project, old, mask, part, canvases)
        self._preview.lay(laid.before, laid.canvases, laid.part, project.canvas)

    def _follow(self) -> None:
        """Other sentences were edited, inserted or removed under the alternatives: lay them over the draft as it is
        now."""
        preview = self._preview
        if preview.before is None or preview.base is None:
            return
        laid = reseated(self._document.project, preview.before, preview.base, preview.part, preview.canvases)
        if laid is not None:
            preview.lay(laid.before, laid.canvases, laid.part, laid.base)

    def _take_back(self) -> None:
        """Undo what a verb prepared, if nothing was done since."""
        prepared, self._prepared, self._over = self._prepared, None, None
        if prepared is not None and not self._document.withdraw(prepared):
            self._parts.clear(prepared)
        self._parts.clear(None)

    def _undone(self) -> None:
        """What a verb prepared was undone: what it wrote goes too."""
        if self._prepared is not None and not self._document.stands(self._prepared):
            self.reject()

    # Events

    def _arrived(self, event: object) -> None:
        handler = _HANDLERS.get(type(event))
        if handler is not None and self._job is not None:
            handler(self, event)

    def _loading(self, event: Loading) -> None:
        self._preview.show_loading(event.what)

    def _begun(self, event: Started) -> None:
        self._started, self._first = time.monotonic(), event.step
        self._preview.start(event.total, event.step)

    def _placed(self, event: Placed) -> None:
        total, past = self._preview.total, time.monotonic() - self._started
        made = event.step - self._first
        eta = past / made * max(0, total - event.step) if made > 0 and total else None
        self._preview.place(event, eta)

    def _done(self, event: Done) -> None:
        self._job = self._origin = None
        preview, request = self._preview, self._preview.request
        assert request is not None and preview.before is not None
        before = preview.before.canvas
        canvases = tuple(whole_page(before, canvas, preview.part) for canvas in event.canvases)
        preview.finish(event, canvases)
        take = Take(
            request.method,
            request.seed,
            dict(request.options),
            before,
            request.mask,
            canvases,
            event.nats,
            preview.part,
            preview.name,
            request.start,
            event.model,
            event.beside,
        )
        self._document.record(take)
        self.finished.emit()
        self.ended.emit()

    def _cancelled(self, _event: Cancelled) -> None:
        self._job = None
        if not self._back_to_origin():
            self._take_back()
            self._preview.clear()
        self.ended.emit()

    def _failed(self, event: Failed) -> None:
        self._job = None
        log.warning("generation failed: %s", event.sentence)
        if not self._back_to_origin():
            self._take_back()
            self._preview.clear()
        self.failed.emit(event)
        self.ended.emit()

    def _grade(self) -> None:
        """Ask for the grades of remembered music; they come one by one."""
        canvases = self._preview.canvases
        for index, canvas in enumerate(canvases):
            if isinstance(canvas, Piece):
                self._worker.call(graded, canvas, then=partial(self._graded, canvases, index))

    def _graded(self, canvases: tuple[Canvas, ...], index: int, value: float | None) -> None:
        if self._preview.canvases is canvases and value is not None:
            self._preview.set_grade(index, value)


_HANDLERS: dict[type, Callable[[Any, Any], None]] = {
    Loading: Generation._loading,
    Started: Generation._begun,
    Placed: Generation._placed,
    Done: Generation._done,
    Cancelled: Generation._cancelled,
    Failed: Generation._failed,
}


def _from_step(step: int) -> str:
    """How the name of a branch ends."""
    return tr(", from step {n}", n=step)
