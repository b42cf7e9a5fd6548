"""Folk tunes for the evaluation: a song in ABC becomes the soprano of an empty page, in range, key and metre."""

import pytest

from engine.canvas.music import Key
from training.data.folk_tunes import RANGE, songs, tune

BAR = "D4 F4 A4 | "


def song(bars, key="D", last="d12"):
    return f"X:1\nT: A song\nM: 3/4\nL: 1/16\nK: {key}\nA4 | {bars * BAR}{last} |\n"


def test_a_song_with_a_pick_up_is_the_soprano_of_an_empty_page():
    piece = tune("A song", song(6))
    assert [bar.steps for bar in piece.bars] == [4] + [12] * 7 and piece.key == Key(2, False)
    assert piece.voices[0].notes[-1].pitch == 74 and not any(voice.notes for voice in piece.voices[1:])


def test_a_song_that_ends_on_the_tonic_of_the_relative_minor_is_in_minor():
    assert tune("A song", song(6, last="B12")).key == Key(2, True)


def test_a_low_song_is_moved_into_the_range_with_its_key():
    piece = tune("A song", song(6).replace("A4", "A,4"))
    lowest = min(note.pitch for note in piece.voices[0].notes)
    assert lowest >= RANGE[0] and piece.key == Key((2 + 7 * (lowest - 57) + 6) % 12 - 6, False)


@pytest.mark.parametrize("text", [song(2), song(40), song(6, last="(3DEF d8")], ids=["short", "long", "triplets"])
def test_what_does_not_fit_is_left_out(text):
    assert tune("A song", text) is None


def test_the_book_has_songs_in_compound_time():
    titles = [title for title, text in songs("6/8") if "M: 6/8" in text]
    assert len(titles) > 50 and len(set(titles)) > 40
