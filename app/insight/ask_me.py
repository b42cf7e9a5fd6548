"""Ask me: which open cell, once settled, would decide most of what is open; its likeliest values; taking one as Keep and asking again. No painting."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.insight.asking import Asking
from app.insight.why_not import value_name
from app.roll.scale import beat_lines
from app.words import tr
from engine import edits
from engine.inquiry import Inquiry
from engine.mask import Brush, Mask
from engine.music import HOLD, REST, Piece
from engine.music_cells import to_cells
from engine.project import Project
from engine.questions import Answer

if TYPE_CHECKING:
    from app.page import Page

CANDIDATES = 48  # open beats that are weighed, nearest the view: each costs a few canvases in the network
LEAST = 0.005  # share of what is open that is worth a question
CHOICES = 3  # values to choose from
NATS_TO_BITS = 1 / float(np.log(2))


@dataclass(frozen=True)
class Ask:
    """A cell worth settling: the share of what is open that it decides, what is open in bits, and (cell, odds) of its likeliest values."""

    voice: int
    step: int
    share: float
    bits_open: float
    values: tuple[tuple[int, float], ...]


def candidates(piece: Piece, mask: Mask, middle: float) -> tuple[tuple[int, int, int], ...]:
    """Open cells on a beat as spans of one cell, the nearest to a step first; where no beat is open, any open cell."""
    free = ~mask.pinned()
    beats = np.zeros(piece.steps, dtype=bool)
    beats[beat_lines(piece.bars)[:-1]] = True
    chosen = free & beats if (free & beats).any() else free
    cells = sorted(((int(v), int(s)) for v, s in np.argwhere(chosen)), key=lambda cell: abs(cell[1] - middle))
    return tuple((voice, step, step + 1) for voice, step in cells[:CANDIDATES])


def best_ask(answers: list[Answer]) -> Ask | None:
    """What to ask of the person, from the engine's answers; going on with the note before cannot be pinned by itself and is not offered."""
    for answer in answers:
        cells = [(int(to_cells(np.array(token))), share) for token, share in answer.values]
        values = tuple((cell, share) for cell, share in cells if cell != HOLD)[:CHOICES]
        if values and answer.share >= LEAST:
            return Ask(answer.row, answer.step, answer.share, answer.nats / answer.share * NATS_TO_BITS, values)
    return None


def settled(project: Project, voice: int, step: int, cell: int) -> Project:
    """The project with a value at an open cell, kept; it lasts to the next beat or kept cell, but only its beginning is kept."""
    piece = project.canvas
    assert isinstance(piece, Piece)
    mask = project.masks[0]
    ends = [int(line) for line in beat_lines(piece.bars) if line > step]
    ends += [step + 1 + int(at) for at in np.flatnonzero(mask.pinned()[voice, step + 1 :])[:1]]
    length = min(ends) - step
    changed = edits.erase(piece, voice, step, step + length) if cell == REST else edits.put_note(piece, voice, step, length, cell)
    return replace(project, canvas=changed, masks=(mask.paint(Brush.KEEP, voice, step, step + 1),))


class AskMe(QObject):
    """Off until asked; every edit of the page puts the question away."""

    changed = Signal()

    def __init__(self, page: "Page", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self.best: Ask | None = None
        self.first_bits = 0.0  # what was open when the person began
        self.trouble = ""
        self._project: tuple[object, object] | None = None
        self.asking = Asking(page.worker, self)
        self.asking.told.connect(self._told)
        self.asking.answered.connect(self._answered)
        self.asking.failed.connect(self._failed)
        page.document.changed.connect(self._changed)
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
        document, roll = self._page.document, self._page.canvas
        piece, mask = document.project.canvas, document.mask
        assert isinstance(piece, Piece)
        self.best, self.trouble = None, ""
        spans = candidates(piece, mask, roll.scale.step_at(roll.horizontalScrollBar().value() + roll.viewport().width() / 2))
        if not spans:
            self.trouble = tr("Everything is kept, so nothing is open. Paint what may change with Rewrite or Suggest.")
        elif self._page.preview.count:
            self.trouble = tr("Accept or reject the alternatives first.")
        else:
            self._project = (piece, mask)
            self.asking.ask(Inquiry("ask", piece, mask, spans, {"top": CHOICES + 1}, seed=0))
        self.changed.emit()

    def take(self, cell: int) -> None:
        """Settle the cell: one undo step; then ask again."""
        best, page = self.best, self._page
        if best is None:
            return
        project = settled(page.document.project, best.voice, best.step, cell)
        name = tr("Settle {name}", name=value_name(cell, page.piece.key))
        if cell >= 0:
            page.canvas.sounded.emit(cell, best.voice)
        self._project = (project.canvas, project.masks[0])
        page.document.apply(name, project)
        self._ask()

    def stop(self) -> None:
        """Put the question away."""
        self.asking.cancel()
        self.best, self._project, self.trouble = None, None, ""
        self.changed.emit()

    def _told(self, answers: list[Answer]) -> None:
        self.best = best_ask(answers)
        if self.best is not None:
            self.first_bits = max(self.first_bits, self.best.bits_open)
        self.changed.emit()

    def _answered(self, answers: list[Answer]) -> None:
        self._told(answers)
        if self.best is None:
            self.trouble = tr("No single note decides anything more; rewrite, and choose among the alternatives.")
            self.changed.emit()

    def _failed(self, sentence: str) -> None:
        self.best, self.trouble = None, sentence
        self.changed.emit()

    def _changed(self) -> None:
        document = self._page.document
        if self._project is not None and ((document.project.canvas, document.mask) != self._project or self._page.preview.count):
            self.stop()
