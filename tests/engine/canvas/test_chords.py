"""Chords as part of a piece: edits of time and pitch take them along, and undo shares them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas import edits, edits_bars, edits_chords
from engine.canvas.chord import Harmony, harmony_at
from engine.canvas.music import Piece, blank_piece
from engine.canvas.project import fresh
from engine.canvas.sharing import cost, share
from engine.errors import CanvasError
from engine.theory.chords.symbols import chord_symbol, parse_chord
from tests.engine.pieces import pieces

C, G7, AM, F = (parse_chord(name) for name in ("C", "G7", "Am", "F"))


def sheet(*chords: tuple[int, object]) -> Piece:
    return replace(blank_piece(4), chords=tuple(Harmony(*each) for each in chords))


def names(piece: Piece) -> str:
    return " ".join(f"{step}:{chord_symbol(chord)}" for step, chord in piece.chords)


def test_chords_stand_inside_the_piece_and_in_order():
    """What is not, is no piece."""
    for wrong in [((64, C),), ((-1, C),), ((4, C), (4, F)), ((8, C), (4, F))]:
        with pytest.raises(CanvasError, match="Chords must be"):
            sheet(*wrong)


def test_setting_moving_and_taking_away():
    """One at a step; a moved one takes the place of another."""
    piece = edits_chords.set_chord(sheet((0, C), (16, G7)), 8, AM)
    assert names(piece) == "0:C 8:Am 16:G7"
    assert names(edits_chords.move_chord(piece, 8, 16)) == "0:C 16:Am"
    assert names(edits_chords.set_chord(piece, 0, None)) == "8:Am 16:G7"
    with pytest.raises(CanvasError, match="no chord at this place"):
        edits_chords.move_chord(piece, 4, 8)


def test_inserted_bars_move_the_chords_after_them():
    """The chord before goes on."""
    piece = edits_bars.insert_bars(sheet((0, C), (16, G7), (20, AM)), 1)
    assert names(piece) == "0:C 32:G7 36:Am"


def test_deleted_bars_leave_the_chord_in_force_after_them():
    """A chord that began inside the cut still holds after it, unless it goes on anyway."""
    piece = sheet((0, C), (16, G7), (24, AM), (40, F))
    assert names(edits_bars.delete_bars(piece, 1)) == "0:C 16:Am 24:F"
    again = sheet((0, C), (16, G7), (24, C), (40, F))
    assert names(edits_bars.delete_bars(again, 1)) == "0:C 24:F"
    assert names(edits_bars.delete_bars(piece, 3)) == names(piece)


def test_a_crop_begins_with_the_chord_in_force():
    """Counted from its start."""
    assert names(edits_bars.crop(sheet((0, C), (24, G7), (50, F)), 16, 48)) == "0:C 8:G7"


@given(pieces(), st.data())
def test_what_is_in_force_stays_in_force_whatever_is_deleted(piece, data):
    """At every step that is left."""
    if len(piece.bars) < 2:
        return
    index = data.draw(st.integers(0, len(piece.bars) - 1))
    start, stop = edits_bars.bar_span(piece, index)
    after = edits_bars.delete_bars(piece, index)
    for step in range(after.steps):
        old = step if step < start else step + stop - start
        assert harmony_at(after.chords, step) == harmony_at(piece.chords, old)


def test_chords_go_along_when_all_notes_move():
    """A part of the notes leaves them where they are."""
    piece = edits.put_note(edits.put_note(sheet((0, C), (16, parse_chord("G7/B"))), 0, 0, 16, 60), 1, 0, 16, 55)
    assert names(edits.transpose(piece, [(0, 0), (1, 0)], 2)) == "0:D 16:A7/C#"
    assert names(edits.transpose(piece, [(0, 0)], 2)) == "0:C 16:G7/B"


def test_undo_shares_chords_that_did_not_change():
    """And a change of chords costs about what the chords take."""
    old = fresh(sheet((0, C), (16, G7)))
    new = share(old, fresh(replace(old.canvas, title="other", chords=(*old.canvas.chords,))))
    assert new.canvas.chords is old.canvas.chords
    longer = share(old, fresh(edits_chords.set_chord(old.canvas, 8, AM)))
    assert longer.canvas.voices[0] is old.canvas.voices[0]
    assert 0 < cost(old, longer) < 1000
