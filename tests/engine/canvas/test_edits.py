"""Edits: each gives a valid piece, and what it does not cover sounds as before."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas import edits, edits_bars
from engine.canvas.music import HOLD, REST, Bar, Key, Mark, Piece, Tempo, Voice, sounding
from engine.errors import CanvasError
from tests.engine.pieces import pieces

PIECES = pieces(low=30, high=90)


def bar_of(*cells, marks=()):
    """A piece of one bar: the cells in the soprano, rests elsewhere."""
    rest = Voice("", 0, (REST,) * len(cells))
    return Piece((Voice("S", 0, tuple(cells), marks), rest, rest, rest), (Bar(4, 4, len(cells)),))


def soprano(piece):
    """The soprano's cells."""
    return piece.voices[0].cells


def untouched(before, after, covered):
    """Whether every (voice, step) outside `covered` sounds as before and nothing but notes changed."""
    same = sounding(before.grid()) == sounding(after.grid())
    onsets = (before.grid() >= 0) == (after.grid() >= 0)
    for voice, start, stop in covered:
        same[voice, start:stop] = True
        onsets[voice, start : stop + 1] = True  # the note after a cut starts afresh
    rest = (before.bars, before.key, before.tempos, before.fermatas, before.title) == (
        after.bars,
        after.key,
        after.tempos,
        after.fermatas,
        after.title,
    )
    return bool(same.all() and onsets.all() and rest)


def test_a_note_overwrites_what_it_covers_and_the_rest_of_a_cut_note_starts_afresh():
    piece = bar_of(60, HOLD, HOLD, HOLD, HOLD, HOLD)
    assert soprano(edits.put_note(piece, 0, 2, 2, 67)) == (60, HOLD, 67, HOLD, 60, HOLD)
    assert soprano(edits.put_note(piece, 0, 0, 2, 60)) == (60, HOLD, 60, HOLD, HOLD, HOLD)
    assert soprano(edits.put_note(piece, 0, 4, 2, 60)) == (60, HOLD, HOLD, HOLD, 60, HOLD)


def test_a_note_put_before_rests_or_at_the_end_leaves_no_hold_behind():
    piece = bar_of(REST, REST, 62, HOLD)
    assert soprano(edits.put_note(piece, 0, 1, 2, 60)) == (REST, 60, HOLD, 62)
    assert soprano(edits.put_note(piece, 0, 3, 1, 60)) == (REST, REST, 62, 60)


@pytest.mark.parametrize(("start", "length", "pitch"), [(-1, 2, 60), (3, 2, 60), (0, 0, 60), (0, 1, 128), (0, 1, -1)])
def test_a_note_that_does_not_fit_is_refused(start, length, pitch):
    with pytest.raises(CanvasError):
        edits.put_note(bar_of(REST, REST, REST, REST), 0, start, length, pitch)


def test_erasing_the_head_of_a_note_leaves_its_tail_with_spelling_and_loudness_but_no_syllable():
    piece = bar_of(61, HOLD, HOLD, HOLD, marks=(Mark(0, 90, "la", -5),))
    erased = edits.erase(piece, 0, 0, 2)
    assert soprano(erased) == (REST, REST, 61, HOLD) and erased.voices[0].marks == (Mark(2, 90, "", -5),)


def test_moving_takes_marks_along_and_leaves_rests():
    piece = bar_of(60, HOLD, 62, REST, marks=(Mark(0, 99, "la", 0), Mark(2, lyric="lu")))
    moved = edits.move(piece, [(0, 0)], steps=2)
    assert soprano(moved) == (REST, REST, 60, HOLD) and moved.voices[0].marks == (Mark(2, 99, "la", 0),)
    lower = edits.move(piece, [(0, 0), (0, 2)], voices=1, semitones=-12)
    assert (
        soprano(lower) == (REST,) * 4
        and lower.voices[1].cells == (48, HOLD, 50, REST)
        and lower.voices[1].marks[0] == Mark(0, 99, "la", 0)
    )


def test_two_notes_move_together_without_eating_each_other():
    assert soprano(edits.move(bar_of(60, 62, 64, REST), [(0, 0), (0, 1)], steps=1)) == (REST, 60, 62, REST)


def test_transposing_drops_a_spelling_that_no_longer_fits():
    piece = bar_of(61, HOLD, marks=(Mark(0, 70, "la", -5),))
    assert edits.transpose(piece, [(0, 0)], 1).voices[0].marks == (Mark(0, 70, "la"),)
    assert edits.transpose(piece, [(0, 0)], 12).voices[0].marks == (Mark(0, 70, "la", -5),)
    assert soprano(edits.transpose(piece, [(0, 0)], -12)) == (49, HOLD)
    with pytest.raises(CanvasError, match="MIDI pitch range"):
        edits.transpose(piece, [(0, 0)], 100)


def test_stretching_stops_at_a_sixteenth_at_the_end_and_at_the_next_selected_note():
    piece = bar_of(60, HOLD, 62, HOLD, 64, REST)
    assert soprano(edits.stretch(piece, [(0, 0)], -5)) == (60, REST, 62, HOLD, 64, REST)
    assert soprano(edits.stretch(piece, [(0, 0)], 1)) == (60, HOLD, HOLD, 62, 64, REST)
    assert soprano(edits.stretch(piece, [(0, 0), (0, 2)], 1)) == (60, HOLD, 62, HOLD, HOLD, REST)
    assert soprano(edits.stretch(piece, [(0, 4)], 9)) == (60, HOLD, 62, HOLD, 64, HOLD)


def test_splitting_strikes_a_note_again():
    assert soprano(edits.split(bar_of(60, HOLD, HOLD, 62), [(0, 0), (0, 3)])) == (60, HOLD, 60, 62)
    assert soprano(edits.split_at(bar_of(60, HOLD, HOLD, REST), 0, 1)) == (60, 60, HOLD, REST)
    assert soprano(edits.split_at(bar_of(60, HOLD, HOLD, REST), 0, 3)) == (60, HOLD, HOLD, REST)


def test_a_lost_selection_and_a_voice_beyond_the_bass_are_reported():
    with pytest.raises(CanvasError, match="select again"):
        edits.transpose(bar_of(60, HOLD), [(0, 1)], 1)
    with pytest.raises(CanvasError, match="no voice above"):
        edits.move(bar_of(60, HOLD), [(0, 0)], voices=4)
    with pytest.raises(CanvasError, match="four voices"):
        edits.transpose(bar_of(60, HOLD), [(7, 0)], 1)


@given(PIECES, st.data())
def test_every_edit_of_a_stretch_touches_nothing_outside_it(piece, data):
    voice = data.draw(st.integers(0, 3))
    start = data.draw(st.integers(0, piece.steps - 1))
    stop = data.draw(st.integers(start + 1, piece.steps))
    pitch = data.draw(st.integers(0, 127))
    covered = [(voice, start, stop)]
    put = edits.put_note(piece, voice, start, stop - start, pitch)
    assert untouched(piece, put, covered) and edits.note_at(put.voices[voice], start) == (start, stop - start, pitch)
    erased = edits.erase(piece, voice, start, stop)
    assert untouched(piece, erased, covered) and set(erased.voices[voice].cells[start:stop]) == {REST}


@given(PIECES, st.data())
def test_a_copy_written_back_sounds_the_same_and_elsewhere_touches_only_its_place(piece, data):
    start = data.draw(st.integers(0, piece.steps - 1))
    stop = data.draw(st.integers(start + 1, piece.steps))
    clip = edits.copy(piece, range(1, 3), start, stop)

    def written(voice, at):
        rows = enumerate(zip(clip.rows, clip.marks, strict=True), voice)
        return edits.write(
            piece, [(row, at, cells, [m._replace(step=m.step + at) for m in marks]) for row, (cells, marks) in rows]
        )

    assert (sounding(written(1, start).grid()) == sounding(piece.grid())).all()
    target = data.draw(st.integers(0, piece.steps - (stop - start)))
    last = target + stop - start
    assert untouched(piece, written(0, target), [(0, target, last), (1, target, last)])


@given(PIECES, st.data())
def test_selected_notes_move_stretch_split_and_transpose_within_bounds(piece, data):
    onsets = [(voice, note.start) for voice in range(4) for note in piece.voices[voice].notes]
    chosen = data.draw(st.sets(st.sampled_from(onsets), max_size=4)) if onsets else set()
    covered = []
    for voice, start in chosen:
        note = edits.note_at(piece.voices[voice], start)
        covered.append((voice, note.start, note.start + note.length))
    semitones = data.draw(st.integers(-12, 12))
    assert untouched(piece, edits.transpose(piece, chosen, semitones), covered)
    assert edits.transpose(edits.transpose(piece, chosen, 12), chosen, -12) == piece
    assert (sounding(edits.split(piece, chosen).grid()) == sounding(piece.grid())).all()
    longer = data.draw(st.integers(-6, 6))
    reach = [(voice, start, min(piece.steps, stop + max(0, longer))) for voice, start, stop in covered]
    assert untouched(piece, edits.stretch(piece, chosen, longer), reach)
    erased = edits.erase_notes(piece, chosen)
    assert untouched(piece, erased, covered)
    steps = data.draw(st.integers(-4, 4))
    try:
        moved = edits.move(piece, chosen, steps)
    except CanvasError:
        assert any(start + steps < 0 or stop + steps > piece.steps for _, start, stop in covered)
    else:
        assert untouched(
            piece, moved, covered + [(voice, start + steps, stop + steps) for voice, start, stop in covered]
        )


@given(PIECES, st.data())
def test_bars_come_and_go_without_a_trace(piece, data):
    index = data.draw(st.integers(0, len(piece.bars)))
    count = data.draw(st.integers(1, 3))
    longer = edits_bars.insert_bars(piece, index, count)
    start, stop = edits_bars.bar_span(longer, index, count)
    assert not (longer.grid()[:, start:stop] != REST).any()
    back = edits_bars.delete_bars(longer, index, count)
    assert (
        (sounding(back.grid()) == sounding(piece.grid())).all()
        and back.bars == piece.bars
        and back.fermatas == piece.fermatas
    )
    assert [edits_bars._tempo_at(back, step).quarters for step in range(piece.steps)] == [
        edits_bars._tempo_at(piece, step).quarters for step in range(piece.steps)
    ]


@given(PIECES, st.data())
def test_deleting_bars_keeps_what_is_left(piece, data):
    index = data.draw(st.integers(0, len(piece.bars) - 1))
    if len(piece.bars) == 1:
        with pytest.raises(CanvasError, match="at least one bar"):
            edits_bars.delete_bars(piece, 0)
        return
    start, stop = edits_bars.bar_span(piece, index)
    shorter = edits_bars.delete_bars(piece, index)
    left = sounding(np.delete(sounding(piece.grid()), slice(start, stop), axis=1))
    assert (sounding(shorter.grid()) == left).all()
    for step in range(shorter.steps):
        old = step if step < start else step + stop - start
        assert edits_bars._tempo_at(shorter, step).quarters == edits_bars._tempo_at(piece, old).quarters


def test_a_note_through_a_deleted_bar_goes_on_but_never_joins_another():
    piece = Piece(
        (Voice("", 0, (60, HOLD, HOLD, HOLD, HOLD, HOLD)), *(Voice("", 0, (62, HOLD, 62, HOLD, HOLD, REST)),) * 3),
        (Bar(1, 8, 2),) * 3,
    )
    shorter = edits_bars.delete_bars(piece, 1)
    assert shorter.voices[0].cells == (60, HOLD, HOLD, HOLD) and shorter.voices[1].cells == (62, HOLD, 62, REST)
    longer = edits_bars.insert_bars(piece, 1)
    assert longer.voices[0].cells == (60, HOLD, REST, REST, 60, HOLD, HOLD, HOLD)


@given(PIECES, st.data())
def test_a_crop_sounds_as_its_stretch_did(piece, data):
    start = data.draw(st.integers(0, piece.steps - 1))
    stop = data.draw(st.integers(start + 1, piece.steps))
    part = edits_bars.crop(piece, start, stop)
    assert (sounding(part.grid()) == sounding(piece.grid())[:, start:stop]).all()
    assert edits_bars.crop(piece, 0, piece.steps) == piece
    with pytest.raises(CanvasError, match="Nothing is selected"):
        edits_bars.crop(piece, stop, start)


@given(PIECES, st.data())
def test_a_metre_changes_bars_and_never_notes(piece, data):
    index = data.draw(st.integers(0, len(piece.bars) - 1))
    beats, unit = data.draw(st.sampled_from([(3, 4), (2, 2), (5, 8), (7, 16), (1, 1)]))
    changed = edits_bars.set_metre(piece, index, beats, unit)
    assert (
        changed.voices == piece.voices
        and changed.bars[:index] == piece.bars[:index]
        and changed.bars[index][:2] == (beats, unit)
    )


def test_a_metre_lasts_to_the_next_change_and_keeps_a_pick_up():
    voices = (Voice("", 0, (REST,) * 60),) * 4
    piece = Piece(voices, (Bar(4, 4, 4), Bar.full(), Bar.full(), Bar.full(3, 4), Bar.full(3, 4)))
    assert edits_bars.set_metre(piece, 0, 2, 4).bars == (
        Bar(2, 4, 4),
        *(Bar.full(2, 4),) * 4,
        Bar.full(3, 4),
        Bar.full(3, 4),
    )
    assert edits_bars.set_metre(piece, 1, 3, 4).bars[1:] == (
        Bar.full(3, 4),
        Bar.full(3, 4),
        Bar(3, 4, 8),
        Bar.full(3, 4),
        Bar.full(3, 4),
    )
    for wrong in ((0, 4), (4, 3), (65, 4)):
        with pytest.raises(CanvasError):
            edits_bars.set_metre(piece, 0, *wrong)


def test_key_tempo_and_fermatas():
    piece = bar_of(60, HOLD, 62, HOLD)
    assert edits_bars.set_key(piece, Key(2)).key == Key(2)
    faster = edits_bars.set_tempo(piece, 2, 120.0)
    assert faster.tempos == (Tempo(0, 96.0), Tempo(2, 120.0))
    assert edits_bars.set_tempo(edits_bars.set_tempo(faster, 0, 60.0), 2, None).tempos == (Tempo(0, 60.0),)
    assert edits_bars.set_tempo(piece, 0, None) is piece
    once = edits_bars.toggle_fermata(piece, 2)
    assert once.fermatas == (2,) and edits_bars.toggle_fermata(once, 2).fermatas == ()
    with pytest.raises(CanvasError, match="Fermatas"):
        edits_bars.toggle_fermata(piece, 4)
