"""Parallel rewriting with an annealed mask: SUNMASK, and its relatives SUNDAE and Coconet as switches of the same loop.

SUNMASK section 2.3 and eq. 1; the schedule of the mask is Coconet's, the triangular acceptance SUNDAE's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.cells import Cells, Predictor, State
from engine.draw import pick, shaped
from engine.options import Value
from engine.windows import predict_anywhere


@dataclass(frozen=True)
class Kind:
    """What tells the three relatives apart."""

    blank: bool = False  # hidden cells are shown as BLANK instead of their value
    mask_input: bool = True  # the network is told which cells to trust


def alpha(n: int, steps: int, a_min: float, a_max: float, eta: float) -> float:
    """The share of free cells re-opened at step n of `steps`."""
    return max(a_min, a_max - n * (a_max - a_min) / (eta * steps))


def acceptance(n: int, steps: int, shape: str, low: float, high: float) -> float:
    """The chance that a proposal is taken at step n: constant, or up to the middle and down again."""
    return high if shape == "constant" else low + (high - low) * (1 - abs(2 * n / steps - 1))


def balanced(chance: float, updates: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Active balance: the same mean chance over the free cells, more of it for those updated least often."""
    weight = 1.0 / (1.0 + updates)
    mean = (weight * free).sum((1, 2), keepdims=True) / max(1, free.sum())
    return np.minimum(1.0, chance * weight / np.maximum(mean, 1e-12))


def in_blocks(uniform: np.ndarray, grain: int) -> np.ndarray:
    """The same number for each block of `grain` steps of a row, so that a block is opened or left whole."""
    return np.repeat(uniform[..., ::grain], grain, axis=-1)[..., : uniform.shape[-1]]


def sample_annealed(predict: Predictor, cells: Cells, options: Mapping[str, Value], rngs: tuple[np.random.Generator, ...], kind: Kind) -> Iterator[State]:
    """One state a network call; the last holds the result. rngs: one random source for each alternative, which so depends on no other."""
    o = dict(options)
    steps, dwell = int(o["steps"]), int(o["dwell"])
    rows, length = cells.shape
    free, suggested, whispered = cells.free, cells.free & cells.trusted, cells.pinned & ~cells.trusted
    x = np.stack([np.where(free & ~suggested, rng.integers(0, cells.vocabulary, cells.shape), cells.tokens) for rng in rngs])
    # an unknown token has no value of its own to start from
    x = np.where(free & (x >= cells.vocabulary), 0, x)
    updates = np.zeros(x.shape, dtype=np.int64)
    shown = np.zeros(x.shape, dtype=bool)
    wanted = np.any(free, axis=0)
    logits = np.zeros(0)
    for n in range(steps + dwell):
        share = alpha(n, steps, float(o["a_min"]), float(o["a_max"]), float(o["eta"]))
        uniform = np.stack([rng.random((4, rows, length)) for rng in rngs])
        if n % int(o["mask_hold"]) == 0:
            shown = in_blocks(uniform[:, 0], int(o["grain"]) or cells.grain) >= share
        held = suggested if n < float(o["hold"]) * steps else np.zeros_like(suggested)
        seen = np.where(free, shown | held, ~whispered)
        if o["renoise"]:
            noise = np.stack([rng.integers(0, cells.vocabulary, cells.shape) for rng in rngs])
            x = np.where(free & ~seen, noise, x)
        told = seen if kind.mask_input else np.zeros_like(seen)
        canvas = np.where(seen | ~free, x, cells.vocabulary) if kind.blank else x
        logits = predict_anywhere(predict, cells.rules, canvas, told, cells.side, wanted)
        target = np.broadcast_to(free, x.shape) & (~seen if o["update"] == "masked" else ~held)
        chance: float | np.ndarray = acceptance(n, steps, str(o["accept"]), float(o["accept_low"]), float(o["accept_high"])) if n < steps else 1.0
        if o["balance"] and not isinstance(chance, np.ndarray):
            chance = balanced(chance, updates, free)
        taken = target & (uniform[:, 1] < chance)
        cells.rules.bar(logits, x, np.broadcast_to(cells.pinned, x.shape))
        x = _placed(x, taken, logits, uniform[:, 2], o)
        updates += taken
        if n == steps + dwell - 1:
            x = mend(x, logits, cells, uniform[:, 3], o)
        settled = np.where(free, (n + 1) / (steps + dwell) * (updates > 0), 1.0)
        yield State(n + 1, x, settled)


def _placed(x: np.ndarray, where: np.ndarray, logits: np.ndarray, uniform: np.ndarray, o: Mapping[str, Value]) -> np.ndarray:
    """Tokens with the cells of `where` sampled anew."""
    result = x.copy()
    logp = shaped(logits[where], float(o["temperature"]), int(o["top_k"]), float(o["top_p"]), float(o["typical"]))
    result[where] = pick(logp, uniform[where])
    return result


def mend(x: np.ndarray, logits: np.ndarray, cells: Cells, uniform: np.ndarray, o: Mapping[str, Value]) -> np.ndarray:
    """Tokens in which free cells that break a rule between neighbours are drawn again, left to right, until none is broken."""
    known = np.ones(x.shape, dtype=bool)
    for _ in range(x.shape[-1]):
        broken = cells.rules.broken(x, known) & cells.free
        if not broken.any():
            break
        first = broken & (np.cumsum(broken, axis=-1) == 1)
        allowed = logits.copy()
        cells.rules.bar(allowed, x, known & ~first)
        x = _placed(x, first, allowed, uniform, o)
    return x
