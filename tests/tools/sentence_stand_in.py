"""A stand-in for the sentence network: a few sentences, and which word follows which in them.

For screenshots and tests without weights."""

import itertools
import time
from typing import Any

import numpy as np

from engine.canvas.text import tokenise

TEXT = (
    "The tour was a great success, and the band said they would come back next year.",
    "The tour was a complete disaster, and the band said they would never play there again.",
    "The tour was a total disaster, and the band said they would not be back soon.",
    "The show was such a disaster that the band said it would not try it again.",
    "The tour was a financial disaster, and the fans said they would have to go home.",
    "Thousands of fans had waited in the rain outside the stadium.",
    "Their manager, back in the city, would not say why.",
    "The children play in the park, and their parents hope for peace next year.",
    "The soldiers fight in the war, and their parents hope for news next week.",
    "They said the war would be long, but they knew that they could win it.",
    "They said the play would be fun, but they knew that it could not go on.",
    "The children were at play when the news of the game came.",
    "The soldiers were at war when the news of the battle came.",
    "She said the plan was a success, but he said it was a mistake.",
    "He had a great time there, and she would go back again.",
    "It was not good news for the company, but the market did not fall.",
)
ROWS = tuple(tokenise(line) for line in TEXT)
WORDS = tuple(sorted({word for row in ROWS for word in row}))
INDEX = {word: place for place, word in enumerate(WORDS)}


def _pairs() -> np.ndarray:
    """(K, K): how often one word follows another in the sentences."""
    table = np.zeros((len(WORDS), len(WORDS)), dtype=np.float32)
    for row in ROWS:
        for first, second in itertools.pairwise(row):
            table[INDEX[first], INDEX[second]] += 1
    return table


PAIRS = np.log1p(8 * _pairs())
COMMON = np.log1p(np.array([sum(row.count(word) for row in ROWS) for word in WORDS], dtype=np.float32))


class SentenceStandIn:
    """Likes words that stand beside the neighbours in its sentences. Not language, but it moves like it."""

    vocabulary = len(WORDS)
    length = 64

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds  # how long one call pretends to take
        self.card: dict[str, object] = {"name": "stand-in", "vocabulary": list(WORDS)}

    def __call__(
        self, tokens: np.ndarray, shown: np.ndarray, side: np.ndarray, *_more: Any, **_named: Any
    ) -> np.ndarray:
        """Logits (B, 1, T, vocabulary)."""
        if self._seconds:
            time.sleep(self._seconds)
        size = len(WORDS)
        row = tokens[:, 0]
        logits = np.zeros((*row.shape, size), dtype=np.float32) + 0.3 * COMMON
        known = row < size
        safe = np.where(known, row, 0)
        logits[:, 1:] += 1.6 * PAIRS[safe[:, :-1]] * known[:, :-1, None]
        logits[:, :-1] += 1.6 * PAIRS.T[safe[:, 1:]] * known[:, 1:, None]
        return logits[:, None]
