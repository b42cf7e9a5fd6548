"""The roll's edits: they act on the document's selection and keyboard cursor, and report through `status`. Knows the
document and the clipboard; the arithmetic is in app.roll.changes."""

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QMimeData, QObject, QRectF, Signal
from PySide6.QtWidgets import QApplication

from app.document.document import Document
from app.roll import changes
from app.roll.describe import cursor_words
from app.roll.options import RollOptions
from app.roll.scale import cell_of
from app.roll.scrolling import RollScroller
from app.words import count, tr
from engine.canvas.edits import note_at
from engine.canvas.mask import Brush
from engine.canvas.music import Piece
from engine.errors import PalimpsestError

STAY = 4.0  # seconds a report stays before the place under the mouse is described again


class RollCommands(QObject):
    """What can be done with the selection and the cursor."""

    status = Signal(str)  # one line about what is under the mouse or the cursor, or about what just happened
    sounded = Signal(int, int)  # MIDI pitch, voice: a note to play

    def __init__(self, document: Document, options: RollOptions, scroller: RollScroller) -> None:
        super().__init__(scroller)
        self._document, self._options, self._scroller = document, options, scroller
        self._quiet_until = 0.0  # seconds of the clock until which a report stays
        self._last_hint = ""
        document.selection_changed.connect(self._selection_changed)

    @property
    def _piece(self) -> Piece:
        return changes.piece_of(self._document.project)

    def commit(self, change: changes.Change) -> None:
        """Make a change one undo step, select what it says, and report what it cost."""
        self._document.apply(change.name, change.project)
        self._document.selection = change.selection
        if change.remark:
            self.report(change.remark)

    def report(self, words: str) -> None:
        """Say something that should stay to be read for a few seconds."""
        self._quiet_until = monotonic() + STAY
        self.status.emit(words)

    def hint(self, words: str) -> None:
        """Say what lies under the mouse, unless a report is still to be read."""
        if words != self._last_hint and monotonic() >= self._quiet_until:
            self._last_hint = words
            self.status.emit(words)

    def attempt(self, edit: Callable[..., changes.Change], *values: object, **named: object) -> bool:
        """Apply a function of changes to the document; a PalimpsestError becomes a line of status."""
        try:
            change = edit(self._document.project, *values, **named)
        except PalimpsestError as error:
            self.report(str(error))
            return False
        self.commit(change)
        return True

    # The selection

    def selection_in_view(self) -> bool:
        """Whether a selected note can be seen; if none can, scroll to the first and say so."""
        notes = changes.chosen(self._piece, self._document.selection)
        scale, view = self._scroller.scale, self._scroller.in_view
        places = (QRectF(scale.x(n.start), scale.y(n.pitch), n.length * scale.step, scale.row) for _, n in notes)
        if not notes or any(place.intersects(view) for place in places):
            return True
        self.follow_selection()
        self.report(tr("The selection was out of view; press again to change it."))
        return False

    def follow_selection(self) -> None:
        """Keep the first selected note in view."""
        notes = changes.chosen(self._piece, self._document.selection)
        if notes:
            self._scroller.reveal(notes[0][1].start, notes[0][1].pitch)

    def transpose(self, semitones: int) -> None:
        """Move the selected notes in pitch."""
        self.attempt(changes.move, self._document.selection, 0, semitones)
        self._sound_selection()

    def move_selection(self, steps: int) -> None:
        """Move the selected notes in time."""
        self.attempt(changes.move, self._document.selection, steps, 0)

    def move_to_voice(self, by: int) -> None:
        """Give the selected notes to the next lower (1) or higher (-1) voice."""
        self.attempt(changes.move, self._document.selection, voices=by)

    def lengthen(self, steps: int) -> None:
        """Make the selected notes longer or shorter."""
        self.attempt(changes.lengthen, self._document.selection, steps)

    def split(self) -> None:
        """Split the selected notes at the cursor if it is inside one of them, else in halves."""
        voice, step, _ = self._document.cursor
        notes = changes.chosen(self._piece, self._document.selection)
        if not notes:
            self.status.emit(tr("Select a note to split, or put the cursor inside one."))
        elif (
            len(notes) == 1
            and notes[0][0] == voice
            and notes[0][1].start < step < notes[0][1].start + notes[0][1].length
        ):
            self.attempt(changes.split_at, voice, step)
        else:
            self.attempt(changes.split, self._document.selection)

    def delete(self) -> None:
        """Delete the selected notes; with none, the note of the active voice under the cursor."""
        places = self._document.selection
        if not places:
            voice, step, _ = self._document.cursor
            note = note_at(self._piece.voices[voice], step)
            places = frozenset({(voice, note.start)}) if note else places
        if places:
            self.attempt(changes.delete, places)

    def paint_selection(self, brush: Brush) -> None:
        """Paint the selected notes."""
        spans = [(v, n.start, n.start + n.length) for v, n in changes.chosen(self._piece, self._document.selection)]
        if spans:
            self.commit(
                changes.Change(
                    changes.stroke_name(brush),
                    changes.paint_spans(self._document.project, brush, spans),
                    self._document.selection,
                )
            )

    def select_all(self) -> None:
        """Select every note."""
        self._document.selection = frozenset(
            (v, note.start) for v, voice in enumerate(self._piece.voices) for note in voice.notes
        )
        self.status.emit(tr("{notes} selected", notes=count(len(self._document.selection), "note", "notes")))

    def select_none(self) -> bool:
        """Select nothing; False if nothing was selected."""
        selected = bool(self._document.selection)
        self._document.selection = frozenset()
        return selected

    def _selection_changed(self) -> None:
        if len(self._document.selection) > 1:
            self.status.emit(tr("{notes} selected", notes=count(len(self._document.selection), "note", "notes")))

    # The clipboard

    def copy(self) -> None:
        """Copy the selected notes."""
        data = changes.to_clipboard(self._piece, self._document.selection)
        if data:
            mime = QMimeData()
            mime.setData(changes.MIME, data)
            QApplication.clipboard().setMimeData(mime)
            self.status.emit(tr("{notes} copied", notes=count(len(self._document.selection), "note", "notes")))

    def cut(self) -> None:
        """Copy and delete the selected notes."""
        if self._document.selection:
            self.copy()
            self.attempt(changes.delete, self._document.selection)

    def paste(self) -> None:
        """Paste at the cursor and move it to the end of what was pasted."""
        mime = QApplication.clipboard().mimeData()
        data = bytes(mime.data(changes.MIME).data()) if mime is not None and mime.hasFormat(changes.MIME) else b""
        if not data:
            self.status.emit(tr("There are no notes on the clipboard."))
            return
        voice, step, pitch = self._document.cursor
        if self.attempt(changes.paste, data, step):
            stops = [n.start + n.length for _, n in changes.chosen(self._piece, self._document.selection)]
            if stops:
                self._document.cursor = (voice, min(max(stops), self._piece.steps - 1), pitch)

    # The cursor

    def grid_step(self) -> int:
        """Sixteenths of one step of the grid at the cursor."""
        start, stop = cell_of(self._piece, self._document.cursor[1], self._options.snap)
        return stop - start

    def place_cursor(self, voice: int, step: int, pitch: int) -> None:
        """Move the keyboard cursor and bring it into view."""
        self._document.cursor = (voice, min(max(0, step), self._piece.steps - 1), pitch)
        self._scroller.reveal(step, pitch)
        self.status.emit(cursor_words(self._document.project, *self._document.cursor))

    def _sound_selection(self) -> None:
        """Play the first selected note after its pitch changed."""
        notes = changes.chosen(self._piece, self._document.selection)
        if notes:
            self.sounded.emit(notes[0][1].pitch, notes[0][0])
