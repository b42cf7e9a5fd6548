"""The alternatives of the running or last generation: shown over the page, never part of it until accepted. Knows no widgets and no threads."""

import time
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.music import Piece
from engine.project import Project, Take
from engine.request import Done, Placed, Request
from engine.text import Draft

Canvas = Piece | Draft


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
        self.waking = ""  # what is being loaded, while nothing can be written yet
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
        if not quietly:
            self.changed.emit()

    # What it is

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
        """The finished alternative in view; None while running, while the original is held, or when there is none."""
        return self.canvases[self.index] if self.ready and not self.hold_original else None

    @property
    def base(self) -> Canvas | None:
        """The page as it was when the alternatives came over it; what differs now, a person edited since."""
        return self._base or (self.before.canvas if self.before else None)

    # How it changes

    def begin(self, request: Request, before: Project, part: int, name: str) -> None:
        """A generation was asked for."""
        self.clear(quietly=True)
        self.began = time.monotonic()
        self.running, self.request, self.before, self.part, self.name = True, request, before, part, name
        self.changed.emit()

    def wake(self, what: str) -> None:
        """The model is being read."""
        self.waking = what
        self.changed.emit()

    def start(self, total: int) -> None:
        """Writing begins; `total` network calls are expected."""
        self.waking, self.total, self.step = "", total, 0
        self.changed.emit()

    def place(self, event: Placed, eta_seconds: float | None) -> None:
        """A step was made."""
        self.waking, self.step, self.cells, self.settled, self.eta_seconds = "", event.step, event.canvases, event.settled, eta_seconds
        self.index = min(self.index, max(0, len(event.canvases) - 1))
        self.changed.emit()

    def finish(self, event: Done, canvases: tuple[Canvas, ...]) -> None:
        """The alternatives are whole; `canvases` are whole pages (a draft, not one sentence)."""
        self.running, self.waking, self.cells, self.settled, self.eta_seconds = False, "", (), None, 0.0
        self.canvases, self.nats, self.seconds, self.remarks = canvases, event.nats, event.seconds, event.remarks
        self.grades = (None,) * len(canvases)
        self.index = min(self.index, max(0, len(canvases) - 1))
        self.changed.emit()

    def show_take(self, take: Take, before: Project, base: Canvas) -> None:
        """Lay out a remembered result again; `before` is the page it was made from, `base` the one it is laid over."""
        self.clear(quietly=True)
        self.before, self._base = before, base
        self.canvases, self.nats, self.part, self.name = take.alternatives, take.nats, take.part, take.name
        self.grades = (None,) * len(take.alternatives)
        self.changed.emit()

    def rebase(self, before: Project) -> None:
        """A part was accepted: what stands now is what the rest is compared with."""
        self.before, self._base = before, None
        self.changed.emit()

    def amend(self, canvas: Canvas) -> None:
        """The alternative in view, changed by hand; how likely it is must be asked again."""
        put = self.index
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

    def hold(self, original: bool) -> None:
        """Show the original while a key is held."""
        if original != self.hold_original:
            self.hold_original = original
            self.changed.emit()
