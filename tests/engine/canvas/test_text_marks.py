"""Words of other scripts and small pictures go through tokenising whole: accents, joiners and marks of direction
stay with what they belong to."""

import pytest

from engine.canvas.text import detokenise, joins, tokenise

WHOLE = ("हिन्दी", "cafe\u030bs", "❤️", "👩\u200d👩\u200d👧", "שָׁלוֹם", "می\u200cخواهم", "1\ufe0f\u20e3", "한국어")


@pytest.mark.parametrize("word", WHOLE)
def test_a_word_with_marks_is_one_word_and_comes_back(word):
    assert len(tokenise(word)) == 1
    text = f"He wrote {word} twice."
    assert detokenise(tokenise(text)) == text


def test_joins_are_what_detokenise_leaves_out():
    words = tokenise('"It\'s 1,600," he said.')
    spaced = [
        ("" if joined or not place else " ") + word
        for place, (word, joined) in enumerate(zip(words, joins(words), strict=True))
    ]
    assert "".join(spaced) == detokenise(words)
    assert joins(()) == ()
