"""A stand-in for the network, made of rules of thumb and numpy: a triad under each beat, held through it.

For screenshots and tests without weights."""

import time
from typing import Any

import numpy as np

import assets
from engine.jobs.job import Models, default_models
from engine.sampling.cells import Predictor
from engine.sampling.music_cells import BEAT, FIRST_PITCH, HIGH, HOLD_TOKEN, LOW, REST_TOKEN, TOKENS
from tests.tools.sentence_stand_in import SentenceStandIn

CENTRES = (74, 66, 58, 48)  # MIDI pitch each voice likes
PITCHES = np.arange(LOW, HIGH + 1)
ROOTS = np.array(  # likely roots for each pitch class of the soprano
    [
        (0, 9, 5),
        (9, 9, 9),
        (7, 2, 7),
        (0, 0, 0),
        (0, 9, 4),
        (5, 2, 5),
        (2, 2, 2),
        (0, 7, 4),
        (4, 4, 4),
        (5, 2, 9),
        (7, 7, 7),
        (7, 4, 7),
    ]
)
THIRDS = np.array([4, 3, 3, 3, 3, 4, 3, 4, 3, 3, 4, 3])  # semitones from each root to its third


class StandIn:
    """Looks at the soprano of each beat, takes a triad it belongs to, and likes its tones near each voice's centre.

    Not music, but it moves like it."""

    vocabulary = TOKENS
    length = 128
    card: dict[str, object] = {"name": "stand-in"}

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds  # how long one call pretends to take

    def __call__(
        self, tokens: np.ndarray, shown: np.ndarray, side: np.ndarray, *_more: Any, **_named: Any
    ) -> np.ndarray:
        """Logits (B, rows, T, vocabulary)."""
        if self._seconds:
            time.sleep(self._seconds)
        batch, rows, steps = tokens.shape
        logits = np.full((batch, rows, steps, TOKENS), -9.0, dtype=np.float32)
        logits[..., HOLD_TOKEN] = 4.0
        logits[..., REST_TOKEN] = -8.0
        beats = np.flatnonzero(side[:, 0] % BEAT == 0)
        if len(beats):
            logits[:, :, beats] = self._on_beats(tokens[:, 0, beats], rows)
        return logits

    def _on_beats(self, soprano: np.ndarray, rows: int) -> np.ndarray:
        """Logits (B, rows, beats, vocabulary) under the soprano's tokens (B, beats)."""
        batch, beats = soprano.shape
        classes = np.where((soprano >= FIRST_PITCH) & (soprano < TOKENS), (soprano - FIRST_PITCH + LOW) % 12, 0)
        root = ROOTS[classes, (np.arange(beats) * 7 + np.arange(batch)[:, None]) % 3]
        logits = np.full((batch, rows, beats, TOKENS), -9.0, dtype=np.float32)
        place = (PITCHES - root[..., None]) % 12
        fits = 5.0 * ((place == 0) | (place == 7) | (place == THIRDS[root][..., None]))
        for row, centre in enumerate(CENTRES[:rows]):
            logits[:, row, :, FIRST_PITCH:] = (
                fits - ((PITCHES - centre) / 4.0) ** 2 + (3.0 * (place == 0) if row == 3 else 0.0)
            )
        return logits


def stand_in_models(seconds: float = 0.0, shipped: bool = False) -> Models:
    """What a Worker asks instead of the real networks; with `shipped`, only where there are no weights."""

    def models(modality: str, method: str) -> Predictor:
        if shipped and assets.weights(modality, method).exists():
            return default_models(modality, method)
        return SentenceStandIn(seconds) if modality == "text" else StandIn(seconds)

    return models
