"""Surprise, top values and what to ask next, against sums written out on a toy."""

import itertools

import numpy as np
import pytest

from engine.sampling.questions import ask, entropies, mixture, open_odds, surprise, top_values
from tests.engine.toys import VOCABULARY, TableModel, toy_cells


def softmax(row):
    p = np.exp(row - row.max())
    return p / p.sum()


def test_surprise_hides_the_whole_span_and_counts_bits_of_its_first_cell():
    model = TableModel()
    cells = toy_cells(pinned={(0, i): v for i, v in enumerate([1, 2, 0, 1])})
    *_, bits = surprise(model, cells, [(0, 1, 3), (0, 0, 1)])
    canvas, shown = np.array([[[1, VOCABULARY, VOCABULARY, 1]]]), np.array([[[True, False, False, True]]])
    hand = -np.log2(softmax(model(canvas, shown, cells.side)[0, 0, 1])[2])
    assert bits[0] == pytest.approx(hand)


def test_what_is_open_is_not_given_to_the_surprise_of_the_rest():
    model, pinned = TableModel(), {(0, 0): 1, (0, 1): 2, (0, 3): 1}
    *_, bits = surprise(model, toy_cells(pinned=pinned), [(0, 1, 2)])
    canvas, shown = np.array([[[1, VOCABULARY, VOCABULARY, 1]]]), np.array([[[True, False, False, True]]])
    assert bits[0] == pytest.approx(-np.log2(softmax(model(canvas, shown, toy_cells(pinned=pinned).side)[0, 0, 1])[2]))


def test_top_values_are_the_conditional_in_order():
    model = TableModel()
    cells = toy_cells(pinned={(0, i): v for i, v in enumerate([1, 2, 0, 1])})
    values = top_values(model, cells, (0, 2, 3), count=3)
    hand = softmax(
        model(np.array([[[1, 2, VOCABULARY, 1]]]), np.array([[[True, True, False, True]]]), cells.side)[0, 0, 2]
    )
    assert [p for _, p in values] == pytest.approx(sorted(hand, reverse=True)) and sum(
        p for _, p in values
    ) == pytest.approx(1)


def exact_gain(model, cells, place):
    """By how much what is open shrinks with an answer, by enumeration."""

    def total_entropy(tokens, known):
        logits = model(np.where(known, tokens, VOCABULARY)[None], known[None], cells.side)[0]
        logp = np.log(np.apply_along_axis(softmax, -1, logits))
        return np.where(~known, entropies(logp), 0.0).sum(), logp

    known = cells.pinned.copy()
    before, logp = total_entropy(cells.tokens, known)
    expected = 0.0
    for value in range(VOCABULARY):
        tokens, more = cells.tokens.copy(), known.copy()
        tokens[place], more[place] = value, True
        expected += np.exp(logp[place][value]) * total_entropy(tokens, more)[0]
    return before - expected


def test_ask_estimates_the_information_of_each_cell_within_its_error():
    model, cells = TableModel(), toy_cells(pinned={(0, 3): 1})
    places = [(0, 0), (0, 1), (0, 2)]
    *_, answers = ask(model, cells, places, np.random.default_rng(0), samples=400, staged=False)
    assert [a.nats for a in answers] == sorted((a.nats for a in answers), reverse=True)
    for answer in answers:
        assert answer.nats == pytest.approx(
            exact_gain(model, cells, (answer.row, answer.step)), abs=4 * answer.error + 1e-9
        )
    assert {(a.row, a.step) for a in answers} == set(places)


def test_a_short_list_is_that_of_the_most_uncertain():
    model, cells = TableModel(), toy_cells(pinned={(0, 3): 1})
    own = entropies(open_odds(model, cells, staged=False))
    *_, answers = ask(model, cells, [(0, 0), (0, 1), (0, 2)], np.random.default_rng(0), staged=False, most=2)
    assert {(a.row, a.step) for a in answers} == set(sorted([(0, 0), (0, 1), (0, 2)], key=lambda c: -own[c])[:2])


def test_a_cell_outside_the_target_counts_only_for_what_it_says_of_it():
    model, cells = TableModel(), toy_cells(pinned={(0, 3): 1})
    target = np.array([[False, True, False, False]])
    own = entropies(open_odds(model, cells, staged=False))
    *_, answers = ask(model, cells, [(0, 0), (0, 1)], np.random.default_rng(0), samples=64, staged=False, target=target)
    by_place = {a.step: a.nats for a in answers}
    assert by_place[1] == pytest.approx(own[0, 1]) and by_place[0] < own[0, 1]


def test_ask_can_be_stopped_after_any_call():
    model, cells = TableModel(), toy_cells(steps=6)
    asked = ask(
        model, cells, list(itertools.product([0], range(6))), np.random.default_rng(0), samples=16, staged=False
    )
    first = next(asked)
    assert 0 < len(first) < 6


def test_what_is_open_is_each_free_cell_by_itself():
    model, cells = TableModel(), toy_cells(pinned={(0, 1): 2})
    known = cells.pinned[None]
    hand = softmax(model(np.where(known, cells.tokens, VOCABULARY), known, cells.side)[0, 0, 3])
    assert np.exp(open_odds(model, cells, staged=False)[0, 3]) == pytest.approx(hand)


def test_a_mixture_of_orders_is_the_mean_of_their_probabilities():
    assert mixture(np.array([800.0, 801.0])) == pytest.approx(800 - np.log((1 + np.exp(-1)) / 2))
    assert mixture(np.array([3.0])) == 3.0
