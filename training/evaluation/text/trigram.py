"""A trigram model of sentences whose length is given: the baseline that a network must beat.

Interpolated modified Kneser-Ney, counted with numpy.

The model of a sentence of L words is a product of distributions that sum to 1: each word is weighed by how likely the
sentence is to end just where it must, which pairs of words show (for the last word: triples). Infilling multiplies the
forward probabilities of all words that a hidden one takes part in."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.sampling.draw import pick, shaped


class NgramTable(NamedTuple):
    """Entries of one n-gram order sorted by key; `weight` is an entry's own share of its context's probability."""

    keys: np.ndarray
    weight: np.ndarray

    def reordered(self, keys: np.ndarray) -> "NgramTable":
        """The same entries under other keys."""
        order = np.argsort(keys)
        return NgramTable(keys[order], self.weight[order])

    def between(self, low: np.ndarray | int, high: np.ndarray | int) -> tuple[np.ndarray, np.ndarray]:
        """First and last entry (exclusive) with low <= key < high."""
        return np.searchsorted(self.keys, low), np.searchsorted(self.keys, high)

    def get(self, keys: np.ndarray, default: float) -> np.ndarray:
        """Weights of keys, `default` where there is no entry."""
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[place] == keys, self.weight[place], default)


def discounted(keys: np.ndarray, counts: np.ndarray, base: int) -> tuple[NgramTable, NgramTable]:
    """(entries less their discount over their context's count, what is left to each context for the lower order)."""
    n1, n2, n3, n4 = (max(1, int((counts == k).sum())) for k in (1, 2, 3, 4))
    y = n1 / (n1 + 2 * n2)
    off = np.clip(
        [0.0, 1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3],
        [0.0, 0.1, 0.1, 0.1],
        [0.0, 0.95, 1.9, 2.9],
    )  # some is always left
    taken = off[np.minimum(counts, 3)]
    contexts, start = np.unique(keys // base, return_index=True)
    total = np.add.reduceat(counts.astype(np.float64), start)
    left = np.add.reduceat(taken, start) / total
    size = np.diff(np.append(start, len(keys)))
    return NgramTable(keys, ((counts - taken) / np.repeat(total, size)).astype(np.float32)), NgramTable(
        contexts, left.astype(np.float32)
    )


class Trigram:
    """Probabilities of words 0 to size - 1 given the two before; the id `size` precedes the first word and after the
    last."""

    def __init__(self, training: dict[int, np.ndarray], size: int) -> None:
        self.size, self.base = size, size + 1
        keys, counts = np.unique(np.concatenate([self._keys(rows) for rows in training.values()]), return_counts=True)
        self.triples, self.left = discounted(keys, counts, self.base)
        keys, counts = np.unique(
            keys % self.base**2, return_counts=True
        )  # Kneser-Ney: how many different words come before
        pairs, left = discounted(keys, counts, self.base)
        words = np.bincount(keys % self.base, minlength=self.base).astype(np.float64)
        lowest = (np.maximum(words - 0.5, 0) + 0.5 * (words > 0).sum() / self.base) / words.sum()
        rest = left.get(np.arange(self.base), 1.0)
        self.second = (rest[:, None] * lowest).astype(np.float32)  # p(c | b), (base, base)
        self.second.ravel()[pairs.keys] += pairs.weight

    def _framed(self, rows: np.ndarray) -> np.ndarray:
        """Sentences (n, L) with two boundaries before and one after."""
        return np.pad(rows.astype(np.int64), ((0, 0), (2, 1)), constant_values=self.size)

    def _keys(self, rows: np.ndarray) -> np.ndarray:
        """The keys of all trigrams of sentences (n, L)."""
        x = self._framed(rows)
        return ((x[:, :-2] * self.base + x[:, 1:-1]) * self.base + x[:, 2:]).ravel()

    def following(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """p(. | a, b) for (n,) pairs of words, (n, base)."""
        context = a * self.base + b
        p = self.left.get(context, 1.0)[:, None] * self.second[b]
        for row, low, high in zip(
            p, *self.triples.between(context * self.base, (context + 1) * self.base), strict=True
        ):
            row[self.triples.keys[low:high] % self.base] += self.triples.weight[low:high]
        return p

    @cached_property
    def _by_outer(self) -> NgramTable:
        """Triples (a, b, c) by (a, c, b)."""
        k, n = self.triples.keys, self.base
        return self.triples.reordered((k // n**2 * n + k % n) * n + k // n % n)

    @cached_property
    def _by_last(self) -> NgramTable:
        """Triples (a, b, c) by (b, c, a)."""
        k, n = self.triples.keys, self.base
        return self.triples.reordered(k % n**2 * n + k // n**2)

    @cached_property
    def _left_by_second(self) -> NgramTable:
        """What is left to the context (a, b), by (b, a)."""
        k, n = self.left.keys, self.base
        return self.left.reordered(k % n * n + k // n)

    def _column(
        self, left: NgramTable, context: int, triples: NgramTable, pair: int, lower: np.ndarray | np.float32
    ) -> np.ndarray:
        """One probability for each word that could fill a place; the entries that share `context` and `pair` are
        looked up by that word."""
        n = self.base
        rest = np.ones(n, dtype=np.float32)
        low, high = left.between(context * n, (context + 1) * n)
        rest[left.keys[low:high] % n] = left.weight[low:high]
        p = rest * lower
        low, high = triples.between(pair * n, (pair + 1) * n)
        p[triples.keys[low:high] % n] += triples.weight[low:high]
        return p

    def then(self, a: int, c: int) -> np.ndarray:
        """p(c | a, w) for every word w, (base,)."""
        return self._column(self.left, a, self._by_outer, a * self.base + c, self.second[:, c])

    def later(self, b: int, c: int) -> np.ndarray:
        """p(c | w, b) for every word w, (base,)."""
        return self._column(self._left_by_second, b, self._by_last, b * self.base + c, self.second[b, c])

    def ends(self, b: np.ndarray) -> np.ndarray:
        """p(end | b, w) for every word w, (n, base)."""
        kinds, place = np.unique(b, return_inverse=True)
        return np.stack([self.then(int(word), self.size) for word in kinds])[place]

    @cached_property
    def _ending(self) -> list[np.ndarray]:
        """For r = 0, 1, ...: how likely a sentence is to end r words after each word (base,), by pairs of words and
        up to a constant; grows as needed."""
        return [self.second[:, self.size].copy()]

    def ending(self, remaining: int) -> np.ndarray:
        """The entry of `_ending` for so many words to come."""
        while len(self._ending) <= remaining:
            ahead = self.second[:, : self.size] @ self._ending[-1][: self.size]
            self._ending.append(ahead / ahead.max())
        return self._ending[remaining]

    def distribution(self, a: np.ndarray, b: np.ndarray, remaining: int) -> np.ndarray:
        """p(. | a, b, so many words after it and then the end), (n, size)."""
        p = (self.following(a, b) * (self.ending(remaining) if remaining else self.ends(b)))[:, : self.size]
        return p / p.sum(1, keepdims=True)

    def nats(self, rows: np.ndarray) -> np.ndarray:
        """Exact nats of each sentence (n, L) given its length."""
        x, length = self._framed(rows), rows.shape[1]
        total = np.zeros(len(rows))
        for place in range(length):
            p = self.distribution(x[:, place], x[:, place + 1], length - 1 - place)
            total -= np.log(np.take_along_axis(p, x[:, place + 2, None], 1)[:, 0].astype(np.float64))
        return total

    def sample(self, length: int, count: int, temperature: float, rng: np.random.Generator) -> np.ndarray:
        """Sentences (count, length)."""
        x = np.full((count, length + 2), self.size, dtype=np.int64)
        for place in range(length):
            p = self.distribution(x[:, place], x[:, place + 1], length - 1 - place)
            x[:, place + 2] = pick(shaped(np.log(p), temperature), rng.random(count))
        return x[:, 2:]

    def fits(self, x: np.ndarray, place: int, known: np.ndarray) -> np.ndarray:
        """Log-probability (size,) of every word at a place of a framed sentence, times that of the known words after
        it, up to a constant."""
        p = self.following(x[None, place - 2], x[None, place - 1])[0].astype(np.float64)
        if known[place + 1]:
            p = p * self.then(int(x[place - 1]), int(x[place + 1]))
            if place + 2 < len(x) and known[place + 2]:
                p = p * self.later(int(x[place + 1]), int(x[place + 2]))
        return np.log(p[: self.size])

    def infill(self, sentence: np.ndarray, hidden: np.ndarray, beam: int = 12, averaged: int = 4) -> np.ndarray:
        """Probabilities (hidden words, size) of each hidden word given the shown ones: exact where its neighbours
        within two are shown.

        Otherwise the most likely fillings are found left to right (a beam), and each word's distribution is averaged
        over them, everything else as they have it."""
        known = np.pad(~hidden, (2, 1), constant_values=True)
        places = np.flatnonzero(~known).tolist()
        fillings, scores = self._framed(sentence[None]), np.zeros(1)
        for place in places:
            total = scores[:, None] + np.stack([self.fits(x, place, known) for x in fillings])
            best = np.argpartition(-total.ravel(), min(beam, total.size - 1))[:beam]
            fillings, scores = fillings[best // self.size].copy(), total.ravel()[best]
            fillings[:, place] = best % self.size
        best = np.argsort(-scores)[:averaged]
        share = np.exp(scores[best] - scores[best[0]])
        every = np.ones_like(known)
        result = np.zeros((len(places), self.size))
        for x, weight in zip(fillings[best], share / share.sum(), strict=True):
            for row, place in zip(result, places, strict=True):
                logp = self.fits(x, place, every)
                p = np.exp(logp - logp.max())
                row += weight * p / p.sum()
        return result
