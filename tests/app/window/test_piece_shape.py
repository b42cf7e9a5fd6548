"""The shape of a page: asked for when it is new, changed later without an odd last bar, drawn where it changes; the
tempo edited where it stands; muted voices pale; one message in the status line."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.page.piece_dialog import PieceDialog
from app.window import status_line
from engine.canvas.edits_bars import set_metre
from engine.canvas.music import Key, blank_piece
from tests.app.conftest import CTRL

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # offscreen, of popups and dialogs


def test_a_new_page_has_the_key_metre_bars_and_pick_up_that_were_asked_for(desk):
    dialog = PieceDialog(blank_piece(8), 0, desk.window, new=True)
    dialog.beats.setValue(3)
    assert dialog.bars.value() == 8 and dialog.pickup.maximum() == 11, "as many bars, whatever the metre"
    dialog.bars.setValue(12)
    dialog.pickup.setValue(4)
    dialog.key.setCurrentIndex(dialog.key.findText("D minor"))
    desk.answers["ask_new"] = dialog.piece()
    desk.key(Qt.Key.Key_N, CTRL)
    piece = desk.page.pointing.piece
    assert [bar.steps for bar in piece.bars] == [4, *[12] * 12] and piece.key == Key(-1, True)
    assert "ask_new" in desk.asked
    desk.answers["ask_new"] = None
    pages = len(desk.window.pages)
    desk.key(Qt.Key.Key_N, CTRL)
    assert len(desk.window.pages) == pages, "the user changed their mind"


def test_another_metre_of_a_page_with_notes_fills_its_last_bar(desk):
    desk.open_example()
    before = desk.page.pointing.piece
    dialog = PieceDialog(before, 0, desk.window)
    dialog.beats.setValue(3)
    desk.page.edits.reshape(dialog.piece())
    piece = desk.page.pointing.piece
    assert all(bar.complete and bar.beats == 3 for bar in piece.bars)
    assert desk.document.mask.shape == (4, piece.steps)
    assert [voice.notes for voice in piece.voices] == [voice.notes for voice in before.voices]
    desk.page.edits.undo()
    assert desk.page.pointing.piece == before


def test_a_change_of_metre_is_drawn_at_its_bar_however_far_away_one_is(desk, monkeypatch):
    desk.open_example()
    page = desk.page
    page.edits.reshape(set_metre(set_metre(page.pointing.piece, 3, 3, 4), 3, 3, 4))
    ruler, drawn = page.canvas.frame.ruler, []
    assert ruler.metre_changes == [3]
    monkeypatch.setattr(
        type(ruler), "_paint_change", lambda _self, _p, number, left, metre: drawn.append((number, left, metre)) or left
    )
    for step in (7, 1):
        drawn.clear()
        page.canvas.scroller.zoom_to(0, step)
        ruler.grab()
        assert drawn == [("4", ruler.x_of(page.pointing.piece.bar_starts[3]) + 7, "3/4")]


def test_the_tempo_is_edited_where_it_stands(desk):
    desk.open_example()
    field = desk.page.tools.tempo
    QTest.mouseClick(field.shown, Qt.MouseButton.LeftButton)
    assert field.number.hasFocus()
    QTest.keyClicks(field.number, "72")
    QTest.keyClick(field.number, Qt.Key.Key_Return)
    assert [tempo.quarters for tempo in desk.page.pointing.piece.tempos] == [72.0]
    assert field.shown.text() == "Tempo 72" and desk.page.canvas.hasFocus()
    field.edit()
    QTest.keyClicks(field.number, "50")
    QTest.keyClick(field.number, Qt.Key.Key_Escape)
    assert field.shown.text() == "Tempo 72" and field.shown.isVisible()
    desk.page.edits.undo()
    assert field.shown.text() == "Tempo 96"


def test_voices_that_are_not_heard_are_pale(desk):
    desk.open_example()
    desk.qtbot.wait(50)  # the page is laid out
    roll, strip = desk.page.canvas, desk.page.strip
    full = roll.viewport().grab().toImage()
    strip.mutes[0].click()
    assert roll.options.silent == {0}
    assert roll.viewport().grab().toImage() != full
    strip.mutes[0].click()
    strip.solos[1].click()
    assert roll.options.silent == {0, 2, 3}
    strip.solos[1].click()
    assert not roll.options.silent and roll.viewport().grab().toImage() == full


def test_the_status_line_has_one_message_at_a_time(desk, monkeypatch):
    desk.open_example()
    status, now = desk.window.status, [100.0]
    monkeypatch.setattr(status_line.time, "monotonic", lambda: now[0])
    status.say("Something was done")
    status.follow(desk.page)
    assert status.message.text() == "Something was done"
    now[0] += status_line.HOLD + 1
    status.follow_clock(desk.page, "Autosaved 3 s ago")
    assert status.message.text() == desk.page.rewrites.summary() != ""
    assert status.state.text() == "Autosaved 3 s ago" and "Offline" in status.state.toolTip()
    status.follow_clock(desk.page, "")
    assert status.state.text() == "Offline, model included"
    status.say("A sentence that is much too long for its place. " * 9)
    assert status.message.toolTip() == status.message.text()


def test_bars_that_are_deleted_leave_nothing_behind(desk):
    desk.open_example()
    roll, page = desk.page.canvas, desk.page
    roll.viewport().grab()
    piece = page.pointing.piece
    desk.document.cursor = (0, piece.bar_starts[-1], 72)
    desk.document.selection = frozenset()
    page.edits.delete_bars()
    seen = roll.viewport().grab().toImage()
    roll.picture.repaint()
    assert roll.viewport().grab().toImage() == seen
    assert replace(page.pointing.piece, title="") != replace(piece, title="")
