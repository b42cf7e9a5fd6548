"""Shared by all tests: no screen, nobody's own settings, one chorale cache for all workers, and the quick or the full
counts."""

import os

# Before anything imports Qt or torch.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest
from hypothesis import HealthCheck, settings

from tests.tools.counts import FULL

# No test is timed. The quick suite tries the same examples on every run, the full one new ones and many more.
settings.register_profile(
    "quick", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=20, derandomize=True
)
settings.register_profile(
    "full", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=300, print_blob=True
)
settings.load_profile("full" if FULL else "quick")

PERSONAL = ("PALIMPSEST_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


def pytest_collection_modifyitems(config, items):
    """Leave tests marked `full` to `make test-all`; pytest counts them as deselected in its closing line."""
    if FULL:
        return
    later = [item for item in items if item.get_closest_marker("full")]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if item not in later]


@pytest.fixture(scope="session", autouse=True)
def _nobody(tmp_path_factory, pytestconfig):
    """Settings, recovery copies and logs of tests go to their own folder; parsed chorales are kept beside
    pytest's cache."""
    folder = tmp_path_factory.mktemp("nobody")
    with pytest.MonkeyPatch.context() as patch:
        for name in PERSONAL:
            patch.setenv(name, str(folder / name.lower()))
        if "PALIMPSEST_CACHE" not in os.environ:
            patch.setenv("PALIMPSEST_CACHE", str(pytestconfig.cache.mkdir("palimpsest")))
        yield


@pytest.fixture(scope="session")
def full():
    """Whether the full counts are asked for (PALIMPSEST_FULL=1)."""
    return FULL


@pytest.fixture(scope="session")
def chorales():
    """Every four-part chorale of music21's corpus by name; parsed by one worker while the others wait, then read
    from the cache."""
    from filelock import FileLock

    from training.data.chorales import cache_folder, load_chorales

    with FileLock(cache_folder() / "chorales.lock"):
        return load_chorales()
