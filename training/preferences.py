"""python -m training.preferences --data DIR --weights FILE --export FILE: a sentence network learns to prefer the
drafts that readers marked as better (`--marks`), or, with `--method judged`, to tell which they are.

Of two drafts of one prompt the better one is to gain more, against the network as it was (direct preference
optimisation, Rafailov et al. 2023); steps on ordinary text in between keep its odds true. A critic does not write: it
reads whole drafts and says which is better (engine.jobs.worth). All is learned in matrices of low rank, so that what is
new is small (training.fitting.low_rank)."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from engine.errors import PalimpsestError
from engine.neural import weight_file, weights
from engine.neural.encoder import Encoder
from training.blend import BlendConfig, parted, uncounted
from training.changes import INHERITED
from training.data.marks import LEARNED, Marked, drawn_pairs, read_marks
from training.emnlp import SentenceData, folder_data
from training.fitting import low_rank
from training.fitting.flags import parse
from training.fitting.loop import HISTORY, TrainConfig, describe, sources, train
from training.fitting.objectives import Batch

VALIDATION_BATCHES, PAIRS = 8, range(48)  # of held-out prompts, and what is in one


@dataclass(frozen=True)
class PreferenceConfig(TrainConfig):
    """The flags: the loop's, and what is learned from."""

    marks: str = str(LEARNED)  # files of marked drafts (training.data.marks), with commas between
    data: str = ""  # the folder of news text the network was trained on, for the steps in between
    weights: str = ""  # the trained network
    method: str = "preferred preferred mac preferred preferred sunmask"
    minutes: float = 25.0
    batch: int = 24
    rate: float = 5e-4
    warmup: int = 30
    decay: float = 0.5
    ema: float = 0.99
    weight_decay: float = 0.0
    rank: int = 8  # of what is learned
    apart: int = 8  # one prompt in so many is not learned from
    reach: float = 1.0  # how far to go in the direction that was learned


class PreferenceData:
    """Pairs of marked drafts, each beside a batch of ordinary text; prompts to learn from and others, by length."""

    def __init__(self, text: SentenceData, lessons: dict[int, list[Marked]], held_out: dict[int, list[Marked]]) -> None:
        self.text, self.lessons, self.held_out = text, lessons, held_out
        self.card = text.card

    def batch(self, rngs: tuple[np.random.Generator, ...], shared: np.random.Generator) -> Batch:
        """Ordinary text, with a pair for each random source, all of one length."""
        pairs = drawn_pairs(one_length(self.lessons, shared), rngs)
        return replace(self.text.batch(rngs, shared), pairs=pairs)

    def validation(self) -> list[Batch]:
        """The same text and pairs every time."""
        found = []
        for number, batch in enumerate(self.text.validation()[:VALIDATION_BATCHES]):
            prompts = one_length(self.held_out, np.random.default_rng((1, number)))
            found.append(replace(batch, pairs=drawn_pairs(prompts, sources(1, number, PAIRS))))
        return found


def by_length(prompts: list[Marked]) -> dict[int, list[Marked]]:
    """Prompts of each length."""
    found: dict[int, list[Marked]] = {}
    for prompt in prompts:
        found.setdefault(len(prompt.free), []).append(prompt)
    return found


def one_length(prompts: dict[int, list[Marked]], rng: np.random.Generator) -> list[Marked]:
    """The prompts of one length, drawn by how many there are."""
    lengths = sorted(prompts)
    numbers = np.array([len(prompts[length]) for length in lengths], dtype=float)
    return prompts[lengths[int(rng.choice(len(lengths), p=numbers / numbers.sum()))]]


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(PreferenceConfig, __doc__ or "", argv)
    if not (config.data and config.weights and config.export):
        raise SystemExit("Name what to go on from, and where to: --data DIR --weights FILE --export FILE.")
    try:
        net, card = weights.load(Path(config.weights))
        text = folder_data([Path(config.data)], config=config)
        if not isinstance(net, Encoder) or tuple(card["vocabulary"]) != text.vocabulary:
            raise PalimpsestError("These weights are no sentence network of this folder's words.")
        if net.counted is not None:  # on what was counted the tables know too much
            counted, apart = parted(text.training[0], BlendConfig.apart)
            text.training = [apart, *(uncounted(part, counted) for part in text.training[1:])]
        files = [Path(name) for name in config.marks.split(",")]
        longest = net.config.length - 1  # a critic reads one place more
        prompts = [prompt for path in files for prompt in read_marks(path, text.vocabulary, longest)]
        parts = ([p for n, p in enumerate(prompts) if (n % config.apart > 0) == lesson] for lesson in (True, False))
        lessons, held_out = map(by_length, parts)
        if not lessons or not held_out:
            raise PalimpsestError(
                f"{', '.join(path.name for path in files)} holds too few prompts whose drafts differ in their marks."
            )
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None
    torch.manual_seed(config.seed)
    low_rank.add(net, config.rank)
    data = PreferenceData(text, lessons, held_out)
    print(
        f"{len(prompts)} prompts, {sum(len(prompt.marks) for prompt in prompts):,} drafts", describe(config), flush=True
    )
    run = train(net, data, replace(config, export=""))
    run.average = low_rank.scaled(run.kept or run.average, config.reach)
    net.load_state_dict(run.average)
    run.begun = {key: card[key] for key in HISTORY if key in card}
    learned = {**run.card(run.validate()), "methods": card["methods"]}
    products, path = low_rank.products(net), Path(config.export)
    small = path.with_suffix(".critic" if config.method == "judged" else ".preferences")
    weight_file.write_products(small, products, {key: value for key, value in learned.items() if key not in INHERITED})
    print(f"Wrote what is new, {small}.", flush=True)
    if config.method != "judged":  # a critic is no network to write with
        low_rank.merge(net)
        weights.save(path, net, net.state_dict(), card | learned)
        print(f"Wrote {path}, the network with it.", flush=True)


if __name__ == "__main__":
    main()
