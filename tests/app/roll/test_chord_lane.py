"""The chord lane: click and type, Tab to the next beat, drag to move, paste lines, undo; what is no chord is said."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.errors import CanvasError
from engine.theory.chords.symbols import chord_symbol
from tests.app.roll_stage import Stage


@pytest.fixture
def stage(qtbot):
    return Stage(qtbot)


def lane(stage):
    return stage.roll.frame.lane


def names(stage):
    return " ".join(f"{step}:{chord_symbol(chord)}" for step, chord in stage.document.project.canvas.chords)


def at(stage, step, dx=3):
    return QPoint(round(lane(stage).x_of(step)) + dx, 10)


def click(stage, step):
    QTest.mouseClick(lane(stage), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(stage, step))


def type_chord(stage, text, key=Qt.Key.Key_Return):
    QTest.keyClicks(lane(stage).editor, text)
    QTest.keyClick(lane(stage).editor, key)


def test_click_and_type_is_one_undo_step(stage):
    click(stage, 5)  # inside the second beat
    type_chord(stage, "Am7")
    assert names(stage) == "4:Am7" and not lane(stage).editor.isVisible()
    stage.document.stack.undo()
    assert names(stage) == ""
    stage.document.stack.redo()
    assert names(stage) == "4:Am7"


def test_tab_goes_to_the_next_beat_and_shift_tab_back(stage):
    click(stage, 0)
    type_chord(stage, "C", Qt.Key.Key_Tab)
    type_chord(stage, "G7/B", Qt.Key.Key_Tab)
    assert lane(stage).editor.step == 8 and names(stage) == "0:C 4:G7/B"
    type_chord(stage, "", Qt.Key.Key_Backtab)
    assert lane(stage).editor.step == 4 and lane(stage).editor.text() == "G7/B"
    type_chord(stage, "Em")
    assert names(stage) == "0:C 4:Em"


def test_what_is_no_chord_is_said_and_stays_to_be_mended(stage):
    click(stage, 0)
    type_chord(stage, "hello")
    assert lane(stage).editor.isVisible() and names(stage) == ""
    assert stage.said[-1].startswith("'hello' is not a chord: ")
    QTest.keyClick(lane(stage).editor, Qt.Key.Key_Escape)
    assert not lane(stage).editor.isVisible() and names(stage) == ""


def test_an_emptied_field_takes_the_chord_away(stage):
    lane(stage).paste_lines(0, "C | F")
    click(stage, 16)
    lane(stage).editor.clear()
    QTest.keyClick(lane(stage).editor, Qt.Key.Key_Return)
    assert names(stage) == "0:C"


def test_drag_moves_a_chord_and_a_short_pull_does_not(stage):
    lane(stage).paste_lines(0, "C | F")
    start, stop = at(stage, 0, 6), at(stage, 8, 6)
    QTest.mousePress(lane(stage), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(lane(stage), stop)
    QTest.mouseRelease(lane(stage), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, stop)
    assert names(stage) == "8:C 16:F"
    stage.document.stack.undo()
    assert names(stage) == "0:C 16:F"


def test_a_chord_that_is_gone_before_it_is_dropped_is_said(stage):
    lane(stage).paste_lines(0, "C | F")
    start, stop = at(stage, 0, 6), at(stage, 8, 6)
    QTest.mousePress(lane(stage), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(lane(stage), stop)
    stage.document.stack.undo()
    QTest.mouseRelease(lane(stage), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, stop)
    assert names(stage) == "" and "no chord at this place any more" in stage.said[-1]


def test_lines_typed_or_pasted_fill_bars_and_say_what_did_not_fit(stage):
    click(stage, 16)
    type_chord(stage, "C | G7 | Am F | G")
    assert names(stage) == "16:C 32:G7 48:Am 56:F"
    assert stage.said[-1] == "1 bar of chords did not fit; insert bars and paste again."
    QGuiApplication.clipboard().setText("[Dm]So [G]long\n[C]dear")
    stage.document.cursor = (0, 0, 60)
    stage.roll.paste_chords()
    assert names(stage) == "0:Dm 16:G 32:C 48:Am 56:F"
    QGuiApplication.clipboard().setText("nothing here")
    with pytest.raises(CanvasError, match="is not a chord"):
        stage.roll.paste_chords()


def test_the_keyboard_reaches_it(stage):
    stage.document.cursor = (1, 21, 60)
    stage.roll.toggle("chord_lane")
    assert not lane(stage).isVisible()
    stage.roll.edit_chord()
    assert lane(stage).isVisible() and lane(stage).editor.step == 20
    type_chord(stage, "Bb")
    assert names(stage) == "20:Bb"
    assert "Bb bar 2 beat 2" in lane(stage).accessibleDescription()


def test_asked_chords_stand_apart_from_what_sounds(stage):
    lane(stage).paste_lines(0, "C")
    assert stage.roll.frame.ruler.chords == ()  # nothing sounds
    assert [name for _, name, _ in lane(stage).cards()] == ["C"]
    assert [name for _, name in stage.roll.frame.corner.rows] == ["Sounds", "Chords"]


def test_a_name_without_room_keeps_its_root_and_is_whole_in_the_tooltip(stage):
    lane(stage).paste_lines(0, "F#m7b5/C Ebmaj13#11 C7b9#11 N.C. | G")
    lane(stage).scale = replace(lane(stage).scale, step=4.5)
    shown = [name for _, name, _ in lane(stage).cards()]
    assert [name.rstrip("…") for name in shown] == ["F#", "Eb", "C", "N", "G"]
    QTest.mouseMove(lane(stage), at(stage, 4, 4))
    assert lane(stage).toolTip() == "Ebmaj13#11"
    QTest.mouseMove(lane(stage), at(stage, 24, 4))
    assert lane(stage).toolTip().startswith("Click to type")


def test_names_on_neighbouring_beats_are_whole_and_said_on_hover(stage):
    click(stage, 0)
    for name in ("Am7", "G7"):
        type_chord(stage, name, Qt.Key.Key_Tab)
    type_chord(stage, "C")
    stage.roll.scroller.zoom_fit()  # beats are close
    cards = lane(stage).cards()
    assert [name for _, name, _ in cards] == ["Am7", "G7", "C"]
    assert cards[0][2].right() <= cards[1][2].left()
    QTest.mouseMove(lane(stage), cards[1][2].center().toPoint())
    assert lane(stage).toolTip() == "G7"
