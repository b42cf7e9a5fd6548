"""Long canvases under a network of fixed length: windows slide, and each cell takes its logits from the window in which
it is most central."""

import numpy as np

from engine.sampling.cells import Predictor, Rules


def window_starts(steps: int, length: int) -> np.ndarray:
    """Starts of windows that cover `steps` cells, half a window apart."""
    hop = max(1, length // 2)
    return np.unique(np.minimum(np.arange(0, steps, hop), max(0, steps - length)))


def most_central(steps: int, length: int, starts: np.ndarray) -> np.ndarray:
    """For each cell the index of the window whose edges are farthest from it; the edges of the canvas are no edges."""
    place = np.arange(steps)[:, None]
    left = np.where(starts == 0, steps, place - starts)
    right = np.where(starts + length >= steps, steps, starts + length - 1 - place)
    margin = np.minimum(left, right)
    margin[(place < starts) | (place >= starts + length)] = -1
    return margin.argmax(1)


def predict_anywhere(
    predict: Predictor,
    rules: Rules,
    tokens: np.ndarray,
    shown: np.ndarray,
    side: np.ndarray,
    wanted: np.ndarray,
    step: np.ndarray | None = None,
    mode: np.ndarray | None = None,
) -> np.ndarray:
    """Logits (B, rows, T, vocabulary) for a canvas of any length; those of cells that are not wanted (bool, B x rows
    x T) may be anything finite, and windows without a wanted cell are left out."""
    steps = tokens.shape[-1]
    if steps <= predict.length:
        return predict(tokens, shown, side, step, mode, wanted)
    starts = window_starts(steps, predict.length)
    owner = most_central(steps, predict.length, starts)
    logits = np.zeros((*tokens.shape, predict.vocabulary), dtype=np.float32)
    for window in np.unique(owner[wanted.any((0, 1))]):
        start = int(starts[window])
        stop = start + predict.length
        seen = rules.enter(tokens[..., :stop], start)
        here = wanted & (owner == window)
        out = predict(seen, shown[..., start:stop], side[start:stop], step, mode, here[..., start:stop])
        mine = np.flatnonzero(owner == window)
        logits[:, :, mine] = out[:, :, mine - start]
    return logits
