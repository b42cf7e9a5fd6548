"""A selection among Bach's own passages: said where a table fits the network and the shape, else nothing."""

import pytest

from app.insight import selection_bits
from app.insight.selection_bits import read_standings, standing_words
from engine.jobs.percentiles import PercentileRow, Standing
from tests.app.insight.test_heat import open_page
from tests.tools.stand_in import StandIn

TABLE = {"1": (PercentileRow(4, 48, (0.0, 1000.0)),)}


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.832, "More surprising than 83 % of 48 passages of Bach of about this length."),
        (1.0, "More surprising than all of 48 passages of Bach of about this length."),
        (0.0, "Less surprising than all of 48 passages of Bach of about this length."),
    ],
)
def test_the_share_is_said_with_how_many_were_measured(share, words):
    assert standing_words(Standing(share, 48), "passages of Bach") == words


def test_a_stand_in_has_no_table():
    assert standing_words(None, "") == "" and read_standings(lambda modality, method: StandIn(), "music") is None


def test_the_panel_says_where_a_selected_note_stands_and_nothing_of_scattered_ones(desk, monkeypatch):
    monkeypatch.setattr(selection_bits, "read_table", lambda modality, card: TABLE)
    insight = open_page(desk)
    insight.toggle_heat()
    desk.wait(lambda: insight.heat.finished)
    desk.document.selection = frozenset({(2, 4)})
    desk.wait(lambda: insight.surprise.selected.text() != "")
    assert insight.surprise.selected.text().endswith(
        " bits together, given all the rest. Less surprising than all of 48 passages of Bach of about this length."
    )
    desk.document.selection = frozenset({(2, 4), (3, 8)})
    desk.wait(lambda: insight.surprise.selected.text().startswith("2 selected"))
    assert insight.surprise.selected.text().endswith("given all the rest.")
