"""What is measured of sentences: BLEU against self-BLEU, perplexity, infilling, memorisation.

Sentences are written through engine.jobs.job.run.

The emphasis of one pinned word over another is in training/evaluation/text/emphasis.py."""

import argparse
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.text import Sentence
from engine.sampling.cells import Predictor
from engine.sampling.methods import METHODS, OWN_DEFAULTS
from engine.sampling.modalities import MODALITIES
from engine.sampling.options import filled
from engine.sampling.placing import THIRDS
from engine.sampling.questions import mixture, order_nats
from training.evaluation.jsb import PLANS, Recipe
from training.evaluation.section import Rows, Section, available, state, trained
from training.evaluation.text import emphasis
from training.evaluation.text.bleu import bleu, self_bleu
from training.evaluation.text.infilling import HIDDEN, network_ranks, places_to_hide, trigram_ranks
from training.evaluation.text.memory import known_share, same_in_training
from training.evaluation.text.sentences import (
    TRIGRAM,
    UNSELECTED,
    News,
    lengths_of,
    network,
    networks,
    news_of,
    samples,
    trigram_samples,
    wanted,
)
from training.evaluation.text.trust import trust_section

TEMPERATURES = (0.6, 0.8, 1.0)
POLISHED = {"polish": OWN_DEFAULTS["text"]["polish"]}  # as the page does it; all other rows are as first drawn
ALL = {"update": "all"}  # SUNDAE knows no mask, so it updates every word
TYPICAL = {"steps": 16, "typical": 0.9}


def swept(label: str, method: str, options: dict[str, Any]) -> tuple[Recipe, ...]:
    """A recipe at each temperature but the usual one."""
    usual = next(o.default for o in METHODS[method].options_for("text") if o.name == "temperature")
    return tuple(
        Recipe(f"{label}, temperature {t}", method, {**options, "temperature": t}, True)
        for t in TEMPERATURES
        if t != usual
    )


RECIPES = (
    Recipe("SUNMASK, 24 steps", "sunmask", {"steps": 24}),
    Recipe("SUNMASK, polished", "sunmask", POLISHED, True),
    *(Recipe(f"SUNMASK, {n} steps", "sunmask", {"steps": n}, True) for n in (8, 16)),
    *swept("SUNMASK, 16 steps", "sunmask", {"steps": 16}),
    Recipe("SUNMASK, 16 steps, typical", "sunmask", TYPICAL, True),
    *swept("SUNMASK, 16 steps, typical", "sunmask", TYPICAL),
    Recipe("MAC", "mac"),
    Recipe("MAC, polished", "mac", POLISHED, True),
    *swept("MAC", "mac", {}),
    Recipe("SFARM, 16 groups", "sfarm"),
    Recipe("SFARM, polished", "sfarm", POLISHED, True),
    Recipe("SFARM, word by word", "sfarm", {"groups": 0}, True),
    *swept("SFARM, word by word", "sfarm", {"groups": 0}),
    Recipe("SUNDAE, 32 steps", "sundae", {**ALL, "steps": 32}),
    *swept("SUNDAE, 32 steps", "sundae", {**ALL, "steps": 32}),
    Recipe("ARDM", "ardm"),
    *swept("ARDM", "ardm", {}),
)
USUAL = tuple(recipe for recipe in RECIPES if not recipe.variant)


@lru_cache(maxsize=len(RECIPES) + len(TEMPERATURES))
def _written(name: str, temperature: float, count: int, seed: int, news: News) -> tuple[list[np.ndarray], float]:
    """Sentences of a recipe, or of the trigram at a temperature, with lengths drawn from the held-out text; kept
    while the command runs."""
    lengths = lengths_of(news.drawn(count, seed))
    if name == TRIGRAM:
        return trigram_samples(temperature, lengths, seed, news)
    return samples(next(r for r in RECIPES if r.label == name), lengths, seed, news, networks(news))


def calls(recipe: Recipe, words: float) -> float:
    """Network calls for a sentence of the given number of words."""
    o = filled(METHODS[recipe.method].options_for("text"), UNSELECTED | recipe.options)
    first = float(o["steps"]) + float(o["dwell"]) if "steps" in o else float(o.get("groups") or words)
    return first + THIRDS * float(o["polish"])


def bleu_section(args: argparse.Namespace) -> Rows:
    """Negative BLEU-5 against self-BLEU-5: the network's rows, the trigram's, and real text as if it had been
    written."""
    news = news_of(args)
    drawn = news.drawn(args.count, args.seed)
    rows: Rows = []

    def add(label: str, method: str, found: Sequence[np.ndarray], **more: Any) -> None:
        scored = {
            "count": len(found),
            "bleu": float(bleu(found, news.held_out).mean()),
            "self_bleu": float(self_bleu(found).mean()),
        }
        rows.append(
            {
                "label": label,
                "method": method,
                **scored,
                **more,
                "samples": [news.text(s) for s in found[:: max(1, len(found) // 2)][:2]],
            }
        )
        print(label, round(rows[-1]["bleu"], 3), round(rows[-1]["self_bleu"], 3), flush=True)

    if wanted(args, "real"):
        if real := news.real(args.count, args.seed):
            add("real text of another part", "real", real)
        add("training text of the same lengths", "real", news.trained_on(lengths_of(drawn), args.seed))
        for row in rows:
            del row["samples"]  # the publishers' own words
    for temperature in TEMPERATURES if wanted(args, TRIGRAM) else ():
        found, seconds = _written(TRIGRAM, temperature, args.count, args.seed, news)
        add(f"trigram, temperature {temperature}", TRIGRAM, found, temperature=temperature, seconds=seconds)
    methods = available("text", tuple(dict.fromkeys(r.method for r in RECIPES)), args.method)
    for recipe in (r for r in RECIPES if r.method in methods and not (args.defaults and r.variant)):
        found, seconds = _written(recipe.label, 0.0, args.count, args.seed, news)
        temperature = float(filled(METHODS[recipe.method].options_for("text"), recipe.options)["temperature"])
        called = calls(recipe, float(np.mean([len(s) for s in drawn])))
        add(
            recipe.label,
            recipe.method,
            found,
            temperature=temperature,
            calls=called,
            seconds=seconds,
            options=recipe.options,
        )
        if args.write_card and not recipe.variant:
            measured = {
                "bleu": round(rows[-1]["bleu"], 3),
                "self_bleu": round(rows[-1]["self_bleu"], 3),
                "sentences": args.count,
                "part": args.part,
            }
            state("text", recipe.method, bleu_5=measured)
    return rows


def perplexity(nats: np.ndarray, words: np.ndarray) -> tuple[float, float]:
    """(perplexity a word, its standard error over sentences)."""
    rate = nats.sum() / words.sum()
    error = np.sqrt(((nats - rate * words) ** 2).sum()) / words.sum()
    return float(np.exp(rate)), float(np.exp(rate) * error)


def order_scores(
    method: str, predict: Predictor, sentences: Sequence[np.ndarray], orders: int, news: News, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Nats (sentences,) from scratch, length given: under the mixture of orders, and under one order on average.

    MAC has one order, so both are exact."""
    rng = np.random.default_rng(seed)
    mixed, single = [], []
    for sentence in sentences:
        words = Sentence(tuple(news.vocabulary[token] for token in sentence))
        codec = MODALITIES[Sentence].open(words, Mask.filled(1, len(sentence), Brush.REWRITE), predict)
        plans = [PLANS[method](codec.cells, rng) for _ in range(1 if method == "mac" else orders)]
        nats = order_nats(predict, codec.cells, plans, staged=method == "sfarm")
        mixed.append(mixture(nats))
        single.append(float(nats.mean()))
    return np.array(mixed), np.array(single)


def likelihood_section(args: argparse.Namespace) -> Rows:
    """Perplexity a word of held-out sentences, from scratch, length given."""
    news = news_of(args)
    drawn = news.drawn(args.count, args.seed)
    words = np.array([len(s) for s in drawn])
    rows: Rows = []

    def add(label: str, method: str, mixed: np.ndarray, single: np.ndarray, orders: int, **more: Any) -> None:
        value, error = perplexity(mixed, words)
        row = {
            "perplexity": value,
            "error": error,
            "one_order": perplexity(single, words)[0],
            "orders": orders,
            "count": len(drawn),
            "words": int(words.sum()),
        }
        rows.append({"label": label, "method": method, **row, **more})
        print(label, round(value, 2), flush=True)

    if wanted(args, TRIGRAM):
        nats = np.array([news.trigram.nats(s[None])[0] for s in drawn])
        add("trigram", TRIGRAM, nats, nats, 1)
    for method in available("text", ("mac", "ardm", "sfarm"), args.method):
        mixed, single = order_scores(method, network(method, news), drawn, args.orders, news, args.seed)
        add(
            METHODS[method].label,
            method,
            mixed,
            single,
            1 if method == "mac" else args.orders,
            trained_minutes=trained("text", method),
        )
        if args.write_card:
            state(
                "text",
                method,
                perplexity_a_word={
                    "value": round(rows[-1]["perplexity"], 2),
                    "sentences": len(drawn),
                    "part": args.part,
                },
            )
    return rows


def infilling_section(args: argparse.Namespace) -> Rows:
    """Hidden words of held-out sentences guessed, given the others: share that is the most likely guess, and among the
    five most likely."""
    news = news_of(args)
    drawn = news.drawn(args.count, args.seed)
    tasks = {name: places_to_hide(drawn, amount, args.seed) for name, amount in HIDDEN.items()}
    rows: Rows = []

    def add(label: str, method: str, ranks: dict[str, np.ndarray]) -> None:
        shares = {
            name: {"exact": float((r == 0).mean()), "top5": float((r < 5).mean()), "words": len(r)}
            for name, r in ranks.items()
        }
        rows.append({"label": label, "method": method, "count": len(drawn), "tasks": shares})
        print(label, {name: round(share["exact"], 3) for name, share in shares.items()}, flush=True)

    if wanted(args, TRIGRAM):
        add("trigram", TRIGRAM, {name: trigram_ranks(news.trigram, drawn, hidden) for name, hidden in tasks.items()})
    for method in available("text", ("sunmask", "mac", "sfarm", "sundae", "ardm"), args.method):
        predict = network(method, news)
        add(
            METHODS[method].label,
            method,
            {name: network_ranks(method, predict, drawn, hidden, args.seed) for name, hidden in tasks.items()},
        )
    return rows


def memory_section(args: argparse.Namespace) -> Rows:
    """The share of n-grams that stand in the training text, of written and of real sentences."""
    news = news_of(args)
    drawn = news.drawn(args.count, args.seed)
    rows: Rows = []

    def add(label: str, method: str, found: Sequence[np.ndarray]) -> None:
        rows.append(
            {"label": label, "method": method, "count": len(found), "shares": known_share(found, news.training)}
        )
        print(rows[-1], flush=True)

    if wanted(args, "real"):
        add(f"held-out text ({args.part})", "real", drawn)
        if real := news.real(args.count, args.seed) if args.part == "test" else []:
            add("held-out text (valid)", "real", real)
        chosen = news.trained_on(lengths_of(drawn), args.seed)
        shares = same_in_training(chosen, news.training)
        rows.append(
            {
                "label": "training text, in other training sentences",
                "method": "real",
                "count": len(chosen),
                "shares": shares,
            }
        )
    if wanted(args, TRIGRAM):
        add("trigram, temperature 0.8", TRIGRAM, _written(TRIGRAM, 0.8, args.count, args.seed, news)[0])
    for method in available("text", tuple(r.method for r in USUAL), args.method):
        recipe = next(r for r in USUAL if r.method == method)
        add(recipe.label, method, _written(recipe.label, 0.0, args.count, args.seed, news)[0])
    return rows


def emphasis_section(args: argparse.Namespace) -> Rows:
    """Table 3 of the SUNMASK paper, counted."""
    news = news_of(args)
    return (
        emphasis.measure(news, args.count, args.seed, networks(news))
        if available("text", ("sunmask",), args.method)
        else []
    )


SECTIONS = {
    "bleu": Section(bleu_section, 1000),
    "memory": Section(memory_section, 1000),
    "likelihood": Section(likelihood_section, 300),
    "infilling": Section(infilling_section, 300),
    "emphasis": Section(emphasis_section, 200),
    "trust": Section(trust_section, 150),
}
