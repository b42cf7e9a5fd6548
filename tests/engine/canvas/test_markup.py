"""Sentences typed with their brushes."""

import pytest

from engine.canvas.markup import read_markup
from engine.errors import CanvasError

K, W, S, R = 3, 1, 2, 0


@pytest.mark.parametrize(
    ("text", "length", "words", "brushes"),
    [
        ("the war", None, ("the", "war"), (K, K)),
        ("the ~war~ will ?play _ .", None, ("the", "war", "will", "play", "", "."), (K, W, K, S, R, K)),
        ("don't", None, ("don", "'", "t"), (K, K, K)),
        ("war ... .", 6, ("war", "", "", "", "", "."), (K, R, R, R, R, K)),
        ("... war ... .", 7, ("", "", "war", "", "", "", "."), (R, R, K, R, R, R, K)),
        ("~two words~ here", None, ("two", "words", "here"), (W, W, K)),
        (r"\_ \?no \~tilde~ \...", None, ("_", "?", "no", "~", "tilde", "~", "..."), (K,) * 7),
        ("...", 5, ("",) * 5, (R,) * 5),
        ("one (_, two) _?", None, ("one", "(", "", ",", "two", ")", "", "?"), (K, K, R, K, K, K, R, K)),
        (r"_\? \_! ~a _ \_~", None, ("", "?", "_", "!", "a", "", "_"), (R, K, K, K, W, R, W)),
        ("Zyzzyva 🙂", None, ("Zyzzyva", "🙂"), (K, K)),
    ],
)
def test_typed_sentences(text, length, words, brushes):
    sentence, mask = read_markup(text, length)
    assert sentence.words == words and tuple(mask.rows[0]) == brushes


def test_without_a_length_the_gaps_are_of_a_usual_size():
    assert len(read_markup("...")[0].words) == 20
    assert len(read_markup("war ... play ...")[0].words) == 18


@pytest.mark.parametrize(
    ("text", "length", "says"),
    [
        ("", None, "nothing to write"),
        ("a b c", 5, "has 3 words"),
        ("a b c ...", 2, "more than the length"),
        ("...", 999, "from 1 to 200"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(text, length, says):
    with pytest.raises(CanvasError, match=says):
        read_markup(text, length)
