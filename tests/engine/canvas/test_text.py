"""Words and how the user writes them. The sentences are made up for these tests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas.text import BLANK_WORD, MAX_SENTENCES, Draft, Sentence, detokenise, tokenise
from engine.errors import CanvasError
from tests.engine.pieces import WORDS

WRITTEN = [
    "I don't think they're ready, and we'll see what she's got.",
    "The U.S. team paid $1,600 for it, or 5.25 percent more than Mr. Lee's offer.",
    'He said: "We have a long-term plan."',
    '"It was close," she said, "but we made it at 10:30."',
    "The players' union won 3-2 at home (its first win in years).",
    "J. Smith lives in Washington D.C. and works for O'Neil & Sons.",
    "They flew at 7 a.m. - and that was late for a 12-year-old.",
    "Is this state-of-the-art R&B, or a mid-July heat wave?",
    "Sales rose 34% to \u00a32,000,000 in the first half; costs fell.",
    "Visit example.com [the new site] for either/or questions...",
    "The so-called 'peace deal' is off!",
    "Wait -- there is more: a well-known, much-needed change.",
    "We ____ the ____ yesterday.",
]


@pytest.mark.parametrize("sentence", WRITTEN)
def test_a_sentence_survives_being_taken_apart_and_written_again(sentence):
    assert detokenise(tokenise(sentence)) == sentence


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\u201cIt\u2019s fine,\u201d he said.", '"It\'s fine," he said.'),
        ("A caf\u0065\u0301 \u2013 or two\u2026", "A caf\u00e9 - or two..."),
        ("  Too   many\tspaces . ", "Too many spaces."),
        ("The score was 4 - 1 .", "The score was 4-1."),
    ],
)
def test_quotes_dashes_and_spacing_are_made_plain(text, plain):
    assert detokenise(tokenise(text)) == plain


def test_words_are_as_the_news_data_has_them():
    assert tokenise('"Don\'t," said U.S. coach Al-Amin.') == (
        '"',
        "Don",
        "'",
        "t",
        ",",
        '"',
        "said",
        "U",
        ".",
        "S",
        ".",
        "coach",
        "Al",
        "-",
        "Amin",
        ".",
    )
    assert tokenise("fill ____ in") == ("fill", BLANK_WORD, "in") and tokenise("snake_case _") == ("snake_case", "_")


@given(
    st.lists(
        st.sampled_from(
            [
                *",.-:;'\"!?()[]$&/%",
                "...",
                '""',
                ",'",
                "he",
                "Trump",
                "s",
                "t",
                "U",
                "S",
                "1",
                "600",
                "don",
                "players",
                BLANK_WORD,
            ]
        ),
        max_size=20,
    )
)
def test_any_words_can_be_written_and_none_is_lost(words):
    written = detokenise(words)
    letters = "".join(word or "____" for word in words)
    assert written.replace(" ", "") == letters


@given(st.text(max_size=60))
def test_any_text_becomes_words_of_a_sentence_and_settles_after_one_round(text):
    words = tokenise(text)
    Sentence(words)
    once = detokenise(words)
    assert "".join(tokenise(once)) == "".join(words)


@given(st.lists(WORDS, max_size=6))
def test_a_sentence_holds_any_words_and_refuses_spaces(words):
    assert Sentence(tuple(words)).with_words(("a",)).words == ("a",)
    with pytest.raises(CanvasError, match="may not contain spaces"):
        Sentence((*words, "two words"))


def test_a_draft_has_at_least_one_sentence_and_not_too_many():
    one = Sentence(("a",))
    for count in (0, MAX_SENTENCES + 1):
        with pytest.raises(CanvasError, match="sentences"):
            Draft((one,) * count)
    assert Draft((one, one)).with_sentence(1, Sentence(())).sentences == (one, Sentence(()))
