"""SUNMASK's chain against eq. 1 enumerated over all 81 states of a toy, its schedules, and its four brushes."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from engine.sampling import turns
from engine.sampling.annealed import acceptance, alpha, balanced
from engine.sampling.methods import METHODS
from engine.sampling.options import filled
from tests.engine.toys import VOCABULARY, TableModel, chi_square_p, states, toy_cells


def chain(model, cells, shares, update, accept):
    """Eq. 1 by enumeration: the distribution over states after each mask share, masks and acceptance averaged out."""
    everything = states(toy_cells())
    index = {s.tobytes(): i for i, s in enumerate(everything)}
    p = np.zeros(len(everything))
    starts = states(cells)
    for s in starts:
        p[index[s.tobytes()]] = 1 / len(starts)
    masks = [np.array(m, dtype=bool)[None] for m in itertools.product([0, 1], repeat=4)]
    for share in shares:
        after = np.zeros_like(p)
        for i, state in enumerate(everything):
            if p[i] == 0:
                continue
            for shown in masks:
                weight = np.prod(np.where(shown, 1 - share, share)[cells.free]) / 2 ** int(cells.pinned.sum())
                seen = np.where(cells.free, shown, cells.trusted)
                logits = model(state[None], seen[None], cells.side)[0]
                probability = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
                change = cells.free & (~shown if update == "masked" else True)
                for j, target in enumerate(everything):
                    step = (
                        np.where(state == target, 1 - accept, 0.0)
                        + accept * np.take_along_axis(probability, target[..., None], -1)[..., 0]
                    )
                    after[j] += p[i] * weight * np.prod(np.where(change, step, state == target))
        p = after
    return p, index


@pytest.mark.parametrize(
    ("update", "accept", "pinned", "trusted"),
    [
        ("all", 1.0, {}, True),
        pytest.param("masked", 1.0, {}, True, marks=pytest.mark.full),
        ("all", 0.6, {(0, 1): 2}, True),
        ("masked", 1.0, {(0, 1): 2}, False),
    ],
)
def test_the_chain_is_equation_one(update, accept, pinned, trusted):
    model, cells = TableModel(), toy_cells(pinned=pinned, trusted=trusted)
    given = {
        "steps": 2,
        "dwell": 0,
        "a_max": 0.9,
        "a_min": 0.4,
        "eta": 0.5,
        "temperature": 1.0,
        "update": update,
        "accept_high": accept,
    }
    options = filled(METHODS["sunmask"].options, given)
    expected, index = chain(model, cells, [alpha(n, 2, 0.4, 0.9, 0.5) for n in range(2)], update, accept)
    assert expected.sum() == pytest.approx(1.0, abs=1e-9)
    rngs = tuple(np.random.default_rng((11, k)) for k in range(6000))
    *_, last = METHODS["sunmask"].sample(model, cells, options, rngs)
    counts = np.bincount([index[tokens.tobytes()] for tokens in last.tokens], minlength=len(expected))
    assert counts[expected == 0].sum() == 0
    assert chi_square_p(counts[expected > 0], expected[expected > 0]) > 1e-3


def test_the_share_of_open_cells_falls_in_a_line_and_then_stays():
    shares = [alpha(n, 100, 0.001, 0.999, 0.75) for n in range(100)]
    assert shares[0] == 0.999 and shares[75] == pytest.approx(0.001) and shares[99] == 0.001
    assert np.allclose(np.diff(shares[:75]), np.diff(shares[:2]))


def test_acceptance_is_constant_or_a_triangle():
    assert {acceptance(n, 10, "constant", 0.1, 0.7) for n in range(10)} == {0.7}
    ramp = [acceptance(n, 10, "triangular", 0.1, 0.7) for n in range(11)]
    assert ramp[0] == pytest.approx(0.1) and ramp[5] == pytest.approx(0.7) and ramp[10] == pytest.approx(0.1)


def test_active_balance_keeps_the_mean_chance_and_favours_the_neglected():
    updates = np.array([[[0, 0, 9, 9]]])
    chance = balanced(0.2, updates, np.ones((1, 4), dtype=bool))
    assert chance.mean() == pytest.approx(0.2) and chance[0, 0, 0] > chance[0, 0, 2]


class Recorder(TableModel):
    """Remembers what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = []

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.seen.append((tokens.copy(), shown.copy()))
        return super().__call__(tokens, shown, side)


def run(brushes, tokens, method="sunmask", **given):
    """A sampler on one row painted with brushes (pinned bit, trusted bit)."""
    model = Recorder()
    cells = toy_cells()
    pinned, trusted = (np.array([[bool(b & bit) for b in brushes]]) for bit in (1, 2))
    cells = cells.__class__(np.array([tokens]), pinned, trusted, cells.side, cells.key, cells.vocabulary)
    options = filled(METHODS[method].options, {"steps": 8, "dwell": 0, **given})
    made = list(METHODS[method].sample(model, cells, options, (np.random.default_rng(2),)))
    return model.seen, made


def test_keep_is_trusted_whisper_is_held_but_not_trusted_and_suggest_is_believed_at_first():
    keep, whisper, suggest, rewrite = 3, 1, 2, 0
    seen, made = run([keep, whisper, suggest, rewrite], [2, 1, 2, 0], hold=0.5)
    assert all(tokens[0, 0, 0] == 2 and shown[0, 0, 0] for tokens, shown in seen)
    assert all(tokens[0, 0, 1] == 1 and not shown[0, 0, 1] for tokens, shown in seen)
    assert all(tokens[0, 0, 2] == 2 and shown[0, 0, 2] for tokens, shown in seen[:4])
    assert any(not shown[0, 0, 2] for _, shown in seen[4:])
    assert made[-1].tokens[0, 0, 0] == 2 and made[-1].tokens[0, 0, 1] == 1


def test_coconet_blanks_what_is_open_and_sundae_sees_no_mask():
    seen, _ = run([3, 0, 0, 0], [2, 0, 0, 0], "coconet")
    assert all((tokens[~shown] == VOCABULARY).all() for tokens, shown in seen)
    seen, _ = run([3, 0, 0, 0], [2, 0, 0, 0], "sundae")
    assert not any(shown.any() for _, shown in seen)


def test_a_mask_held_for_four_steps_changes_every_fourth():
    seen, _ = run([0, 0, 0, 0], [0, 0, 0, 0], mask_hold=4, a_max=0.5, a_min=0.5)
    masks = [shown.tobytes() for _, shown in seen]
    assert len(set(masks[:4])) == 1 and len(set(masks[4:])) == 1


def test_each_network_call_yields_one_state():
    seen, made = run([0, 0, 0, 0], [0, 0, 0, 0])
    assert len(seen) == len(made) == 8


@pytest.mark.parametrize("method", ["sunmask", "sundae", "coconet"])
def test_cells_that_were_not_wanted_do_not_matter(method):
    asked = []

    class Forgetful(TableModel):
        def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
            asked.append(wanted.mean())
            return np.where(wanted[..., None], super().__call__(tokens, shown, side), 99.0)

    rngs = [[np.random.default_rng((5, k)) for k in range(30)] for _ in range(2)]
    options = filled(METHODS[method].options, {"steps": 6})
    whole, some = (
        list(METHODS[method].sample(model, toy_cells(), options, tuple(r)))[-1]
        for model, r in zip((TableModel(), Forgetful()), rngs, strict=True)
    )
    assert (whole.tokens == some.tokens).all()
    assert method != "sunmask" or np.mean(asked) < 0.7


def test_once_the_mask_has_settled_a_block_is_drawn_in_turn_each_cell_given_those_before_it(monkeypatch):
    monkeypatch.setattr(turns, "AHEAD", 1)
    model = Recorder()
    cells = replace(toy_cells(steps=32), grain=4)
    given = {"steps": 4, "dwell": 1, "a_max": 0.875, "a_min": 0.25, "eta": 0.5, "correct": 0}
    made = list(
        METHODS["sunmask"].sample(model, cells, filled(METHODS["sunmask"].options, given), (np.random.default_rng(2),))
    )
    assert [state.step for state in made] == [1, 2] + [3] * 4 + [4] * 4 + [5] * 4
    for first in (2, 6, 10):
        opened = ~model.seen[first][1]
        assert opened.any()
        for turn in range(4):
            now_trusted = opened & model.seen[first + turn][1]
            assert (now_trusted == opened & (np.arange(32) % 4 < turn)).all()


def test_a_method_whose_sampler_reads_other_options_than_are_declared_is_refused():
    with pytest.raises(TypeError, match="a_min"):
        replace(METHODS["sunmask"], options=tuple(o for o in METHODS["sunmask"].options if o.name != "a_min"))
    with pytest.raises(TypeError, match="steps"):
        replace(
            METHODS["sunmask"],
            options=tuple(replace(o, default=1.5) if o.name == "steps" else o for o in METHODS["sunmask"].options),
        )
