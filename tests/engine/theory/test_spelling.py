"""Names of notes and keys, and finding a key from notes alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas.music import HOLD, Bar, Key, Mark, Note, Piece, Voice
from engine.errors import CanvasError
from engine.theory.key_finder import choose_mode, correlations, find_key, histogram, key_of
from engine.theory.spelling import (
    KEY_NAMES,
    KEYS,
    key_name,
    letter_of,
    parse_name,
    pitch_name,
    place_in_key,
    place_of,
    places,
    spell,
)

A_MINOR, C_MINOR, E_MAJOR = Key(0, True), Key(-3, True), Key(4)


@pytest.mark.parametrize(
    ("pitch", "key", "name"),
    [
        (68, A_MINOR, "G#4"),
        (68, C_MINOR, "Ab4"),
        (70, A_MINOR, "Bb4"),
        (66, A_MINOR, "F#4"),
        (61, A_MINOR, "C#4"),
        (59, C_MINOR, "B3"),
        (63, E_MAJOR, "D#4"),
        (60, E_MAJOR, "B#3"),
        (66, Key(), "F#4"),
        (70, Key(), "Bb4"),
        (63, Key(), "Eb4"),
        (68, Key(), "G#4"),
        (71, Key(-7), "Cb5"),
        (0, Key(), "C-1"),
        (127, Key(), "G9"),
    ],
)
def test_a_pitch_is_named_by_its_key(pitch, key, name):
    assert pitch_name(pitch, key) == name


@given(st.integers(0, 127), st.sampled_from(KEYS))
def test_a_name_gives_its_pitch_back_and_needs_at_most_two_accidentals(pitch, key):
    written = spell(pitch, key)
    assert written.pitch == pitch and parse_name(written.name) == written and abs(written.alter) <= 2


@given(st.sampled_from(KEYS), st.integers(0, 127))
def test_scale_notes_carry_the_signature_and_nothing_else(key, pitch):
    letter, alter = letter_of(place_in_key(pitch, key))
    in_scale = key.fifths - 1 <= place_in_key(pitch, key) <= key.fifths + 5
    signature = {place: letter_of(place) for place in range(key.fifths - 1, key.fifths + 6)}.values()
    assert in_scale == ((letter, alter) in signature)


@given(st.integers(-20, 20))
def test_places_on_the_line_of_fifths_and_letters_agree(place):
    assert place_of(*letter_of(place)) == place


def test_a_note_keeps_the_spelling_it_brought():
    voice = Voice("", 0, (68, HOLD, 68, HOLD), (Mark(2, spelling=-4),))
    piece = Piece((voice,) * 4, (Bar(4, 4, 4),), A_MINOR)
    found = places(voice, piece.key)
    assert [spell(note.pitch, piece.key, found[note.start]).name for note in voice.notes] == ["G#4", "Ab4"]


def test_wrong_spellings_and_names_are_refused():
    with pytest.raises(CanvasError, match="C# is not a spelling"):
        spell(60, Key(), 7)
    for name in ("H4", "C", "c4", "C#b4", ""):
        with pytest.raises(CanvasError, match="not the name of a note"):
            parse_name(name)


def test_key_names():
    assert [key_name(key) for key in (Key(), A_MINOR, Key(-2), Key(6, True), Key(-7, True))] == [
        "C major",
        "A minor",
        "Bb major",
        "D# minor",
        "Ab minor",
    ]
    assert KEY_NAMES["F# minor"] == Key(3, True) and len(KEY_NAMES) == 30


def scale(tonic, steps):
    """A scale up and its key note held, as notes."""
    return [Note(index, 1, tonic + step) for index, step in enumerate(steps)] + [
        Note(9, 6, tonic),
        Note(15, 4, tonic + 7),
    ]


MAJOR_STEPS, MINOR_STEPS = (0, 2, 4, 5, 7, 9, 11, 12), (0, 2, 3, 5, 7, 8, 10, 12)


@pytest.mark.parametrize("tonic", range(60, 72))
def test_a_scale_is_found_in_every_key(tonic):
    major, minor = find_key(scale(tonic, MAJOR_STEPS)), find_key(scale(tonic, MINOR_STEPS))
    assert not major.minor and (major.fifths * 7 - tonic) % 12 == 0
    assert minor.minor and ((minor.fifths + 3) * 7 - tonic) % 12 == 0


def test_no_notes_say_nothing_and_a_signature_leaves_two_keys():
    assert find_key([], default=Key(3)) == Key(3)
    assert not correlations(histogram([])).any()
    assert choose_mode(scale(69, MINOR_STEPS), 0) == Key(0, True)
    assert choose_mode(scale(60, MAJOR_STEPS), 0) == Key(0, False)


def test_the_note_a_passage_ends_on_decides_between_keys_that_fit_alike():
    white = [Note(start, 1, pitch) for start, pitch in enumerate((60, 62, 64, 65, 67, 69, 71, 72, 67, 64, 60, 67, 64))]
    in_c, in_a = [*white, Note(20, 2, 60)], [*white, Note(20, 2, 57)]
    assert find_key(in_c, ends=True) == Key() and find_key(in_a) == Key()
    assert find_key(in_a, ends=True) == Key(0, True)
    assert find_key([*in_a, Note(20, 2, 72)], ends=True) == Key(0, True), "of notes that end together the lowest"
    assert find_key([*in_a, Note(18, 1, 48)], ends=True) == Key(0, True), "not one that ends before"
    assert find_key([], default=Key(3), ends=True) == Key(3)


def test_a_phrase_that_stops_on_the_second_degree_is_no_minor_piece():
    ode = [
        Note(4 * k, 4, pitch) for k, pitch in enumerate((64, 64, 65, 67, 67, 65, 64, 62, 60, 60, 62, 64, 64, 62, 62))
    ]
    assert find_key(ode, ends=True) == Key()


def test_flats_in_the_notes_make_six_flats_of_six_sharps():
    notes = scale(66, MAJOR_STEPS)
    assert find_key(notes, sharps=3) == Key(6) and find_key(notes, sharps=-3) == Key(-6)


def test_most_chorales_sound_in_the_key_that_is_written(chorales):
    names = [name for name, piece in chorales.items() if piece.key.minor][:40] or list(chorales)[:40]
    near = sum(abs(key_of(chorales[name]).fifths - chorales[name].key.fifths) <= 1 for name in names)
    assert near >= 0.9 * len(names)
