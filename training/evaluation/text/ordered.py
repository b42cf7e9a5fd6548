"""python -m training.evaluation.text.ordered [--marks FILE,FILE]: how well drafts are put in order, on prompts left out
of all that was learned.

Prints for the page's order and for parts of it how often a usable draft stands before another one of its prompt, and
the share of usable ones among the best four and among the first."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.canvas.markup import read_markup
from engine.canvas.text import Sentence
from engine.errors import PalimpsestError
from engine.jobs.models import configure, load_predictor
from engine.jobs.worth import CRITIC, features, promise, verdicts, worth
from engine.sampling.cells import Predictor
from engine.sampling.modalities import MODALITIES
from training.data.marks import CRITIC_LEFT_OUT, MarkedPrompt, read_prompts
from training.evaluation.text.marked import USABLE, best, in_order, likelihood


@dataclass(frozen=True)
class Scored:
    """Drafts of one prompt: which can be used, nats a new word under MAC, worth without a critic, as much of it as is
    known without exact nats, and the critic's verdict."""

    usable: np.ndarray
    nats: np.ndarray
    worth: np.ndarray
    promise: np.ndarray
    verdict: np.ndarray


ORDERS: dict[str, Callable[[Scored], np.ndarray]] = {
    "no order": lambda each: np.zeros(len(each.usable)),
    "likelihood": lambda each: -each.nats,
    "without the critic": lambda each: each.worth,
    "the critic alone": lambda each: each.verdict,
    "the page's before exact counts": lambda each: each.promise + each.verdict,
    "the page's order": lambda each: each.worth + each.verdict,
    "a perfect order": lambda each: each.usable.astype(float),
}


def scored(mac: Predictor, critic: Predictor, prompt: MarkedPrompt) -> Scored:
    """The drafts of a prompt as the page looks at them."""
    mask = read_markup(prompt.text)[1]
    cells = [MODALITIES[Sentence].open(Sentence(words), mask, mac).cells for words in prompt.drafts]
    tokens, new_words = np.stack([each.tokens for each in cells]), int(cells[0].free.sum())
    nats = -likelihood(mac, prompt)
    found, said = features(mac, cells[0], tokens), verdicts(critic, cells[0], tokens)
    usable = np.array(prompt.marks) >= USABLE
    return Scored(usable, nats / new_words, worth(found, nats, new_words), promise(found), said)


def first(each: Scored, score: np.ndarray) -> float:
    """The share of usable drafts among those that may come first."""
    return float(each.usable[score == score.max()].mean())


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--marks", default=str(CRITIC_LEFT_OUT), help="files of marked drafts, with commas between")
    args = parser.parse_args()
    configure("cpu", 1)
    try:
        mac, critic = (load_predictor("text", method) for method in ("mac", CRITIC))
        prompts = [prompt for name in args.marks.split(",") for prompt in read_prompts(Path(name))]
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None
    judged = [scored(mac, critic, prompt) for prompt in prompts]
    print(f"{len(judged)} prompts, {sum(len(each.usable) for each in judged):,} drafts")
    for name, order in ORDERS.items():
        four = "" if name == "no order" else f"; of the best four {np.mean([best(e, order(e)) for e in judged]):.1%}"
        start = np.mean([first(each, order(each)) for each in judged])
        print(f"{name}: {in_order(judged, order):.1%} of pairs; usable: of the first {start:.1%}{four}", flush=True)


if __name__ == "__main__":
    main()
