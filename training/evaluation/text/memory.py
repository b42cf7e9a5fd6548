"""How much of some sentences occurs word for word in the training text: shares of n-grams, found by their 64-bit
hashes."""

from collections.abc import Iterable, Sequence

import numpy as np

ORDERS = (5, 8, 13)
_STEP = np.uint64(0x9E3779B97F4A7C15)


def hashes(rows: np.ndarray, order: int) -> np.ndarray:
    """A number for each n-gram of sentences (n, length), (n, length - order + 1); equal n-grams have equal numbers,
    others almost surely not."""
    words = (rows.astype(np.uint64) + np.uint64(1)) * _STEP
    words = (words ^ (words >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    words ^= words >> np.uint64(32)
    count = rows.shape[1] - order + 1
    total = np.zeros((len(rows), max(0, count)), dtype=np.uint64)
    for place in range(order if count > 0 else 0):
        total = total * _STEP + words[:, place : place + count]
    return total


def all_hashes(parts: Iterable[np.ndarray], order: int) -> np.ndarray:
    """The numbers of all n-grams, each as often as it stands there."""
    return np.concatenate([hashes(rows, order).ravel() for rows in parts])


def known_share(sentences: Sequence[np.ndarray], training: dict[int, np.ndarray]) -> dict[str, float]:
    """For each order the share of the sentences' n-grams that stand in the training text."""
    return {
        str(n): float(np.isin(all_hashes((s[None] for s in sentences), n), all_hashes(training.values(), n)).mean())
        for n in ORDERS
    }


def same_in_training(sentences: Sequence[np.ndarray], training: dict[int, np.ndarray]) -> dict[str, float]:
    """The same for sentences that are training text themselves: an n-gram counts as known if it is there once
    more than in its own sentence."""
    shares = {}
    for n in ORDERS:
        kinds, times = np.unique(all_hashes(training.values(), n), return_counts=True)
        known = []
        for sentence in sentences:
            own, place, often = np.unique(hashes(sentence[None], n)[0], return_inverse=True, return_counts=True)
            known.append((times[np.searchsorted(kinds, own)] > often)[place])
        shares[str(n)] = float(np.concatenate(known).mean())
    return shares
