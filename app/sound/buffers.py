"""How much sound a device holds ready, and how it asks for more. Knows no device."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from app.sound.schedule import RATE

Pull = Callable[[int], np.ndarray]  # frames -> float32 (frames, 2)


class Buffer(NamedTuple):
    """How much a device holds ready: one period sounds, one waits, one is being made."""

    period: int  # milliseconds
    periods: int = 3

    @property
    def frames(self) -> int:
        """All of it: the longest way from a pull to the ear."""
        return self.period * self.periods * RATE // 1000


MUSIC = Buffer(31)  # 93 ms in all ride out a busy window while playing
TRIAL = Buffer(7)  # 21 ms in all answer a click
