"""How likely a drafted sentence can be used as it is: by the likelihood of its new words, by how well new and kept
words fit each other, and by how often it says a word twice.

The weights were learned by logistic regression from 918 drafts of sixty prompts, each marked as usable or not by an
editor who saw nothing else (large language models; docs/SENTENCES.md). Only the order of drafts of one prompt means
anything."""

import numpy as np

from engine.sampling.cells import Cells, Predictor
from engine.sampling.draw import log_softmax
from engine.sampling.windows import predict_anywhere

LIKELY = 0.8  # for a nat of the new words, in the mean, under MAC
NEW, KEPT = 0.37, 0.69  # for a nat of the new and of the kept words, in the mean, each given nearly all others
TWICE = -2.3  # for each word that stands there again
COMMON = 150  # of the most frequent words, which may well stand twice
APART = 3  # every third word is asked about at a time


def worth(mac: Predictor, cells: Cells, tokens: np.ndarray, nats: np.ndarray) -> np.ndarray:
    """Of drafts (B, 1, T) whose new words, the free cells, have so many exact nats (B,) under MAC."""
    free = cells.free[0]
    fits = fit(mac, cells, tokens)
    new, kept = (fits[:, words].mean(1) if words.any() else np.zeros(len(fits)) for words in (free, ~free))
    twice = [repeated(draft, mac.card["vocabulary"]) for draft in tokens[:, 0]]
    return np.asarray(TWICE * np.array(twice) - LIKELY * nats / max(1, free.sum()) + NEW * new + KEPT * kept)


def fit(mac: Predictor, cells: Cells, tokens: np.ndarray) -> np.ndarray:
    """Log-probabilities (B, T) of each word given all others but every third; 0 for words the network cannot write."""
    batch, _, steps = tokens.shape
    place = np.arange(steps)
    shown = np.tile((place % APART != np.arange(APART)[:, None])[:, None], (batch, 1, 1))
    asked = np.where(shown, np.repeat(tokens, APART, 0), cells.vocabulary)
    logits = predict_anywhere(mac, cells.rules, asked, shown, cells.side, ~shown)
    rows = log_softmax(logits.reshape(batch, APART, steps, -1)[:, place % APART, place])
    known = tokens[:, 0] < cells.vocabulary
    found = np.take_along_axis(rows, np.where(known, tokens[:, 0], 0)[..., None], -1)[..., 0]
    return np.where(known, found, 0.0)


def repeated(tokens: np.ndarray, vocabulary: tuple[str, ...]) -> int:
    """How many of the words, less common ones, stood there before, in whatever case."""
    words = [vocabulary[token].casefold() for token in tokens if COMMON <= token < len(vocabulary)]
    return len(words) - len(set(words))
