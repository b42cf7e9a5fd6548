"""The fuzzers themselves, with a few inputs each; `make test-all` takes many, and the command any number."""

import pytest

from tests.tools.fuzz.feeding import fed
from tests.tools.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "weights"])
def test_wrong_files_are_read_or_refused_and_nothing_else(name, full, tmp_path, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path))
    outcome = fed(name, 2000 if full else 40)
    assert not outcome.defects and outcome.counts["read"]


def test_wrong_weights_are_read_or_refused_and_nothing_else(full):
    outcome = fed("weights", 1000 if full else 20)
    assert not outcome.defects and outcome.counts["refused"]
