"""The score beside the roll: engraved off the window's thread, linked with selection, mask, playhead and
alternatives."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.document.document import Document, Preview
from app.score import passages
from app.score.layout_xml import OPEN
from app.score.view import ScoreView
from engine.canvas import edits
from engine.canvas.mask import Brush
from engine.canvas.project import fresh
from tests.app.score_stage import head_point
from tests.app.sound_stage import scale


class Desk:
    def __init__(self, qtbot, piece):
        self.qtbot = qtbot
        self.document, self.preview = Document(fresh(piece)), Preview()
        self.view = ScoreView(self.document, self.preview)
        qtbot.addWidget(self.view)
        self.view.resize(900, 220)
        self.view.show()
        self.settle()

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.view.busy, timeout=30000)

    def edit(self, pitch=72, start=0):
        piece = edits.put_note(self.document.project.canvas, 0, start, 4, pitch)
        self.document.apply("Draw note", replace(self.document.project, canvas=piece))

    def picture(self):
        return self.view.viewport().grab().toImage()


@pytest.fixture
def desk(qtbot):
    made = Desk(qtbot, scale(bars=4))
    yield made
    made.view.close_worker()


def test_a_click_on_a_note_selects_and_sounds_it(desk):
    sounded = []
    desk.view.sounded.connect(lambda pitch, voice: sounded.append((pitch, voice)))
    QTest.mouseClick(
        desk.view.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        head_point(desk.view, 0, 8).toPoint(),
    )
    assert desk.document.selection == {(0, 8)} and desk.document.cursor[:2] == (0, 8) and sounded == [(62, 0)]
    QTest.mouseClick(
        desk.view.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ControlModifier,
        head_point(desk.view, 3, 16).toPoint(),
    )
    assert desk.document.selection == {(0, 8), (3, 16)}


def test_a_click_beside_the_notes_moves_the_playhead_there(desk):
    steps = []
    desk.view.located.connect(steps.append)
    at = head_point(desk.view, 0, 8).toPoint()
    at.setY(3)
    QTest.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert len(steps) == 1 and abs(steps[0] - 8) <= 1 and not desk.document.selection


def test_selection_mask_and_playhead_are_seen(desk):
    looks = [desk.picture()]
    desk.document.selection = frozenset({(0, 4)})
    looks.append(desk.picture())
    desk.document.apply(
        "Paint", replace(desk.document.project, masks=(desk.document.project.masks[0].paint(Brush.REWRITE, 0, 16, 32),))
    )
    desk.settle()
    looks.append(desk.picture())
    desk.view.playhead = 9.5
    looks.append(desk.picture())
    assert all(a != b for a, b in pairwise(looks))


def test_an_edit_is_engraved_and_so_is_its_undoing(desk):
    before = desk.picture()
    desk.edit(84)
    desk.settle()
    after = desk.picture()
    assert after != before and head_point(desk.view, 0, 0) is not None
    desk.document.stack.undo()
    desk.settle()
    assert desk.picture() == before


def test_an_alternative_is_shown_and_the_original_while_held(desk):
    before = desk.picture()
    other = edits.transpose(desk.document.project.canvas, frozenset({(0, 0)}), 5)
    desk.preview.lay(desk.document.project, (other,), 0, desk.document.project.canvas)
    desk.preview.changed.emit()
    desk.settle()
    assert desk.view.piece == other and desk.picture() != before
    desk.preview.hold(True)
    desk.settle()
    assert desk.picture() == before
    desk.preview.clear()
    desk.settle()
    assert desk.picture() == before


def test_only_the_newest_request_counts(desk, monkeypatch):
    engraved, made, real = [], [], passages.engrave_passage

    def engrave(asked):
        engraved.append(asked)
        made.append(real(asked))
        return made[-1]

    monkeypatch.setattr(passages, "engrave_passage", engrave)
    for pitch in range(60, 84):
        desk.edit(pitch)
    desk.settle()
    assert len(engraved) < 24
    assert desk.view.passages.engraving(0) is made[-1] and engraved[-1].piece.voices[0].cells[0] == 83


def test_a_long_piece_is_engraved_where_it_is_looked_at(qtbot):
    desk = Desk(qtbot, scale(bars=16))
    assert desk.view.passages.count == 2
    desk.view.reveal(15 * 16)
    desk.settle()
    assert head_point(desk.view, 0, 15 * 16) is not None
    desk.edit(84, 15 * 16)
    desk.settle()
    desk.view.close_worker()


def test_hidden_it_engraves_nothing(qtbot, monkeypatch):
    engraved = []
    monkeypatch.setattr(passages, "engrave_passage", engraved.append)
    view = ScoreView(Document(fresh(scale())), Preview())
    qtbot.addWidget(view)
    view.refresh()
    assert not engraved and view._worker._thread is None


def test_four_staves_on_request(desk):
    before = desk.picture()
    desk.view.staves = OPEN
    desk.settle()
    assert desk.picture() != before and len(desk.view.passages.engraving(0).measures[0].staves) == 4


def test_arrows_go_from_note_to_note(desk):
    desk.document.cursor = (0, 0, 60)
    desk.view.setFocus()
    QTest.keyClick(desk.view, Qt.Key.Key_Right)
    QTest.keyClick(desk.view, Qt.Key.Key_Right)
    assert desk.document.selection == {(0, 8)}
    QTest.keyClick(desk.view, Qt.Key.Key_Left)
    assert desk.document.selection == {(0, 4)}
