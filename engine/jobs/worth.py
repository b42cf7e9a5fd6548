"""How likely a drafted sentence can be used as it is: by the likelihood of its new words, by how well new and kept
words fit each other, by how often it says a word twice, and by the verdict of a critic.

The critic is the sentence network with a few numbers of its own, which it learned from marked drafts; what else counts
was weighed by logistic regression from 918 drafts of sixty prompts, each marked as usable or not by an editor who saw
nothing else (large language models; docs/SENTENCES.md). Only the order of drafts of one prompt means anything."""

from collections.abc import Sequence

import numpy as np

from engine.sampling.cells import Cells, Predictor
from engine.sampling.draw import log_softmax
from engine.sampling.windows import predict_anywhere

LIKELY = 0.8  # for a nat of the new words, in the mean, under MAC
NEW, KEPT = 0.37, 0.69  # for a nat of the new and of the kept words, in the mean, each given nearly all others
TWICE = -2.3  # for each word that stands there again
PROMISING = 1.2  # for NEW, as long as the nats under MAC are not known
COMMON = 150  # of the most frequent words, which may well stand twice
CRITIC = "critic"  # asked for like a method's network; it is the same for all methods, and for all models of its words
VERDICT = (0, 1)  # the words whose odds in a blank after a draft are the critic's: nats for it, against it
APART = 3  # every third word is asked about at a time


def features(mac: Predictor, cells: Cells, tokens: np.ndarray) -> np.ndarray:
    """Of drafts (B, 1, T): how well new words fit, how well kept ones do, and how many stand there again, (B, 3)."""
    free = cells.free[0]
    fits = fit(mac, cells, tokens)
    new, kept = (fits[:, words].mean(1) if words.any() else np.zeros(len(fits)) for words in (free, ~free))
    twice = [repeated(draft, mac.card["vocabulary"]) for draft in tokens[:, 0]]
    return np.stack([new, kept, np.array(twice)], -1)


def promise(found: np.ndarray) -> np.ndarray:
    """What drafts of such features (B, 3) are worth as far as it is known without their nats."""
    return found @ np.array([PROMISING, KEPT, TWICE])


def worth(found: np.ndarray, nats: np.ndarray, new_words: int) -> np.ndarray:
    """What drafts of such features (B, 3) are worth whose new words have so many exact nats (B,) under MAC."""
    return found @ np.array([NEW, KEPT, TWICE]) - LIKELY * nats / max(1, new_words)


def as_judged(tokens: np.ndarray, free: np.ndarray, blank: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(tokens, shown, wanted), each (B, 1, T + 1), as the critic reads drafts (B, 1, T) whose free words (B or 1, 1, T)
    are new: those without trust, and after the end a blank, which is asked about."""
    wide = ((0, 0), (0, 0), (0, 1))
    shown = np.pad(np.broadcast_to(~free, tokens.shape), wide)
    behind = np.arange(shown.shape[-1]) == tokens.shape[-1]
    return np.pad(tokens, wide, constant_values=blank), shown, np.broadcast_to(behind, shown.shape)


def verdicts(critic: Predictor, cells: Cells, tokens: np.ndarray) -> np.ndarray:
    """The critic's verdicts (B,) on drafts (B, 1, T), in nats; on a long one by its last words."""
    x, shown, wanted = as_judged(tokens, cells.free[None], cells.vocabulary)
    side = np.pad(cells.side, ((0, 1), (0, 0)), constant_values=-1)
    logits = predict_anywhere(critic, cells.rules, x, shown, side, wanted)[:, 0, -1]
    return logits[:, VERDICT[0]] - logits[:, VERDICT[1]]


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


def less_common(tokens: np.ndarray, vocabulary: tuple[str, ...]) -> tuple[str, ...]:
    """The words (T,) that are not among the most frequent ones, in lower case."""
    return tuple(vocabulary[token].casefold() for token in tokens if COMMON <= token < len(vocabulary))


def repeated(tokens: np.ndarray, vocabulary: tuple[str, ...]) -> int:
    """How many of the less common words stood there before, in whatever case."""
    words = less_common(tokens, vocabulary)
    return len(words) - len(set(words))


def different_first(order: Sequence[int], tokens: np.ndarray, vocabulary: tuple[str, ...]) -> list[int]:
    """An order of drafts (B, 1, T) in which those come last that differ from an earlier one by common words only."""
    said = [less_common(draft, vocabulary) or tuple(draft) for draft in tokens[:, 0]]
    first = {said[number]: number for number in reversed(order)}
    return sorted(order, key=lambda number: first[said[number]] != number)
