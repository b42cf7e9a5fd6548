"""What counting knows of a word's neighbours, as a part of the sentence network's logits (engine.neural.encoder.Blend).

Five families of contexts lie in one sparse table: one word and two words to the left, one and two to the right, and
the two words on both sides; both ends of a sentence are words too. Each entry is a discounted share a(word |
context); what the shares of a context leave of 1 goes to the shorter context, in the end to the single words, by how
many others they stand beside. What the words on both sides leave goes to what each of them says alone. Only what was
seen several times is kept (training.data.counts), so that no rare phrase of the training text can be read out of a
weight file.

Looking up is searching and adding, not multiplying: it is done here with numpy, whatever runs the network."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

SIDES = 2  # left and right
FAMILIES = 5  # one and two words to the left, one and two to the right, one on each side
VOICES = 3  # left, right and both sides
FINENESS = 16  # steps of a stored share's logarithm to one nat
MILLI = 1000  # steps of a single word's log-probability to one nat
LEAST = 1e-3  # what every context leaves to the shorter one
WIDEST = 2**15 - 1  # between two contexts' numbers in a file; where more is between them, an empty context stands


def context_key(side: int, far: np.ndarray | None, near: np.ndarray, words: int) -> np.ndarray:
    """The number of a context:

    `near` is the neighbour and `far` the one behind it, or the other neighbour where `side` is SIDES; the number
    `words` is the sentence's end on that side."""
    ends = words + 1
    return side * (ends + ends * ends) + (near if far is None else ends + far * ends + near)


def packed(keys: np.ndarray, sizes: np.ndarray) -> dict[str, np.ndarray]:
    """Contexts' rising keys and numbers of entries as the two buffers that hold them: how far each key is from the
    one before, and the numbers."""
    gaps = np.diff(keys, prepend=0)
    extra = gaps // (WIDEST + 1)  # empty contexts before each
    stretched = np.full(len(keys) + extra.sum(), WIDEST)
    full = np.zeros_like(stretched)
    place = np.arange(len(keys)) + extra.cumsum()
    stretched[place], full[place] = gaps - extra * WIDEST, sizes
    return {"gaps": stretched.astype(np.int16), "sizes": full.astype(np.int16)}


def log_softmax(x: np.ndarray) -> np.ndarray:
    """Log-probabilities, in the precision given."""
    x = x - x.max()
    return x - np.log(np.exp(x).sum())


class NgramLookup(NamedTuple):
    """What the tables say of n cells, in logarithms: a voice's level for all words, what strangers to the neighbour
    have beside it, and named words' gains."""

    level: np.ndarray  # (n, VOICES)
    known: np.ndarray  # (n, SIDES), 1 where the neighbour is known: the tables' `strange` holds then
    place: np.ndarray  # of each gain in the flattened (n, words), with the column of its gate in (n, VOICES)
    gate: np.ndarray
    gain: np.ndarray
    mass: np.ndarray  # (n, FAMILIES): how much each context has to say, 0 where it is unknown


class CountTables:
    """A sparse table over a vocabulary of `words`, worked out from what a file holds; refuses what does not add up, as
    files come from strangers."""

    DTYPES = {
        "gaps": np.int16,
        "sizes": np.int16,
        "columns": np.int16,
        "shares": np.uint8,  # -log of the share, in 1/FINENESS nats
        "single": np.int16,  # -log of the word's probability, in 1/MILLI nats
        "after": np.int16,  # the same of its probability beside a word it was not seen with
    }

    def __init__(self, words: int, stored: Mapping[str, np.ndarray]) -> None:
        sizes, columns = stored["sizes"], stored["columns"]
        self.words, self.columns, self.shares = words, columns, stored["shares"]
        self.keys = stored["gaps"].cumsum(dtype=np.int64)  # rising
        self.starts = np.pad(sizes.cumsum(dtype=np.int64), (1, 0))
        sound = [
            all(stored[name].dtype == kind and stored[name].ndim == 1 for name, kind in self.DTYPES.items()),
            len(stored["gaps"]) == len(sizes) > 0 and len(columns) == len(self.shares),
            len(stored["single"]) == len(stored["after"]) == words,
            (sizes >= 0).all(),
            self.starts[-1] <= len(columns),
            ((columns >= 0) & (columns < words)).all(),
        ]
        if not all(sound):
            raise ValueError("count tables that do not add up")
        self.single = log_softmax(stored["single"].astype(np.float32) / -MILLI)  # single words' log-probabilities
        self.strange = log_softmax(stored["after"].astype(np.float32) / -MILLI) - self.single
        self.rarity, self.stranger = np.exp(-self.single), np.exp(self.strange)
        self.strangers = np.exp(self.single + 2 * self.strange).sum()

    def contexts(self, tokens: np.ndarray, known: np.ndarray) -> np.ndarray:
        """Keys (B, T, FAMILIES) of each cell's contexts; -1 where a word of one is not known."""

        def before(x: np.ndarray, first: int | bool) -> np.ndarray:
            return np.pad(x, ((0, 0), (1, 0)), constant_values=first)[:, :-1]

        found, beside = [], []
        for side in range(SIDES):
            way = slice(None, None, 1 if side == 0 else -1)
            near, near_known = before(tokens[:, way], self.words), before(known[:, way], True)
            far, far_known = before(near, self.words), before(near_known, False)
            one = np.where(near_known, context_key(side, None, near, self.words), -1)
            two = np.where(near_known & far_known, context_key(side, far, near, self.words), -1)
            found += [one[:, way], two[:, way]]
            beside.append((near[:, way], near_known[:, way]))
        (left, left_known), (right, right_known) = beside
        found.append(np.where(left_known & right_known, context_key(SIDES, left, right, self.words), -1))
        return np.stack(found, -1)

    def _named(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Keys (n,) of one family to the words their contexts name:

        (cell, word, share) of each, and the sum of each cell's shares (n,)."""
        row = np.searchsorted(self.keys, keys).clip(max=len(self.keys) - 1)
        start = self.starts[row]
        count = np.where((self.keys[row] == keys) & (keys >= 0), self.starts[row + 1] - start, 0)
        cell = np.repeat(np.arange(len(keys)), count)
        entry = np.arange(len(cell)) + (start + count - count.cumsum())[cell]
        share = np.exp(self.shares[entry].astype(np.float32) / -FINENESS)
        mass = np.bincount(cell, share, len(keys)).astype(np.float32)
        shrink = np.minimum((1 - LEAST) / np.maximum(mass, LEAST), 1.0).astype(np.float32)
        return cell, self.columns[entry].astype(np.int64), share * shrink[cell], mass * shrink

    def lookup(self, keys: np.ndarray) -> NgramLookup:
        """Keys (n, FAMILIES) to what each voice makes of every word's odds.

        For a side that is log p(word | side) - log p(word); for both sides, what they know more together than each
        alone. Only words that a context names are computed: to the others it says the same, but for how they stand
        beside strangers."""
        at, word, part, masses = zip(*(self._named(keys[:, family]) for family in range(FAMILIES)), strict=True)
        mass = np.stack(masses, 1)
        left = 1 - mass
        rest = left[:, [0, 2]]  # what pairs leave to words not seen with the neighbour
        known = keys[:, [0, 2]] >= 0
        worth = [p * self.rarity[w] for p, w in zip(part, word, strict=True)]
        seen = np.zeros((len(keys), SIDES, self.words), dtype=np.float32)  # what pairs give the words that were
        for side in range(SIDES):
            seen[at[2 * side], side, word[2 * side]] = worth[2 * side]

        def beside(side: int, family: int) -> np.ndarray:
            """p(word | neighbour) / p(word) of the words that a family names."""
            return unseen(side, family) + seen[at[family], side, word[family]]

        def unseen(side: int, family: int) -> np.ndarray:
            """The part of it that the neighbour leaves to all words."""
            return rest[at[family], side] * np.where(known[at[family], side], self.stranger[word[family]], 1.0)

        # both neighbours, each for itself: the product of what they say, its sum over all words found without visiting
        # those that neither names
        alone = np.where(known.all(1), self.strangers, 1.0) * rest.prod(1)
        alone += np.bincount(at[0], part[0] * unseen(1, 0), len(keys))
        alone += np.bincount(at[2], part[2] * beside(0, 2), len(keys))
        apart = np.exp(self.single[word[4]]) * beside(0, 4) * beside(1, 4) / alone[at[4]]
        more = [  # what each named word gets more than the rest, as a share of it
            worth[0] / unseen(0, 0),
            worth[1] / (left[at[1], 1] * beside(0, 1)),
            worth[2] / unseen(1, 2),
            worth[3] / (left[at[3], 3] * beside(1, 3)),
            part[4] / (left[at[4], 4] * apart),
        ]
        cells = np.concatenate(at)
        voices = np.concatenate([np.full_like(place, number // 2) for number, place in enumerate(at)])
        level = np.concatenate([np.log(rest * left[:, [1, 3]]), np.log(left[:, 4:])], 1)
        return NgramLookup(
            level,
            known.astype(np.float32),
            cells * self.words + np.concatenate(word),
            cells * VOICES + voices,
            np.log1p(np.concatenate(more)).astype(np.float32),
            mass,
        )
