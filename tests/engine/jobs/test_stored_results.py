"""Same seed, same result: six stored results of the shipped networks, one for each method and kind of page.

They stand in tests/engine/stored/results.json. `python -m tests.engine.stored.make` makes them again, and only a
commit that names the behaviour it changes (another sampler, another network) may do so: moving and renaming code
leaves them as they are."""

import json

import pytest

from tests.engine.stored.make import KINDS, METHODS, RESULTS, result, weights_digest

STORED = json.loads(RESULTS.read_text(encoding="utf-8"))
NAMES = [f"{kind}-{method}" for kind in KINDS for method in METHODS]


def test_there_is_one_result_for_each_method_and_kind_of_page():
    assert list(STORED) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_stored_result(name):
    kind, method = name.split("-")
    stored = STORED[name]
    assert weights_digest(kind, method) == stored["weights"], (
        "another network is shipped: make the stored results again in the commit that ships it"
    )
    made = result(kind, method)
    assert made["alternatives"] == stored["alternatives"]
    assert made["nats"] == pytest.approx(stored["nats"], abs=0.01)
    assert made["steps"] == stored["steps"] and made["remarks"] == stored["remarks"]
