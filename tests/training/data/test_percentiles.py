"""The commands that collect from held-out music: one scoring answers for every shorter passage, and excerpts are
whole phrases."""

from dataclasses import replace

import numpy as np
import pytest

from engine.canvas.music import HOLD, REST, blank_piece, sounding
from engine.jobs.percentiles import ALL
from engine.theory.excerpts import STEPS, read_excerpts
from tests.engine.toys import TableModel, exact_nats, toy_cells
from tests.training.fitting.test_jsb import scale_piece
from training.data import excerpts, percentiles
from training.data.percentiles import PassageQuery, clean_cuts, drawn, table, values
from training.data.split import read_split


def test_the_end_of_a_scored_passage_is_the_answer_to_the_question_about_it():
    model, cells = TableModel(), toy_cells(2, 6)
    query = PassageQuery("1", cells, (1,), 5, 4, np.arange(7))
    found = values(model, query, (1, 2, 4))
    for length in (1, 2, 4):
        hidden = np.zeros(cells.shape, dtype=bool)
        hidden[1, 5 - length : 5] = True
        assert found[length] == pytest.approx(exact_nats(model, cells, hidden) / np.log(2) / length)
    both = values(model, PassageQuery("2", cells, (0, 1), 6, 2, np.array([4, 5, 6])), (2,))
    hidden = np.zeros(cells.shape, dtype=bool)
    hidden[:, 4:] = True
    assert both[2] == pytest.approx(exact_nats(model, cells, hidden) / np.log(2) / 4)


def test_lengths_that_no_cut_comes_near_are_left_out():
    cells = toy_cells(1, 8)
    assert set(values(TableModel(), PassageQuery("1", cells, (0,), 8, 8, np.array([0, 8])), (1, 2, 4, 8))) == {8}
    assert values(TableModel(), PassageQuery("1", cells, (0,), 4, 2, np.array([0, 4])), (1, 2, 4)) == {}
    assert set(values(TableModel(), PassageQuery(ALL, cells, (0,), 8, 8, np.arange(8)), (1, 2, 4, 8))) == {8}, (
        "of all only the whole is asked"
    )


def test_passages_begin_and_end_between_notes():
    cells = np.array([[60, HOLD, 62, HOLD, REST, REST], [50, HOLD, HOLD, HOLD, 51, HOLD]])
    assert clean_cuts(cells).tolist() == [0, 4, 6] and clean_cuts(cells[:1]).tolist() == [0, 2, 4, 5, 6]


def test_nothing_is_drawn_twice_before_all_were():
    rng = np.random.default_rng(0)
    assert (
        sorted(drawn([1, 2, 3], 3, rng)) == [1, 2, 3]
        and sorted(drawn([1, 2, 3], 6, rng)) == [1, 1, 2, 2, 3, 3]
        and len(drawn([1, 2, 3], 2, rng)) == 2
    )


def test_a_table_holds_rows_of_enough_passages(monkeypatch):
    monkeypatch.setattr(percentiles, "FEWEST", 3)
    cells = toy_cells(1, 4)
    rows = table(
        TableModel(), iter([PassageQuery("1", cells, (0,), stop, 4, np.arange(5)) for stop in (2, 3, 4)]), (1, 2, 4)
    )
    assert [(row["length"], row["count"]) for row in rows["1"]] == [(1, 3), (2, 3)], (
        "the longest stood in two passages only: four steps or nearly"
    )
    assert all(len(row["bits"]) == percentiles.SHARES and row["bits"] == sorted(row["bits"]) for row in rows["1"])


def test_an_excerpt_goes_from_phrase_to_phrase_without_rests():
    piece = scale_piece(bars=12)
    assert excerpts.eight_bars(piece) == []
    marked = replace(piece, fermatas=(28, 60, 156))
    assert excerpts.phrase_ends(marked) == {32, 64, 160, 192} and excerpts.eight_bars(marked) == [32, 64]
    assert excerpts.eight_bars(replace(blank_piece(8, 3), fermatas=())) == [], "three quarters a bar"
    silent = marked.grid()
    silent[1, 36:40] = REST
    assert excerpts.eight_bars(marked.with_grid(silent)) == [64]


def test_the_shipped_excerpts_are_those_of_the_command(chorales):
    held_out, shipped = set(read_split()["valid"]), read_excerpts()
    assert len(shipped) >= 24 and len({excerpt.bwv for excerpt in shipped}) == len(shipped)
    for excerpt in shipped:
        assert f"bwv{excerpt.bwv}" in held_out and excerpt.piece.steps == STEPS
        whole = sounding(chorales[f"bwv{excerpt.bwv}"].grid())
        mine = sounding(excerpt.piece.grid())
        assert any((whole[:, start : start + STEPS] == mine).all() for start in range(whole.shape[1] - STEPS + 1))
