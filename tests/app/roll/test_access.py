"""The roll for screen readers: every note is an item with words, in order of time, and the cursor is announced."""

import gc

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from app.document.document import Document, Preview
from app.roll.view import RollView
from engine.canvas.mask import Brush
from engine.canvas.project import fresh
from tests.app.roll_stage import Stage, piece_with


@pytest.fixture
def tune(qtbot):
    return Stage(qtbot, piece_with((0, 0, 4, 72), (0, 4, 8, 74), (3, 0, 16, 48)))


def words(face, kind=QAccessible.Text.Name):
    return [face.child(index).text(kind) for index in range(face.childCount())]


def test_every_note_has_words_in_order_of_time(tune):
    face = QAccessible.queryAccessibleInterface(tune.roll)
    assert words(face) == [
        "Bar 1 beat 1, soprano C5, kept",
        "Bar 1 beat 1, bass C3, kept",
        "Bar 1 beat 2, soprano D5, kept",
    ]
    assert words(face, QAccessible.Text.Description) == ["quarter", "whole", "half"]
    assert face.child(9) is None


def test_the_list_follows_edits_brushes_and_selection(tune):
    face = QAccessible.queryAccessibleInterface(tune.roll)
    tune.document.selection = frozenset({(3, 0)})
    assert [bool(face.child(i).state().selected) for i in range(3)] == [False, True, False]
    tune.roll.paint_selection(Brush.WHISPER)
    assert face.child(1).text(QAccessible.Text.Name) == "Bar 1 beat 1, bass C3, whispered"
    tune.roll.delete()
    assert len(words(face)) == 2


def test_items_lie_where_their_notes_are_painted(tune):
    face = QAccessible.queryAccessibleInterface(tune.roll)
    box = face.child(2).rect()
    assert face.childAt(box.center().x(), box.center().y()) is face.child(2)


def test_rolls_come_and_go_without_leaving_faces_behind(qtbot):
    for _ in range(8):
        roll = RollView(Document(fresh(piece_with((0, 0, 4, 72)))), Preview())
        face = QAccessible.queryAccessibleInterface(roll)
        assert words(face) == ["Bar 1 beat 1, soprano C5, kept"]
        roll.deleteLater()
        QApplication.sendPostedEvents(None, 52)  # DeferredDelete
        gc.collect()
