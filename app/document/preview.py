"""The alternatives of the running or last generation: shown over the page, never part of it until accepted.

Knows no widgets and no threads."""

import time
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.document.watching import Watched
from engine.canvas.project import Canvas, Project, Take
from engine.jobs.reel import Reel
from engine.jobs.request import Done, Placed, Request


class Preview(QObject):
    """What the canvas, the strip of alternatives and the progress card read. `changed` is the only signal they need."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.clear(quietly=True)

    def clear(self, quietly: bool = False) -> None:
        """Nothing to show."""
        self.running = False
        self.began = 0.0  # seconds of the monotonic clock
        self.loading = ""  # what is being loaded, while nothing can be written yet
        self.step = 0
        self.total = 0
        self.eta_seconds: float | None = None
        self.seconds = 0.0
        self.canvases: tuple[Canvas, ...] = ()
        self.cells: tuple[Any, ...] = ()
        self.settled: np.ndarray | None = None
        self.nats: tuple[float | None, ...] = ()
        self.grades: tuple[float | None, ...] = ()
        self.remarks: tuple[str, ...] = ()
        self.index = 0
        self.before: Project | None = None
        self._base: Canvas | None = None
        self.part = 0
        self.request: Request | None = None
        self.name = ""
        self.hold_original = False
        self.reel: Reel | None = None  # the steps of the alternatives, where they are known
        self.frame: int | None = None  # which of them is watched; None: the result
        self._watched: Watched | None = None
        if not quietly:
            self.changed.emit()

    # What it is

    @property
    def pool(self) -> int:
        """How many were drawn to choose the alternatives from; 0 where all that were drawn are shown."""
        request = self.request
        drawn = int(request.options.get("pool", 0)) if request is not None and request.start is None else 0
        return drawn if request is not None and drawn > request.count else 0

    @property
    def ranked(self) -> bool:
        """Whether the alternatives stand best first: by grade where they have grades, else by likelihood."""
        values = self.grades if None not in self.grades else self.nats
        known = [value for value in values if value is not None]
        return len(known) == len(self.canvases) > 1 and known == sorted(known)

    @property
    def count(self) -> int:
        """How many alternatives there are or will be."""
        return len(self.canvases) or len(self.cells) or (self.request.count if self.request and self.running else 0)

    @property
    def ready(self) -> bool:
        """Whether there is something to accept."""
        return bool(self.canvases) and not self.running

    @property
    def shown(self) -> Canvas | None:
        """The alternative in view, finished or at the step that is watched; None while running, while the original
        is held, or when there is none."""
        if not self.ready or self.hold_original:
            return None
        return self.canvases[self.index] if self.watched is None else self.watched.canvas

    @property
    def watched(self) -> Watched | None:
        """The step that is watched of the alternative in view; None where that is the result."""
        if self.reel is None or self.frame is None or self.before is None or not self.ready:
            return None
        if self._watched is None or (self._watched.frame, self._watched.index) != (self.frame, self.index):
            self._watched = Watched(self.reel, self.frame, self.index, self.before, self.part)
        return self._watched

    @property
    def passing(self) -> tuple[Any, np.ndarray | None] | None:
        """The unfinished cells in view and how settled they are (rows, steps): of what is being written, or of the
        step that is watched."""
        if self.running and self.cells:
            index = min(self.index, len(self.cells) - 1)
            return self.cells[index], None if self.settled is None else self.settled[index]
        return self.watched.passing if self.watched is not None else None

    @property
    def base(self) -> Canvas | None:
        """The page as it was when the alternatives came over it; what differs now, the user edited since."""
        return self._base or (self.before.canvas if self.before else None)

    # How it changes

    def begin(self, request: Request, before: Project, part: int, name: str) -> None:
        """A generation was asked for."""
        self.clear(quietly=True)
        self.began = time.monotonic()
        self.running, self.request, self.before, self.part, self.name = True, request, before, part, name
        self.changed.emit()

    def show_loading(self, what: str) -> None:
        """The model is being loaded."""
        self.loading = what
        self.changed.emit()

    def start(self, total: int, step: int = 0) -> None:
        """Writing begins; `total` network calls are expected, of which a branch has `step` behind it."""
        self.loading, self.total, self.step = "", total, step
        self.changed.emit()

    def place(self, event: Placed, eta_seconds: float | None) -> None:
        """A step was made."""
        self.loading, self.step, self.cells, self.settled, self.eta_seconds = (
            "",
            event.step,
            event.canvases,
            event.settled,
            eta_seconds,
        )
        self.index = min(self.index, max(0, len(event.canvases) - 1))
        self.changed.emit()

    def finish(self, event: Done, canvases: tuple[Canvas, ...]) -> None:
        """The alternatives are whole; `canvases` are whole pages (a draft, not one sentence)."""
        self.running, self.loading, self.cells, self.settled, self.eta_seconds = False, "", (), None, 0.0
        self.canvases, self.nats, self.seconds, self.remarks = canvases, event.nats, event.seconds, event.remarks
        self.grades = event.grades or (None,) * len(canvases)
        self.index = 0  # the best stands first
        self.reel = event.reel
        self.changed.emit()

    def show_take(self, take: Take, before: Project, base: Canvas) -> None:
        """Lay out a remembered result again; `before` is the page it was made from, `base` the one it is laid over."""
        self.clear(quietly=True)
        self.before, self._base = before, base
        self.canvases, self.nats, self.part, self.name = take.alternatives, take.nats, take.part, take.name
        self.grades = (None,) * len(take.alternatives)
        self.changed.emit()

    def rebase(self, before: Project) -> None:
        """A part was accepted: the rest is now compared with the new page."""
        self.before, self._base, self._watched = before, None, None
        self.changed.emit()

    def lay(self, before: Project, canvases: tuple[Canvas, ...], part: int, base: Canvas) -> None:
        """The same alternatives over another page, `base`; nothing else about them changes."""
        self.before, self.canvases, self.part, self._base, self._watched = before, canvases, part, base, None
        self.changed.emit()

    def amend(self, canvas: Canvas) -> None:
        """The alternative in view, changed by hand; how likely it is must be asked again."""
        put, self.frame = self.index, None
        self.canvases = (*self.canvases[:put], canvas, *self.canvases[put + 1 :])
        self.nats = tuple(None if place == put else value for place, value in enumerate(self.nats))
        self.grades = tuple(None if place == put else value for place, value in enumerate(self.grades))
        self.changed.emit()

    def set_grade(self, index: int, grade: float) -> None:
        """A grade came in late: grading runs beside the window."""
        if index < len(self.grades):
            self.grades = (*self.grades[:index], grade, *self.grades[index + 1 :])
            self.changed.emit()

    def choose(self, index: int) -> None:
        """Show another alternative; steps around the end."""
        if self.count:
            self.index = index % self.count
            self.changed.emit()

    def watch(self, frame: int | None) -> None:
        """Show a kept step; the last, or None, is the result."""
        if frame is not None and (self.reel is None or frame >= self.reel.last):
            frame = None
        if frame != self.frame:
            self.frame = frame
            self.changed.emit()

    def laid_by(self) -> dict[str, Any]:
        """All that is shown, to be put back."""
        return dict(vars(self))

    def put_back(self, shown: dict[str, Any]) -> None:
        """Show again what was laid by."""
        vars(self).update(shown)
        self.changed.emit()

    def hold(self, original: bool) -> None:
        """Show the original while a key is held."""
        if original != self.hold_original:
            self.hold_original = original
            self.changed.emit()
