"""What keys do on a sentence, one table. Keys of the window's actions never arrive here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.sentence import changes
from engine.errors import Trouble

if TYPE_CHECKING:
    from app.sentence.view import SentenceView

Key, Modifier = Qt.Key, Qt.KeyboardModifier


def _step(view: SentenceView, by: int, extend: bool) -> None:
    """To the next or previous word, over the ends of sentences."""
    part, at = view.place
    at += by
    if at < 0 and part > 0:
        part, at = part - 1, len(changes.words_of(view.document.project, part - 1))
    elif at > len(changes.words_of(view.document.project, part)) and part + 1 < len(view.document.project.masks):
        part, at = part + 1, 0
    _go(view, part, at, extend)


def _line(view: SentenceView, by: int, extend: bool) -> None:
    """To the line above or below; from an empty sentence to the next one."""
    part, at = view.place
    box = view.layout_.box(part, at) or view.layout_.box(part, at - 1)
    other = view.layout_.beside(box, by) if box is not None else None
    if other is not None:
        _go(view, other.part, other.at, extend)
    else:
        _go(view, part + by, 0 if by > 0 or box is None else at, extend)


def _edge(view: SentenceView, at: int, extend: bool) -> None:
    _go(view, view.document.part, at, extend)


def _go(view: SentenceView, part: int, at: int, extend: bool) -> None:
    if not extend:
        view.anchor = None
        view.select_none()
        view.go(part, at)
        return
    view.anchor = view.anchor or view.place
    view.go(part, at)
    view.select_between(view.anchor, view.place)


def _move(view: SentenceView, by: int) -> None:
    view.go(view.document.part + by, 0)
    view.select_none()


TABLE: dict[tuple[Qt.Key, bool], Callable[[SentenceView], None]] = {}
for _key, _act in {
    Key.Key_Left: lambda view, extend: _step(view, -1, extend),
    Key.Key_Right: lambda view, extend: _step(view, 1, extend),
    Key.Key_Up: lambda view, extend: _line(view, -1, extend),
    Key.Key_Down: lambda view, extend: _line(view, 1, extend),
    Key.Key_Home: lambda view, extend: _edge(view, 0, extend),
    Key.Key_End: lambda view, extend: _edge(view, 10**6, extend),
}.items():
    TABLE[_key, False] = lambda view, act=_act: act(view, False)  # type: ignore[misc]
    TABLE[_key, True] = lambda view, act=_act: act(view, True)  # type: ignore[misc]
TABLE |= {
    (Key.Key_PageUp, False): lambda view: _move(view, -1),
    (Key.Key_PageDown, False): lambda view: _move(view, 1),
    (Key.Key_Space, False): lambda view: view.cycle(),
    (Key.Key_Return, False): lambda view: view.start_typing(),
    (Key.Key_Enter, False): lambda view: view.start_typing(),
    (Key.Key_F2, False): lambda view: view.start_typing(),
    (Key.Key_Insert, False): lambda view: view.insert_blank(),
    (Key.Key_Plus, False): lambda view: view.widen_blank(),
    (Key.Key_Plus, True): lambda view: view.widen_blank(),
    (Key.Key_Minus, False): lambda view: view.narrow_blank(),
    (Key.Key_Delete, False): lambda view: view.delete(),
    (Key.Key_Backspace, False): lambda view: view.delete(),
}


def handle(view: SentenceView, event: QKeyEvent) -> bool:
    """Do what a key says; False if it says nothing here."""
    modifiers = event.modifiers() & ~Modifier.KeypadModifier
    shift = modifiers == Modifier.ShiftModifier
    if modifiers not in (Modifier.NoModifier, Modifier.ShiftModifier):
        return False
    deed = TABLE.get((Qt.Key(event.key()), shift))
    if deed is not None:
        try:
            deed(view)
        except Trouble as trouble:
            view.status.emit(str(trouble))
        return True
    if view.tool == "type" and event.text() and event.text().isprintable():
        view.start_typing(event.text())
        return True
    return False
