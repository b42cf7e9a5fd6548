"""What a MIDI file says or hides about its bars: several metres at once, none worth the name, pick-ups, no tempo."""

import io

import mido
import pytest

from engine.canvas.edits_bars import set_pickup
from engine.canvas.music import Bar, Note, Tempo, blank_piece
from engine.errors import CanvasError, FormatError
from engine.formats import midi
from engine.formats.import_plan import apply
from tests.engine.formats.midi.test_midi import events, file, note

QUARTER = 480


def metre(beats, unit, tick=0):
    return (tick, mido.MetaMessage("time_signature", numerator=beats, denominator=unit))


def line(*quarters, start=0, pitch=72):
    """A melody of notes of so many quarters."""
    made, at = [], start
    for length in quarters:
        made.append(note(round(at * QUARTER), round((at + length) * QUARTER), pitch))
        at += length
        pitch = 72 + (pitch - 71) % 5
    return events(*made)


@pytest.mark.parametrize(
    ("metres", "wanted"),
    [
        ([(4, 4), (1, 4)], (4, 4)),
        ([(1, 4), (4, 4)], (4, 4)),
        ([(3, 4), (4, 4)], (3, 4)),
        ([(1, 8), (1, 4), (6, 8)], (6, 8)),
    ],
)
def test_of_two_metres_at_once_the_first_that_fits_wins(metres, wanted):
    piece, _ = midi.read(file([metre(*each) for each in metres], line(*[1] * 12)))
    assert {bar[:2] for bar in piece.bars} == {wanted}


def test_bars_are_not_a_quarter_long():
    piece, remarks = midi.read(file([metre(1, 4)], line(*[1] * 12)))
    assert piece.bars == (Bar.full(),) * 3 and any("as if it had no metre; 4/4 was used" in each for each in remarks)


def test_a_page_whose_bars_are_a_quarter_long_comes_back_so():
    piece = blank_piece(5, 1, 4)
    assert midi.read(midi.write(piece))[0].bars == piece.bars


def test_no_tempo_means_120():
    assert midi.read(file(line(4)))[0].tempos == (Tempo(0, 120.0),)


def test_our_marks_stand_where_no_program_prints_them_and_the_title_is_the_sequences_name():
    piece = set_pickup(blank_piece(3, title="Air"), 4)
    song = mido.MidiFile(file=io.BytesIO(midi.write(piece)), charset="utf-8")
    assert not [m for track in song.tracks for m in track if m.type in ("text", "copyright", "marker", "cue_marker")]
    assert song.tracks[0].name == "Air" and not any(m.type.startswith("note") for m in song.tracks[0])
    assert midi.read(midi.write(piece))[0].bars == piece.bars


def test_the_marks_of_earlier_versions_are_still_read():
    made = [(0, mido.MetaMessage("text", text="Written by Palimpsest")), metre(1, 4), metre(4, 4, QUARTER)]
    made.insert(1, (0, mido.MetaMessage("text", text="Incomplete bar of 6/8")))
    assert midi.read(file(made, line(1, 4)))[0].bars[0] == Bar(6, 8, 4)


def test_rests_that_fill_the_bar_of_a_pick_up_are_left_out():
    plan = midi.inspect(file([metre(4, 4)], line(1, 4, 4, start=3)))
    piece, remarks = apply(plan)
    assert plan.pickup == 4 and piece.bars == (Bar(4, 4, 4), Bar.full(), Bar.full()) and piece.has_pickup
    assert [n.start for n in piece.voices[0].notes] == [0, 4, 20]
    assert any("begin with a pick-up of 1 beat" in each for each in remarks)


def test_an_incomplete_last_bar_shows_a_pick_up_that_was_taken_for_beat_one():
    plan = midi.inspect(file([metre(4, 4)], line(1, 2, 1, 1, 2, 1, 1, 4)))
    piece, _ = apply(plan)
    assert plan.pickup == 4 and [bar.steps for bar in piece.bars] == [4, 16, 16, 16]
    assert piece.voices[0].notes[0] == Note(0, 4, 72)


@pytest.mark.parametrize(("beats", "unit"), [(4, 4), (3, 4), (6, 8)])
def test_a_pick_up_that_the_last_bar_completes_is_seen_by_the_heavy_second_beat(beats, unit):
    one = 4 / unit  # quarters of a beat
    bar = [one * (beats - 2), one, one]
    plan = midi.inspect(file([metre(beats, unit)], line(one, *bar, *bar, *bar, one * (beats - 1))))
    piece, _ = apply(plan)
    full = beats * 16 // unit
    assert plan.pickup == 16 // unit
    assert [each.steps for each in piece.bars] == [16 // unit, full, full, full, full - 16 // unit]
    assert midi.inspect(file([metre(beats, unit)], line(*bar, *bar, *bar, one * beats))).pickup == 0


@pytest.mark.parametrize(
    "track",
    [
        line(4, 4, 1),  # ends on beat one
        line(*(1, 1, 2) * 4),  # a stress on the third beat is no bar line
        line(1, 2, 1, 1, 2, 1),  # too short to tell
        line(2, 2, 4, 4),
        line(1, 1, start=0.5),  # begins with a short rest
        line(4, 4, start=4),  # a whole bar of rest
        line(1),
    ],
)
def test_without_signs_of_one_no_pick_up_is_proposed(track):
    assert midi.inspect(file([metre(4, 4)], track)).pickup == 0


def test_where_the_file_names_other_metres_nothing_is_proposed():
    plan = midi.inspect(file([metre(4, 4), metre(3, 4, 4 * QUARTER)], line(1, 3, 3, start=3)))
    assert plan.pickup == 0
    with pytest.raises(FormatError, match="all bars are alike"):
        plan.with_pickup(4)


def test_the_user_sets_another_pick_up_or_none():
    plan = midi.inspect(file([metre(4, 4)], line(1, 4, 4, start=3)))
    assert apply(plan.with_pickup(0))[0].bars == (Bar.full(),) * 3
    assert [bar.steps for bar in apply(plan.with_pickup(8))[0].bars] == [8, 16, 16]
    other = midi.inspect(file([metre(4, 4)], line(4, 4)))
    assert [bar.steps for bar in apply(other.with_pickup(4))[0].bars] == [4, 16, 12]
    assert [bar.steps for bar in apply(other.with_pickup(8))[0].bars] == [8, 16, 8]
    with pytest.raises(FormatError):
        other.with_pickup(16)


def test_tempos_move_with_the_notes():
    tempo = [
        (0, mido.MetaMessage("set_tempo", tempo=500_000)),
        (4 * QUARTER, mido.MetaMessage("set_tempo", tempo=600_000)),
    ]
    piece, _ = midi.read(file([metre(4, 4), *tempo], line(1, 4, 4, start=3)))
    assert piece.tempos == (Tempo(0, 120.0), Tempo(4, 100.0))


def test_a_pick_up_is_set_and_taken_away_on_a_page():
    piece = blank_piece(3)
    begun = set_pickup(piece, 4)
    assert begun.bars == (Bar(4, 4, 4), Bar.full(), Bar.full(), Bar(4, 4, 12)) and begun.has_pickup
    assert set_pickup(begun, 0) == piece and begun.steps == piece.steps
    with pytest.raises(CanvasError, match="A pick-up has 0 to 15 sixteenths in 4/4, not 16"):
        set_pickup(piece, 16)
