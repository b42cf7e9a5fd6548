"""Cells drawn ahead: whatever is guessed, the result is that of one network call for each cell."""

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.jobs.job import run as run_job
from engine.jobs.request import Done, Placed, Request
from engine.sampling import music_cells as mc
from engine.sampling import turns
from engine.sampling.ordered import mac_order, random_order, sample_ordered, sfarm_order
from engine.sampling.placing import DrawOptions
from tests.engine.choir import choir
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
    monkeypatch.setattr(turns, "AHEAD", ahead)
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


def test_guesses_go_on_only_while_they_are_likely(monkeypatch):
    asked = []

    class Unsure(Stubborn):
        def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
            asked.append(len(tokens))
            return super().__call__(tokens, shown, side) / 6

    monkeypatch.setattr(turns, "DOUBT", 1e-3)
    run(Unsure(), "mac", 0, 8, monkeypatch)
    assert max(asked) == turns.PAIR, "the second canvas costs next to nothing"


class Narrow:
    """Writes quarters of which each voice has two, far apart and in parallel: there is much to correct."""

    vocabulary, length, card = mc.TOKENS, 128, {}

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.calls += 1
        logits = np.full((*tokens.shape, mc.TOKENS), -4.0, dtype=np.float32)
        logits[..., mc.HOLD_TOKEN] = np.where(np.arange(tokens.shape[-1]) % 4, 6, -6)
        for voice, pitch in enumerate((69, 64, 60, 45)):
            logits[:, voice, ::8, pitch - mc.LOW + mc.FIRST_PITCH] = 3
            logits[:, voice, 4::8, pitch + 2 - mc.LOW + mc.FIRST_PITCH] = 3
        return logits


@pytest.mark.parametrize("method", ["mac", "sfarm", "sunmask"])
def test_ends_and_corrections_are_drawn_ahead_with_the_same_result(method, monkeypatch):
    tune = choir("E5 D5 C5 B4 C5 D5 C5 .")
    mask = Mask.filled(4, tune.steps, Brush.REWRITE).paint(Brush.KEEP, 0, 0, tune.steps)
    made, calls = [], []
    for ahead in (1, 8):
        monkeypatch.setattr(turns, "AHEAD", ahead)
        model = Narrow()
        *events, done = run_job(Request(tune, mask, method, {}, 1, 3), models=lambda *_, model=model: model)
        assert isinstance(done, Done), done
        made.append([[row.tobytes() for row in e.canvases] for e in events if isinstance(e, Placed)])
        calls.append(model.calls)
    assert made[0] == made[1] and len(made[0]) > 32, "more was written than the page has sixteenths"
    assert calls[1] < 0.8 * calls[0]


def test_wrong_guesses_cost_no_more_calls_than_there_are_cells(monkeypatch):
    model = TableModel()
    run(model, "mac", 0, 4, monkeypatch)
    assert model.calls <= 9


def test_several_alternatives_are_not_guessed(monkeypatch):
    model = Stubborn()
    run(model, "mac", 0, 4, monkeypatch, count=2)
    assert model.calls == 9
