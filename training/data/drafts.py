"""Drafts of the sentence network beside what an author wrote, for the critic to learn from: sentences of the user's
folder with some words hidden as a writer would hide them, and several rewrites of each.

A line of the file is one prompt: the author's words, which of them were hidden, and the drafts, all as tokens. A file
that was cut short is gone on with."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.text import Sentence
from engine.errors import PalimpsestError
from engine.jobs.job import Models, run
from engine.jobs.request import Done, Failed, Request
from engine.sampling.tidy import TidyRules

Rng = np.random.Generator
LENGTHS = range(7, 27)  # words of a prompt, signs included
DRAFTS = 4  # of one prompt
# As MAC draws from its own odds: cooler drafts would give themselves away by bland words, not by what does not fit.
METHOD, OPTIONS = "mac", {"pool": 1, "temperature": 1.0, "polish": 0}


@dataclass(frozen=True)
class Prompt:
    """An author's tokens (L,), which of them are hidden (L,), and drafts (n, L) that have other words there."""

    tokens: np.ndarray
    free: np.ndarray
    drafts: np.ndarray

    def line(self) -> str:
        """The prompt as a line of a file."""
        return json.dumps([self.tokens.tolist(), np.flatnonzero(self.free).tolist(), self.drafts.tolist()])

    @classmethod
    def read(cls, line: str) -> "Prompt":
        """The prompt of a line."""
        tokens, hidden, drafts = json.loads(line)
        free = np.zeros(len(tokens), dtype=bool)
        free[hidden] = True
        return cls(np.array(tokens), free, np.array(drafts, dtype=np.int64).reshape(-1, len(tokens)))


def gaps(rng: Rng, length: int) -> np.ndarray:
    """One to three runs of one to five hidden words."""
    free = np.zeros(length, dtype=bool)
    for _ in range(rng.integers(1, 4)):
        start = rng.integers(0, length - 1)
        free[start : start + rng.integers(1, 6)] = True
    return free


def second_half(rng: Rng, length: int) -> np.ndarray:
    """All from a place around the middle on."""
    return np.arange(length) >= rng.integers(length // 3, length - 3)


def few_kept(rng: Rng, length: int) -> np.ndarray:
    """All but one to three words."""
    free = np.ones(length, dtype=bool)
    free[rng.permutation(length - 1)[: rng.integers(1, 4)]] = False
    return free


HIDING: tuple[Callable[[Rng, int], np.ndarray], ...] = (gaps, gaps, second_half, few_kept)


def hidden_words(rng: Rng, length: int) -> np.ndarray:
    """Bool (L,): the words of a sentence that a writer might have rewritten; its end sign is kept."""
    free = HIDING[rng.integers(len(HIDING))](rng, length)
    free[-1] = False
    return free


def prompts(sentences: dict[int, np.ndarray], vocabulary: tuple[str, ...], seed: int) -> Iterator[Prompt]:
    """Sentences with hidden words and no drafts yet, without end. What an author hides must be what a draft may be: a
    sentence with quotes there would give itself away."""
    lengths = [length for length in sentences if length in LENGTHS]
    share = np.array([len(sentences[length]) for length in lengths], dtype=float)
    for number in range(2**31):
        rng = np.random.default_rng((seed, number))
        length = lengths[rng.choice(len(lengths), p=share / share.sum())]
        rows = sentences[length]
        tokens, free = rows[rng.integers(len(rows))].astype(np.int64), hidden_words(rng, length)
        words = tuple(vocabulary[token] for token in tokens)
        rules = TidyRules(vocabulary, words, ~free)
        if free.any() and not rules.broken(tokens[None, None], free[None, None]).any():
            yield Prompt(tokens, free, np.zeros((0, length), dtype=np.int64))


def drafted(prompt: Prompt, vocabulary: tuple[str, ...], number: int, models: Models | None = None) -> Prompt:
    """The prompt with its drafts, those that say what the author said left out; `models` stand in for the shipped."""
    index = {word: token for token, word in enumerate(vocabulary)}
    words = tuple(vocabulary[token] for token in prompt.tokens)
    mask = Mask.from_array(np.where(prompt.free, Brush.REWRITE, Brush.KEEP)[None])
    request = Request(Sentence(words), mask, METHOD, OPTIONS, DRAFTS, number)
    *_, last = run(request, models=models)
    if not isinstance(last, Done):
        raise PalimpsestError(last.sentence if isinstance(last, Failed) else "The drafts were not finished.")
    found = {tuple(index[word] for word in canvas.words) for canvas in last.canvases if isinstance(canvas, Sentence)}
    others = sorted(found - {tuple(prompt.tokens.tolist())})
    return Prompt(prompt.tokens, prompt.free, np.array(others, dtype=np.int64).reshape(-1, len(words)))


def write(
    path: Path, sentences: dict[int, np.ndarray], vocabulary: tuple[str, ...], count: int, seed: int
) -> Iterator[int]:
    """Write drafts of `count` prompts to a file, or go on with it; yields how many there are after each."""
    done = read(path) if path.exists() else []
    path.write_text("".join(prompt.line() + "\n" for prompt in done), encoding="utf-8")  # without a line cut short
    with path.open("a", encoding="utf-8") as file:
        for number, prompt in zip(range(count), prompts(sentences, vocabulary, seed), strict=False):
            if number >= len(done):
                file.write(drafted(prompt, vocabulary, number).line() + "\n")
                file.flush()
                yield number + 1


def read(path: Path) -> list[Prompt]:
    """The prompts of a file; a last line that was cut short is left out."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [Prompt.read(line) for line in lines if line.endswith("\n")]
