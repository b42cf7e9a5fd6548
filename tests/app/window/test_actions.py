"""Every row of the action table: reachable by its keys, in a menu, in the palette, answered by something, and with
words for a screen reader."""

import re
from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from app.widgets.icons import ICONS
from app.window import action_set
from app.window.actions import ACTIONS, MENUS
from app.window.command_palette import CommandPalette, rank
from app.window.key_sheet import KeySheet


def test_every_action_is_reached_by_each_of_its_keys(desk, monkeypatch):
    desk.open_example()
    called = []
    monkeypatch.setattr(desk.window, "attempt", lambda handler: called.append((handler.name, *handler.arguments)))
    for row in ACTIONS:
        for keys in row.shortcuts:
            called.clear()
            desk.window.actions_[row.name].setEnabled(True)
            QTest.keySequence(desk.page.canvas, QKeySequence(keys))
            assert called == [(row.handler,) if row.value is None else (row.handler, row.value)], (row.name, keys)


def test_no_two_actions_share_a_key():
    keys = Counter(QKeySequence(key).toString() for row in ACTIONS for key in row.shortcuts)
    assert not [key for key, times in keys.items() if times > 1]


def test_no_key_is_one_that_the_system_takes_first():
    """With Ctrl, Alt and a function key Linux shows another console."""
    assert not [key for action in ACTIONS for key in action.shortcuts if re.match(r"Ctrl\+Alt\+(Shift\+)?F\d", key)]


def test_every_action_has_keys_a_menu_words_and_an_answer(desk):
    desk.open_example()
    desk.window.actions_.refresh()
    for name, row in ((name, row) for name, menu in MENUS.items() for row in menu.actions):
        action = desk.window.actions_[row.name]
        assert row.keys and (not row.icon or row.icon in ICONS), row.name
        assert action in desk.window.menus[name].actions(), row.name
        assert action.text() and action.toolTip(), row.name


def test_every_action_is_answered_on_the_page_it_is_for(desk):
    """The objects that the table's names mean have the methods, on both kinds of page."""
    for kind, opened in (("text", desk.window.files.new_text), ("music", desk.open_example)):
        opened()
        for row in ACTIONS:
            handler = action_set.handler_of(row, desk.window)
            if {"music": "music", "notes": "music", "text": "text"}.get(row.needs, kind) != kind:
                continue
            receiver = handler.find()
            assert callable(getattr(receiver, row.handler.rpartition(".")[2], None)), (row.name, kind)


@pytest.mark.parametrize("name", ["edits.undoo", "edit.undo", "files.nwe", "window.clos", "undo"])
def test_a_wrong_name_in_the_table_fails_when_the_window_is_made(desk, monkeypatch, name):
    wrong = ACTIONS[0]._replace(handler=name)
    monkeypatch.setattr(action_set, "ACTIONS", (wrong, *ACTIONS[1:]))
    with pytest.raises(LookupError, match="action new"):
        action_set.ActionSet(desk.window)


def test_a_disabled_action_says_why(desk):
    action = desk.window.actions_["save"]
    assert not action.isEnabled() and action.toolTip() == "Open a page first."


CONTROLS = (QAbstractButton, QAbstractSlider, QLineEdit, QComboBox, QPlainTextEdit)


def nameless(root):
    """Controls a screen reader could only call 'button'; parts Qt makes for itself inside other controls do not
    count."""
    found = []
    for control in root.findChildren(QWidget):
        inner = (
            control.objectName().startswith("qt_")
            or control.parent().objectName().startswith("qt_")
            or type(control.parent()) in (QComboBox,)
        )
        if (
            isinstance(control, CONTROLS)
            and not inner
            and control.metaObject().className() not in ("QScrollBar", "ScrollLeftButton", "CloseButton")
        ):
            words = control.accessibleName() or (control.text() if isinstance(control, QAbstractButton) else "")
            if not words.strip() and control.parent().metaObject().className() not in (
                "QSpinBox",
                "QDoubleSpinBox",
                "QTabBar",
            ):
                found.append(control)
    return found


def test_every_control_of_every_screen_has_an_accessible_name(desk):
    from app.page.piece_dialog import PieceDialog
    from app.window.dialogs.log import LogDialog
    from app.window.dialogs.model_card import ModelCardDialog
    from app.window.dialogs.settings import SettingsDialog

    desk.open_example()
    desk.window.tabs.show_start()
    piece = desk.window.pages[0].document.project.canvas
    window = desk.window
    dialogs = (
        SettingsDialog(window.settings, window),
        PieceDialog(piece, 0, window),
        ModelCardDialog(window),
        LogDialog(window),
        KeySheet(window),
    )
    for screen in (window, *dialogs):
        assert not nameless(screen), screen


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # the offscreen platform, of popups
def test_the_palette_finds_by_words_and_runs(desk):
    desk.open_example()
    palette = CommandPalette(desk.window.actions_, desk.window)
    palette.show()
    QTest.keyClicks(palette._line, "harmon")
    assert palette._list.item(0).text() == "Harmonise this melody"
    QTest.keyClicks(palette._line, "zzzz")
    assert palette._list.count() == 0
    palette._line.clear()
    QTest.keyClicks(palette._line, "invert")
    before = desk.document.project.masks
    QTest.keyClick(palette._line, Qt.Key.Key_Return)
    assert desk.document.project.masks == tuple(mask.inverted() for mask in before)


def test_words_are_ranked_from_beginning_to_letters_in_order():
    assert [rank("sa", text) for text in ("Save as", "Undo save", "Versa", "Select all", "Undo")] == [0, 1, 2, 3, None]


def test_no_stray_window_appears_while_pages_open_and_are_rewritten(desk):
    seen = []

    class Watcher(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
                seen.append(repr(watched))
            return False

    watcher = Watcher()
    QApplication.instance().installEventFilter(watcher)
    desk.open_example()
    desk.key(Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    desk.rewritten()
    desk.window.tabs.show_start()
    QApplication.instance().removeEventFilter(watcher)
    assert not seen
