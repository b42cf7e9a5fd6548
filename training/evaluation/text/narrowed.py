"""A network that knows more words than a folder of text, kept to that folder's: all other words' logits are left out
before the softmax, so that perplexities, guesses and samples compare with networks of the smaller vocabulary."""

from typing import Any

import numpy as np

from engine.errors import ModelError
from engine.sampling.cells import Predictor


class Narrowed:
    """A predictor over some of another's words, in their own order; BLANK follows them, as everywhere."""

    def __init__(self, predict: Predictor, words: tuple[str, ...]) -> None:
        place = {word: number for number, word in enumerate(predict.card.get("vocabulary", ()))}
        missing = [word for word in words if word not in place]
        if missing:
            raise ModelError(
                f"The text network does not know {len(missing):,} of this folder's words, “{missing[0]}” for one; it"
                " was trained on another vocabulary."
            )
        self.predict, self.length = predict, predict.length
        self.vocabulary = len(words)
        self.card: dict[str, Any] = {**predict.card, "vocabulary": words}
        self._ids = np.array([place[word] for word in words])
        self._read = np.append(self._ids, [predict.vocabulary, predict.vocabulary + 1])  # BLANK and UNKNOWN

    def __call__(
        self,
        tokens: np.ndarray,
        shown: np.ndarray,
        side: np.ndarray,
        step: np.ndarray | None = None,
        mode: np.ndarray | None = None,
        wanted: np.ndarray | None = None,
    ) -> np.ndarray:
        return self.predict(self._read[tokens], shown, side, step, mode, wanted)[..., self._ids]


def narrowed(predict: Predictor, words: tuple[str, ...]) -> Predictor:
    """The predictor itself where it has just these words, else kept to them."""
    return predict if tuple(predict.card.get("vocabulary", ())) == words else Narrowed(predict, words)
