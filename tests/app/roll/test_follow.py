"""The page turns with the playhead, unless the user scrolled away; roll and score show each other's selection."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.canvas.project import fresh
from tests.app.roll_stage import SHIFT, turn_wheel
from tests.app.score_stage import head_point
from tests.app.sound_stage import scale


@pytest.fixture
def long(desk):
    """A desk with forty bars open: more than the roll shows."""
    desk.window.tabs.add_page(fresh(scale(bars=40)))
    return desk


def place(page):
    """Where the playhead is on the roll, as a share of its width."""
    return page.canvas.scroller.x_of(page.canvas.playhead) / page.canvas.viewport().width()


def steps_in_view(roll):
    return int(roll.viewport().width() / roll.scale.step)


def test_the_page_turns_when_the_playhead_comes_to_its_edge(long):
    page, roll = long.page, long.page.canvas
    seen = steps_in_view(roll)
    for step in range(0, 3 * seen, 4):
        page.transport._move(step)
        assert 0 <= place(page) <= 0.93
    assert roll.horizontalScrollBar().value() > 0


def test_ones_own_scrolling_is_not_fought_until_the_playhead_is_in_view_again(long):
    page, roll = long.page, long.page.canvas
    page.transport.toggle()
    far = 2 * steps_in_view(roll)
    page.transport._move(far)
    for _ in range(60):
        turn_wheel(roll.viewport(), 120, SHIFT)
    assert roll.horizontalScrollBar().value() == 0 and place(page) > 1
    page.transport._move(far + 4)
    assert roll.horizontalScrollBar().value() == 0, "it stays where the user looks"
    page.transport._move(2)
    page.transport._move(far)
    assert 0 <= place(page) <= 0.93, "it came into view in between, and is followed again"
    for _ in range(60):
        turn_wheel(roll.viewport(), 120, SHIFT)
    page.transport.toggle()
    page.transport.toggle()
    assert 0 <= place(page) <= 0.93, "playing was begun again"
    page.transport.toggle()


def test_following_can_be_switched_off_and_that_is_remembered(long):
    action, roll = long.window.actions_["follow"], long.page.canvas
    assert action.isChecked()
    long.page.canvas.setFocus()
    long.key(Qt.Key.Key_F)
    assert not action.isChecked() and long.window.state.get("follow") is False
    long.page.transport._move(3 * steps_in_view(roll))
    assert roll.horizontalScrollBar().value() == 0 and place(long.page) > 1
    page = long.window.tabs.add_page(fresh(scale(bars=2)))
    assert not page.canvas.follow.on and not action.isChecked()
    long.key(Qt.Key.Key_F)
    assert action.isChecked() and all(page.canvas.follow.on for page in long.window.pages)


def test_roll_and_score_show_each_others_selection_and_the_playhead(long):
    page, roll = long.page, long.page.canvas
    long.window.actions_["score"].trigger()
    score = page.under.score
    long.wait(lambda: not score.busy)
    roll.horizontalScrollBar().setValue(roll.horizontalScrollBar().maximum())
    last = page.pointing.piece.voices[0].notes[-1]
    long.wait(lambda: not score.busy and head_point(score, 0, last.start) is not None)
    score.horizontalScrollBar().setValue(0)
    long.document.selection = frozenset({(0, last.start)})
    assert 0 <= score.x_of(last.start) <= score.viewport().width()
    score.horizontalScrollBar().setValue(0)
    long.wait(lambda: not score.busy and head_point(score, 0, 4) is not None)
    before = score.horizontalScrollBar().value()
    QTest.mouseClick(
        score.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, head_point(score, 0, 4).toPoint()
    )
    assert long.document.selection == {(0, 4)} and 0 <= roll.scroller.x_of(4) <= roll.viewport().width()
    assert score.horizontalScrollBar().value() == before, "the score stays under the hand"
    page.transport.locate(last.start)
    assert score.playhead == roll.playhead == last.start
    assert (
        0 <= score.x_of(last.start) <= score.viewport().width()
        and 0 <= roll.scroller.x_of(last.start) <= roll.viewport().width()
    )
