"""Table 3 of the SUNMASK paper, counted: two words are pinned in a sentence, only which of them is trusted changes, and
the words around them lean towards one.

A word leans by how much oftener it shares a training sentence with the one than with the other (pointwise mutual
information, shrunk). The places of the two words are those of the paper's samples; lengths are four of the held-out
text's."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.text import BLANK_WORD, Sentence
from engine.jobs.job import Models
from training.evaluation.jsb import Recipe
from training.evaluation.section import Rows
from training.evaluation.text.sentences import News, written

PAIRS = (
    ("success", "disaster"),
    ("celebration", "crime"),
    ("war", "play"),
    ("football", "hospital"),
    ("music", "court"),
    ("school", "oil"),
    ("film", "tax"),
    ("baby", "army"),
    ("food", "vote"),
    ("match", "bank"),
    ("wedding", "murder"),
    ("weather", "trial"),
    ("game", "minister"),
)
PLACES = (6, 12)
SHARES = (0.125, 0.375, 0.625, 0.875)  # of the held-out lengths
SHRINK = 5.0  # sentences' worth of no association
FLIPS = 10_000
SHOWN = 2  # sentences of each side that are kept as samples
RECIPE = Recipe("SUNMASK, 32 steps", "sunmask", {"steps": 32})


@dataclass(frozen=True)
class Company:
    """Which words share sentences in the training text."""

    training: dict[int, np.ndarray]
    size: int

    def _sentences_with(self, each: list[np.ndarray]) -> np.ndarray:
        """In how many of the sentences each word occurs."""
        total = np.zeros(self.size)
        for rows in each:
            words = np.sort(rows, axis=1)
            first = np.diff(words, axis=1, prepend=-1) > 0
            total += np.bincount(words[first], minlength=self.size)
        return total

    @cached_property
    def usual(self) -> np.ndarray:
        """In how many training sentences each word occurs."""
        return self._sentences_with(list(self.training.values()))

    def pull(self, word: int) -> np.ndarray:
        """Shrunk pointwise mutual information of each word with one."""
        beside = self._sentences_with([rows[(rows == word).any(1)] for rows in self.training.values()])
        expected = self.usual * self.usual[word] / sum(map(len, self.training.values()))
        return np.log((beside + SHRINK) / (expected + SHRINK))


def lean(sentence: np.ndarray, pull: np.ndarray, own: tuple[int, ...]) -> float:
    """The mean pull on a sentence's words, the pair's own left out."""
    rest = sentence[~np.isin(sentence, own)]
    return float(pull[rest].mean()) if len(rest) else 0.0


def flipped(differences: np.ndarray, rng: np.random.Generator) -> float:
    """Two-sided p of a mean difference between the halves of pairs, by turning pairs round at random."""
    signs = rng.integers(0, 2, (FLIPS, len(differences)), dtype=np.int8) * 2 - 1
    chance = np.abs(signs @ differences)
    return float((1 + (chance >= abs(differences.sum()) - 1e-12).sum()) / (1 + FLIPS))


def page(pair: tuple[str, str], trusted: int, length: int) -> tuple[Sentence, Mask]:
    """A blank sentence with both words pinned, one of them kept and the other whispered."""
    words, mask = [BLANK_WORD] * length, Mask.filled(1, length, Brush.REWRITE)
    for which, place in enumerate(PLACES):
        words[place] = pair[which]
        mask = mask.paint(Brush.KEEP if which == trusted else Brush.WHISPER, 0, place, place + 1)
    return Sentence(tuple(words)), mask


def both_sides(
    pair: tuple[str, str], lengths: list[int], count: int, seed: int, news: News, models: Models
) -> list[list[np.ndarray]]:
    """`count` sentences with the first word trusted and as many with the second; the k-th of both has the same
    length and random source, which no other has."""
    each = [count // len(lengths) + (k < count % len(lengths)) for k in range(len(lengths))]
    sides = []
    for trusted in (0, 1):
        side: list[np.ndarray] = []
        for length, number in zip(lengths, each, strict=True):
            sentence, mask = page(pair, trusted, length)
            side.extend(
                news.numbers(words) for words in written(RECIPE, sentence, mask, number, seed + len(side), models)
            )
        sides.append(side)
    return sides


def measure(news: News, count: int, seed: int, models: Models) -> Rows:
    """A row for each pair, and one for all of them together."""
    lengths = [max(max(PLACES) + 2, int(n)) for n in np.quantile([len(s) for s in news.held_out], SHARES)]
    company = Company(news.training, len(news.vocabulary))
    rng = np.random.default_rng(seed)
    rows: Rows = []
    every = []
    for number, pair in enumerate(p for p in PAIRS if news.index.keys() >= set(p)):
        own = (news.index[pair[0]], news.index[pair[1]])
        pull = company.pull(own[0]) - company.pull(own[1])
        sides = both_sides(
            pair, lengths, count, seed + number * count, news, models
        )  # random sources shared by pairs would make them agree by chance
        leans = np.array([[lean(s, pull, own) for s in side] for side in sides])
        every.append(leans[0] - leans[1])
        rows.append(
            {
                "label": " / ".join(pair),
                "count": count,
                "leans": leans.mean(1).tolist(),
                **effect(every[-1], rng),
                "real": _real(news, pull, own),
                "samples": [[news.text(s) for s in side[:SHOWN]] for side in sides],
            }
        )
        print(rows[-1]["label"], round(rows[-1]["effect"], 3), rows[-1]["p"], flush=True)
    if every:
        rows.append(
            {"label": "all together", "count": count, "pairs": len(every), **effect(np.concatenate(every), rng)}
        )
    return rows


def effect(differences: np.ndarray, rng: np.random.Generator) -> dict[str, Any]:
    """Mean difference of the lean, its standard error and p."""
    error = float(differences.std(ddof=1) / np.sqrt(len(differences))) if len(differences) > 1 else float("nan")
    return {"effect": float(differences.mean()), "error": error, "p": flipped(differences, rng)}


def _real(news: News, pull: np.ndarray, own: tuple[int, int]) -> float | None:
    """The same difference between held-out sentences that have only the first word and those that have only the
    second; None where there are few."""
    leans: tuple[list[float], list[float]] = ([], [])
    for sentence in news.held_out:
        has = [bool((sentence == word).any()) for word in own]
        if has[0] != has[1]:
            leans[has.index(True)].append(lean(sentence, pull, own))
    return float(np.mean(leans[0]) - np.mean(leans[1])) if min(map(len, leans)) >= 5 else None
