"""Surprise on sentences is graded by what is usual in real text, and its words fit the theme."""

import pytest

from app.insight.sections.heat import grade_words
from app.widgets.stylesheet import use_theme
from app.widgets.theme import SURPRISE_BITS
from engine.jobs import percentiles
from engine.jobs.percentiles import PercentileRow, single_marks
from tests.app.sentence_stage import text_page


@pytest.fixture
def measured(monkeypatch):
    """Single words from 0 to 20 bits, evenly."""
    table = {"1": (PercentileRow(2, 9, (0.0, 1.0)), PercentileRow(1, 48, tuple(float(bits) for bits in range(21))))}
    monkeypatch.setattr(percentiles, "read_table", lambda _modality: table)
    single_marks.cache_clear()
    yield
    single_marks.cache_clear()


def test_the_marks_are_shares_of_real_words(measured, monkeypatch):
    assert single_marks("text") == (10.0, 16.0, 19.0)
    monkeypatch.setattr(percentiles, "read_table", lambda _modality: None)
    single_marks.cache_clear()
    assert single_marks("text") is None, "measured with other weights: the fixed bits stay"


def test_a_page_of_text_is_graded_by_them(measured, desk):
    text_page(desk)
    picture = desk.page.canvas.picture
    desk.wait(lambda: picture.surprise_marks == (10.0, 16.0, 19.0))
    assert desk.page.insight.surprise._legend.words == ["under 10", "10 to 16", "16 to 19", "19 and up"]
    assert "half stay under 10.0 bits" in desk.page.insight.surprise._legend.toolTip()


def test_the_words_of_the_fixed_grades():
    assert grade_words(SURPRISE_BITS) == ["under 1", "1 to 2", "2 to 4", "4 and up"]


def test_dark_means_surprising_on_paper_and_bright_at_night(desk):
    desk.open_example()
    said = desk.page.insight.surprise.words
    assert "Dark means" in said.text()
    use_theme("dark")
    assert "Bright means" in said.text()
    use_theme("light")
