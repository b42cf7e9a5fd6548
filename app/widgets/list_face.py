"""A canvas for screen readers: a list with one item per note or word, each with its description, place and selection.
Qt asks for it only when an assistive program listens. The canvas's own subclass says what the items are."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

Text, Role = QAccessible.Text, QAccessible.Role
Place = tuple[int, int]
FACES: dict[type[QWidget], type["ListFace"]] = {}  # canvas and how it is read


class ListFace(QAccessibleWidget):
    """A canvas as a list of items, each at a (row, column) of the selection."""

    def __init__(self, view: Any) -> None:
        super().__init__(view, Role.List, view.accessibleName())
        self.view = view
        self._items: dict[int, ItemFace] = {}

    def items(self) -> Sequence[Any]:
        """All that is listed, in order."""
        raise NotImplementedError

    def place(self, item: Any) -> Place:
        """An item's place, as the document's selection counts it."""
        raise NotImplementedError

    def place_at(self, point: QPointF) -> Place | None:
        """What is drawn at a point of the page."""
        raise NotImplementedError

    def box(self, item: Any) -> QRectF | None:
        """Where an item is drawn, in the viewport."""
        raise NotImplementedError

    def words(self, item: Any) -> str:
        """An item in words."""
        raise NotImplementedError

    def more_words(self, item: Any) -> str:
        """What else can be said of it."""
        return ""

    def current(self) -> Place | None:
        """What is under the keyboard cursor."""
        raise NotImplementedError

    def index_of(self, place: Place) -> int:
        """The item at a place; -1 if there is none."""
        return next((index for index, item in enumerate(self.items()) if self.place(item) == place), -1)

    def childCount(self) -> int:
        return len(self.items())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if index not in self._items:
            self._items[index] = ItemFace(self, index)
            QAccessible.registerAccessibleInterface(self._items[index])
        return self._items[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.index if isinstance(child, ItemFace) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        place = self.place_at(self.view.to_page(QPointF(self.view.viewport().mapFromGlobal(QPoint(x, y)))))
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
        items = self._face.items()
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
        box = self._face.box(item) if item is not None else None
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
            place = self._face.place(item)
            state.selectable = state.focusable = 1
            state.selected = int(place in view.document.selection)
            state.focused = int(view.hasFocus() and place == self._face.current())
        return state

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Items are not renamed here."""

    def text(self, kind: QAccessible.Text) -> str:
        item = self._item()
        if item is None:
            return ""
        if kind == Text.Name:
            return self._face.words(item)
        return self._face.more_words(item) if kind in (Text.Description, Text.Value) else ""


def announce(view: QWidget, words: str) -> None:
    """Announce what is under the keyboard cursor to screen readers."""
    view.setAccessibleDescription(words)
    if not QAccessible.isActive():
        return
    event, face = QAccessibleEvent(view, QAccessible.Event.Focus), QAccessible.queryAccessibleInterface(view)
    place = face.current() if isinstance(face, ListFace) else None
    if isinstance(face, ListFace) and place is not None and (index := face.index_of(place)) >= 0:
        event.setChild(index)
    QAccessible.updateAccessibility(event)


def _make(_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt's question for the face of an object."""
    kind = next((face for canvas, face in FACES.items() if isinstance(thing, canvas)), None)
    if kind is None:
        return None
    face: ListFace = kind(thing)
    thing.face = face  # type: ignore[attr-defined]  # the canvas keeps its face alive
    return face


def read_as(canvas: type[QWidget], face: type[ListFace]) -> None:
    """Let Qt know how a kind of canvas is read; once for the program."""
    if not FACES:
        QAccessible.installFactory(_make)
    FACES[canvas] = face
