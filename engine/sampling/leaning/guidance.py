"""Keeping to a chosen key on a page without kept notes: classifier-free guidance, the network's odds in the key carried
beyond its odds without one."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from engine.sampling.cells import Cells, Predictor
from engine.sampling.music_cells import KEY, knows_keys
from engine.sampling.options import Value


class KeyGuided:
    """A predictor that is asked twice, in the key and without one: logits (1 + weight) in it - weight without."""

    def __init__(self, predict: Predictor, weight: float) -> None:
        self.predict, self.weight = predict, weight
        self.vocabulary, self.length, self.card = predict.vocabulary, predict.length, predict.card
        self.pool = ThreadPoolExecutor(2)

    def __call__(
        self,
        tokens: np.ndarray,
        shown: np.ndarray,
        side: np.ndarray,
        step: np.ndarray | None = None,
        mode: np.ndarray | None = None,
        wanted: np.ndarray | None = None,
    ) -> np.ndarray:
        keyless = side.copy()
        keyless[:, KEY] = 0
        in_key, free = self.pool.map(
            lambda known: self.predict(tokens, shown, known, step, mode, wanted), (side, keyless)
        )
        return in_key + self.weight * (in_key - free)


def guided(predict: Predictor, cells: Cells, options: Mapping[str, Value]) -> Predictor:
    """The predictor, guided to the page's key where the option asks for it and no kept note says what the key is."""
    weight = float(options.get("key_guidance", 0.0))
    if weight == 0 or cells.pinned.any() or not (knows_keys(predict.card) and cells.side[:, KEY].any()):
        return predict
    return KeyGuided(predict, weight)
