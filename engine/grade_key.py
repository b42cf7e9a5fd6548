"""Stand-in until the shared key finder and speller exist."""

import numpy as np

from engine.music import Key

MAJOR = (17.7661, 0.145624, 14.9265, 0.160186, 19.8049, 11.3587, 0.291248, 22.062, 0.145624, 8.15494, 0.232998, 4.95122)
MINOR = (18.2648, 0.737619, 14.0499, 16.8599, 0.702494, 14.4362, 0.702494, 18.6161, 4.56621, 1.93186, 7.37619, 1.75623)


def best_tonic(weights: np.ndarray) -> tuple[int, bool]:
    """(pitch class of the tonic, minor) for a histogram (12,) of durations."""
    profiles = np.array([np.roll(p, t) for p in (MAJOR, MINOR) for t in range(12)])
    a = profiles - profiles.mean(-1, keepdims=True)
    b = weights - weights.mean()
    scores = a @ b / np.sqrt((a * a).sum(-1))
    best = int(scores.argmax())
    return best % 12, best >= 12


def spell(pitch: int, key: Key) -> int:
    """Place on the line of fifths."""
    tonic = key.fifths + (3 if key.minor else 0)
    low = tonic + (-5 if key.minor else -3)
    return low + (pitch * 7 - low) % 12
