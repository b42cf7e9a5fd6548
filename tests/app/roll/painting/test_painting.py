"""Painting: whatever was done, the kept squares show the same picture as a new roll; and only what is in
view is painted."""

import random

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.document.document import Document, Preview
from app.roll import changes
from app.roll.keyboard import WIDTH
from app.roll.lanes import LaneStrip
from app.roll.painting.tiles import SIDE, Tiles
from app.roll.scale import SNAPS
from app.roll.view import RollView
from app.widgets.stylesheet import use_theme
from engine.canvas.mask import Brush
from engine.canvas.project import Project
from tests.app.roll_stage import Stage, piece_with

TUNE = [(v, step, 4, 76 - 9 * v + step % 5) for v in range(4) for step in range(0, 320, 4)]


def both(roll, lanes):
    """The pictures of the pages; the lanes without their buttons, which may have the focus."""
    return roll.viewport().grab().toImage(), lanes.grab(lanes.rect().adjusted(WIDTH, 0, 0, 0)).toImage()


def fresh_pictures(qtbot, stage):
    """The same page in a new roll at the same place."""
    document = Document(stage.document.project)
    document.cursor = stage.document.cursor
    roll = RollView(document, Preview())
    lanes = LaneStrip(document, roll.preview, roll)
    qtbot.addWidget(roll)
    qtbot.addWidget(lanes)
    roll.resize(stage.roll.size())
    lanes.resize(stage.lanes.size())
    roll.show()
    lanes.show()
    roll.scroller.set_scale(stage.roll.scale)
    roll.horizontalScrollBar().setValue(stage.roll.horizontalScrollBar().value())
    roll.verticalScrollBar().setValue(stage.roll.verticalScrollBar().value())
    document.selection = stage.document.selection
    return both(roll, lanes)


@pytest.fixture
def stage(qtbot):
    made = Stage(qtbot, piece_with(*TUNE, bars=20))
    made.lanes = LaneStrip(made.document, made.preview, made.roll)
    qtbot.addWidget(made.lanes)
    made.lanes.resize(700, made.lanes.height())
    made.lanes.show()
    return made


@pytest.mark.parametrize("pixels", [7.0, 1.5])
def test_after_any_edits_the_picture_is_that_of_a_new_roll(stage, qtbot, pixels):
    stage.roll.scroller.zoom_to(0, pixels)
    stage.roll.horizontalScrollBar().setValue(150)
    dice = random.Random(1)
    for turn in range(60):
        voice, start = dice.randrange(4), dice.randrange(0, 300)
        action = dice.choice(("draw", "paint", "erase", "undo", "move"))
        if action == "draw":
            stage.roll.commands.commit(
                changes.add_note(stage.document.project, voice, start, dice.randrange(1, 20), dice.randrange(40, 84))
            )
        elif action == "paint":
            spans = [(v, start, start + dice.randrange(1, 80)) for v in range(voice, 4)]
            after = changes.paint_spans(stage.document.project, dice.choice(list(Brush)), spans)
            stage.roll.commands.commit(changes.Change("Paint", after, stage.document.selection))
        elif action == "undo":
            stage.document.stack.undo()
        else:
            stage.document.selection = frozenset(
                (voice, n.start) for n in stage.roll.shown.piece.voices[voice].notes if start <= n.start < start + 20
            )
            stage.roll.delete() if action == "erase" else stage.roll.commands.move_selection(dice.choice((-8, 4, 5)))
        stage.roll.grab()
        stage.lanes.grab()
        if turn % 5 == 4:
            seen, wanted = both(stage.roll, stage.lanes), fresh_pictures(qtbot, stage)
            assert seen[0] == wanted[0], f"roll after turn {turn}"
            assert seen[1] == wanted[1], f"lanes after turn {turn}"


def test_scrolling_paints_no_square_twice(stage):
    stage.roll.grab()
    for there in (100, 200, 0, 100):
        stage.roll.horizontalScrollBar().setValue(there)
        stage.roll.grab()
    painted = stage.roll.picture.tiles.painted
    for there in (0, 200, 100):
        stage.roll.horizontalScrollBar().setValue(there)
        stage.roll.grab()
    assert stage.roll.picture.tiles.painted == painted


def test_an_edit_out_of_view_paints_nothing(stage):
    stage.roll.grab()
    painted = stage.roll.picture.tiles.painted
    stage.roll.commands.commit(changes.add_note(stage.document.project, 0, 300, 4, 70))
    stage.roll.grab()
    assert stage.roll.picture.tiles.painted == painted


def test_a_long_piece_is_painted_only_where_it_is_seen(qtbot):
    stage = Stage(qtbot, piece_with(*((0, step, 4, 72) for step in range(0, 8000, 4)), bars=500))
    stage.roll.grab()
    assert stage.roll.picture.tiles.painted < 12


def test_squares_out_of_date_wait_their_turn_and_none_is_shown_after_the_writing(qtbot):
    made = []

    def paint(painter, area):
        made.append(area.left() // SIDE)
        painter.fillRect(area, QColor.fromRgb(len(made), 0, 0))

    tiles, picture = Tiles(paint), QImage(4 * SIDE, 8, QImage.Format.Format_RGB32)

    def show(seconds):
        painter = QPainter(picture)
        done = tiles.show(painter, QRectF(0, 0, 4 * SIDE, 8), 1.0, seconds)
        painter.end()
        return done

    assert show(0.0) and made == [0, 1, 2, 3]  # what was never painted cannot wait
    tiles.outdate(0, 2 * SIDE - 10)
    assert not show(0.0) and made == [0, 1, 2, 3]
    assert show(10.0) and made == [0, 1, 2, 3, 0, 1]
    assert [picture.pixelColor(int(k * SIDE + 9), 3).red() for k in range(4)] == [5, 6, 3, 4]
    tiles.outdate(3 * SIDE + 10, 4 * SIDE - 10)
    tiles.forget_late()
    assert show(0.0) and made[-1] == 3 and len(made) == 7


def test_both_themes_and_every_state_paint_without_complaint(stage, qtbot):
    pictures = []
    for name in ("light", "dark", "light"):
        use_theme(name)
        pictures.append(stage.roll.grab().toImage())
    assert pictures[0] != pictures[1]
    assert pictures[0] == pictures[2]


def test_an_empty_bar_and_odd_metres(qtbot):
    from engine.canvas.music import Bar, Key, Piece, Voice

    bars = (Bar(4, 4, 3), Bar.full(), Bar.full(3, 8), Bar.full(7, 8), Bar(4, 4, 13))
    steps = sum(bar.steps for bar in bars)
    piece = Piece(tuple(Voice(n, 0, (-2,) * steps) for n in "SATB"), bars, Key(-3, True), fermatas=(0, steps - 1))
    stage = Stage(qtbot, Project(piece, (Stage.mask(piece, keep=2),)))
    for snap in SNAPS:
        stage.roll.options.snap = snap
        stage.roll.tool = "draw"
        stage.click(steps - 1, 60)
        stage.click(0, 60)
        stage.roll.grab()
    assert stage.document.project.canvas.voices[0].notes
