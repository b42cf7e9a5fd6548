"""The alternatives of the running or last generation: shown over the page, never part of it until accepted.

Knows no widgets and no threads."""

import time
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.document.preview_state import Field, PreviewState
from app.document.watching import Watched
from engine.canvas.music import Piece
from engine.canvas.project import Canvas, ModelTag, Project, Take
from engine.jobs.library import SHIPPED_NAMES
from engine.jobs.reel import Reel
from engine.jobs.request import Done, Placed, Request


class Preview(QObject):
    """What the canvas, the strip of alternatives and the progress card read. `changed` is the only signal they need."""

    changed = Signal()
    # what PreviewState says of them
    running, hold_original = Field[bool](), Field[bool]()
    began, seconds, eta_seconds = Field[float](), Field[float](), Field[float | None]()
    loading, name = Field[str](), Field[str]()
    step, total, index, part, frame = Field[int](), Field[int](), Field[int](), Field[int](), Field[int | None]()
    canvases, cells, settled = Field[tuple[Canvas, ...]](), Field[tuple[Any, ...]](), Field[np.ndarray | None]()
    nats, grades, bits = (Field[tuple[float | None, ...]]() for _ in range(3))
    remarks, authors = Field[tuple[str, ...]](), Field[tuple[str, ...]]()
    before, request, reel = Field[Project | None](), Field[Request | None](), Field[Reel | None]()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = PreviewState()
        self._watched: tuple[Watched, Project] | None = None  # the one in view, and the page it is over

    def put_back(self, state: PreviewState) -> None:
        """Show another state, perhaps one that was kept."""
        self.state = state
        self.changed.emit()

    def clear(self) -> None:
        """Nothing to show."""
        self.put_back(PreviewState())

    # What it is

    @property
    def pool(self) -> int:
        """How many were drawn to choose the alternatives from; 0 where all that were drawn are shown."""
        request = self.request
        drawn = int(request.options.get("pool", 0)) if request is not None and request.start is None else 0
        return drawn if request is not None and drawn > request.count else 0

    @property
    def ranked(self) -> bool:
        """Whether the alternatives stand best first: by grade where they have grades, sentences by likelihood,
        fit and a critic."""
        if self.authors:
            return False  # each model's stand best first
        worded = self.request is not None and self.request.ranked and not self.grades
        all_known = (values for values in (self.grades, self.bits, self.nats) if values and None not in values)
        known = [value for value in next(all_known, ()) if value is not None]
        return len(known) == len(self.canvases) > 1 and (worded or known == sorted(known))

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
        made, over = self._watched or (None, None)
        if made is None or over is not self.before or (made.frame, made.index) != (self.frame, self.index):
            made = Watched(self.reel, self.frame, self.index, self.before, self.part)
            self._watched = made, self.before
        return made

    @property
    def passing(self) -> tuple[Any, np.ndarray | None] | None:
        """The unfinished cells in view and how settled they are (rows, steps): of what is being written, or of the
        step that is watched."""
        if self.running and self.cells:
            index = min(self.index, len(self.cells) - 1)
            return self.cells[index], None if self.settled is None else self.settled[index]
        return self.watched.passing if self.watched is not None else None

    def placed(self, index: int) -> float:
        """The share of an alternative's open cells that are placed while it is being written, 0 to 1."""
        if self.settled is None or self.request is None:
            return 0.0
        settled = self.settled[min(index, len(self.settled) - 1)]
        return float(settled[~self.request.mask.pinned()].mean())

    @property
    def base(self) -> Canvas | None:
        """The page as it was when the alternatives came over it; what differs now, the user edited since."""
        return self.state.laid_over or (self.before.canvas if self.before else None)

    # How it changes

    def begin(self, request: Request, before: Project, part: int, name: str) -> None:
        """A generation was asked for."""
        now = time.monotonic()
        self.put_back(PreviewState(running=True, began=now, request=request, before=before, part=part, name=name))

    def show_loading(self, what: str) -> None:
        """The model is being loaded."""
        self.put_back(replace(self.state, loading=what))

    def start(self, total: int, step: int = 0) -> None:
        """Writing begins; `total` network calls are expected, of which a branch has `step` behind it."""
        self.put_back(replace(self.state, loading="", total=total, step=step))

    def place(self, event: Placed, eta_seconds: float | None) -> None:
        """A step was made."""
        index = min(self.index, max(0, len(event.canvases) - 1))
        writing = replace(self.state, loading="", step=event.step, eta_seconds=eta_seconds, index=index)
        self.put_back(replace(writing, cells=event.canvases, settled=event.settled))

    def finish(self, event: Done, canvases: tuple[Canvas, ...]) -> None:
        """The alternatives are whole; `canvases` are whole pages (a draft, not one sentence)."""
        ended = replace(self.state, running=False, loading="", cells=(), settled=None, eta_seconds=0.0)
        said = replace(ended, nats=event.nats, seconds=event.seconds, remarks=event.remarks, reel=event.reel)
        grades, bits = event.grades or (None,) * len(canvases), (None,) * len(canvases)
        said = replace(said, authors=_authors(canvases, event.model, event.beside))
        self.put_back(replace(said, canvases=canvases, grades=grades, bits=bits, index=0))  # the best stands first

    def show_take(self, take: Take, before: Project, base: Canvas) -> None:
        """Lay out a remembered result again; `before` is the page it was made from, `base` the one it is laid over."""
        authors = _authors(take.alternatives, take.model, take.beside)
        over = PreviewState(before=before, laid_over=base, part=take.part, name=take.name, authors=authors)
        unknown = (None,) * len(take.alternatives)
        self.put_back(replace(over, canvases=take.alternatives, nats=take.nats, grades=unknown, bits=unknown))

    def rebase(self, before: Project) -> None:
        """A part was accepted: the rest is now compared with the new page."""
        self.put_back(replace(self.state, before=before, laid_over=None))

    def lay(self, before: Project, canvases: tuple[Canvas, ...], part: int, base: Canvas) -> None:
        """The same alternatives over another page, `base`; nothing else about them changes."""
        self.put_back(replace(self.state, before=before, canvases=canvases, part=part, laid_over=base))

    def amend(self, canvas: Canvas) -> None:
        """The alternative in view, changed by hand; how likely it is must be asked again."""
        at, state = self.index, self.state
        canvases = (*state.canvases[:at], canvas, *state.canvases[at + 1 :])
        nats, grades, bits = (
            tuple(None if place == at else value for place, value in enumerate(values))
            for values in (state.nats, state.grades, state.bits)
        )
        self.put_back(replace(state, canvases=canvases, nats=nats, grades=grades, bits=bits, frame=None))

    def set_grade(self, index: int, grade: float) -> None:
        """A grade came in late: grading runs beside the window."""
        if index < len(self.grades):
            self.put_back(replace(self.state, grades=(*self.grades[:index], grade, *self.grades[index + 1 :])))

    def set_bits(self, index: int, bits: float) -> None:
        """How likely a sentence is was asked, and came in late."""
        if index < len(self.bits):
            self.put_back(replace(self.state, bits=(*self.bits[:index], bits, *self.bits[index + 1 :])))

    def choose(self, index: int) -> None:
        """Show another alternative; steps around the end."""
        if self.count:
            self.put_back(replace(self.state, index=index % self.count))

    def watch(self, frame: int | None) -> None:
        """Show a kept step; the last, or None, is the result."""
        if frame is not None and (self.reel is None or frame >= self.reel.last):
            frame = None
        if frame != self.frame:
            self.put_back(replace(self.state, frame=frame))

    def hold(self, original: bool) -> None:
        """Show the original while a key is held."""
        if original != self.hold_original:
            self.put_back(replace(self.state, hold_original=original))


def _authors(canvases: tuple[Canvas, ...], model: ModelTag, beside: ModelTag | None) -> tuple[str, ...]:
    """Which model made each alternative, where two were asked: the first half and the second."""
    if beside is None or not canvases:
        return ()
    shipped = SHIPPED_NAMES["music" if isinstance(canvases[0], Piece) else "text"]
    half = len(canvases) // 2
    return (model.name or shipped,) * half + (beside.name or shipped,) * (len(canvases) - half)
