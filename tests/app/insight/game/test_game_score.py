"""The score file, and what guessing does."""

import json
from fractions import Fraction

import pytest

from app.insight.game.chance_chart import window
from app.insight.game.score import FILE, ScoreBook, per_cent, sentence, tail


def test_the_tail_is_exact():
    assert tail(7, 10) == Fraction(176, 1024) and tail(0, 5) == 1 and tail(5, 5) == Fraction(1, 32) and tail(0, 0) == 1
    assert sum(tail(k, 9) - tail(k + 1, 9) for k in range(10)) == 1
    assert float(tail(560, 1000)) == pytest.approx(8.25e-5, rel=0.02), "no rounding where the numbers are large"


def test_the_sentence_says_what_guessing_does_and_no_more():
    assert sentence((7, 10)) == "7 of 10 right. By guessing alone 5; as good or better happens in 17 % of cases."
    assert sentence((1, 3)) == "1 of 3 right. By guessing alone 1.5; as good or better happens in 88 % of cases."
    assert (
        sentence((20, 20)) == "20 of 20 right. By guessing alone 10; as good or better happens in under 0.1 % of cases."
    )
    assert sentence((0, 0)) == "No answers yet. By guessing alone, half of them are right."
    assert [per_cent(Fraction(n, 1000)) for n in (1000, 172, 11, 1)] == ["100", "17", "1.1", "0.1"]


def test_a_score_is_read_again(tmp_path):
    book = ScoreBook(tmp_path)
    book.note("mac", True, "253")
    book.note("mac", False, "253")
    book.note("mine", True, "66.6")
    again = ScoreBook(tmp_path)
    assert again.score("mac") == (1, 2) and again.score("mine") == (1, 1) and again.score("sfarm") == (0, 0)
    assert again.heard == {"253": 2, "66.6": 1} and not again.problem
    before = again.reset("mac")
    assert ScoreBook(tmp_path).score("mac") == (0, 0) and again.heard["253"] == 2
    again.note("mac", True, "10.7")
    again.restore("mac", before)
    assert ScoreBook(tmp_path).score("mac") == (2, 3)


BROKEN = (
    "",
    "{",
    "[]",
    "null",
    '{"scores": {"mac": [3, 2]}, "heard": {}}',
    '{"scores": {"mac": [1]}, "heard": {}}',
    '{"scores": {"mac": [true, 2]}, "heard": {}}',
)


@pytest.mark.parametrize(
    "text", [*BROKEN, '{"scores": {}}', '{"scores": {}, "heard": {"a": -1}}', "[" * 100_000, "\x00\xff"]
)
def test_a_broken_file_is_set_aside_and_the_score_starts_afresh(tmp_path, text):
    (tmp_path / FILE).write_bytes(text.encode("latin-1"))
    book = ScoreBook(tmp_path)
    assert (
        book.problem == "The old score could not be read; it was set aside, and a new score begins."
        and not book.scores
        and not book.heard
    )
    assert (tmp_path / FILE).with_suffix(".broken").read_bytes() == text.encode("latin-1"), "nothing is lost"
    book.note("mac", True, "253")
    assert json.loads((tmp_path / FILE).read_text())["scores"] == {"mac": [1, 1]} and not ScoreBook(tmp_path).problem


def test_where_nothing_can_be_written_the_score_lasts_while_the_program_does(tmp_path):
    book = ScoreBook(tmp_path / "missing" / "folder")
    book.note("mac", True, "253")
    assert book.score("mac") == (1, 1) and book.problem == "The score could not be saved; it lasts until you quit."


def test_the_chart_always_shows_the_score():
    for score in ((0, 0), (3, 10), (200, 200), (0, 200), (310, 600)):
        first, last = window(score)
        assert 0 <= first <= score[0] <= last <= score[1]
