"""The lane strip: masks painted across time, whole voices by double click, mute and solo, in step with the roll."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.roll.keyboard import WIDTH
from app.roll.lanes import USUAL, LaneStrip
from engine.canvas.mask import Brush
from tests.app.roll_stage import LEFT, NONE, Stage, piece_with


@pytest.fixture
def stage(qtbot):
    made = Stage(qtbot, piece_with((0, 0, 4, 72), bars=20))
    made.lanes = LaneStrip(made.document, made.preview, made.roll)
    qtbot.addWidget(made.lanes)
    made.lanes.resize(700, made.lanes.height())
    made.lanes.show()
    return made


def at(lanes, voice, step):
    return QPointF(lanes.roll.scroller.x_of(step + 0.5) + WIDTH, lanes.lane_top(voice) + USUAL.lane / 2).toPoint()


def drag(lanes, start, stop):
    first, last = at(lanes, *start), at(lanes, *stop)
    QTest.mousePress(lanes, LEFT, NONE, first)
    for point in ((first + last) / 2, last):
        where = QPointF(lanes.mapToGlobal(point))
        QApplication.sendEvent(
            lanes, QMouseEvent(QEvent.Type.MouseMove, QPointF(point), where, Qt.MouseButton.NoButton, LEFT, NONE)
        )
    QTest.mouseRelease(lanes, LEFT, NONE, last)


def test_a_drag_paints_lanes_and_time_in_one_step(stage):
    stage.roll.tool = Brush.SUGGEST
    drag(stage.lanes, (1, 5), (2, 17))
    for voice in (1, 2):
        assert stage.brushes(voice)[:21] == [Brush.KEEP] * 4 + [Brush.SUGGEST] * 16 + [Brush.KEEP]
    assert set(stage.brushes(0)) == set(stage.brushes(3)) == {Brush.KEEP}
    assert stage.steps == 1
    assert stage.document.stack.undoText() == "Paint Suggest"


def test_sixteenths_when_the_grid_is_fine(stage):
    stage.roll.tool, stage.roll.options.snap = Brush.WHISPER, "sixteenth"
    drag(stage.lanes, (3, 5), (3, 7))
    assert [step for step, brush in enumerate(stage.brushes(3)) if brush is Brush.WHISPER] == [5, 6, 7]


def test_double_click_paints_the_whole_voice_in_one_step(stage):
    stage.roll.tool = Brush.REWRITE
    where = at(stage.lanes, 2, 9)
    QTest.mouseClick(stage.lanes, LEFT, NONE, where)
    QTest.mouseDClick(stage.lanes, LEFT, NONE, where)
    QTest.mouseRelease(stage.lanes, LEFT, NONE, where)
    assert set(stage.brushes(2)) == {Brush.REWRITE}
    assert stage.steps == 1
    stage.document.stack.undo()
    assert set(stage.brushes(2)) == {Brush.KEEP}


def test_the_last_brush_stays_in_hand_when_a_tool_is_chosen(stage):
    stage.roll.tool = Brush.WHISPER
    stage.roll.tool = "select"
    drag(stage.lanes, (0, 0), (0, 2))
    assert stage.brushes(0)[0] is Brush.WHISPER


def test_a_stroke_shows_on_the_roll_before_it_is_made(stage):
    stage.roll.tool = Brush.REWRITE
    QTest.mousePress(stage.lanes, LEFT, NONE, at(stage.lanes, 0, 1))
    assert stage.roll.shown.page.states[0, 0] == Brush.REWRITE
    assert stage.brushes(0)[0] is Brush.KEEP
    assert stage.lanes.cancel()
    assert stage.roll.shown.page.states[0, 0] == Brush.KEEP
    assert stage.steps == 0


def test_lanes_follow_the_roll(stage):
    stage.roll.horizontalScrollBar().setValue(300)
    stage.roll.zoom_in()
    assert stage.roll.frame.keyboard.width() == WIDTH
    stage.roll.tool = Brush.REWRITE
    drag(stage.lanes, (1, 60), (1, 62))
    assert stage.brushes(1)[60] is Brush.REWRITE
    assert stage.brushes(1)[56] is Brush.KEEP


def test_mute_solo_and_the_active_voice(stage, qtbot):
    with qtbot.waitSignal(stage.lanes.muted) as muted:
        QTest.mouseClick(stage.lanes.mutes[2], LEFT)
    assert muted.args == [2, True]
    with qtbot.waitSignal(stage.lanes.soloed) as soloed:
        stage.lanes.solos[0].toggle()
    assert soloed.args == [0, True]
    QTest.mouseClick(stage.lanes.badges[3], LEFT)
    assert stage.roll.voice == 3
    stage.roll.voice = 1
    assert stage.lanes.badges[1].isChecked()


def test_every_control_has_a_name(stage):
    named = [*stage.lanes.badges, *stage.lanes.mutes, *stage.lanes.solos]
    assert all(part.accessibleName() for part in named)
    assert stage.lanes.mutes[0].accessibleName() == "Mute the soprano"
