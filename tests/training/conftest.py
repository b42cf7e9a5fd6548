"""Shared by the tests of training."""

import pytest

from training.fitting import masks


@pytest.fixture
def few_masks(monkeypatch):
    """MAC's masks are chosen among four instead of a hundred, which is what takes most of a toy's training; how they
    are chosen is tested in test_masks."""
    monkeypatch.setattr(masks, "EXCESS", 4)
