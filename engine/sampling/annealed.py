"""Parallel rewriting with an annealed mask: SUNMASK, and its relatives SUNDAE and Coconet as switches of the same loop.

SUNMASK section 2.3 and eq. 1; the schedule of the mask is Coconet's, the triangular acceptance SUNDAE's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.sampling.cells import Cells, Predictor, State, in_blocks
from engine.sampling.options import Value
from engine.sampling.placing import agreed, corrected, placed
from engine.sampling.windows import predict_anywhere


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


def sample_annealed(
    predict: Predictor, cells: Cells, options: Mapping[str, Value], rngs: tuple[np.random.Generator, ...], kind: Kind
) -> Iterator[State]:
    """One state a network call; the last holds the result. rngs: one random source for each alternative, which so
    depends on no other."""
    o = dict(options)
    steps, dwell, grain = int(o["steps"]), int(o["dwell"]), int(o["grain"]) or cells.grain
    rows, length = cells.shape
    free, suggested, whispered = cells.free, cells.free & cells.trusted, cells.pinned & ~cells.trusted
    x = np.stack(
        [np.where(free & ~suggested, rng.integers(0, cells.vocabulary, cells.shape), cells.tokens) for rng in rngs]
    )
    # an unknown token has no value of its own to start from
    x = np.where(free & (x >= cells.vocabulary), 0, x)
    fresh = np.broadcast_to(free, x.shape).copy()
    if cells.head is not None:
        unwritten = cells.head.tokens >= cells.vocabulary
        x = np.where(unwritten, x, cells.head.tokens)
        fresh &= unwritten & ~suggested
    begun = cells.begun(steps + dwell)
    updates = np.zeros(x.shape, dtype=np.int64)
    shown = np.zeros(x.shape, dtype=bool)
    every = np.broadcast_to(free, x.shape)
    logits = np.zeros(0)

    def look(tokens: np.ndarray, seen: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        told = seen if kind.mask_input else np.zeros_like(seen)
        canvas = np.where(seen | ~free, tokens, cells.vocabulary) if kind.blank else tokens
        return predict_anywhere(predict, cells.rules, canvas, told, cells.side, wanted)

    for n in range(steps + dwell):
        share = alpha(n, steps, float(o["a_min"]), float(o["a_max"]), float(o["eta"]))
        uniform = np.stack([rng.random((4, rows, length)) for rng in rngs])
        settling = share <= float(o["a_min"])
        if n % int(o["mask_hold"]) == 0:
            shown = in_blocks(uniform[:, 0], grain) >= share
        held = suggested if n < float(o["hold"]) * steps else np.zeros_like(suggested)
        seen = np.where(free, shown | held, ~whispered)
        if cells.head is not None:
            seen &= ~fresh  # what the branch has not written yet is noise, to be opened first
        noise = np.stack([rng.integers(0, cells.vocabulary, cells.shape) for rng in rngs]) if o["renoise"] else x
        target = every & (~seen if o["update"] == "masked" else ~held)
        chance: float | np.ndarray = (
            acceptance(n, steps, str(o["accept"]), float(o["accept_low"]), float(o["accept_high"]))
            if n < steps
            else 1.0
        )
        if o["balance"] and not isinstance(chance, np.ndarray):
            chance = balanced(chance, updates, free)
        taken = target & (uniform[:, 1] < chance)
        updates += taken
        if n < begun:
            continue  # a branch takes these steps' random numbers and no more, so that the same seed goes on as it did
        x = np.where(free & ~seen, noise, x)
        turns = (int(o["turns"]) or grain) if settling else 1
        turn_of = np.arange(length) % turns
        for turn in range(turns):
            drawn, now = taken & (turn_of < turn), taken & (turn_of == turn)
            last = n == steps + dwell - 1 and turn == turns - 1
            logits = look(x, seen | drawn, every if last else now)
            cells.rules.bar(logits, x, np.broadcast_to(cells.pinned, x.shape) | drawn)
            x = placed(x, now, logits, uniform[:, 2], o)
            fresh &= ~now
            if last:
                x = agreed(x, np.ones_like(taken), every, logits, cells, uniform[:, 3], o)
            yield State(n + 1, x, np.where(free, (n + 1) / (steps + dwell) * ~fresh, 1.0))

    def show(tokens: np.ndarray, known: np.ndarray) -> np.ndarray:
        return look(tokens, np.where(free, known, ~whispered), every)

    for after in corrected(x, cells, o, rngs, show, together=True):
        yield State(steps + dwell, after, np.ones(x.shape))
