"""The roll for people who listen to the screen: a list with one item for each note, in order of time, each with its words, its place and whether it is
selected. Qt asks for it only when an assistive program listens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget

from app.roll.changes import piece_of
from app.roll.describe import length_words, note_words
from app.roll.overlay import note_rect
from app.words import tr
from engine.edits import note_at
from engine.music import Note, Piece

if TYPE_CHECKING:
    from app.roll.view import RollView

Text, Role = QAccessible.Text, QAccessible.Role


class RollFace(QAccessibleWidget):
    """The roll as a list of notes."""

    def __init__(self, view: RollView) -> None:
        super().__init__(view, Role.List, tr("Piano roll"))
        self.view = view
        self._items: dict[int, NoteFace] = {}
        self._order: tuple[Piece | None, list[tuple[int, Note]]] = (None, [])

    def notes(self) -> list[tuple[int, Note]]:
        """(voice, note) by time, then from soprano to bass."""
        piece = piece_of(self.view.document.project)
        if self._order[0] is not piece:
            every = [(v, note) for v, voice in enumerate(piece.voices) for note in voice.notes]
            self._order = (piece, sorted(every, key=lambda found: (found[1].start, found[0])))
        return self._order[1]

    def childCount(self) -> int:
        return len(self.notes())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if index not in self._items:
            self._items[index] = NoteFace(self, index)
            QAccessible.registerAccessibleInterface(self._items[index])
        return self._items[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.index if isinstance(child, NoteFace) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        hit = self.view.hit(self.view.to_page(QPointF(self.view.viewport().mapFromGlobal(QPoint(x, y)))))
        return None if hit is None else self.child(self.index_of(hit[0].voice, hit[0].start))

    def index_of(self, voice: int, start: int) -> int:
        """The item of a note; -1 if there is none."""
        return next((i for i, (v, note) in enumerate(self.notes()) if (v, note.start) == (voice, start)), -1)

    def text(self, kind: QAccessible.Text) -> str:
        if kind == Text.Name:
            return self.view.accessibleName()
        return self.view.accessibleDescription() if kind in (Text.Description, Text.Value) else ""


class NoteFace(QAccessibleInterface):
    """The note at one place of the list, whichever it is at the moment of asking."""

    def __init__(self, roll: RollFace, index: int) -> None:
        super().__init__()
        self._roll, self.index = roll, index

    def _note(self) -> tuple[int, Note] | None:
        notes = self._roll.notes()
        return notes[self.index] if self.index < len(notes) else None

    def isValid(self) -> bool:
        return self._note() is not None

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface:
        return self._roll

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def rect(self) -> QRect:
        found = self._note()
        if found is None:
            return QRect()
        view, note = self._roll.view, found[1]
        box = note_rect(view.scale, note.start, note.start + note.length, note.pitch)
        return QRect(view.viewport().mapToGlobal(view.from_page(box.topLeft()).toPoint()), box.size().toSize())

    def role(self) -> QAccessible.Role:
        return Role.ListItem

    def state(self) -> QAccessible.State:
        state, found, view = QAccessible.State(), self._note(), self._roll.view
        if found is not None:
            state.selectable = state.focusable = 1
            state.selected = int((found[0], found[1].start) in view.document.selection)
            state.focused = int(view.hasFocus() and (found[0], found[1].start) == _under_cursor(view))
        return state

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Notes are not renamed."""

    def text(self, kind: QAccessible.Text) -> str:
        found = self._note()
        if found is None:
            return ""
        if kind == Text.Name:
            return note_words(self._roll.view.document.project, *found)
        return length_words(found[1].length) if kind in (Text.Description, Text.Value) else ""


def _under_cursor(view: RollView) -> tuple[int, int] | None:
    voice, step, _ = view.document.cursor
    note = note_at(view.piece.voices[voice], step)
    return (voice, note.start) if note else None


def announce(view: RollView, words: str) -> None:
    """Tell what stands under the keyboard cursor to whoever listens."""
    view.setAccessibleDescription(words)
    if not QAccessible.isActive():
        return
    event = QAccessibleEvent(view, QAccessible.Event.Focus)
    place, face = _under_cursor(view), QAccessible.queryAccessibleInterface(view)
    if place is not None and isinstance(face, RollFace):
        event.setChild(face.index_of(*place))
    QAccessible.updateAccessibility(event)


def _make(_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt's question for the face of an object."""
    from app.roll.view import RollView  # late: the view imports this file

    if not isinstance(thing, RollView):
        return None
    thing.face = RollFace(thing)  # the view keeps its face alive
    return thing.face


def install() -> None:
    """Let Qt know how a roll is read; once for the program."""
    QAccessible.installFactory(_make)
