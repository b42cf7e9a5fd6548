"""Chord symbols: what is in common use is read, what is printed is read back, what is no chord gets one sentence."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas.chord import NO_CHORD, Chord
from engine.errors import CanvasError
from engine.theory.chords.symbols import chord_symbol, is_chord, parse_chord
from tests.engine.pieces import chords

IN_USE = (Path(__file__).parent / "symbols_in_use.txt").read_text().split()


def test_five_hundred_symbols_in_common_use_are_read():
    """Every one is read, and what is printed for it is the same chord."""
    assert len(set(IN_USE)) >= 500
    for symbol in IN_USE:
        chord = parse_chord(symbol)
        assert parse_chord(chord_symbol(chord)) == chord, symbol


@given(chords())
def test_any_chord_prints_and_is_read_back(chord):
    """The grammar has no chord that cannot be written, and none that is read as another."""
    assert parse_chord(chord_symbol(chord)) == chord
    assert parse_chord(chord_symbol(chord, german=True), german=True) == chord


@given(st.text(max_size=50) | st.text("ABCDEFGHabm#7913/()+-suditjo ", max_size=12))
def test_any_text_is_a_chord_or_one_sentence(text):
    """Never another error, and never a chord that prints as something else."""
    try:
        chord = parse_chord(text)
    except CanvasError:
        return
    assert parse_chord(chord_symbol(chord)) == chord


@pytest.mark.parametrize(
    ("symbol", "printed", "tones"),
    [
        ("Am7", "Am7", (9, 0, 4, 7)),
        ("G7/B", "G7/B", (7, 11, 2, 5)),
        ("F#dim", "F#dim", (6, 9, 0)),
        ("C-sus4", "Csus4", (0, 5, 7)),
        ("C-7", "Cm7", (0, 3, 7, 10)),
        ("CΔ", "Cmaj7", (0, 4, 7, 11)),
        ("Bø7", "Bm7b5", (11, 2, 5, 9)),
        ("C7(b9,#11)", "C7b9#11", (0, 4, 7, 10, 1, 6)),
        ("C13b9", "C13b9", (0, 4, 7, 10, 1, 5, 9)),
        ("C6/9/E", "C6/9/E", (0, 4, 7, 9, 2)),
        ("C(b5)", "C(b5)", (0, 4, 6)),
        ("Cb5", "Cb5", (11, 6)),
        ("F/G", "F/G", (5, 9, 0, 7)),
        ("Calt", "C7alt", (0, 4, 6, 8, 10, 1, 3)),
        ("C9sus", "C9sus4", (0, 5, 7, 10, 2)),
        ("Cm(maj7)", "Cmmaj7", (0, 3, 7, 11)),
        ("am/g", "Am/G", (9, 0, 4, 7)),
    ],
)
def test_symbols_mean_what_a_musician_expects(symbol, printed, tones):
    """Name and notes."""
    chord = parse_chord(symbol)
    assert (chord_symbol(chord), chord.tones) == (printed, tones)


def test_no_chord():
    """N.C. in its spellings."""
    assert {parse_chord(text) for text in ("N.C.", "NC", "n.c.", "No chord")} == {NO_CHORD}
    assert chord_symbol(NO_CHORD) == "N.C."


def test_german_names_are_optional():
    """H is B natural everywhere; B is B flat only in German."""
    assert parse_chord("H7") == parse_chord("B7") == parse_chord("H7", german=True)
    assert parse_chord("B", german=True) == parse_chord("Bb")
    assert parse_chord("Fism7/Cis", german=True) == parse_chord("F#m7/C#")
    assert parse_chord("Asus4", german=True) == parse_chord("Asus4")
    assert chord_symbol(parse_chord("Bb/D"), german=True) == "B/D"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "'hello' is not a chord: 'ello' means nothing in a chord."),
        ("", "There is no chord to read;"),
        ("X7", "'X7' is not a chord: a chord begins with a note from A to G."),
        ("C7add", "a number is missing at its end, after 'add'."),
        ("Cmdim", "it says twice what kind of chord it is."),
        ("Cdim6", "there is no diminished chord with 6."),
        ("Cno2", "degree 2 of this chord cannot be changed so."),
        ("C" * 60, "it is too long for one."),
    ],
)
def test_what_is_no_chord_gets_a_sentence(text, sentence):
    """It says why, and what to type."""
    with pytest.raises(CanvasError) as caught:
        parse_chord(text)
    assert sentence in str(caught.value)
    assert "such as Am7" in str(caught.value)


def test_words_of_foreign_text_are_chords_only_with_capitals():
    """`a` and `be` are words."""
    words = ("A", "a", "Am", "be", "Be", "Gb7", "Verse", "Dear", "D.C.")
    assert [word for word in words if is_chord(word)] == ["A", "Am", "Gb7"]


def test_moved_chords_keep_their_kind():
    """A fifth up, and far enough round to be respelled."""
    assert chord_symbol(parse_chord("Am7/G").moved(1)) == "Em7/D"
    assert chord_symbol(parse_chord("Bb").moved(-10)) == "C"
    assert Chord(0).moved(6).root == 6
