"""BLEU of many sentences against many references, and self-BLEU, exact and vectorised.

Words are numbers here; no network.

A sentence's score is what nltk's `sentence_bleu` with smoothing method 1 gives (an n-gram order without a match
counts 0.1 matches), and what sacrebleu gives with `floor` smoothing; tests compare all three. A set's score is the
mean over its sentences, as in the benchmarks of text generation. Each reference's n-grams are counted once; for
self-BLEU the two highest counts of an n-gram are kept, and whose the highest is, so that leaving a sentence out
costs nothing."""

from collections.abc import Iterator, Sequence

import numpy as np

FLOOR = 0.1  # matches counted for an order that has none
TokenRow = Sequence[int] | np.ndarray


def ngrams(sentences: Sequence[TokenRow], highest: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """For each order from 1 to `highest`:

    (sentence, n-gram, count) of every distinct n-gram of a sentence; n-grams are numbered from 0."""
    lengths = np.array([len(s) for s in sentences])
    words = np.unique(np.concatenate([np.asarray(s, dtype=np.int64) for s in sentences]), return_inverse=True)[1]
    kinds = int(words.max(initial=0)) + 1
    owner = np.repeat(np.arange(len(sentences)), lengths)
    left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(words))  # words from here to the sentence's end
    start, ids = np.arange(len(words)), words
    for order in range(1, highest + 1):
        if order > 1:
            room = left[start] >= order
            start = start[room]
            ids = np.unique(ids[room] * kinds + words[start + order - 1], return_inverse=True)[1]
        types = int(ids.max(initial=0)) + 1
        pairs, counts = np.unique(owner[start] * types + ids, return_counts=True)
        yield pairs // types, pairs % types, counts


def closest(length: int, lengths: np.ndarray) -> int:
    """The reference length nearest to a sentence's, the shorter of two equally near."""
    return int(min(lengths, key=lambda other: (abs(int(other) - length), other)))


def scores(matched: np.ndarray, lengths: np.ndarray, nearest: np.ndarray) -> np.ndarray:
    """BLEU of each sentence from its matches (orders, n), its length and the nearest reference's."""
    orders = np.arange(1, len(matched) + 1)[:, None]
    possible = np.maximum(1, lengths - orders + 1)
    precision = np.where(matched > 0, matched, FLOOR) / possible
    brevity = np.exp(np.minimum(0.0, 1 - nearest / np.maximum(1, lengths)))
    return np.where(matched[0] > 0, brevity * np.exp(np.log(precision).mean(0)), 0.0)


def bleu(candidates: Sequence[TokenRow], references: Sequence[TokenRow], highest: int = 5) -> np.ndarray:
    """BLEU of each candidate against all references."""
    count = len(candidates)
    matched = []
    for owner, gram, times in ngrams([*candidates, *references], highest):
        best = np.zeros(int(gram.max(initial=0)) + 1, dtype=np.int64)
        own = owner < count
        np.maximum.at(best, gram[~own], times[~own])
        matched.append(np.bincount(owner[own], np.minimum(times[own], best[gram[own]]), count))
    lengths = np.array([len(s) for s in candidates])
    there = np.unique([len(s) for s in references])
    nearest = {int(length): closest(int(length), there) for length in np.unique(lengths)}
    return scores(np.array(matched), lengths, np.array([nearest[int(length)] for length in lengths]))


def self_bleu(sentences: Sequence[TokenRow], highest: int = 5) -> np.ndarray:
    """BLEU of each sentence against all the others."""
    matched = []
    for owner, gram, times in ngrams(sentences, highest):
        order = np.lexsort((-times, gram))
        first = np.r_[True, np.diff(gram[order]) > 0]
        types = int(gram.max(initial=0)) + 1
        top, second, whose = np.zeros(types, dtype=np.int64), np.zeros(types, dtype=np.int64), np.full(types, -1)
        top[gram[order[first]]], whose[gram[order[first]]] = times[order[first]], owner[order[first]]
        next_ = np.r_[False, first[:-1]] & ~first
        second[gram[order[next_]]] = times[order[next_]]
        best = np.where(whose[gram] == owner, second[gram], top[gram])
        matched.append(np.bincount(owner, np.minimum(times, best), len(sentences)))
    lengths = np.array([len(s) for s in sentences])
    kinds, how_many = np.unique(lengths, return_counts=True)
    nearest = {
        int(k): closest(int(k), kinds if n > 1 or len(kinds) == 1 else kinds[kinds != k])
        for k, n in zip(kinds, how_many, strict=True)
    }
    return scores(np.array(matched), lengths, np.array([nearest[int(length)] for length in lengths]))
