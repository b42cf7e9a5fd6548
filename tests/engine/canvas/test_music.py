"""What a piece may be, and the one sentence for each thing it may not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas.music import (
    HOLD,
    MAX_BARS,
    REST,
    Bar,
    Key,
    Mark,
    Note,
    Piece,
    Tempo,
    Voice,
    blank_piece,
    cells_of,
    notes_of,
    orphan_holds,
    sounding,
    whole_notes,
)
from engine.errors import CanvasError
from tests.engine.pieces import cell_rows, pieces

FOUR = (60, HOLD, REST, 62)


def of(*cells, **fields):
    """A piece of one bar whose four voices have the same cells."""
    voice = Voice("Soprano", 52, tuple(cells))
    return Piece((voice,) * 4, (Bar(4, 4, len(cells)),), **fields)


INVALID = {
    "a hold at the start": (
        lambda: Voice("Alto", 0, (HOLD, 60)),
        "Alto holds a note at sixteenth 1 where none has begun",
    ),
    "a hold after a rest": (lambda: Voice("Alto", 0, (60, REST, HOLD)), "sixteenth 3"),
    "a pitch above MIDI": (lambda: Voice("Alto", 0, (128,)), "outside MIDI"),
    "a pitch below rest": (lambda: Voice("Alto", 0, (-3,)), "outside MIDI"),
    "a program above MIDI": (lambda: Voice("Alto", 128, ()), "instrument of Alto"),
    "a mark on a hold": (lambda: Voice("Alto", 0, (60, HOLD), (Mark(1),)), "where no note begins"),
    "a mark beyond the end": (lambda: Voice("Alto", 0, (60,), (Mark(1),)), "where no note begins"),
    "two marks at one place": (lambda: Voice("Alto", 0, (60,), (Mark(0), Mark(0))), "where no note begins"),
    "a spelling of another pitch": (lambda: Voice("Alto", 0, (60,), (Mark(0, spelling=1),)), "as another pitch"),
    "a velocity of nothing": (lambda: Voice("Alto", 0, (60,), (Mark(0, velocity=0),)), "velocity"),
    "three voices": (lambda: Piece((Voice("", 0, FOUR),) * 3, (Bar(4, 4, 4),)), "four voices, not 3"),
    "no bars": (lambda: Piece((Voice("", 0, ()),) * 4, ()), "bars, not 0"),
    "too many bars": (
        lambda: Piece((Voice("", 0, (REST,) * (MAX_BARS + 1)),) * 4, (Bar(1, 16, 1),) * (MAX_BARS + 1)),
        "bars, not 4,097",
    ),
    "too many sixteenths": (lambda: Piece((Voice("", 0, ()),) * 4, (Bar.full(64, 1),) * 257), "at most 262,144"),
    "ragged voices": (
        lambda: Piece((*(Voice("", 0, FOUR),) * 3, Voice("Bass", 0, (60,))), (Bar(4, 4, 4),)),
        "Bass is 1 sixteenths long but the bars hold 4",
    ),
    "a bar longer than its metre": (lambda: of(*(REST,) * 17), "does not fit in 4/4"),
    "a metre in thirds": (lambda: Piece((Voice("", 0, FOUR),) * 4, (Bar(4, 3, 4),)), "metre 4/3"),
    "a metre of no beats": (lambda: Piece((Voice("", 0, FOUR),) * 4, (Bar(0, 4, 4),)), "metre 0/4"),
    "eight sharps": (lambda: of(*FOUR, key=Key(8)), "seven sharps"),
    "no tempo": (lambda: of(*FOUR, tempos=()), "first tempo"),
    "a late first tempo": (lambda: of(*FOUR, tempos=(Tempo(1, 90.0),)), "first tempo"),
    "a tempo of nothing": (lambda: of(*FOUR, tempos=(Tempo(0, 0.0),)), "Tempos must"),
    "a tempo that is no number": (lambda: of(*FOUR, tempos=(Tempo(0, float("nan")),)), "Tempos must"),
    "a tempo beyond the end": (lambda: of(*FOUR, tempos=(Tempo(0, 90.0), Tempo(4, 80.0))), "Tempos must"),
    "a fermata beyond the end": (lambda: of(*FOUR, fermatas=(4,)), "Fermatas"),
    "fermatas out of order": (lambda: of(*FOUR, fermatas=(2, 1)), "Fermatas"),
}


@pytest.mark.parametrize("name", INVALID)
def test_an_invalid_value_cannot_be_built_and_says_why_in_one_sentence(name):
    build, words = INVALID[name]
    with pytest.raises(CanvasError, match=words) as caught:
        build()
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


@given(pieces())
def test_the_strategy_makes_valid_pieces_with_notes_that_give_their_cells_back(piece):
    for voice in piece.voices:
        assert cells_of(voice.notes, piece.steps) == voice.cells


@given(pieces(), st.data())
def test_the_grid_gives_the_piece_back_and_a_changed_grid_keeps_all_else(piece, data):
    assert piece.with_grid(piece.grid()) == piece
    cells = data.draw(cell_rows(piece.steps))
    grid = piece.grid()
    grid[2] = cells
    changed = piece.with_grid(grid)
    assert changed.voices[2].cells == cells
    assert (changed.voices[0], changed.bars, changed.tempos) == (piece.voices[0], piece.bars, piece.tempos)


def test_marks_stay_with_notes_that_keep_their_place_and_pitch():
    voice = Voice("Alto", 0, (60, HOLD, 62), (Mark(0, lyric="a"), Mark(2, lyric="b")))
    assert voice.with_cells((60, REST, 64)).marks == (Mark(0, lyric="a"),)


def test_cells_and_notes_say_the_same():
    assert notes_of((REST, 60, HOLD, 60, REST)) == (Note(1, 2, 60), Note(3, 1, 60))
    assert sounding(np.array([REST, 60, HOLD, REST])).tolist() == [REST, 60, 60, REST]
    assert orphan_holds(np.array([HOLD, 60, HOLD, REST, HOLD])).tolist() == [True, False, False, False, True]


@given(cell_rows(40), st.data())
def test_whole_notes_are_those_chosen_from_onset_to_end(cells, data):
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(cells), max_size=len(cells))), dtype=bool)
    by_hand = sum(bool(chosen[n.start : n.start + n.length].all()) for n in notes_of(cells))
    assert whole_notes(np.array(cells), chosen) == by_hand


def test_a_musician_counts_a_pick_up_as_bar_nought_and_compound_beats_as_dotted():
    piece = Piece((Voice("", 0, (REST,) * 28),) * 4, (Bar(4, 4, 4), Bar.full(), Bar(6, 8, 8)))
    assert piece.has_pickup and piece.bar_starts == (0, 4, 20)
    assert [piece.place(step) for step in (0, 4, 9, 20, 27)] == [(0, 4, 1), (1, 1, 1), (1, 2, 2), (2, 1, 1), (2, 2, 2)]


def test_a_blank_piece_is_rests_in_the_usual_voices():
    piece = blank_piece(2, 3, 4, "New")
    assert piece.steps == 24 and [voice.name for voice in piece.voices] == ["Soprano", "Alto", "Tenor", "Bass"]
    assert not any(voice.notes for voice in piece.voices)
