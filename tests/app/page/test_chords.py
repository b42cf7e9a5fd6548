"""Chords through the window: typed, followed, suggested and taken, a bar reharmonised, a close set; each one undo
step."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.page.chords import with_bar_chords
from app.page.verbs import VERBS, Where
from engine.canvas.chord import harmony_at
from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.errors import CanvasError
from engine.jobs.chord_drafts import ChordReading
from engine.theory.chords.lines import placed_in, read_lines
from engine.theory.chords.symbols import chord_symbol, parse_chord
from tests.app.conftest import CTRL


def names(piece):
    return " ".join(f"{step}:{chord_symbol(chord)}" for step, chord in piece.chords)


def test_typed_chords_are_followed_and_stay_when_the_result_is_accepted(desk):
    """The request carries them; accepting keeps them; undo brings both back."""
    desk.open_example()
    desk.key(Qt.Key.Key_L, CTRL)
    editor = desk.page.canvas.frame.lane.editor
    QTest.keyClicks(editor, "C | G7 | Am | F G")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert names(desk.document.project.canvas) == "0:C 16:G7 32:Am 48:F 56:G"
    desk.key(Qt.Key.Key_7, CTRL)
    desk.rewritten()
    request = desk.preview.request
    assert names(request.canvas) == "0:C 16:G7 32:Am 48:F 56:G" and request.options["chord_strength"] == 0.6
    desk.key(Qt.Key.Key_Return)
    assert names(desk.document.project.canvas) == "0:C 16:G7 32:Am 48:F 56:G"
    assert desk.document.project.canvas.voices[3].notes


def test_suggested_chords_can_be_taken_from_an_alternative(desk):
    """Suggest does not follow the lane; taking puts the alternative's chords in it and rejects the alternatives."""
    desk.open_example()
    desk.key(Qt.Key.Key_8, CTRL)
    desk.rewritten()
    assert desk.preview.request.options["chord_places"] == "nowhere"
    desk.key(Qt.Key.Key_9, CTRL)
    assert desk.document.project.canvas.chords and not desk.preview.count
    assert not desk.document.project.canvas.voices[3].notes  # only the chords were taken
    desk.key(Qt.Key.Key_Z, CTRL)
    assert not desk.document.project.canvas.chords


def test_a_close_sets_two_chords(desk):
    """On the cursor's beat and the one before."""
    desk.open_example()
    desk.document.cursor = (0, 124, 72)
    desk.page.chords.close_with("full")
    assert names(desk.document.project.canvas) == "120:G7 124:C"
    desk.page.chords.close_with("deceptive")
    assert names(desk.document.project.canvas) == "120:G7 124:Am"
    desk.document.cursor = (0, 40, 72)
    desk.page.chords.close_with("half")
    assert names(desk.document.project.canvas) == "36:F 40:G 48:N.C. 120:G7 124:Am"


def test_reharmonising_a_bar_asks_lists_and_writes_that_bar(desk):
    """The list is answered by the model; choosing writes the bar's lower voices with the chords, as one step."""
    desk.open_example()
    chords = desk.page.chords
    desk.document.cursor = (0, 20, 72)
    desk.key(Qt.Key.Key_R, CTRL)
    assert chords.popover.isVisible()
    desk.wait(lambda: not chords.asker.running)
    piece = desk.document.project.canvas
    reading = ChordReading(placed_in(piece, read_lines("| G7 C |"), 1), 0.5, piece)
    chords.popover.answer((reading,), 24)
    assert chords.popover.rows[0].accessibleName() == "G7 C, 50 per cent"
    chords.popover.use.click()
    desk.rewritten()
    free = ~desk.preview.request.mask.pinned()
    assert free[1:, 16:32].all() and free.sum() == 48
    assert names(desk.preview.request.canvas) == "16:G7 24:C 32:N.C."
    desk.key(Qt.Key.Key_Escape)
    assert not desk.document.project.canvas.chords  # rejected: the chords go too


def test_a_bars_chords_leave_what_comes_after_it():
    """What was in force after the bar still is."""
    piece = replace(blank_piece(3), chords=placed_in(blank_piece(3), read_lines("C")))
    changed = with_bar_chords(piece, 1, placed_in(piece, read_lines("F"), 1))
    assert names(changed) == "0:C 16:F 32:C"
    assert harmony_at(changed.chords, 40) == parse_chord("C")
    alone = with_bar_chords(blank_piece(3), 1, placed_in(piece, read_lines("F"), 1))
    assert names(alone) == "16:F 32:N.C."  # nothing was asked for after it


def test_harmonising_with_chords_needs_some():
    """One sentence where the lane is empty."""
    project = fresh(blank_piece(2))
    with pytest.raises(CanvasError, match="There are no chords yet"):
        VERBS["chords"].prepare(project, Where())
