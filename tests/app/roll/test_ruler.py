"""Ruler and keyboard: locating, looping, sounding; and that pixels lie where the music is."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.widgets.stylesheet import use_theme
from app.widgets.theme import theme
from tests.app.roll_stage import LEFT, NONE, Stage, piece_with


@pytest.fixture
def stage(qtbot):
    use_theme("light")
    return Stage(qtbot, piece_with((0, 0, 16, 72), (3, 32, 16, 48), bars=8))


def on_ruler(stage, step):
    return QPointF(stage.roll.frame.ruler.x_of(step), 10).toPoint()


def drag(stage, start, stop):
    ruler, first, last = stage.roll.frame.ruler, on_ruler(stage, start), on_ruler(stage, stop)
    QTest.mousePress(ruler, LEFT, NONE, first)
    for point in ((first + last) / 2, last):
        QApplication.sendEvent(
            ruler,
            QMouseEvent(QEvent.Type.MouseMove, QPointF(point), QPointF(point), Qt.MouseButton.NoButton, LEFT, NONE),
        )
    QTest.mouseRelease(ruler, LEFT, NONE, last)


def test_a_click_locates_on_the_beat(stage, qtbot):
    with qtbot.waitSignal(stage.roll.located) as located:
        QTest.mouseClick(stage.roll.frame.ruler, LEFT, NONE, on_ruler(stage, 20.8))
    assert located.args == [20]


def test_a_drag_loops_its_ends_can_be_moved_and_a_double_click_ends_it(stage, qtbot):
    with qtbot.waitSignal(stage.roll.loop_changed):
        drag(stage, 16, 32)
    assert stage.roll.frame.ruler.loop == (16, 32)
    drag(stage, 32, 48)
    assert stage.roll.frame.ruler.loop == (16, 48)
    drag(stage, 16, 8)
    assert stage.roll.frame.ruler.loop == (8, 48)
    drag(stage, 60, 52)
    assert stage.roll.frame.ruler.loop == (52, 60)
    QTest.mouseDClick(stage.roll.frame.ruler, LEFT, NONE, on_ruler(stage, 4))
    assert stage.roll.frame.ruler.loop is None


def test_a_key_sounds_in_the_active_voice(stage, qtbot):
    stage.roll.voice = 2
    keyboard = stage.roll.frame.keyboard
    with qtbot.waitSignal(stage.roll.sounded) as sounded:
        QTest.mouseClick(keyboard, LEFT, NONE, QPointF(10, keyboard.scale.y(60) + 6 - keyboard.offset).toPoint())
    assert sounded.args == [60, 2]


def test_the_page_turns_with_the_playhead(qtbot):
    stage = Stage(qtbot, piece_with(bars=60))
    stage.roll.playhead = 10.0
    assert stage.roll.horizontalScrollBar().value() == 0
    stage.roll.playhead = 500.0
    assert 0 <= stage.roll.scroller.x_of(500) <= stage.roll.viewport().width() / 2
    stage.roll.follow.on = False
    stage.roll.playhead = 0.0
    assert stage.roll.scroller.x_of(500) >= 0
    stage.roll.playhead = None


@pytest.mark.parametrize("pixels", [12.0, 7.0, 2.0, 1.0, 0.6])
def test_a_note_is_painted_where_it_sounds_at_every_scale(stage, pixels):
    stage.roll.scroller.zoom_to(0, pixels)
    stage.roll.horizontalScrollBar().setValue(0)
    stage.roll.scroller.center_pitch(60)
    image = stage.roll.viewport().grab().toImage()

    def colour(step, pitch):
        return image.pixelColor(stage.at(step, pitch)).name()

    assert colour(12, 72) == theme().voices[0].name()
    assert colour(44, 48) == theme().voices[3].name()
    papers = {theme().paper.name(), theme().rowalt.name(), theme().soft.name(), theme().line.name()}
    assert colour(22, 72) in papers
    assert colour(44, 50) in papers


def test_switches_say_what_they_did(stage):
    stage.press(Qt.Key.Key_G)
    assert stage.roll.options.snap == stage.roll.frame.ruler.snap == "sixteenth"
    assert stage.said[-1] == "Notes snap to the sixteenth"
    stage.press(Qt.Key.Key_N)
    assert stage.roll.options.note_names
    assert stage.said[-1] == "Note names: on"
    stage.press(Qt.Key.Key_C)
    assert not stage.roll.options.chords
    assert stage.said[-1] == "Chord names: off"
