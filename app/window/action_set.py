"""The table of actions as Qt actions of one window: made once, enabled by named conditions, answered by name.

Knows the table's columns, not its rows."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from app.page.verbs import VERBS
from app.widgets.icons import icon
from app.widgets.labels import pretty_keys
from app.window.actions import ACTIONS, BY_NAME, MENUS, Action
from app.words import tr

if TYPE_CHECKING:
    from app.window.main_window import Window

# condition: (how to know, why not)
NEEDS: dict[str, tuple[Callable[["Window"], bool], str]] = {
    "": (lambda window: True, ""),
    "page": (lambda window: window.page is not None, "Open a page first."),
    "music": (
        lambda window: window.page is not None and window.page.document.kind == "music",
        "This works on a page of music.",
    ),
    "text": (
        lambda window: window.page is not None and window.page.document.kind == "text",
        "This works on a page of text.",
    ),
    "selection": (
        lambda window: window.page is not None and bool(window.page.document.selection),
        "Select something first.",
    ),
    "recording": (lambda window: window.sound.recording, "Choose a MIDI keyboard in Sound and MIDI first."),
    "undo": (
        lambda window: window.page is not None and window.page.document.stack.canUndo(),
        "There is nothing to take back.",
    ),
    "redo": (
        lambda window: window.page is not None and window.page.document.stack.canRedo(),
        "There is nothing to do again.",
    ),
    "ready": (
        lambda window: window.page is not None and window.page.preview.ready,
        "There is no alternative to accept; rewrite something first.",
    ),
    "steps": (
        lambda window: window.page is not None and window.page.preview.reel is not None,
        "There are no steps to watch; rewrite something first.",
    ),
    "alternatives": (
        lambda window: window.page is not None and window.page.preview.count > 0,
        "There are no alternatives; rewrite something first.",
    ),
}


class ActionSet(QObject):
    """Every row as a QAction, by name."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._able: dict[str, bool] = {}  # what was true at the last look
        self._words: Mapping[str, tuple[str, str]] = {}  # what the page in front calls some actions
        for row in ACTIONS:
            self._actions[row.name] = self._make(row)
        window.addActions(list(self._actions.values()))

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def _make(self, row: Action) -> QAction:
        action = QAction(tr(row.text), self._window)
        action.setObjectName(row.name)
        action.setShortcuts([QKeySequence(keys) for keys in row.keys])
        if row.icon:
            action.setIcon(icon(row.icon))
        if row.group:
            action.setCheckable(True)
        if row.group and row.group != "toggle":
            group = self._groups.setdefault(row.group, QActionGroup(self))
            group.addAction(action)
        if row.name == "quit":
            action.setMenuRole(QAction.MenuRole.QuitRole)
        action.setAutoRepeat(row.needs != "ready")  # a held key takes an alternative, or holds the original, once
        action.triggered.connect(partial(self._trigger, row))
        return action

    def _trigger(self, row: Action, _on: bool = False) -> None:
        arguments = () if row.value is None else (row.value,)
        self._window.attempt(partial(answer(self._window, row.handler), *arguments))

    def refresh(self) -> None:
        """Enable what can be done now; a tip says why another cannot."""
        truths = {name: known(self._window) for name, (known, _) in NEEDS.items()}
        if truths == self._able:
            return
        self._able = truths
        for row in ACTIONS:
            able, reason = truths[row.needs], NEEDS[row.needs][1]
            action = self._actions[row.name]
            own = tr(self._words[row.name][1]) if row.name in self._words else tip(row)
            words = own if able else tr(reason)
            keys = pretty_keys(row.keys[0])
            action.setEnabled(able)
            action.setToolTip(f"{words}  ({keys})" if able else words)
            action.setStatusTip(words)

    def reword(self, words: Mapping[str, tuple[str, str]]) -> None:
        """Call some actions otherwise, as a kind of page does: name -> (text, tip)."""
        if words == self._words:
            return
        self._words, self._able = words, {}
        for row in ACTIONS:
            self._actions[row.name].setText(tr(words[row.name][0] if row.name in words else row.text))

    def check(self, group: str, value: object) -> None:
        """Show which of a group is on."""
        for row in ACTIONS:
            if row.group == group:
                self._actions[row.name].setChecked(row.value == value)

    def fill(self, bar: QMenuBar) -> dict[str, QMenu]:
        """The menus of the table."""
        menus = {}
        for name, title in MENUS.items():
            menus[name] = menu = bar.addMenu(tr(title))
            menu.setToolTipsVisible(True)
            for row in ACTIONS:
                if row.menu == name:
                    if row.line:
                        menu.addSeparator()
                    menu.addAction(self._actions[row.name])
        return menus


def tip(row: Action) -> str:
    """What an action does, in a sentence."""
    if row.tip:
        return tr(row.tip)
    return tr(VERBS[str(row.value)].tip) if row.value in VERBS else tr(row.text).replace("&", "")


def answer(window: object, handler: str) -> Callable[..., None]:
    """The bound method a dotted name means."""
    found = window
    for part in handler.split("."):
        found = getattr(found, part)
    assert callable(found)
    return found


def text_of(name: str) -> str:
    """An action's words without its access key."""
    return tr(BY_NAME[name].text).replace("&", "")
