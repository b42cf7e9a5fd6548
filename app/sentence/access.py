"""The draft for people who listen to the screen: a list with one item for each word, in reading order, each with its words, its place and whether it is
selected. Qt asks for it only when an assistive program listens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget

from app.sentence.describe import word_words
from app.words import tr

if TYPE_CHECKING:
    from app.sentence.view import SentenceView

Text, Role = QAccessible.Text, QAccessible.Role


class DraftFace(QAccessibleWidget):
    """The draft as a list of words."""

    def __init__(self, view: SentenceView) -> None:
        super().__init__(view, Role.List, tr("Sentences"))
        self.view = view
        self._items: dict[int, WordFace] = {}

    def childCount(self) -> int:
        return len(self.view.layout_.boxes)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if index not in self._items:
            self._items[index] = WordFace(self, index)
            QAccessible.registerAccessibleInterface(self._items[index])
        return self._items[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.index if isinstance(child, WordFace) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        box = self.view.layout_.word_at(self.view.to_page(QPointF(self.view.viewport().mapFromGlobal(QPoint(x, y)))))
        return None if box is None else self.child(self.view.layout_.firsts[box.part] + box.at)

    def text(self, kind: QAccessible.Text) -> str:
        if kind == Text.Name:
            return self.view.accessibleName()
        return self.view.accessibleDescription() if kind in (Text.Description, Text.Value) else ""


class WordFace(QAccessibleInterface):
    """The word at one place of the list, whichever it is at the moment of asking."""

    def __init__(self, draft: DraftFace, index: int) -> None:
        super().__init__()
        self._draft, self.index = draft, index

    def _place(self) -> tuple[int, int] | None:
        boxes = self._draft.view.layout_.boxes
        return (boxes[self.index].part, boxes[self.index].at) if self.index < len(boxes) else None

    def isValid(self) -> bool:
        return self._place() is not None

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface:
        return self._draft

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def rect(self) -> QRect:
        place, view = self._place(), self._draft.view
        rect = view.word_rect(*place) if place is not None else None
        return QRect() if rect is None else QRect(view.viewport().mapToGlobal(rect.topLeft().toPoint()), rect.size().toSize())

    def role(self) -> QAccessible.Role:
        return Role.ListItem

    def state(self) -> QAccessible.State:
        state, place, view = QAccessible.State(), self._place(), self._draft.view
        if place is not None:
            state.selectable = state.focusable = 1
            state.selected = int(place in view.document.selection)
            state.focused = int(view.hasFocus() and place == view.place)
        return state

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Words are typed in the sentence's own field."""

    def text(self, kind: QAccessible.Text) -> str:
        place, view = self._place(), self._draft.view
        if place is None:
            return ""
        project = view.shown_project()
        word = project.canvas.sentences[place[0]].words[place[1]]  # type: ignore[union-attr]
        return word_words(project, *place, unknown=view.unknown(word)) if kind == Text.Name else ""


def announce(view: SentenceView, words: str) -> None:
    """Tell what stands under the keyboard cursor to whoever listens."""
    view.setAccessibleDescription(words)
    if not QAccessible.isActive():
        return
    event = QAccessibleEvent(view, QAccessible.Event.Focus)
    part, at = view.place
    if view.layout_.box(part, at) is not None and isinstance(QAccessible.queryAccessibleInterface(view), DraftFace):
        event.setChild(view.layout_.firsts[part] + at)
    QAccessible.updateAccessibility(event)


def _make(_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt's question for the face of an object."""
    from app.sentence.view import SentenceView  # late: the view imports this file

    if not isinstance(thing, SentenceView):
        return None
    thing.face = DraftFace(thing)  # the view keeps its face alive
    return thing.face


def install() -> None:
    """Let Qt know how a draft is read; once for the program."""
    QAccessible.installFactory(_make)
