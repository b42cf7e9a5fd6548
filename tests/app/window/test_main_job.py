"""The main job from beginning to end: start, import a melody, harmonise, accept, export MIDI; with few actions of the
mouse, and without a mouse."""

import mido
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.page.panels.progress_card import ProgressCard
from app.window.dialogs.melody import MelodyDialog
from app.window.start_page import BeginCard
from engine.canvas.mask import Brush
from tests.app.window.files.test_files import agree, melody_midi

LEFT = Qt.MouseButton.LeftButton
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen, of popups and dialogs
TUNE = (72, 74, 76, 77, 79, 77, 76, 74)


class Hands:
    """Counts what the user does: a click, a choice in a dialog, a key."""

    def __init__(self, desk, tmp_path):
        self.desk, self.actions = desk, 0
        desk.answers["ask_open"] = lambda *_: self._did(melody_midi(tmp_path / "tune.mid", TUNE))
        desk.answers["ask_plan"] = lambda *given: self._did(agree(*given))
        desk.answers["ask_save"] = lambda *given: self._did(self._saved(*given))
        desk.answers["ask_melody"] = lambda: self._did("open")

    def _did(self, answer):
        self.actions += 1
        return answer

    def _saved(self, _title, name, suffix, beside=None):
        from app.window.files.questions import free_name

        self.proposed = free_name(beside.parent, name, suffix)
        return self.proposed

    def click(self, widget):
        self.actions += 1
        QTest.mouseClick(widget, LEFT)
        QApplication.processEvents()

    def key(self, *given):
        self.actions += 1
        self.desk.key(*given)


def check(desk, hands, tmp_path):
    assert hands.proposed == tmp_path / "tune 2.mid", "beside the source, never the source itself"
    assert (desk.document.mask.array() == Brush.KEEP).all(), "what was accepted is kept"
    file = mido.MidiFile(hands.proposed)
    voices = [track for track in file.tracks if any(m.type == "note_on" for m in track)]
    assert len(voices) == 4
    assert [m.note for m in voices[0] if m.type == "note_on" and m.velocity] == list(TUNE)


def test_with_the_mouse_in_at_most_seven_actions(desk, tmp_path):
    hands = Hands(desk, tmp_path)
    hands.click(next(c for c in desk.window.tabs.start.findChildren(BeginCard) if c.text() == "Harmonise a melody"))
    desk.wait(lambda: desk.page is not None)
    desk.rewritten()
    card = desk.page.findChild(ProgressCard)
    hands.click(next(b for b in card.findChildren(type(card._accept)) if b.text() == "Accept 1"))
    assert desk.page.canvas.hasFocus(), "Space plays at once"
    hands.click(desk.window.drag)
    desk.wait(lambda: (tmp_path / "tune 2.mid").exists())
    assert hands.actions <= 7, hands.actions
    check(desk, hands, tmp_path)


def test_with_keys_alone(desk, tmp_path):
    hands = Hands(desk, tmp_path)
    first = next(c for c in desk.window.tabs.start.findChildren(BeginCard) if c.text() == "Harmonise a melody")
    while not first.hasFocus():
        QTest.keyClick(desk.window.focusWidget() or desk.window, Qt.Key.Key_Tab)
    QTest.keyClick(first, Qt.Key.Key_Space)
    desk.wait(lambda: desk.page is not None)
    desk.rewritten()
    desk.key(Qt.Key.Key_Return)
    assert not desk.preview.count
    desk.sequence("Ctrl+E")
    desk.wait(lambda: (tmp_path / "tune 2.mid").exists())
    check(desk, hands, tmp_path)


def test_the_question_where_the_melody_is_can_be_answered_by_keys(desk):
    dialog = MelodyDialog(desk.window)
    dialog.show()
    assert dialog.focusWidget() is dialog.cards["open"]
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Space)
    assert dialog.way == "draw"


def test_an_example_is_harmonised_at_once(desk):
    desk.answers["ask_melody"] = "anne"
    desk.window.dialogs.begin("harmonise")
    desk.rewritten()
    assert desk.document.title == "St Anne" and len(desk.preview.canvases) == 4
    grades = desk.preview.grades
    assert None not in grades and list(grades) == sorted(grades) and desk.preview.index == 0
    assert desk.page.alternatives.note.startswith("best first by grade")
