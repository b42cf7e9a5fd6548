"""How far words with trust bit 0 are seen: what the other hidden words reveal when they are noise, true but not
trusted, or trusted, and how far an exchanged whispered word moves the words beside it."""

import argparse

import numpy as np

from engine.sampling.draw import log_softmax
from training.evaluation.section import Rows, available
from training.evaluation.text.sentences import network, news_of

SHOWINGS = {"noise": (False, False), "true": (True, False), "trusted": (True, True)}  # (true words, trust bit)


def trust_section(args: argparse.Namespace) -> Rows:
    """Half of each sentence's words are hidden, and one of them is asked for; then one shown word is whispered and
    exchanged for a random one."""
    news = news_of(args)
    if not available("text", ("sunmask",), args.method):
        return []
    predict, rng = network("sunmask", news), np.random.default_rng(args.seed)
    nats: dict[str, list[float]] = {name: [] for name in SHOWINGS}
    shifts: dict[str, list[float]] = {"whispered": [], "kept": []}
    gains = []
    for sentence in news.drawn(args.count, args.seed):
        size = len(sentence)
        side = np.zeros((size, 0), dtype=np.int64)
        hidden = rng.permutation(size) < size // 2
        asked = int(rng.choice(np.flatnonzero(hidden)))
        noise = rng.integers(0, predict.vocabulary, size)
        rows, bits = [], []
        for true, bit in SHOWINGS.values():
            row = np.where(hidden & ~np.full(size, true), noise, sentence)
            row[asked] = noise[asked]
            rows.append(row)
            seen = np.where(hidden, bit, True)
            seen[asked] = False
            bits.append(seen)
        odds = log_softmax(predict(np.stack(rows)[:, None], np.stack(bits)[:, None], side)[:, 0, asked])
        for name, value in zip(SHOWINGS, odds[:, sentence[asked]], strict=True):
            nats[name].append(-float(value))
        word = int(rng.choice(np.flatnonzero(~hidden)))
        canvas = np.where(hidden, noise, sentence)
        exchanged = canvas.copy()
        exchanged[word] = rng.integers(0, predict.vocabulary)
        for name, bit in (("whispered", False), ("kept", True)):
            seen = ~hidden
            seen[word] = bit
            both = log_softmax(
                predict(np.stack([canvas, exchanged])[:, None], np.stack([seen] * 2)[:, None], side)[:, 0]
            )
            shifts[name].append(float(np.abs(np.exp(both[0]) - np.exp(both[1])).sum(-1)[hidden].mean() / 2))
            if name == "whispered":
                here = both[:, hidden, :][:, np.arange(hidden.sum()), sentence[hidden]]
                gains.append(float((here[0] - here[1]).mean()))
    mean = {name: float(np.mean(values)) for name, values in nats.items()}
    result = {
        "label": "SUNMASK",
        "count": args.count,
        "nats": mean,
        "closed": (mean["noise"] - mean["true"]) / (mean["noise"] - mean["trusted"]),
        "shift": {name: float(np.mean(values)) for name, values in shifts.items()},
        "gain": float(np.mean(gains)),
        "gain_error": float(np.std(gains, ddof=1) / np.sqrt(len(gains))),
    }
    print(result, flush=True)
    return [result]
