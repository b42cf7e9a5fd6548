"""Lines of chords as a stranger might send them: read or refused in one sentence, and in time however long they are."""

import pytest

from engine.canvas.music import blank_piece
from engine.errors import CanvasError
from engine.theory.chords.lines import LONGEST_TEXT, placed_in, read_lines

SIGNS = ("[", "{", "|", "C", "C/", "(", "C(", "Cadd", "[C", "{C", "[C]", "#", "C ", "% ", "\u2016", "|:")


def refusal(text):
    """Why chords cannot be read, or nothing."""
    try:
        placed_in(blank_piece(2), read_lines(text))
    except CanvasError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("sign", SIGNS)
def test_a_text_of_one_sign_over_and_over_is_read_or_refused(sign):
    """Searching for a bracket that never closes took minutes."""
    for text in (sign * (LONGEST_TEXT // len(sign)), "C | " + sign * 50_000):
        sentence = refusal(text)
        assert len(sentence) < 300 and "\n" not in sentence


def test_too_long_a_text_and_too_many_chords_in_a_bar_are_named():
    with pytest.raises(CanvasError, match="characters"):
        read_lines("C " * LONGEST_TEXT)
    with pytest.raises(CanvasError, match="17 chords in one bar"):
        placed_in(blank_piece(2), read_lines("| " + "C " * 17 + "|"))
    assert read_lines("{title: Air} [C]words [G7]and [[Am]more") == read_lines("C | G7 | Am")
