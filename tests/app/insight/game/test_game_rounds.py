"""What a round is: chance, fairness, and one's own eight bars."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from app.insight.game.rounds import alike, draw, frame_of, own_bars
from engine.canvas.edits import put_note
from engine.canvas.music import REST, VOICES, Mark, Tempo, blank_piece
from engine.errors import CanvasError
from engine.theory.excerpts import STEPS, read_excerpts
from engine.theory.grade import grade
from engine.theory.key_finder import key_of

EXCERPTS = read_excerpts()


def test_a_seed_decides_and_sides_are_even():
    assert draw(5, EXCERPTS, {}) == draw(5, EXCERPTS, {})
    sides = Counter(draw(seed, EXCERPTS, {}).bach for seed in range(400))
    assert 160 < sides[0] < 240, "400 coins; further out happens once in 10,000 times, and never for these seeds"
    assert len({draw(seed, EXCERPTS, {}).excerpt.bwv for seed in range(400)}) == len(EXCERPTS)


def test_what_was_heard_least_comes_first():
    heard = {excerpt.bwv: 2 for excerpt in EXCERPTS} | {EXCERPTS[3].bwv: 1}
    assert {draw(seed, EXCERPTS, heard).excerpt.bwv for seed in range(20)} == {EXCERPTS[3].bwv}


@pytest.mark.parametrize("first", range(0, len(EXCERPTS) - 1, 5))
def test_both_are_made_alike_and_stay_the_same_music(first):
    before = EXCERPTS[first].piece, EXCERPTS[first + 1].piece
    after = alike(*before)
    assert after[0].key.fifths == after[1].key.fifths == key_of(after[0]).fifths == key_of(after[1]).fifths
    for old, new in zip(before, after, strict=True):
        shift = np.unique((new.grid() - old.grid())[old.grid() >= 0])
        assert len(shift) == 1 and abs(shift[0]) <= 6 and ((new.grid() >= 0) == (old.grid() >= 0)).all()
        assert grade(new).overall == pytest.approx(grade(old).overall), "spelling moves along, so the grade stays"
        outside = [
            n.pitch
            for voice, kind in zip(new.voices, VOICES, strict=True)
            for n in voice.notes
            if not kind.low - 2 <= n.pitch <= kind.high + 2
        ]
        assert not outside


def test_dynamics_words_tempo_and_instruments_stay_behind():
    piece = EXCERPTS[0].piece
    soprano = replace(piece.voices[0], program=19, name="Oboe", marks=(Mark(0, 120, "Ich", None),))
    mine = replace(piece, voices=(soprano, *piece.voices[1:]), tempos=(Tempo(0, 140.0), Tempo(64, 60.0)))
    bach, other = alike(EXCERPTS[1].piece, mine)
    assert (
        bach.tempos == other.tempos
        and other.voices[0].program == VOICES[0].program
        and other.voices[0].name == "Soprano"
    )
    assert not [mark for mark in other.voices[0].marks if mark.velocity or mark.lyric]


def test_the_model_gets_bars_and_phrase_ends_but_no_note():
    piece = EXCERPTS[0].piece
    frame = frame_of(piece)
    assert (
        (frame.grid() == REST).all()
        and frame.bars == piece.bars
        and frame.fermatas == piece.fermatas
        and frame.steps == STEPS
    )


def full(bars):
    """A piece of this many bars in which every voice sings quarters."""
    piece = blank_piece(bars)
    for voice, kind in enumerate(VOICES):
        for step in range(0, piece.steps, 4):
            piece = put_note(piece, voice, step, 4, (kind.low + kind.high) // 2 + step // 4 % 5)
    return piece


def test_own_bars_begin_at_the_selected_one_as_far_as_there_are_eight():
    piece = full(10)
    assert (own_bars(piece).grid() == piece.grid()[:, :STEPS]).all()
    assert (own_bars(piece, 20).grid() == piece.grid()[:, 16 : 16 + STEPS]).all()
    assert (own_bars(piece, 150).grid() == piece.grid()[:, 32 : 32 + STEPS]).all(), "the last eight"


def test_what_cannot_be_compared_is_said():
    with pytest.raises(CanvasError, match="eight bars of 4/4"):
        own_bars(full(7))
    with pytest.raises(CanvasError, match="eight bars of 4/4"):
        own_bars(blank_piece(12, 3))
    with pytest.raises(CanvasError, match="all four voices"):
        own_bars(blank_piece(8))
