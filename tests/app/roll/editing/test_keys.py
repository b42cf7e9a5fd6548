"""The roll without a mouse: a keyboard cursor, a melody from keys alone, edits of the selection, and nothing lost
without a word."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.roll import changes
from engine.canvas.mask import Brush
from engine.canvas.music import Mark, Note
from engine.canvas.project import fresh
from tests.app.roll_stage import CTRL, NONE, SHIFT, Stage, piece_with

Key = Qt.Key


@pytest.fixture
def tune(qtbot):
    """Three soprano quarters and a bass whole note."""
    return Stage(qtbot, piece_with((0, 0, 4, 72), (0, 4, 4, 74), (0, 8, 4, 76), (3, 0, 16, 48)))


def test_a_melody_from_keys_alone(qtbot):
    stage = Stage(qtbot)
    stage.document.cursor = (0, 0, 64)
    stage.press(Key.Key_Return, Key.Key_Return, Key.Key_Up, Key.Key_Return, Key.Key_Up, Key.Key_Up, Key.Key_Return)
    assert stage.notes() == [(0, 4, 64), (4, 4, 64), (8, 4, 65), (12, 4, 67)]
    assert stage.document.cursor == (0, 16, 67)
    assert stage.steps == 4


def test_the_cursor_walks_by_grid_note_bar_and_voice(tune):
    tune.document.cursor = (0, 0, 72)
    tune.press(Key.Key_Right)
    assert tune.document.cursor == (0, 4, 72)
    tune.press(Key.Key_Right, held=CTRL)
    assert tune.document.cursor == (0, 8, 76)
    tune.press(Key.Key_PageDown)
    assert tune.document.cursor == (0, 16, 76)
    tune.press(Key.Key_Home)
    tune.press(Key.Key_Down, Key.Key_Down, Key.Key_Down, held=CTRL)
    assert tune.document.cursor == (3, 0, 48)
    assert tune.roll.voice == 3
    tune.press(Key.Key_End)
    assert tune.document.cursor[1] == 60
    tune.press(Key.Key_Right)
    assert tune.document.cursor[1] == 60


def test_the_cursor_says_what_it_stands_on(tune):
    tune.document.cursor = (0, 0, 72)
    tune.press(Key.Key_Right, held=CTRL)
    assert tune.said[-1] == "Bar 1 beat 2, soprano D5, quarter, kept"
    tune.press(Key.Key_PageDown)
    assert tune.said[-1] == "Bar 2 beat 1, soprano rest, kept; cursor on D5"
    assert tune.roll.accessibleDescription() == tune.said[-1]


def test_enter_selects_the_note_under_the_cursor_then_arrows_move_it(tune):
    tune.document.cursor = (0, 8, 76)
    tune.press(Key.Key_Return)
    assert tune.document.selection == {(0, 8)}
    tune.press(Key.Key_Up)
    tune.press(Key.Key_Up, held=SHIFT)
    tune.press(Key.Key_Right)
    tune.press(Key.Key_Right, held=SHIFT)
    assert tune.notes()[-1] == (12, 8, 89)
    assert tune.steps == 4
    tune.press(Key.Key_Escape)
    assert tune.document.selection == frozenset()


def test_enter_paints_with_a_brush_and_erases_with_the_eraser(tune):
    tune.document.cursor = (0, 4, 74)
    tune.roll.tool = Brush.REWRITE
    tune.press(Key.Key_Return)
    assert tune.brushes()[3:9] == [Brush.KEEP] + [Brush.REWRITE] * 4 + [Brush.KEEP]
    tune.roll.tool = "erase"
    tune.press(Key.Key_Return)
    assert tune.notes() == [(0, 4, 72), (8, 4, 76)]


def test_delete_takes_the_selection_else_the_note_under_the_cursor(tune):
    tune.press(Key.Key_A, held=CTRL)
    assert len(tune.document.selection) == 4
    tune.press(Key.Key_Delete)
    assert [tune.notes(v) for v in range(4)] == [[], [], [], []]
    tune.document.stack.undo()
    tune.document.selection = frozenset()
    tune.document.cursor = (0, 5, 74)
    tune.press(Key.Key_Backspace)
    assert tune.notes() == [(0, 4, 72), (8, 4, 76)]


def test_transposing_stops_at_the_end_of_the_keyboard(tune):
    tune.document.selection = frozenset({(0, 8), (3, 0)})
    for _ in range(6):
        tune.press(Key.Key_Up, held=SHIFT)
    assert tune.notes()[-1] == (8, 4, 127)
    assert tune.notes(3) == [(0, 16, 99)]


def test_lengthening_over_a_neighbour_is_reported(tune):
    tune.document.selection = frozenset({(0, 0)})
    tune.press(Key.Key_Right, held=SHIFT)
    assert tune.notes() == [(0, 8, 72), (8, 4, 76)]
    assert tune.said[-1] == "1 note was cut or replaced; undo with Ctrl+Z."


def test_a_moved_note_takes_its_brush_along(qtbot):
    stage = Stage(qtbot, piece_with((0, 0, 4, 72)), brush=Brush.SUGGEST)
    stage.document.selection = frozenset({(0, 0)})
    stage.roll.paint_selection(Brush.KEEP)
    stage.press(Key.Key_Right)
    assert stage.brushes()[4:9] == [Brush.KEEP] * 4 + [Brush.SUGGEST]


def test_copy_and_paste_at_the_cursor_with_everything_a_note_carries(tune):
    from dataclasses import replace

    project = tune.document.project
    voice = replace(project.canvas.voices[0], marks=(Mark(4, 90, "Freu-", None),))
    tune.document.apply(
        "mark", replace(project, canvas=replace(project.canvas, voices=(voice, *project.canvas.voices[1:])))
    )
    tune.document.selection = frozenset({(0, 4), (0, 8)})
    tune.press(Key.Key_C, held=CTRL)
    tune.document.cursor = (0, 32, 72)
    tune.press(Key.Key_V, held=CTRL)
    assert tune.notes()[3:] == [(32, 4, 74), (36, 4, 76)]
    assert tune.document.project.canvas.voices[0].marks[-1] == Mark(32, 90, "Freu-", None)
    assert tune.document.selection == {(0, 32), (0, 36)}
    assert tune.document.cursor[1] == 40
    tune.press(Key.Key_V, held=CTRL)
    assert tune.notes()[5:] == [(40, 4, 74), (44, 4, 76)]


def test_cut_is_one_step_and_pasting_past_the_end_says_so(tune):
    tune.document.selection = frozenset({(0, 0), (0, 8)})
    tune.press(Key.Key_X, held=CTRL)
    assert tune.notes() == [(4, 4, 74)]
    assert tune.steps == 1
    tune.document.cursor = (0, 60, 72)
    tune.press(Key.Key_V, held=CTRL)
    assert tune.notes()[-1] == (60, 4, 72)
    assert tune.said[-1] == "1 note did not fit; insert bars and paste again."


def test_strange_clipboards_do_nothing(tune):
    QApplication.clipboard().setText("[[9, 9]]")
    tune.press(Key.Key_V, held=CTRL)
    assert tune.steps == 0
    assert tune.said[-1] == "There are no notes on the clipboard."


@pytest.mark.parametrize(
    "row",
    [
        [0, 0, 4, 60, "x", "", None],
        [0, 0, 4, 60, 0, "", None],
        [0, 0, 4, 60, None, 5, None],
        [0, 0, 4, 60, None, "", 1],
        [0, 0, 4, 60, None, "", [2]],
        "abcdefg",
    ],
)
def test_rows_of_the_clipboard_that_are_no_notes_are_passed_over(row):
    project = fresh(piece_with(bars=1))
    pasted = changes.paste(project, json.dumps([row, [1, 0, 2, 62, 90, "la", 2]]).encode(), 0)
    assert [voice.notes for voice in pasted.project.canvas.voices] == [(), (Note(0, 2, 62),), (), ()]
    assert pasted.project.canvas.voices[1].marks == (Mark(0, 90, "la", 2),)
    assert pasted.selection == {(1, 0)}


def test_split_in_halves_or_at_the_cursor(tune):
    tune.document.selection = frozenset({(0, 0)})
    tune.document.cursor = (0, 0, 72)
    tune.roll.split()
    assert tune.notes()[:2] == [(0, 2, 72), (2, 2, 72)]
    tune.document.selection = frozenset({(3, 0)})
    tune.document.cursor = (3, 4, 48)
    tune.roll.split()
    assert tune.notes(3) == [(0, 4, 48), (4, 12, 48)]


def test_notes_change_voice_but_not_beyond_soprano_and_bass(tune):
    tune.document.selection = frozenset({(0, 0)})
    tune.roll.move_to_voice(1)
    assert tune.notes(1) == [(0, 4, 72)]
    tune.document.selection = frozenset({(3, 0)})
    tune.roll.move_to_voice(1)
    assert tune.notes(3) == [(0, 16, 48)]


def test_ctrl_shift_arrows_change_the_voice(tune):
    tune.document.selection = frozenset({(0, 4)})
    tune.press(Key.Key_Down, held=CTRL | SHIFT)
    assert tune.notes(1) == [(4, 4, 74)]
    assert tune.document.selection == {(1, 4)}


def test_zoom_keys(tune):
    was = tune.roll.scale.step
    tune.press(Key.Key_Equal, held=CTRL)
    assert tune.roll.scale.step > was
    tune.press(Key.Key_Minus, held=CTRL)
    assert abs(tune.roll.scale.step - was) < 1e-9
    tune.press(Key.Key_Equal, Key.Key_Equal, Key.Key_0, held=CTRL)
    assert tune.roll.scale.x(tune.document.project.canvas.steps) <= tune.roll.viewport().width() + 1e-6


def test_unknown_keys_go_on_to_the_window(tune, qtbot):
    from PySide6.QtGui import QKeyEvent

    event = QKeyEvent(QKeyEvent.Type.KeyPress, Key.Key_Q, NONE)
    QApplication.sendEvent(tune.roll, event)
    assert not event.isAccepted()
