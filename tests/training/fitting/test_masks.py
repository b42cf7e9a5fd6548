"""Training masks against their enumerated distributions, and SFARM with one mode against ARDM."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from engine.sampling.orders import MODES, Grid, chronological_key, mode_stages
from training.fitting import masks

DRAWS = 20_000


def row(length=4):
    return Grid(chronological_key(1, length), np.zeros((1, length), dtype=bool))


def frequencies(draw, draws=DRAWS):
    rng = np.random.default_rng(1)
    return {key: count / draws for key, count in Counter(draw(rng, row()).tobytes() for _ in range(draws)).items()}


def mac_by_hand(length=4):
    """D_{M,w}: test cardinality uniform, then the set uniform, then a uniform proper prefix in ascending order."""
    expected: Counter[bytes] = Counter()
    for size in range(1, length + 1):
        sets = list(combinations(range(length), size))
        for chosen in sets:
            for prefix in range(size):
                shown = np.zeros((1, length), dtype=bool)
                shown[0, list(chosen[:prefix])] = True
                expected[shown.tobytes()] += 1 / (length * len(sets) * size)
    return expected


def assert_close(found, expected):
    assert set(found) <= set(expected)
    for key, share in expected.items():
        assert found.get(key, 0) == pytest.approx(share, abs=5 * np.sqrt(share / DRAWS) + 1e-3)


def test_mac_marginal_masks_follow_the_enumerated_distribution():
    assert_close(frequencies(lambda rng, grid: masks.marginal_query(rng, grid).shown(grid)), mac_by_hand())


def test_cardinality_reweighting_tilts_it_by_the_number_shown_plus_one():
    plain = mac_by_hand()
    tilted = {key: share * (np.frombuffer(key, dtype=bool).sum() + 1) for key, share in plain.items()}
    total = sum(tilted.values())
    found = frequencies(masks.mac_paper, 2000)
    for key, share in tilted.items():
        assert found.get(key, 0) == pytest.approx(share / total, abs=5 * np.sqrt(share / 2000) + 0.01)


def test_sfarm_with_one_mode_is_ardm():
    ardm = frequencies(masks.uniform_cardinality)
    sfarm = frequencies(lambda rng, grid: masks.sfarm(rng, grid, 1)[0])
    assert_close(sfarm, ardm)
    rng = np.random.default_rng(0)
    for _ in range(50):
        shown, _, mode, following = masks.sfarm(rng, row(), 1)
        assert mode == 0 and (following == ~shown).all()


def test_sfarm_activates_region_a_before_the_rest():
    rng = np.random.default_rng(0)
    grid = Grid(chronological_key(4, 8), np.zeros((4, 8), dtype=bool))
    for _ in range(300):
        shown, step, mode, following = masks.sfarm(rng, grid, len(MODES))
        assert shown.sum() == step - 1 and following.any() and not (following & shown).any()
        if MODES[mode] == "left to right":
            assert not following.all(0).any() or following.any()


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_a_mode_has_a_first_region_and_the_opposite_modes_are_mirrored(mode):
    regions = [mode_stages(mode, (4, 8), np.random.default_rng(k)) for k in range(50)]
    assert all(r.any() for r in regions)
    assert MODES[mode] == "random" or any(not r.all() for r in regions)
    left, right = (
        mode_stages(MODES.index(n), (4, 8), np.random.default_rng(3)) for n in ("left to right", "right to left")
    )
    assert (left == right[:, ::-1]).all()


def test_sunmask_shows_each_cell_with_one_rate_for_the_example():
    rng = np.random.default_rng(0)
    shares = [
        masks.scattered(rng, Grid(chronological_key(4, 64), np.zeros((4, 64), dtype=bool))).mean() for _ in range(2000)
    ]
    assert np.mean(shares) == pytest.approx(0.5, abs=0.03) and np.std(shares) == pytest.approx(
        np.sqrt(1 / 12), abs=0.03
    )


def test_whole_notes_are_hidden_whole():
    held = np.array([[False, True, True, False, True, False]])
    rng = np.random.default_rng(0)
    for _ in range(50):
        shown = masks.whole_notes(rng, Grid(chronological_key(1, 6), held))[0]
        assert shown[0] == shown[1] == shown[2] and shown[3] == shown[4]


def test_half_of_the_examples_whisper_nothing_and_the_rest_rather_much():
    rng = np.random.default_rng(0)
    shares = np.array([masks.whispered(rng, row(50)).mean() for _ in range(2000)])
    assert (shares == 0).mean() == pytest.approx(0.5, abs=0.05) and shares.max() > 0.95
    assert shares[shares > 0].mean() == pytest.approx(2 / 3, abs=0.05)
