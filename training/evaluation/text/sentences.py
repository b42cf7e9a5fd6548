"""What the sentence evaluation uses: held-out and training sentences as numbers, the trigram baseline, and sentences
written through engine.jobs.job."""

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.text import BLANK_WORD, Sentence, detokenise
from engine.errors import ModelError, PalimpsestError
from engine.jobs.job import Models
from engine.jobs.models import load_predictor
from engine.jobs.request import Request
from engine.sampling.cells import Predictor
from engine.sampling.options import MAX_COUNT
from training.data.news import read_part, read_vocabulary
from training.evaluation.jsb import Recipe, generate
from training.evaluation.text.narrowed import narrowed
from training.evaluation.text.trigram import Trigram

TRIGRAM = "trigram"
# what is measured is neither chosen among several, nor kept to a rule, nor polished
UNSELECTED = {"pool": 1, "tidy": False, "polish": 0}


@dataclass(frozen=True)
class News:
    """A folder of news text: its words, and the sentences of a part as rows by length."""

    folder: Path
    part: str
    vocabulary: tuple[str, ...]

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.vocabulary)}

    @cached_property
    def training(self) -> dict[int, np.ndarray]:
        """The training sentences, {length: (sentences, length)}."""
        return read_part(self.folder, "train", self.vocabulary)

    @cached_property
    def held_out(self) -> list[np.ndarray]:
        """The sentences of the part, shortest first."""
        return [
            row.astype(np.int64) for rows in read_part(self.folder, self.part, self.vocabulary).values() for row in rows
        ]

    @cached_property
    def trigram(self) -> Trigram:
        """The trigram model of the training text."""
        return Trigram(self.training, len(self.vocabulary))

    def drawn(self, count: int, seed: int) -> list[np.ndarray]:
        """So many held-out sentences at random, or all there are."""
        order = np.random.default_rng(seed).permutation(len(self.held_out))[:count]
        return [self.held_out[k] for k in order]

    def real(self, count: int, seed: int) -> list[np.ndarray]:
        """Sentences of another part of the same kind of text, to be scored as if a model had written them: valid for
        test, the file train_emnlp* for valid."""
        try:
            found = [
                row
                for rows in read_part(
                    self.folder, {"test": "valid", "valid": "train_emnlp"}[self.part], self.vocabulary
                ).values()
                for row in rows
            ]
        except PalimpsestError:
            return []
        return [found[k] for k in np.random.default_rng(seed).permutation(len(found))[:count]]

    def trained_on(self, lengths: Counter[int], seed: int) -> list[np.ndarray]:
        """Training sentences of these lengths."""
        rng = np.random.default_rng(seed)
        return [
            row
            for length, count in sorted(lengths.items())
            for row in self.training[length][rng.permutation(len(self.training[length]))[:count]]
        ]

    def text(self, tokens: Iterable[int]) -> str:
        """A sentence as the user writes it."""
        return detokenise(self.vocabulary[token] for token in tokens)

    def numbers(self, words: Iterable[str]) -> np.ndarray:
        """A sentence as numbers."""
        return np.array([self.index[word] for word in words], dtype=np.int64)


@lru_cache(maxsize=1)
def read_news(folder: Path, part: str) -> News:
    """The folder, read once."""
    return News(folder, part, read_vocabulary(folder))


def news_of(args: argparse.Namespace) -> News:
    """The folder that the flags name."""
    if not args.data:
        raise SystemExit(
            "Name the folder of news text with --data DIR; README.md says where the public files are found."
        )
    try:
        return read_news(args.data, args.part)
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None


def network(method: str, news: News) -> Predictor:
    """A method's network, kept to the folder's words."""
    try:
        return narrowed(load_predictor("text", method), news.vocabulary)
    except ModelError as error:
        raise SystemExit(str(error)) from None


def networks(news: News) -> Models:
    """The networks as a job asks for them, kept to the folder's words."""
    return lambda modality, method: network(method, news)


def wanted(args: argparse.Namespace, name: str) -> bool:
    """Whether a row that needs no network is asked for: always, unless --method names others only."""
    return not args.method or name in args.method


def lengths_of(sentences: Sequence[np.ndarray]) -> Counter[int]:
    """How many sentences there are of each length."""
    return Counter(len(sentence) for sentence in sentences)


def written(
    recipe: Recipe, sentence: Sentence, mask: Mask, count: int, seed: int, models: Models
) -> list[tuple[str, ...]]:
    """`count` alternatives for one page, as many in one job as it takes; none depends on how many there are."""
    found: list[tuple[str, ...]] = []
    while len(found) < count:
        options = {**UNSELECTED, **recipe.options}
        request = Request(sentence, mask, recipe.method, options, min(MAX_COUNT, count - len(found)), seed + len(found))
        found.extend(canvas.words for canvas in generate(request, models).canvases if isinstance(canvas, Sentence))
    return found


def samples(
    recipe: Recipe, lengths: Counter[int], seed: int, news: News, models: Models
) -> tuple[list[np.ndarray], float]:
    """(sentences from scratch with these lengths, seconds per sentence once the network is read)."""
    models("text", recipe.method)
    began = time.monotonic()
    found: list[np.ndarray] = []
    for length, count in sorted(lengths.items()):
        blank, mask = Sentence((BLANK_WORD,) * length), Mask.filled(1, length, Brush.REWRITE)
        found.extend(news.numbers(words) for words in written(recipe, blank, mask, count, seed + len(found), models))
    return found, (time.monotonic() - began) / len(found)


def trigram_samples(temperature: float, lengths: Counter[int], seed: int, news: News) -> tuple[list[np.ndarray], float]:
    """The same by the trigram."""
    model, rng = news.trigram, np.random.default_rng(seed)
    began = time.monotonic()
    found = [row for length, count in sorted(lengths.items()) for row in model.sample(length, count, temperature, rng)]
    return found, (time.monotonic() - began) / len(found)
