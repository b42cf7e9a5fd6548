"""Counts which words follow and precede which, for engine.neural.ngrams: discounted shares, rare phrases left out."""

import numpy as np

from engine.neural.ngrams import FINENESS, MILLI, SIDES, context_key, packed
from training.evaluation.text.trigram import discounted

# smallest counts kept: pairs and triples read from the left, then from the right, triples read from both sides
Cuts = tuple[int, ...]


def neighbours(training: dict[int, np.ndarray], side: int, words: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(word but one, word before, word) at every place, read from the left (side 0) or from the right; `words` is
    for the end."""
    far, near, here = [], [], []
    for rows in training.values():
        read = (rows if side == 0 else rows[:, ::-1]).astype(np.int64)
        wide = np.concatenate([np.full((len(read), 2), words), read], 1)
        far.append(wide[:, :-2].ravel())
        near.append(wide[:, 1:-1].ravel())
        here.append(read.ravel())
    return np.concatenate(far), np.concatenate(near), np.concatenate(here)


def surrounded(training: dict[int, np.ndarray], words: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(word before, word after, word) at every place."""
    wide = [np.pad(rows.astype(np.int64), ((0, 0), (1, 1)), constant_values=words) for rows in training.values()]
    cuts = (slice(None, -2), slice(2, None), slice(1, -1))
    before, after, between = (np.concatenate([rows[:, cut].ravel() for rows in wide]) for cut in cuts)
    return before, after, between


def shares(context: np.ndarray, word: np.ndarray, words: int, least: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(context, word, discounted share) of every pair seen at least `least` times, sorted."""
    pairs, counts = np.unique(context * words + word, return_counts=True)
    kept = counts >= least
    return pairs[kept] // words, pairs[kept] % words, discounted(pairs, counts, words)[0].weight[kept]


def count(training: dict[int, np.ndarray], words: int, cuts: Cuts) -> dict[str, np.ndarray]:
    """The buffers of an NGrams over {length: sentences}.

    Kneser-Ney: the shorter context counts after how many different words a pair stood, not how often."""
    parts = []
    for side in range(SIDES):
        far, near, here = neighbours(training, side, words)
        inner = near != words
        triples = np.unique(((far * (words + 1) + near) * words + here)[inner])
        followed, follower = triples // words % (words + 1), triples % words
        one = np.concatenate([near[~inner], followed])
        parts.append(
            shares(
                context_key(side, None, one, words),
                np.concatenate([here[~inner], follower]),
                words,
                cuts[2 * side],
            )
        )
        two = context_key(side, far[inner], near[inner], words)
        parts.append(shares(two, here[inner], words, cuts[2 * side + 1]))
    before, after, between = surrounded(training, words)
    parts.append(shares(context_key(SIDES, before, after, words), between, words, cuts[-1]))
    context, word, share = (np.concatenate(column) for column in zip(*parts, strict=True))
    keys, sizes = np.unique(context, return_counts=True)
    seen = np.bincount(here, minlength=words) + 0.5
    beside = np.bincount(np.unique(followed * words + follower) % words, minlength=words) + 0.5
    return {
        **packed(keys, sizes),
        "columns": word.astype(np.int16),
        "shares": np.clip(np.round(-np.log(share) * FINENESS), 0, 255).astype(np.uint8),
        "single": np.round(-np.log(seen / seen.sum()) * MILLI).astype(np.int16),
        "after": np.round(-np.log(beside / beside.sum()) * MILLI).astype(np.int16),
    }


def sizes_of(tables: dict[str, np.ndarray]) -> tuple[int, ...]:
    """The network's `grams`: contexts and entries; none where nothing was seen often enough."""
    return (len(tables["gaps"]), len(tables["columns"])) if len(tables.get("columns", ())) else ()
