"""MAC, ARDM and SFARM against probabilities multiplied by hand on toys with inconsistent conditionals."""

import itertools

import numpy as np
import pytest

from engine.sampling.methods import METHODS
from engine.sampling.options import filled, typed
from engine.sampling.ordered import (
    IN_TIME,
    UNIFORM,
    in_order,
    kept_mode,
    mac_order,
    random_order,
    score_ordered,
    sfarm_calls,
    sfarm_order,
)
from engine.sampling.orders import MODES, mode_stages
from engine.sampling.placing import DrawOptions
from engine.sampling.questions import order_average
from tests.engine.toys import TableModel, by_hand, chi_square_p, exact_nats, states, toy_cells

PLAIN = filled(METHODS["mac"].options, {"temperature": 1.0, "top_p": 1.0})


def nats(model, cells, order, staged=False):
    """The exact nats of an order."""
    *_, last = score_ordered(model, cells, order, staged)
    return float(last.sum())


def place_order(cells, ranks):
    """The free places in ascending rank."""
    return sorted((tuple(p) for p in np.argwhere(cells.free)), key=lambda place: ranks[place])


@pytest.mark.parametrize("pinned", [{}, {(0, 2): 1}, {(0, 0): 2, (0, 3): 0}])
def test_mac_likelihood_is_the_product_in_key_order_and_sums_to_one(pinned):
    model, cells = TableModel(), toy_cells(pinned=pinned)
    total = 0.0
    for filling in states(cells):
        own = cells.__class__(filling, cells.pinned, cells.trusted, cells.side, cells.key, cells.vocabulary)
        hand = by_hand(model, cells, filling, place_order(cells, cells.key))
        assert nats(model, own, mac_order(own)) == pytest.approx(-np.log(hand), abs=1e-9)
        total += hand
    assert total == pytest.approx(1.0, abs=1e-9)


def test_a_query_given_part_of_the_rest_leaves_the_others_hidden():
    model, cells = TableModel(), toy_cells(pinned={(0, 0): 1, (0, 1): 2, (0, 2): 0, (0, 3): 1})
    query = np.array([[False, True, False, True]])
    evidence = np.array([[True, False, False, False]])
    blind = toy_cells(pinned={(0, 0): 1})
    hand = by_hand(model, blind, cells.tokens, [(0, 1), (0, 3)])
    assert exact_nats(model, cells, query, evidence) == pytest.approx(-np.log(hand), abs=1e-9)


def test_the_two_rows_of_a_grid_are_read_in_time_order():
    cells = toy_cells(rows=2, steps=2)
    assert place_order(cells, mac_order(cells).ranks) == [(0, 0), (1, 0), (0, 1), (1, 1)]


@pytest.mark.parametrize("name", ["mac", "ardm"])
def test_samples_follow_the_exact_distribution(name):
    model, cells = TableModel(), toy_cells(pinned={(0, 1): 2})
    fillings = states(cells)
    places = [tuple(p) for p in np.argwhere(cells.free)]
    orders = [place_order(cells, cells.key)] if name == "mac" else list(itertools.permutations(places))
    expected = np.array([np.mean([by_hand(model, cells, f, list(order)) for order in orders]) for f in fillings])
    rngs = tuple(np.random.default_rng((3, k)) for k in range(4000))
    *_, last = METHODS[name].sample(model, cells, PLAIN, rngs)
    index = {f.tobytes(): i for i, f in enumerate(fillings)}
    counts = np.bincount([index[tokens.tobytes()] for tokens in last.tokens], minlength=len(fillings))
    assert chi_square_p(counts, expected) > 1e-3


def sfarm_orders(cells, mode):
    """Every (weight, order) of a mode on a blank row of four cells: the boundary, then each stage in any order."""
    seen = {}
    for seed in range(400):
        first = mode_stages(mode, cells.shape, np.random.default_rng(seed))
        seen[first.tobytes()] = seen.get(first.tobytes(), 0) + 1
    for region, _ in seen.items():
        first = np.frombuffer(region, dtype=bool).reshape(cells.shape)
        a = [tuple(p) for p in np.argwhere(first)]
        b = [tuple(p) for p in np.argwhere(~first)]
        yield [list(x) + list(y) for x in itertools.permutations(a) for y in itertools.permutations(b)]


def test_sfarm_samples_follow_the_mixture_of_left_to_right_orders():
    model, cells = TableModel(), toy_cells()
    mode = MODES.index("left to right")
    regions = list(sfarm_orders(cells, mode))
    assert len(regions) == 3  # boundaries after one, two and three cells, equally likely
    fillings = states(cells)
    expected = np.array(
        [
            np.mean([np.mean([by_hand(model, cells, f, o, mode) for o in orders]) for orders in regions])
            for f in fillings
        ]
    )
    rngs = tuple(np.random.default_rng((5, k)) for k in range(4000))
    from engine.sampling.ordered import sample_ordered

    orders = [sfarm_order(cells, rng, mode=mode) for rng in rngs]
    *_, last = sample_ordered(model, cells, typed(DrawOptions, PLAIN), rngs, orders, staged=True)
    index = {f.tobytes(): i for i, f in enumerate(fillings)}
    counts = np.bincount([index[tokens.tobytes()] for tokens in last.tokens], minlength=len(fillings))
    assert chi_square_p(counts, expected) > 1e-3


def test_sfarm_likelihood_of_one_order_is_the_product_with_its_step_and_mode():
    model = TableModel()
    cells = toy_cells(pinned={(0, 0): 1})
    own = cells.__class__(
        np.array([[1, 2, 0, 1]]), cells.pinned, cells.trusted, cells.side, cells.key, cells.vocabulary
    )
    order = sfarm_order(own, np.random.default_rng(1))
    assert order.mode == MODES.index("left to right")  # exactly the left is kept
    hand = by_hand(model, own, own.tokens, place_order(own, order.ranks), order.mode)
    assert nats(model, own, order, staged=True) == pytest.approx(-np.log(hand), abs=1e-9)


def test_order_average_is_the_log_of_the_mean_probability():
    model, cells = TableModel(), toy_cells(pinned={(0, 3): 1})
    own = cells.__class__(
        np.array([[2, 0, 2, 1]]), cells.pinned, cells.trusted, cells.side, cells.key, cells.vocabulary
    )
    orders = [random_order(own, np.random.default_rng(k)) for k in range(6)]
    mean = np.mean([by_hand(model, own, own.tokens, place_order(own, order.ranks)) for order in orders])
    assert order_average(model, own, orders) == pytest.approx(-np.log(mean), abs=1e-9)


def test_uniform_activation_reaches_i_of_s_cells_everywhere():
    cells = toy_cells(rows=2, steps=3)
    for active in range(1, 6):
        shown = np.mean([random_order(cells, np.random.default_rng(k)).ranks < active for k in range(6000)], axis=0)
        assert np.abs(shown - active / 6).max() < 0.03


@pytest.mark.parametrize("kernel", [UNIFORM, IN_TIME])
def test_groups_place_all_free_cells_in_that_many_calls(kernel):
    model, cells = TableModel(), toy_cells(rows=2, steps=4, pinned={(1, 1): 0})
    options = filled(METHODS["sfarm"].options, {"groups": 3, "kernel": kernel})
    made = list(METHODS["sfarm"].sample(model, cells, options, (np.random.default_rng(0),)))
    assert len(made) == model.calls == METHODS["sfarm"].total(cells, options) == 3
    assert (made[-1].tokens < cells.vocabulary).all() and made[-1].tokens[0, 1, 1] == 0


def test_in_time_a_stage_goes_from_left_to_right_and_takes_the_voices_of_a_step_together():
    cells = toy_cells(rows=2, steps=5, pinned={(0, 0): 1, (0, 1): 1, (1, 1): 0, (1, 3): 2})
    order = sfarm_order(cells, np.random.default_rng(0), kernel=IN_TIME)
    assert order.ranks.tolist() == [[-1, -1, 1, 2, 3], [0, -1, 1, -1, 3]]
    limited = sfarm_order(cells, np.random.default_rng(0), groups=2, kernel=IN_TIME)
    assert limited.ranks.tolist() == [[-1, -1, 0, 1, 1], [0, -1, 0, -1, 1]]


def test_in_time_the_first_stage_of_a_mode_comes_before_the_second():
    cells, mode = toy_cells(rows=4, steps=6), MODES.index("top to bottom")
    order = sfarm_order(cells, np.random.default_rng(2), mode=mode, kernel=IN_TIME)
    first = mode_stages(mode, cells.shape, np.random.default_rng(2))
    assert order.ranks[first].max() < order.ranks[~first].min() and (np.diff(order.ranks, axis=1) >= 0).all()
    assert order.groups == sfarm_calls(cells.free, 0, IN_TIME) == 6
    plain = sfarm_order(cells, np.random.default_rng(2), kernel=IN_TIME)
    assert MODES[plain.mode] == "left to right" and (plain.ranks == np.arange(6)).all()


def test_eight_bars_from_scratch_take_at_most_128_calls_by_default_and_sentences_keep_the_paper_s_order():
    blank = toy_cells(rows=4, steps=128)
    method = METHODS["sfarm"]
    assert method.total(blank, filled(method.options_for("music"), {})) <= 128
    assert filled(method.options_for("text"), {})["kernel"] == UNIFORM


@pytest.mark.parametrize(
    ("kept", "mode"),
    [
        ([[1, 1, 0, 0], [1, 1, 0, 0]], "left to right"),
        ([[0, 0, 0, 1], [0, 0, 0, 1]], "right to left"),
        ([[1, 1, 1, 1], [0, 0, 0, 0]], "top to bottom"),
        ([[0, 0, 0, 0], [1, 1, 1, 1]], "bottom to top"),
        ([[0, 1, 1, 0], [0, 0, 0, 0]], "inside patch"),
        ([[1, 0, 0, 1], [1, 1, 1, 1]], "outside patch"),
        ([[1, 0, 1, 0], [0, 1, 0, 1]], "random"),
    ],
)
def test_the_mode_is_the_one_whose_first_region_is_what_is_kept(kept, mode):
    assert MODES[kept_mode(np.array(kept, dtype=bool))] == mode


def test_in_order_ranks_only_the_hidden_cells():
    order = in_order(np.array([[3.0, 1.0, 2.0]]), np.array([[True, False, True]]))
    assert order.ranks.tolist() == [[1, -1, 0]] and order.groups == 2
