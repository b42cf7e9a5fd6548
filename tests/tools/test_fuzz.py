"""The fuzzers themselves, with a few inputs each; `make test-all` takes many, and the command any number."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.fuzz.feeding import fed
from tests.tools.fuzz.in_window import WINDOW
from tests.tools.fuzz.targets import TARGETS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "weights"])
def test_wrong_files_are_read_or_refused_and_nothing_else(name, full, tmp_path, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path))
    outcome = fed(name, 2000 if full else 40)
    assert not outcome.defects and outcome.counts["read"]


def test_wrong_weights_are_read_or_refused_and_nothing_else(full):
    outcome = fed("weights", 1000 if full else 20)
    assert not outcome.defects and outcome.counts["refused"]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ("window", "results") else pytest.mark.full) for name in WINDOW]
)
def test_the_window_opens_or_refuses_wrong_files_and_shows_their_words_as_they_stand(name, full):
    """In a process of its own: its window, its excepthook and its memory are nobody else's."""
    count = {"window": 10, "results": 10, "recover": 4, "start": 3}[name] * (100 if full else 1)
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.fuzz", name, "--count", str(count)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and f"{name}: {count:,} inputs" in done.stdout, done.stdout + done.stderr[-2000:]
