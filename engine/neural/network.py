"""What a network is asked in one pass, whatever runs it; numpy only."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np


@dataclass(frozen=True)
class NetworkInput:
    """tokens and shown (B, rows, T), side (T, channels), the places (n,) of the wanted cells in the flattened tokens,
    and SFARM's step and mode (B,) or None."""

    tokens: np.ndarray
    shown: np.ndarray
    side: np.ndarray
    places: np.ndarray
    step: np.ndarray | None = None
    mode: np.ndarray | None = None


class Network(Protocol):
    """A network that answers."""

    vocabulary: int
    fold: int  # steps that must come together: a beat of the U-Net
    card: dict[str, Any]
    on_cpu: bool

    def logits(self, asked: NetworkInput) -> np.ndarray:
        """Logits (n, vocabulary) of the wanted cells, float32."""
