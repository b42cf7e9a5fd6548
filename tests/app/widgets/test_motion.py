"""What moves comes to rest where it belongs, and with reduced motion it is there at once."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from app.widgets.motion import RISE, Slide
from app.widgets.theme import look
from engine.jobs.request import Done, Request
from tests.app.roll_stage import Stage, piece_with


@pytest.fixture
def moving(monkeypatch):
    monkeypatch.setattr(look, "reduced_motion", False)


@pytest.fixture
def card(qtbot):
    room = QWidget()
    qtbot.addWidget(room)
    room.resize(300, 300)
    room.show()
    made = QWidget(room)
    made.hide()
    yield made  # the room is kept until then
    room.close()


def test_a_card_slides_to_its_place_and_follows_at_once(card, qtbot, moving):
    slide = Slide(card)
    slide.to(QPoint(40, 50))
    assert card.isVisible() and card.pos() == QPoint(40, 50 + RISE)
    qtbot.waitUntil(lambda: card.pos() == QPoint(40, 50))
    slide.to(QPoint(80, 90))
    assert card.pos() == QPoint(80, 90)


def test_with_reduced_motion_a_card_is_there(card):
    Slide(card).to(QPoint(40, 50))
    assert card.isVisible() and card.pos() == QPoint(40, 50)


def finish(stage):
    piece = stage.document.project.canvas
    stage.preview.begin(Request(piece, stage.document.mask), stage.document.project, 0, "Rewrite")
    stage.roll.shown.refresh()
    grid = piece.grid()
    grid[1, 0] = 69
    made = piece.with_grid(grid)
    stage.preview.finish(Done((made,), (None,), 1.0), (made,))
    stage.roll.shown.refresh()


@pytest.fixture
def stage(qtbot):
    piece = piece_with((0, 0, 16, 72), (1, 0, 16, 64))
    made = Stage(qtbot, piece)
    made.document.project = made.document.project.__class__(piece, (Stage.mask(piece, keep=0),))
    made.roll.shown.refresh()
    return made


def test_the_page_fades_into_what_was_written_and_into_what_is_kept(stage, qtbot, moving):
    stage.roll.grab()
    finish(stage)
    assert stage.roll.picture.fade.under_way
    qtbot.waitUntil(lambda: not stage.roll.picture.fade.under_way)
    after = stage.roll.viewport().grab().toImage()
    stage.roll.picture.tiles.clear()
    assert stage.roll.viewport().grab().toImage() == after, "nothing of the old picture is left"
    stage.preview.clear()
    stage.roll.shown.refresh()
    assert stage.roll.picture.fade.under_way
    stage.roll.horizontalScrollBar().setRange(0, 500)
    stage.roll.horizontalScrollBar().setValue(50)
    assert not stage.roll.picture.fade.under_way, "whoever scrolls sees the page itself"


def test_the_heat_map_fades_in(stage, moving):
    stage.roll.surprise = np.ones((4, 64))
    assert stage.roll.picture.fade.under_way


def test_with_reduced_motion_nothing_fades(stage):
    finish(stage)
    stage.roll.surprise = np.ones((4, 64))
    assert not stage.roll.picture.fade.under_way
