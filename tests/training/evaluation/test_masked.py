"""Nats under masks: all steps of an order give the exact figure, the masks are those named, twins see the same ones."""

from argparse import Namespace

import numpy as np
import pytest

from engine.sampling.ordered import Order, in_order, kept_mode, mac_order, score_ordered
from engine.sampling.orders import MODES, SENTENCE_MODES, Grid, chronological_key
from engine.sampling.questions import last
from tests.engine.toys import TableModel, toy_cells
from tests.training.data.toy_news import WORDS, Follower, toy_folder
from training.evaluation.masked import (
    HIDDEN,
    HIDDEN_WORDS,
    QUERIES,
    hidden_nats,
    measured,
    order_share,
    query_nats,
    sentences,
)

GRID = Grid(chronological_key(4, 32), np.zeros((4, 32), dtype=bool))


def test_all_steps_of_an_order_give_its_exact_nats():
    cells, model = toy_cells(), TableModel()
    order = mac_order(cells)
    exact = last(score_ordered(model, cells, order)).sum() / order.groups
    rng = np.random.default_rng(0)
    assert order_share(model, cells, order, rng, any_next=False, turns=order.groups) == pytest.approx(exact, abs=1e-6)


def test_the_mean_over_what_may_come_next_is_that_of_all_random_orders():
    """Some steps of many orders come to the mean over every order."""
    cells, model = toy_cells(), TableModel()
    rng, each = np.random.default_rng(1), []
    for _ in range(400):
        order = in_order(rng.random(cells.shape), cells.free)
        each.append(last(score_ordered(model, cells, order)).sum() / order.groups)
    found = [hidden_nats("ardm", model, cells, cells.free, np.random.default_rng((2, n))) for n in range(200)]
    assert np.mean(found) == pytest.approx(np.mean(each), abs=4 * np.std(each) / 20)


def test_a_query_knows_nothing_of_the_cells_outside_it():
    """p(x_e) by hand: the asked cells in key order, all others hidden."""
    cells, model = toy_cells(), TableModel()
    asked = np.zeros(cells.shape, dtype=bool)
    asked.flat[[1, 3]] = True
    order = mac_order(cells, asked, np.zeros(cells.shape, dtype=bool))
    exact = last(score_ordered(model, cells, order)).sum() / 2
    assert query_nats("mac", model, cells, asked, np.random.default_rng(0)) == pytest.approx(exact, abs=1e-6)


@pytest.mark.parametrize("mode", range(1, len(MODES)))
def test_what_a_mode_keeps_is_its_stage_and_the_network_is_told(mode):
    for seed in range(20):
        hidden = HIDDEN[f"kept: {MODES[mode]}"](np.random.default_rng(seed), GRID)
        assert hidden.any() and not hidden.all()
    hidden = HIDDEN["kept: left to right"](np.random.default_rng(3), GRID)
    assert kept_mode(~hidden) == MODES.index("left to right")


def test_shares_and_other_masks_hide_what_they_say():
    rng = np.random.default_rng(0)
    assert HIDDEN["hidden: 5% at random"](rng, GRID).sum() == round(0.05 * 128)
    other = HIDDEN["hidden: every other beat"](rng, GRID)
    assert other.mean() == 0.5 and kept_mode(~other) == 0
    sizes = [QUERIES["any cells (M = card-mask)"](rng, GRID).sum() for _ in range(300)]
    assert min(sizes) >= 1 and max(sizes) <= 128 and np.mean(sizes) == pytest.approx(64.5, abs=8)


def test_sentences_have_no_modes_between_voices_and_hide_single_words(tmp_path):
    assert [name for name in HIDDEN if name not in HIDDEN_WORDS] == [
        *(f"kept: {name}" for name in MODES[SENTENCE_MODES:]),
        "hidden: every other beat",
    ]
    args = Namespace(data=toy_folder(tmp_path), part="valid", count=3, seed=1)
    pages = list(sentences(args, Follower()))
    assert len(pages) == 3
    for cells, grid in pages:
        assert cells.free.all() and cells.shape == grid.shape and (cells.tokens < len(WORDS)).all()
        hidden = HIDDEN_WORDS["hidden: every other word"](np.random.default_rng(0), grid)
        assert (hidden[0, 1:] != hidden[0, :-1]).all()


def test_every_network_sees_the_same_masks():
    seen: dict[str, list[np.ndarray]] = {"a": [], "b": []}

    def look(method, predict, cells, mask, rng):
        seen[method].append(mask)
        return float(rng.random())

    pages = [(toy_cells(), GRID)] * 2
    first, second = (measured(method, TableModel(), pages, HIDDEN, look, 1) for method in seen)
    assert first == second and all((a == b).all() for a, b in zip(*seen.values(), strict=True))
    assert isinstance(in_order(GRID.key, seen["a"][0]), Order)
