"""Guessing hidden words of a held-out sentence from the shown ones: which are hidden, and the rank of the true word
under a network or the trigram."""

from collections.abc import Sequence

import numpy as np

from engine.sampling.cells import Predictor
from engine.sampling.draw import log_softmax, pick
from engine.sampling.ordered import kept_mode
from training.evaluation.text.trigram import Trigram

HIDDEN: dict[str, int | float] = {"1 word": 1, "3 words": 3, "5 words": 5, "half": 0.5}
BATCH = 32  # sentences in one network call
DRAWS = 8  # fillings over which a noise-trained network is averaged


def places_to_hide(sentences: Sequence[np.ndarray], amount: int | float, seed: int) -> list[np.ndarray]:
    """For each sentence a bool array: so many words hidden at random, or such a share of them."""
    rng = np.random.default_rng((seed, int(amount * 100)))
    return [rng.permutation(len(s)) < (amount if amount >= 1 else round(amount * len(s))) for s in sentences]


def ranks(odds: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """How many words are more likely than the true one; odds (n, words), truth (n,)."""
    return (odds > np.take_along_axis(odds, truth[:, None], 1)).sum(1)


def trigram_ranks(trigram: Trigram, sentences: Sequence[np.ndarray], hidden: Sequence[np.ndarray]) -> np.ndarray:
    """The rank of every hidden word under the trigram infiller."""
    return np.concatenate([ranks(trigram.infill(s, h), s[h]) for s, h in zip(sentences, hidden, strict=True)])


def blank_odds(predict: Predictor, x: np.ndarray, hidden: np.ndarray, staged: bool) -> np.ndarray:
    """Log-probabilities (hidden words, words) of blank-trained networks, all hidden words blank at once; x and
    hidden (n, 1, length)."""
    stage = {}
    if staged:
        stage = {
            "step": ((~hidden).sum((1, 2)) + 1) / hidden[0].size,
            "mode": np.array([kept_mode(~h) for h in hidden]),
        }
    side = np.zeros((x.shape[-1], 0), dtype=np.int64)
    return log_softmax(predict(np.where(hidden, predict.vocabulary, x), ~hidden, side, **stage, wanted=hidden)[hidden])


def noise_odds(
    predict: Predictor, x: np.ndarray, hidden: np.ndarray, trusted: bool, rng: np.random.Generator
) -> np.ndarray:
    """Probabilities (hidden words, words) of noise-trained networks: two steps from noise, as in training, averaged
    over some draws."""
    side = np.zeros((x.shape[-1], 0), dtype=np.int64)
    shown = ~hidden if trusted else np.zeros_like(hidden)
    total = np.zeros((int(hidden.sum()), predict.vocabulary))
    for _ in range(DRAWS):
        canvas = np.where(hidden, rng.integers(0, predict.vocabulary, x.shape), x)
        canvas[hidden] = pick(log_softmax(predict(canvas, shown, side, wanted=hidden)[hidden]), rng.random(len(total)))
        total += np.exp(log_softmax(predict(canvas, shown, side, wanted=hidden)[hidden]))
    return total / DRAWS


def network_ranks(
    method: str, predict: Predictor, sentences: Sequence[np.ndarray], hidden: Sequence[np.ndarray], seed: int
) -> np.ndarray:
    """The rank of every hidden word under a method's network, by length and then in the sentences' order."""
    rng = np.random.default_rng(seed)
    lengths = np.array([len(s) for s in sentences])
    found = []
    for length in np.unique(lengths):
        same = np.flatnonzero(lengths == length)
        for first in range(0, len(same), BATCH):
            x = np.stack([sentences[k] for k in same[first : first + BATCH]])[:, None]
            h = np.stack([hidden[k] for k in same[first : first + BATCH]])[:, None]
            if method in ("sunmask", "sundae"):
                odds = noise_odds(predict, x, h, method == "sunmask", rng)
            else:
                odds = blank_odds(predict, x, h, method == "sfarm")
            found.append(ranks(odds, x[h]))
    return np.concatenate(found)
