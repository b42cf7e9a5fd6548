"""The table of actions as Qt actions of one window: made once, enabled by named conditions, with handlers looked up at
start. Knows the table's columns, not its rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from operator import methodcaller
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from app.page.canvas_protocol import MusicCanvas, MusicInsight, NoteQuestions, PageCanvas, PageInsight, TextCanvas
from app.page.chords import PageChords
from app.page.edits import PageEdits
from app.page.page import Page
from app.page.painting import PagePainting
from app.page.panels.timeline import Timeline
from app.page.playback import PagePlayback
from app.page.rewrites import PageRewrites
from app.sound.transport import Transport
from app.widgets.icons import icon
from app.widgets.labels import pretty_keys
from app.window.actions import ACTIONS, MENUS, Action, tip
from app.window.dialog_desk import WindowDialogs
from app.window.files.desk import FileDesk
from app.window.files.handover import NotationHandover
from app.window.files.saving import FileSaving
from app.window.sound_desk import SoundDesk
from app.window.tabs import WindowTabs
from app.words import tr

if TYPE_CHECKING:
    from app.window.main_window import Window

# condition: (how to know, why not)
NEEDS: dict[str, tuple[Callable[["Window"], bool], str]] = {
    "": (lambda window: True, ""),
    "page": (lambda window: window.page is not None, "Open a page first."),
    "music": (
        lambda window: window.page is not None and window.page.document.kind == "music",
        "This works on a music page.",
    ),
    "text": (
        lambda window: window.page is not None and window.page.document.kind == "text",
        "This works on a text page.",
    ),
    "selection": (
        lambda window: window.page is not None and bool(window.page.document.selection),
        "Select something first.",
    ),
    "notes": (
        lambda window: (
            window.page is not None and window.page.roll is not None and bool(window.page.document.selection)
        ),
        "Select some notes first.",
    ),
    "recording": (lambda window: window.sound.recording, "Choose a MIDI keyboard in Sound and MIDI first."),
    "undo": (
        lambda window: window.page is not None and window.page.document.stack.canUndo(),
        "There is nothing to undo.",
    ),
    "redo": (
        lambda window: window.page is not None and window.page.document.stack.canRedo(),
        "There is nothing to redo.",
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


class Receiver(NamedTuple):
    """An object that handles actions: its class, and how the window reaches it; None while there is no page."""

    kind: type
    find: Callable[["Window"], object | None]


def _of_page(kind: type, find: Callable[[Page], object | None]) -> Receiver:
    return Receiver(kind, lambda window: find(window.page) if window.page is not None else None)


# what is before the last dot of a handler
RECEIVERS = {
    "window": Receiver(QMainWindow, lambda window: window),
    "tabs": Receiver(WindowTabs, lambda window: window.tabs),
    "dialogs": Receiver(WindowDialogs, lambda window: window.dialogs),
    "files": Receiver(FileDesk, lambda window: window.files),
    "saving": Receiver(FileSaving, lambda window: window.files.saving),
    "handover": Receiver(NotationHandover, lambda window: window.files.handover),
    "sound": Receiver(SoundDesk, lambda window: window.sound),
    "page": _of_page(Page, lambda page: page),
    "edits": _of_page(PageEdits, lambda page: page.edits),
    "chords": _of_page(PageChords, lambda page: page.chords),
    "painting": _of_page(PagePainting, lambda page: page.painting),
    "rewrites": _of_page(PageRewrites, lambda page: page.rewrites),
    "playback": _of_page(PagePlayback, lambda page: page.playback),
    "transport": _of_page(Transport, lambda page: page.transport),
    "timeline": _of_page(Timeline, lambda page: page.timeline),
    "canvas": _of_page(PageCanvas, lambda page: page.canvas),
    "roll": _of_page(MusicCanvas, lambda page: page.roll),
    "draft": _of_page(TextCanvas, lambda page: page.draft),
    "insight": _of_page(PageInsight, lambda page: page.insight),
    "music_insight": _of_page(MusicInsight, lambda page: page.music_insight),
    "why_not": _of_page(
        NoteQuestions, lambda page: page.music_insight.why_not if page.music_insight is not None else None
    ),
}


@dataclass(frozen=True)
class Handler:
    """What one action does: a method that is known to exist, of an object that is found when it is called."""

    name: str
    find: Callable[[], object | None]
    arguments: tuple[object, ...]

    def __call__(self) -> None:
        receiver = self.find()
        assert receiver is not None, f"{self.name} is enabled where nothing answers it"
        methodcaller(self.name.rpartition(".")[2], *self.arguments)(receiver)


def handler_of(row: Action, window: "Window") -> Handler:
    """What a row's action does; a LookupError at once where its name means nothing."""
    place, _, method = row.handler.rpartition(".")
    if place not in RECEIVERS:
        raise LookupError(f"action {row.name}: nothing is called {place!r}")
    receiver = RECEIVERS[place]
    kind = type(window) if place == "window" else receiver.kind
    if not callable(getattr(kind, method, None)):
        raise LookupError(f"action {row.name}: {kind.__name__} has no method {method!r}")
    return Handler(row.handler, partial(receiver.find, window), () if row.value is None else (row.value,))


class ActionSet(QObject):
    """Every row as a QAction, by name."""

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._able: dict[str, bool] = {}  # what was true at the last look
        self._menus: list[QMenu] = []
        self._words: Mapping[str, tuple[str, str]] = {}  # what the page in front calls some actions
        for row in ACTIONS:
            self._actions[row.name] = self._make(row)
        window.addActions(list(self._actions.values()))

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def _make(self, row: Action) -> QAction:
        handler = handler_of(row, self._window)
        action = QAction(tr(row.text), self._window)
        action.setObjectName(row.name)
        action.setShortcuts([QKeySequence(keys) for keys in row.shortcuts])
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
        action.triggered.connect(lambda _on=False: self._window.attempt(handler))
        return action

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
            keys = pretty_keys(row.shortcuts[0])
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

    def after(self, name: str) -> QAction:
        """What stands after an action in its menu, as the place to insert something before."""
        menu = next(made for made in self._menus if self._actions[name] in made.actions())
        return menu.actions()[menu.actions().index(self._actions[name]) + 1]

    def fill(self, bar: QMenuBar) -> dict[str, QMenu]:
        """The menus of the table."""
        menus = {}
        for name, (title, rows) in MENUS.items():
            menus[name] = menu = bar.addMenu(tr(title))
            menu.setToolTipsVisible(True)
            for row in rows:
                menu.addSeparator() if row is None else menu.addAction(self._actions[row.name])
            self._menus.append(menu)
        return menus
