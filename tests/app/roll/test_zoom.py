"""Zoom to fit shows all of a piece, even of the longest; notes above and below the view are announced at its edges."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtTest import QTest

from app.roll.painting.outside import OutsideMarks
from app.roll.scale import STEP
from app.widgets.stylesheet import use_theme
from engine.canvas.music import MAX_STEPS, blank_piece
from tests.app.roll_stage import LEFT, NONE, Stage, piece_with


@pytest.fixture
def wide(qtbot):
    """A piece that is wider and taller than the view at 100 %."""
    use_theme("light")
    stage = Stage(qtbot, piece_with((0, 0, 16, 95), (1, 600, 8, 72), (3, 1000, 16, 26), bars=64))
    stage.roll.scroller.zoom_to(0, STEP)
    return stage


def in_view(stage, start, stop, pitch):
    scale, view = stage.roll.scale, stage.roll.scroller.in_view
    return (
        view.left() <= scale.x(start)
        and scale.x(stop) <= view.right() + 1
        and view.top() <= scale.y(pitch)
        and scale.y(pitch) + scale.row <= view.bottom()
    )


def test_zoom_to_fit_shows_every_bar_and_every_note_and_again_100_per_cent(wide):
    notes = [(0, 16, 95), (600, 608, 72), (1000, 1016, 26)]
    assert not all(in_view(wide, *note) for note in notes)
    wide.roll.zoom_reset()
    assert all(in_view(wide, *note) for note in notes)
    assert wide.roll.scale.x(64 * 16) <= wide.roll.viewport().width() + 1e-6
    wide.roll.zoom_reset()
    assert wide.roll.scale.step == STEP


def test_the_longest_piece_can_be_seen_whole(qtbot):
    use_theme("light")
    stage = Stage(qtbot, blank_piece(MAX_STEPS // 64, 4, 1))
    stage.roll.zoom_reset()
    assert stage.roll.scale.x(stage.document.project.canvas.steps) <= stage.roll.viewport().width() + 1e-6
    stage.roll.viewport().grab()


def test_notes_out_of_view_are_announced_and_a_press_goes_there(wide):
    roll = wide.roll
    marks = OutsideMarks(roll.shown, roll.scroller)
    roll.scroller.move_by(-10_000)
    roll.scroller.center_pitch(50)
    assert {side: tuple(found) for side, found in marks.found().items()} == {"above": (1, 95)}
    view = roll.scroller.in_view
    at = roll.from_page(QPointF(view.center().x(), view.top() + 16)).toPoint()
    assert roll.badges[0].tip(roll.to_page(QPointF(at)))
    QTest.mouseClick(roll.viewport(), LEFT, NONE, at)
    assert in_view(wide, 0, 16, 95) and not marks.found()
    assert not wide.document.selection, "the press was the mark's"
    roll.scroller.move_by(100_000)
    assert {side: tuple(found) for side, found in marks.found().items()} == {"below": (1, 26)}
