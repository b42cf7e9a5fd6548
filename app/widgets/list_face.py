"""A canvas for screen readers: a list with one item per note or word, each with its description, place and selection.
Qt asks for it only when an assistive program listens. What the items are, the canvas's own ListItems says."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

Text, Role = QAccessible.Text, QAccessible.Role
Place = tuple[int, int]
LISTS: dict[type[QWidget], Callable[[Any], "ListItems"]] = {}  # canvas, and what it lists


class ListItems(Protocol):
    """What a canvas lists: each item with its words, its place as the document's selection counts it, and its box."""

    def items(self) -> Sequence[Any]:
        """All that is listed, in order."""

    def place(self, item: Any) -> Place:
        """An item's place, as the document's selection counts it."""

    def place_at(self, point: QPointF) -> Place | None:
        """What is drawn at a point of the page."""

    def box(self, item: Any) -> QRectF | None:
        """Where an item is drawn, in the viewport."""

    def words(self, item: Any) -> str:
        """An item in words."""

    def more_words(self, item: Any) -> str:
        """What else can be said of it; may be empty."""

    def current(self) -> Place | None:
        """What is under the keyboard cursor."""


class ListFace(QAccessibleWidget):
    """A canvas as a list of items, each at a (row, column) of the selection."""

    def __init__(self, view: Any, listed: ListItems) -> None:
        super().__init__(view, Role.List, view.accessibleName())
        self.view, self.listed = view, listed
        self._faces: dict[int, ItemFace] = {}

    def index_of(self, place: Place) -> int:
        """The item at a place; -1 if there is none."""
        return next((index for index, item in enumerate(self.listed.items()) if self.listed.place(item) == place), -1)

    def childCount(self) -> int:
        return len(self.listed.items())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if index not in self._faces:
            self._faces[index] = ItemFace(self, index)
            QAccessible.registerAccessibleInterface(self._faces[index])
        return self._faces[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.index if isinstance(child, ItemFace) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        place = self.listed.place_at(self.view.to_page(QPointF(self.view.viewport().mapFromGlobal(QPoint(x, y)))))
        return None if place is None else self.child(self.index_of(place))

    def text(self, kind: QAccessible.Text) -> str:
        if kind == Text.Name:
            return self.view.accessibleName()
        return self.view.accessibleDescription() if kind in (Text.Description, Text.Value) else ""


class ItemFace(QAccessibleInterface):
    """The item at one place of the list, evaluated when asked."""

    def __init__(self, face: ListFace, index: int) -> None:
        super().__init__()
        self._face, self.index = face, index

    def _item(self) -> Any:
        items = self._face.listed.items()
        return items[self.index] if self.index < len(items) else None

    def isValid(self) -> bool:
        return self._item() is not None

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface:
        return self._face

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def rect(self) -> QRect:
        item = self._item()
        box = self._face.listed.box(item) if item is not None else None
        return (
            QRect()
            if box is None
            else QRect(self._face.view.viewport().mapToGlobal(box.topLeft().toPoint()), box.size().toSize())
        )

    def role(self) -> QAccessible.Role:
        return Role.ListItem

    def state(self) -> QAccessible.State:
        state, item, view = QAccessible.State(), self._item(), self._face.view
        if item is not None:
            place = self._face.listed.place(item)
            state.selectable = state.focusable = 1
            state.selected = int(place in view.document.selection)
            state.focused = int(view.hasFocus() and place == self._face.listed.current())
        return state

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Items are not renamed here."""

    def text(self, kind: QAccessible.Text) -> str:
        item = self._item()
        if item is None:
            return ""
        if kind == Text.Name:
            return self._face.listed.words(item)
        return self._face.listed.more_words(item) if kind in (Text.Description, Text.Value) else ""


def announce(view: QWidget, words: str) -> None:
    """Announce what is under the keyboard cursor to screen readers."""
    view.setAccessibleDescription(words)
    if not QAccessible.isActive():
        return
    event, face = QAccessibleEvent(view, QAccessible.Event.Focus), QAccessible.queryAccessibleInterface(view)
    place = face.listed.current() if isinstance(face, ListFace) else None
    if isinstance(face, ListFace) and place is not None and (index := face.index_of(place)) >= 0:
        event.setChild(index)
    QAccessible.updateAccessibility(event)


def _make(_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt's question for the face of an object."""
    lists = next((lists for canvas, lists in LISTS.items() if isinstance(thing, canvas)), None)
    if lists is None:
        return None
    face = ListFace(thing, lists(thing))
    thing.face = face  # type: ignore[attr-defined]  # the canvas keeps its face alive
    return face


def read_as(canvas: type[QWidget], lists: Callable[[Any], ListItems]) -> None:
    """Let Qt know what a kind of canvas lists; once for the program."""
    if not LISTS:
        QAccessible.installFactory(_make)
    LISTS[canvas] = lists
