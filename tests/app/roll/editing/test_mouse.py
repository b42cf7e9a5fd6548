"""The mouse on the roll: what a hand does is what the document gets, in one undo step each."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.canvas.mask import Brush
from tests.app.roll_stage import ALT, CTRL, MIDDLE, RIGHT, SHIFT, Stage, piece_with


@pytest.fixture
def blank(qtbot):
    return Stage(qtbot)


@pytest.fixture
def tune(qtbot):
    """Three soprano quarters and a bass whole note."""
    return Stage(qtbot, piece_with((0, 0, 4, 72), (0, 4, 4, 74), (0, 8, 4, 76), (3, 0, 16, 48)))


def test_a_melody_is_drawn_note_by_note(blank):
    blank.roll.tool = "draw"
    for beat, pitch in enumerate((64, 64, 65, 67)):
        blank.click(beat * 4 + 1, pitch)
    assert blank.notes(0) == [(0, 4, 64), (4, 4, 64), (8, 4, 65), (12, 4, 67)]
    assert blank.steps == 4
    assert blank.document.stack.undoText() == "Draw note"


def test_drawing_by_dragging_makes_a_longer_note_in_the_active_voice(blank):
    blank.roll.tool, blank.roll.voice = "draw", 2
    blank.drag((4, 55), (14, 57))
    assert blank.notes(2) == [(4, 12, 55)]
    assert blank.steps == 1


def test_drawn_notes_are_kept_even_where_the_page_was_free(qtbot):
    stage = Stage(qtbot, brush=Brush.REWRITE)
    stage.roll.tool = "draw"
    stage.click(0, 72)
    assert stage.brushes(0)[:5] == [Brush.KEEP] * 4 + [Brush.REWRITE]


def test_sixteenths_can_be_drawn(blank):
    blank.roll.tool, blank.roll.options.snap = "draw", "sixteenth"
    blank.click(5, 70)
    assert blank.notes() == [(5, 1, 70)]


def test_double_click_adds_a_note_in_select_mode(blank):
    blank.double(8, 71)
    assert blank.notes() == [(8, 4, 71)]
    assert blank.steps == 1


def test_click_selects_and_shift_adds(tune):
    tune.click(1, 72)
    assert tune.document.selection == {(0, 0)}
    tune.click(5, 74, keys=SHIFT)
    assert tune.document.selection == {(0, 0), (0, 4)}
    tune.click(5, 74, keys=SHIFT)
    assert tune.document.selection == {(0, 0)}
    assert tune.steps == 0


def test_click_on_one_of_several_selected_notes_selects_it_alone(tune):
    tune.document.selection = frozenset({(0, 0), (0, 4)})
    tune.click(1, 72)
    assert tune.document.selection == {(0, 0)}


def test_rubber_band_selects_what_it_touches(tune):
    tune.drag((20, 78), (5, 73))
    assert tune.document.selection == {(0, 4), (0, 8)}
    tune.drag((20, 50), (10, 46), keys=SHIFT)
    assert tune.document.selection == {(0, 4), (0, 8), (3, 0)}
    tune.click(30, 60)
    assert tune.document.selection == frozenset()


def test_a_dragged_note_moves_in_time_and_pitch(tune):
    tune.drag((9, 76), (21, 79))
    assert tune.notes() == [(0, 4, 72), (4, 4, 74), (20, 4, 79)]
    assert tune.document.selection == {(0, 20)}
    assert tune.steps == 1
    tune.document.stack.undo()
    assert tune.notes() == [(0, 4, 72), (4, 4, 74), (8, 4, 76)]


def test_several_selected_notes_move_together_and_stop_at_the_edge(tune):
    tune.document.selection = frozenset({(0, 4), (0, 8)})
    tune.drag((9, 76), (1, 76))  # two beats left, but only one is free before the page begins
    assert tune.notes() == [(0, 4, 74), (4, 4, 76)]
    assert "1 note was cut or replaced" in tune.said[-1]


def test_ctrl_drag_copies(tune):
    tune.drag((9, 76), (25, 76), keys=CTRL)
    assert tune.notes() == [(0, 4, 72), (4, 4, 74), (8, 4, 76), (24, 4, 76)]


def test_alt_drag_ignores_the_grid(tune):
    tune.drag((9, 76), (10, 76), keys=ALT)
    assert tune.notes() == [(0, 4, 72), (4, 4, 74), (9, 4, 76)]


def test_the_edge_of_a_note_changes_its_length(tune):
    right_edge = tune.roll.scale.step * 0.5 - 2
    tune.drag((11, 76), (19, 76), dx=right_edge)
    assert tune.notes()[-1] == (8, 12, 76)
    tune.drag((19, 76), (11, 76), dx=right_edge)
    assert tune.notes()[-1] == (8, 4, 76)
    left_edge = -tune.roll.scale.step * 0.5 + 1
    tune.drag((8, 76), (4, 76), dx=left_edge)
    assert tune.notes() == [(0, 4, 72), (4, 8, 76)]
    assert tune.steps == 3


def test_erasing_is_one_stroke(tune):
    tune.roll.tool = "erase"
    tune.drag((1, 72), (9, 76))
    assert tune.notes() == []
    assert tune.notes(3) == [(0, 16, 48)]
    assert tune.steps == 1


def test_right_button_erases_while_drawing(tune):
    tune.roll.tool = "draw"
    tune.click(5, 74, button=RIGHT)
    assert tune.notes() == [(0, 4, 72), (8, 4, 76)]


def test_right_button_asks_for_the_menu_otherwise(tune, qtbot):
    where = tune.at(5, 74)
    with qtbot.waitSignal(tune.roll.menu_wanted):
        QApplication.sendEvent(tune.roll.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, where))
    tune.click(5, 74, button=RIGHT)
    assert tune.steps == 0


def test_a_brush_paints_whole_notes_and_a_stroke_is_one_step(tune):
    tune.roll.tool = Brush.WHISPER
    tune.drag((1, 72), (9, 76))
    assert tune.brushes(0)[:13] == [Brush.WHISPER] * 12 + [Brush.KEEP]
    assert set(tune.brushes(3)) == {Brush.KEEP}
    assert tune.steps == 1
    assert tune.document.stack.undoText() == "Paint Whisper"
    tune.document.stack.undo()
    assert set(tune.brushes(0)) == {Brush.KEEP}


def test_a_brush_on_empty_paper_paints_a_rectangle_of_cells(tune):
    tune.roll.tool = Brush.REWRITE
    tune.drag((4, 60), (11, 40))  # holds the middle of the bass note and of the resting tenor, not of the alto
    assert tune.brushes(3)[:13] == [Brush.KEEP] * 4 + [Brush.REWRITE] * 8 + [Brush.KEEP]
    assert tune.brushes(2)[4:12] == [Brush.REWRITE] * 8
    assert set(tune.brushes(1)) == set(tune.brushes(0)) == {Brush.KEEP}
    assert tune.steps == 1


def test_a_stroke_shows_before_it_is_made_and_escape_takes_it_back(tune):
    tune.roll.tool = Brush.SUGGEST
    tune.drag((1, 72), (5, 74), release=False)
    assert tune.roll.shown.project.masks[0].rows[0][0] == Brush.SUGGEST
    assert set(tune.brushes(0)) == {Brush.KEEP}
    tune.press(Qt.Key.Key_Escape)
    assert tune.roll.shown.project is tune.document.project
    assert tune.steps == 0


def test_escape_during_a_move_leaves_the_note(tune):
    tune.drag((9, 76), (25, 80), release=False)
    tune.press(Qt.Key.Key_Escape)
    assert tune.notes()[-1] == (8, 4, 76)
    assert tune.steps == 0


def test_zoom_keeps_the_point_under_the_mouse(qtbot):
    stage = Stage(qtbot, piece_with((0, 0, 4, 72), bars=60))
    stage.roll.horizontalScrollBar().setValue(2000)
    for turn in (120, 120, 120, -120, -120, 240):
        before = stage.roll.scale.step_at(stage.roll.horizontalScrollBar().value() + 300)
        stage.wheel(300, 200, turn, CTRL)
        after = stage.roll.scale.step_at(stage.roll.horizontalScrollBar().value() + 300)
        assert abs(after - before) * stage.roll.scale.step <= 1
    assert stage.roll.scale.step > 7


def test_ctrl_shift_wheel_makes_rows_higher_around_the_mouse(blank):
    pitch = blank.roll.scale.pitch_at(200 + blank.roll.verticalScrollBar().value())
    row = blank.roll.scale.row
    for _ in range(4):
        blank.wheel(300, 200, 120, CTRL | SHIFT)
    assert blank.roll.scale.row == row + 4
    assert abs(blank.roll.scale.pitch_at(200 + blank.roll.verticalScrollBar().value()) - pitch) <= 1


def test_what_an_edit_cost_stays_to_be_read(tune):
    tune.drag((9, 76), (5, 76))
    assert "1 note was cut or replaced" in tune.said[-1]
    QTest.mouseMove(tune.roll.viewport(), tune.at(20, 60))
    QApplication.processEvents()
    assert "1 note was cut or replaced" in tune.said[-1]


def test_the_wheel_scrolls_and_shift_goes_sideways(qtbot):
    stage = Stage(qtbot, piece_with(bars=60))
    down, across = stage.roll.verticalScrollBar(), stage.roll.horizontalScrollBar()
    was = down.value()
    stage.wheel(300, 200, -120)
    assert down.value() > was
    assert across.value() == 0
    stage.wheel(300, 200, -120, SHIFT)
    assert across.value() > 0


def test_the_middle_button_drags_the_page(qtbot):
    stage = Stage(qtbot, piece_with(bars=60))
    stage.drag((40, 60), (20, 64), button=MIDDLE)
    assert stage.roll.horizontalScrollBar().value() > 100


def test_a_click_on_a_note_sounds_it_and_brings_the_cursor(tune, qtbot):
    with qtbot.waitSignal(tune.roll.sounded) as sounded, qtbot.waitSignal(tune.roll.note_clicked) as clicked:
        tune.click(5, 74)
    assert sounded.args == [74, 0]
    assert clicked.args == [0, 4]
    assert tune.document.cursor == (0, 4, 74)


def test_hovering_says_bar_beat_voice_pitch_and_brush(tune):
    QTest.mouseMove(tune.roll.viewport(), tune.at(5, 74))
    tune.qtbot.waitUntil(lambda: bool(tune.said))
    assert tune.said[-1] == "Bar 1 beat 2, soprano D5, kept"
