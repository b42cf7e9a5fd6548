"""python -m training.evaluation.text.marked --before FILE --after FILE: what a network has learned from marked drafts,
on prompts that were left out.

Prints for how many pairs of a usable and another draft of a prompt the gap between their likelihoods under MAC has
grown, the share of usable ones among what would be drawn (each draft weighed by its change of likelihood, at the page's
temperature), and how well each network's likelihood orders drafts."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from engine.canvas.markup import read_markup
from engine.canvas.text import Sentence
from engine.errors import PalimpsestError
from engine.jobs import library
from engine.jobs.models import configure, load_predictor
from engine.sampling.cells import Predictor
from engine.sampling.methods import OWN_DEFAULTS
from engine.sampling.modalities import MODALITIES
from engine.sampling.ordered import mac_order
from engine.sampling.questions import order_nats
from training.data.marks import LEFT_OUT, MarkedPrompt, read_prompts

USABLE = 3.0  # the mark of a draft that can be used as it is
SHOWN = 4  # drafts of a prompt


@dataclass(frozen=True)
class Judged:
    """Drafts of one prompt: which can be used, and their log-likelihoods before and after."""

    usable: np.ndarray
    before: np.ndarray
    after: np.ndarray


def likelihood(mac: Predictor, prompt: MarkedPrompt) -> np.ndarray:
    """The exact log-likelihood of each draft's new words."""
    mask, found = read_markup(prompt.text)[1], []
    for words in prompt.drafts:
        cells = MODALITIES[Sentence].open(Sentence(words), mask, mac).cells
        found.append(-float(order_nats(mac, cells, [mac_order(cells)])[0]))
    return np.array(found)


class Usable(Protocol):
    """Drafts of one prompt of which some can be used."""

    @property
    def usable(self) -> np.ndarray: ...


Drafts = TypeVar("Drafts", bound=Usable)


def in_order(judged: Sequence[Drafts], score: Callable[[Drafts], np.ndarray]) -> float:
    """How often a usable draft has the higher score than another one of its prompt, in the mean over prompts."""
    shares = []
    for each in judged:
        apart = score(each)[each.usable][:, None] - score(each)[~each.usable][None]
        if apart.size:
            shares.append(float(((apart > 0) + 0.5 * (apart == 0)).mean()))
    return float(np.mean(shares))


def drawn(each: Judged) -> float:
    """The share of usable drafts among what would now be drawn."""
    change = (each.after - each.before) / float(OWN_DEFAULTS["text"]["temperature"])
    weight = np.exp(change - change.max())
    return float((weight * each.usable).sum() / weight.sum())


def best(each: Usable, score: np.ndarray) -> float:
    """The share of usable drafts among the best few."""
    return float(each.usable[np.argsort(-score, kind="stable")[:SHOWN]].mean())


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True, help="weight file")
    parser.add_argument("--after", default="", help="weight file; default: shipped")
    parser.add_argument("--marks", type=Path, default=LEFT_OUT)
    args = parser.parse_args()
    configure("cpu", 1)
    try:
        for model in (args.before, args.after):
            library.admit(model)
        networks = [load_predictor("text", "mac", model=model) for model in (args.before, args.after)]
        judged = [
            Judged(np.array(prompt.marks) >= USABLE, *(likelihood(mac, prompt) for mac in networks))
            for prompt in read_prompts(args.marks)
        ]
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None
    before, after = np.mean([each.usable.mean() for each in judged]), np.mean([drawn(each) for each in judged])
    print(f"{len(judged)} prompts, {sum(len(each.usable) for each in judged):,} drafts")
    print(f"gap grew in {in_order(judged, lambda each: each.after - each.before):.1%} of pairs")
    print(f"usable: {before:.1%} before, {after:.1%} after")
    for name in ("before", "after"):
        score = attrgetter(name)
        chosen = np.mean([best(each, score(each)) for each in judged])
        print(f"likelihood {name}: {in_order(judged, score):.1%} of pairs in order, {chosen:.1%} of the best usable")


if __name__ == "__main__":
    main()
