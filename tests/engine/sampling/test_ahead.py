"""Cells drawn ahead: whatever is guessed, the result is that of one network call for each cell."""

import numpy as np
import pytest

from engine.sampling import placing
from engine.sampling.ordered import mac_order, random_order, sample_ordered, sfarm_order
from engine.sampling.placing import DrawOptions
from tests.engine.toys import TableModel, toy_cells

PLAIN = DrawOptions(temperature=1.0, typical=1.0, top_k=0, top_p=1.0, correct=0, ending=0, polish=0)
ORDERS = {
    "mac": lambda cells, rng: mac_order(cells),
    "ardm": random_order,
    "sfarm": sfarm_order,
    "sfarm in groups": lambda cells, rng: sfarm_order(cells, rng, groups=3),
}


class Stubborn(TableModel):
    """A model that other tokens hardly change: what is guessed is mostly right."""

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.calls += 1
        sure = np.zeros((*tokens.shape, self.vocabulary))
        sure[..., 1] = 6.0 + (tokens == 0).sum((1, 2))[:, None, None]
        return sure


def run(model, order, seed, ahead, monkeypatch, count=1, staged=False):
    monkeypatch.setattr(placing, "AHEAD", ahead)
    cells = toy_cells(2, 5, {(0, 1): 2})
    rngs = tuple(np.random.default_rng((seed, k)) for k in range(count))
    orders = [ORDERS[order](cells, rng) for rng in rngs]
    states = list(sample_ordered(model, cells, PLAIN, rngs, orders, staged))
    return states, [rng.random() for rng in rngs]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ahead", [2, 4, 20])
@pytest.mark.parametrize("kind", [TableModel, Stubborn])
def test_the_result_is_exactly_that_of_one_cell_at_a_time(order, seed, ahead, kind, monkeypatch):
    staged = order.startswith("sfarm")
    one, after = run(kind(), order, seed, 1, monkeypatch, staged=staged)
    some, later = run(kind(), order, seed, ahead, monkeypatch, staged=staged)
    assert len(one) == len(some) and after == later, "as many steps, and as many random numbers taken"
    for a, b in zip(one, some, strict=True):
        assert a.step == b.step and np.array_equal(a.tokens, b.tokens) and np.array_equal(a.settled, b.settled)
        assert np.array_equal(a.nats, b.nats)


def test_guesses_that_hold_save_network_calls(monkeypatch):
    one, some = Stubborn(), Stubborn()
    run(one, "mac", 0, 1, monkeypatch)
    run(some, "mac", 0, 4, monkeypatch)
    assert one.calls == 9 and some.calls == 3, "one, then four at a time"


def test_wrong_guesses_cost_no_more_calls_than_there_are_cells(monkeypatch):
    model = TableModel()
    run(model, "mac", 0, 4, monkeypatch)
    assert model.calls <= 9


def test_several_alternatives_are_not_guessed(monkeypatch):
    model = Stubborn()
    run(model, "mac", 0, 4, monkeypatch, count=2)
    assert model.calls == 9
