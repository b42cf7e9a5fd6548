"""How much a test tries: a quick count for every run, and ten times as much for `make test-all` (PALIMPSEST_FULL=1)."""

import os

from hypothesis import settings

FULL = bool(os.environ.get("PALIMPSEST_FULL"))
MORE = 10  # how many times the quick count the full one is


def tries(quick: int) -> int:
    """How often a loop goes round."""
    return quick * MORE if FULL else quick


def examples(quick: int) -> settings:
    """For a property that is dear to check: how many examples hypothesis tries."""
    return settings(max_examples=tries(quick), deadline=None)
