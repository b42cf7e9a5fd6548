"""Why not ...?: what a note could be instead, with probabilities; choosing one is one undo step, and its neighbours may
adapt. No painting."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer

from app.document.asker import Asker
from app.insight.examine import short_place
from app.insight.subject import roll_of
from app.insight.value_popover import ValuePopover
from app.roll.describe import note_name
from app.roll.painting.sprites import note_rect
from app.words import tr
from engine.canvas import edits
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, REST, VOICES, Key, Note, Piece
from engine.jobs.inquiry import Inquiry
from engine.sampling.music_cells import to_cells
from engine.theory.mend import mask_for, movable, sounding_in
from engine.theory.spelling import pitch_name

if TYPE_CHECKING:
    from app.page.page import Page

FEW = 5  # values in the popover, besides the note's own
AROUND = 4  # sixteenths before and after a note in which neighbours may adapt
PATIENCE = 260  # milliseconds after a click in which it may still become a drag or a double click


@dataclass(frozen=True)
class NoteValue:
    """What a note could begin with: a pitch, REST, or HOLD (the note before goes on), and its odds."""

    cell: int
    name: str
    share: float


@dataclass(frozen=True)
class Values:
    """The most likely, the note's own among them, the share of all others, and what its own costs in bits."""

    shown: tuple[NoteValue, ...]
    own: int
    others: float
    bits: float


def value_name(cell: int, key: Key) -> str:
    """'C4', 'a rest', or that the note before goes on."""
    return {REST: tr("rest"), HOLD: tr("hold on")}.get(cell) or pitch_name(cell, key)


def values_of(odds: tuple[tuple[int, float], ...], own: int, key: Key) -> Values:
    """The odds of tokens as something to show."""
    cells = [(int(to_cells(np.array(token))), share) for token, share in odds]
    shown = [NoteValue(cell, value_name(cell, key), share) for cell, share in cells[:FEW]]
    mine = next((share for cell, share in cells if cell == own), 0.0)
    if own not in [value.cell for value in shown]:
        shown = [*shown[: FEW - 1], NoteValue(own, value_name(own, key), mine)]
    bits = float(-np.log2(mine)) if mine > 0 else float("inf")
    return Values(tuple(shown), own, max(0.0, 1.0 - sum(value.share for value in shown)), bits)


def with_value(piece: Piece, voice: int, note: Note, cell: int) -> Piece:
    """The piece with something else in a note's place."""
    if cell >= 0:
        return edits.put_note(piece, voice, note.start, note.length, cell)
    if cell == REST:
        return edits.erase(piece, voice, note.start, note.start + note.length)
    grid = piece.grid()
    grid[voice, note.start] = HOLD
    return piece.with_grid(grid)


def neighbours(piece: Piece, mask: Mask, voice: int, note: Note) -> tuple[tuple[int, int], ...]:
    """Notes around one that may adapt to it: within a quarter, not kept, not itself."""
    near = sounding_in(piece, note.start - AROUND, note.start + note.length + AROUND)
    return tuple(
        place
        for place in movable(piece, mask, near)
        if not (place[0] == voice and note.start <= place[1] < note.start + note.length)
    )


class WhyNot(QObject):
    """Opens the popover beside a note and does what was chosen in it."""

    def __init__(self, page: "Page", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._roll = page, roll_of(page)
        self._note: tuple[int, Note] | None = None
        self._piece: Piece | None = None
        self.asker = Asker(page.worker, self)
        self.asker.answered.connect(self._answered)
        self.asker.failed.connect(self._failed)
        self.popover = ValuePopover(self._roll)
        self.popover.auditioned.connect(self._sound)
        self.popover.chosen.connect(self.use)
        self.popover.closed.connect(self.close)
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE)
        self._timer.timeout.connect(self._clicked)
        page.document.changed.connect(self._changed)
        page.preview.changed.connect(self._changed)
        self._roll.view_changed.connect(self._place)

    def ask_here(self) -> None:
        """Ask about the one selected note, else about the one under the cursor."""
        document = self._page.document
        voice, step, _ = document.cursor
        if len(document.selection) == 1:
            ((voice, step),) = document.selection
        self.ask(voice, step)

    def ask_soon(self, _voice: int, _start: int) -> None:
        """A note was clicked: ask if the click does not become something else."""
        self._timer.start()

    def _clicked(self) -> None:
        if self._roll.gesture is None and len(self._page.document.selection) == 1:
            self.ask_here()

    def ask(self, voice: int, step: int) -> None:
        """Open beside a note and ask what else could go there."""
        piece = self._page.document.project.canvas
        if not isinstance(piece, Piece):
            return
        note = edits.note_at(piece.voices[voice], min(step, piece.steps - 1))
        if note is None:
            self._page.status.emit(tr("There is no note here; put the cursor on one, or select one."))
            return
        if self._page.preview.count:
            self._page.status.emit(tr("Accept or reject the alternatives first."))
            return
        self._note, self._piece = (voice, note), piece
        title = f"{tr(VOICES[voice].name)} {short_place(piece, note.start)}"
        self.popover.wait_for(title, note_name(piece, voice, note), voice)
        self._roll.reveal(note.start, note.pitch)
        self._place()
        self.asker.ask(
            Inquiry(
                "why not",
                piece,
                Mask.filled(4, piece.steps, Brush.KEEP),
                ((voice, note.start, note.start + note.length),),
            )
        )

    def close(self) -> None:
        """Put the popover away."""
        self.asker.cancel()
        self._note = self._piece = None
        if self.popover.isVisible():
            self.popover.hide()
            self._roll.setFocus()

    def use(self, cell: int, adapt: bool) -> None:
        """Put a value in the note's place; if its neighbours may adapt, rewrite them around it."""
        if self._note is None or self._piece is None:
            return
        (voice, note), piece, page = self._note, self._piece, self._page
        self.close()
        changed = with_value(piece, voice, note, cell)
        name = tr("{new} instead of {old}", new=value_name(cell, piece.key), old=note_name(piece, voice, note))
        project = replace(page.document.project, canvas=changed)
        near = neighbours(changed, page.document.mask, voice, note) if adapt else ()
        if near:
            panel = page.panel
            page.generation.start(
                name,
                panel.method,
                panel.options(),
                panel.count,
                panel.seed,
                project,
                mask_for(changed, near, Brush.SUGGEST),
            )
            panel.roll()
            return
        page.document.apply(name, project)
        page.status.emit(tr("{name}; everything around it is kept.", name=name) if adapt else tr("{name}.", name=name))

    def _answered(self, odds: tuple[tuple[int, float], ...]) -> None:
        if self._note is not None and self._piece is not None:
            self.popover.answer(values_of(odds, self._note[1].pitch, self._piece.key))
            self._place()

    def _failed(self, sentence: str) -> None:
        self.popover.show_message(sentence)
        self._place()

    def _sound(self, cell: int) -> None:
        if cell >= 0 and self._note is not None:
            self._roll.sounded.emit(cell, self._note[0])

    def _changed(self) -> None:
        if self._piece is not None and (
            self._page.document.project.canvas is not self._piece or self._page.preview.count
        ):
            self.close()

    def _place(self) -> None:
        """Beside the note, also while the page scrolls."""
        if self._note is not None:
            roll, note = self._roll, self._note[1]
            rect = note_rect(roll.scale, note.start, note.start + note.length, note.pitch)
            rect.moveTopLeft(roll.from_page(rect.topLeft()))
            self.popover.place_beside(rect.translated(roll.viewport().pos()))
