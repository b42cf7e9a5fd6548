"""The roll's edits as methods that menus, keys and tests call: they act on the document's selection and tell,
through `status`, whatever a person should know. Knows the document and the clipboard; the arithmetic stands in
app.roll.changes."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from app.document.document import Document
from app.roll import changes
from app.roll.describe import cursor_words
from app.roll.gestures import Gesture, stroke_name
from app.roll.scale import cell_of
from app.words import count, tr
from engine.canvas.edits import note_at
from engine.canvas.mask import Brush
from engine.canvas.music import Piece
from engine.canvas.project import Project
from engine.errors import Trouble

STAY = 4.0  # seconds


class RollCommands(QAbstractScrollArea):
    """What can be done with the selection and the cursor."""

    status = Signal(str)  # one line about what is under the mouse or the cursor, or about what just happened
    sounded = Signal(int, int)  # MIDI pitch, voice: something to be heard
    document: Document
    snap: str
    gesture: Gesture | None
    quiet_until = 0.0  # seconds of the clock until which hovering says nothing

    @property
    def piece(self) -> Piece:
        """The piece of the document."""
        return changes.piece_of(self.document.project)

    def propose(self, project: Project | None, selection: changes.Places | None = None) -> None:
        """Show a project that is not (yet) the document's; None ends it."""
        raise NotImplementedError

    def reveal(self, step: int, pitch: int | None = None) -> None:
        """Scroll until a place can be seen."""
        raise NotImplementedError

    def commit(self, change: changes.Change) -> None:
        """Make a change one undo step, select what it says, and tell what it cost."""
        self.document.apply(change.name, change.project)
        self.document.selection = change.selection
        if change.remark:
            self.tell(change.remark)

    def tell(self, words: str) -> None:
        """Say something that should stay to be read: what lies under the mouse waits a few seconds."""
        self.quiet_until = monotonic() + STAY
        self.status.emit(words)

    def attempt(self, edit: object, *values: object, **named: object) -> bool:
        """Apply a function of changes to the document; a Trouble becomes a line of status."""
        assert callable(edit)
        try:
            change = edit(self.document.project, *values, **named)
        except Trouble as trouble:
            self.tell(str(trouble))
            return False
        self.commit(change)
        return True

    # The selection

    def transpose(self, semitones: int) -> None:
        """Move the selected notes in pitch."""
        self.attempt(changes.move, self.document.selection, 0, semitones)
        self._sound_selection()

    def move_selection(self, steps: int) -> None:
        """Move the selected notes in time."""
        self.attempt(changes.move, self.document.selection, steps, 0)

    def move_to_voice(self, by: int) -> None:
        """Give the selected notes to the next lower (1) or higher (-1) voice."""
        self.attempt(changes.move, self.document.selection, voices=by)

    def lengthen(self, steps: int) -> None:
        """Make the selected notes longer or shorter."""
        self.attempt(changes.lengthen, self.document.selection, steps)

    def split(self) -> None:
        """Split the selected notes at the cursor if it stands inside one of them, else in halves."""
        voice, step, _ = self.document.cursor
        notes = changes.chosen(self.piece, self.document.selection)
        if not notes:
            self.status.emit(tr("Select a note to split, or put the cursor inside one."))
        elif (
            len(notes) == 1
            and notes[0][0] == voice
            and notes[0][1].start < step < notes[0][1].start + notes[0][1].length
        ):
            self.attempt(changes.split_at, voice, step)
        else:
            self.attempt(changes.split, self.document.selection)

    def delete(self) -> None:
        """Delete the selected notes; with none, the note of the active voice under the cursor."""
        places = self.document.selection
        if not places:
            voice, step, _ = self.document.cursor
            note = note_at(self.piece.voices[voice], step)
            places = frozenset({(voice, note.start)}) if note else places
        if places:
            self.attempt(changes.delete, places)

    def paint_selection(self, brush: Brush) -> None:
        """Paint the selected notes."""
        spans = [(v, n.start, n.start + n.length) for v, n in changes.chosen(self.piece, self.document.selection)]
        if spans:
            self.commit(
                changes.Change(
                    stroke_name(brush),
                    changes.paint_spans(self.document.project, brush, spans),
                    self.document.selection,
                )
            )

    def select_all(self) -> None:
        """Select every note."""
        self.document.selection = frozenset(
            (v, note.start) for v, voice in enumerate(self.piece.voices) for note in voice.notes
        )
        self.status.emit(tr("{notes} selected", notes=count(len(self.document.selection), "note", "notes")))

    def selected_span(self) -> tuple[int, int] | None:
        """First step and end of the selected notes."""
        notes = changes.chosen(self.piece, self.document.selection)
        return (min(n.start for _, n in notes), max(n.start + n.length for _, n in notes)) if notes else None

    def select_voice(self, voice: int) -> None:
        """Select every note of a voice."""
        self.document.selection = frozenset((voice, note.start) for note in self.piece.voices[voice].notes)

    def select_none(self) -> None:
        """Select nothing."""
        self.document.selection = frozenset()

    def escape(self) -> bool:
        """Give up a gesture, else the selection; False if there was neither."""
        if self.gesture is not None:
            self.gesture.cancel()
            self.gesture = None
            self.viewport().update()
            return True
        if self.document.selection:
            self.select_none()
            return True
        return False

    # The clipboard

    def copy(self) -> None:
        """Copy the selected notes."""
        data = changes.to_clipboard(self.piece, self.document.selection)
        if data:
            mime = QMimeData()
            mime.setData(changes.MIME, data)
            QApplication.clipboard().setMimeData(mime)
            self.status.emit(tr("{notes} copied", notes=count(len(self.document.selection), "note", "notes")))

    def cut(self) -> None:
        """Copy and delete the selected notes."""
        if self.document.selection:
            self.copy()
            self.attempt(changes.delete, self.document.selection)

    def paste(self) -> None:
        """Paste at the cursor, which then stands after what was pasted."""
        mime = QApplication.clipboard().mimeData()
        data = bytes(mime.data(changes.MIME).data()) if mime is not None and mime.hasFormat(changes.MIME) else b""
        if not data:
            self.status.emit(tr("There are no notes on the clipboard."))
            return
        voice, step, pitch = self.document.cursor
        if self.attempt(changes.paste, data, step):
            stops = [n.start + n.length for _, n in changes.chosen(self.piece, self.document.selection)]
            if stops:
                self.document.cursor = (voice, min(max(stops), self.piece.steps - 1), pitch)

    # The cursor

    def grid_step(self) -> int:
        """Sixteenths of one step of the grid at the cursor."""
        start, stop = cell_of(self.piece, self.document.cursor[1], self.snap)
        return stop - start

    def place_cursor(self, voice: int, step: int, pitch: int) -> None:
        """Move the keyboard cursor and bring it into view."""
        self.document.cursor = (voice, min(max(0, step), self.piece.steps - 1), pitch)
        self.reveal(step, pitch)
        self.status.emit(cursor_words(self.document.project, *self.document.cursor))

    def _sound_selection(self) -> None:
        """Let the first selected note be heard after it changed its pitch."""
        notes = changes.chosen(self.piece, self.document.selection)
        if notes:
            self.sounded.emit(notes[0][1].pitch, notes[0][0])
