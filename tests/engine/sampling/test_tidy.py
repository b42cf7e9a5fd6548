"""Tidy sentences: what may be written at each place, on a toy vocabulary; and that the job keeps to it."""

import numpy as np
import pytest

from engine.canvas.mask import Mask
from engine.canvas.text import Sentence
from engine.jobs.job import run
from engine.jobs.request import Done, Request
from engine.sampling.tidy import TidyRules, never_written, owed

WORDS = (
    "The",
    "dog",
    "Dog",
    "'",
    "s",
    "ll",
    "t",
    "didn",
    "can",
    "He",
    "ran",
    ",",
    "-",
    ".",
    "?",
    '"',
    '""',
    "(",
    ")",
    "1",
    "said",
)


def allowed(sentence, row=0, known=None):
    words = tuple(sentence)
    pinned = np.array([word != "" for word in words])
    rules = TidyRules(WORDS, words, pinned)
    tokens = np.array([[[WORDS.index(word) if word in WORDS else len(WORDS) for word in words]]])
    logits = np.zeros((1, 1, len(words), len(WORDS)), dtype=np.float32)
    rules.bar(logits, tokens, pinned[None, None] if known is None else known)
    return {word for word, value in zip(WORDS, logits[0, 0, row], strict=True) if np.isfinite(value)}


def test_only_the_cells_asked_for_are_looked_at_and_they_are_barred_alike():
    rng = np.random.default_rng(3)
    words = ("", "dog", "", "", ",", "", "")
    tokens = rng.integers(0, len(WORDS), (4, 1, 7))
    known, wanted = rng.random((2, 4, 1, 7)) < 0.5
    untouched = rng.random((4, 1, 7, len(WORDS))).astype(np.float32)
    every, some = untouched.copy(), untouched.copy()
    rules = TidyRules(WORDS, words, np.array([word != "" for word in words]))
    rules.bar(every, tokens, known)
    rules.bar(some, tokens, known, wanted)
    assert (some[wanted] == every[wanted]).all() and (some[~wanted] == untouched[~wanted]).all()
    assert np.isinf(some[wanted]).any() and wanted.any() and not wanted.all()


def test_a_sentence_begins_with_a_capital_or_a_figure():
    assert allowed(["", "dog", "."]) == {"The", "1", "Dog", "He"} - {"Dog"}


def test_it_ends_with_an_end_sign_and_has_none_before():
    assert allowed(["The", "dog", ""], 2) == {".", "?"}
    assert not {".", "?"} & allowed(["The", "", "dog", "."], 1)


def test_quote_marks_and_brackets_are_not_written():
    assert allowed(["The", "", "ran", "."], 1) == {"dog", "Dog", "He", ",", "-", "1", "said", "can"}


def test_an_open_bracket_of_the_users_may_be_closed_but_not_at_once():
    assert ")" in allowed(["The", "(", "dog", "", "ran", "."], 3)
    assert ")" not in allowed(["The", "(", "", "dog", "ran", "."], 2)
    assert owed(("(", "", "", ")", "."), np.array([True, False, False, True, True])) == []


def test_no_sign_stands_beside_a_sign():
    assert not {",", "-"} & allowed(["The", "dog", ",", "", "ran", "."], 3)
    assert not {",", "-"} & allowed(["The", "dog", "", ",", "ran", "."], 2)
    assert "," in allowed(["The", "dog", "", "ran", "said", "."], 2)


def test_no_word_stands_twice_in_a_row_whatever_its_case():
    assert not {"dog", "Dog"} & allowed(["The", "dog", "", "ran", "."], 2)
    assert not {"dog", "Dog"} & allowed(["The", "", "dog", "ran", "."], 1)


def test_clitics_follow_an_apostrophe_and_nothing_else():
    assert not {"s", "ll"} & allowed(["He", "", "ran", "."], 1)
    assert allowed(["He", "'", "", "ran", "."], 2) == {"s", "ll"}
    assert allowed(["He", "can", "'", "", "ran", "."], 3) == {"s", "ll", "t"}
    assert allowed(["He", "didn", "'", "", "ran", "."], 3) == {"t"}
    assert allowed(["He", "didn", "", "", "ran", "."], 2) == {"'"}
    assert "didn" in allowed(["He", "", "", "", "ran", "."], 1)
    assert "didn" not in allowed(["He", "", "", "ran", "."], 1), "there is no room for 't"
    assert "'" not in allowed(["He", "ran", "", ""], 2), "the last place is the end sign's"
    assert "'" not in allowed(["He", "", "ran", "."], 1) and "'" in allowed(["He", "", "ll", "."], 1)


def test_a_place_for_which_there_is_no_word_stays_free():
    rules = TidyRules(("dog", "ran"), ("", "ran", ""), np.array([False, True, False]))
    assert not rules.barred.any()


class Coin:
    """Every word is equally likely."""

    vocabulary, length, card = len(WORDS), 49, {"vocabulary": WORDS}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        return np.zeros((*tokens.shape, len(WORDS)), dtype=np.float32)


@pytest.mark.parametrize("method", ["sunmask", "mac", "sfarm"])
def test_what_a_method_writes_is_tidy_and_can_be_switched_off(method):
    blank = Sentence(("",) * 7)
    mask = Mask((bytes(7),))
    found = {}
    for tidy in (True, False):
        *_, last = run(Request(blank, mask, method, {"tidy": tidy, "pool": 1}, 32, 5), models=lambda *_: Coin())
        assert isinstance(last, Done), last
        found[tidy] = [canvas.words for canvas in last.canvases]
    for words in found[True]:
        assert words[0] in ("The", "1", "He", "Dog") and words[-1] in (".", "?")
        assert not {'"', '""', "(", ")", ".", "?"} & set(words[:-1])
    assert any('"' in words for words in found[False])


def test_several_signs_as_one_word_are_never_written_but_dashes_and_dots_may_be():
    assert [never_written(word) for word in (",'", "',", ".,", "%,", '"', "(", "\xad-")] == [True] * 7
    assert not any(never_written(word) for word in (",", "--", "...", "%", "$", "'", "e-mail", "U.S."))
