"""python -m training.blend --data DIR --weights FILE --export FILE: give a trained sentence network count tables.

Words' neighbours are counted in the training text, one sentence in `apart` left out; on those the network learns, with
all its other weights as they are, how far to believe the tables at a cell. docs/SENTENCES.md says what it buys."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from engine.errors import Trouble
from engine.neural import weights
from engine.neural.encoder import Encoder
from training.data.counts import count, sizes_of
from training.emnlp import ByLength, SentenceData, folder_data
from training.fitting.flags import parse
from training.fitting.loop import TrainConfig, describe, train


@dataclass(frozen=True)
class BlendConfig(TrainConfig):
    """The flags: the loop's, and what is counted."""

    data: str = ""  # folder with train.txt, valid.txt and vocab.txt
    weights: str = ""  # the trained network
    method: str = "mac sunmask mac sfarm mac"
    minutes: float = 8.0
    batch: int = 64
    rate: float = 2e-3
    warmup: int = 20
    decay: float = 0.7
    ema: float = 0.98
    apart: int = 20  # one sentence in so many is not counted, and teaches the gate
    # smallest counts kept: pairs and triples read from the left, then from the right, and triples read from both sides
    cuts: str = "4 6 5 9 7"


def parted(part: ByLength, apart: int) -> tuple[ByLength, ByLength]:
    """(sentences to count, sentences to learn from)."""
    lessons = {length: np.arange(len(rows)) % apart == 0 for length, rows in part.items()}
    return (
        {length: rows[~lessons[length]] for length, rows in part.items()},
        {length: rows[lessons[length]] for length, rows in part.items() if lessons[length].any()},
    )


def with_tables(net: Encoder, tables: dict[str, torch.Tensor]) -> Encoder:
    """The network with count tables, ready to learn how far to believe them and nothing else."""
    blended = Encoder(replace(net.config, grams=sizes_of(tables)))
    assert blended.counted is not None and blended.blend is not None
    blended.load_state_dict({**blended.state_dict(), **net.state_dict()})
    blended.counted.load_state_dict(tables)
    blended.requires_grad_(False)
    blended.blend.requires_grad_(True)
    return blended


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(BlendConfig, __doc__ or "", argv)
    if not config.data or not config.weights:
        raise SystemExit("Name the folder of news text with --data DIR and the network with --weights FILE.")
    try:
        net, card = weights.load(Path(config.weights))
        data = folder_data([Path(config.data)])
        if not isinstance(net, Encoder) or tuple(card["vocabulary"]) != data.vocabulary:
            raise Trouble("These weights are no sentence network of this folder's words.")
    except Trouble as trouble:
        raise SystemExit(str(trouble)) from None
    counted, lessons = parted(data.training[0], config.apart)
    print("Counting ...", flush=True)
    tables = count(counted, data.size, tuple(map(int, config.cuts.split())))
    size = sum(value.nbytes for value in tables.values())
    print(f"{len(tables['columns']):,} entries, {len(tables['gaps']):,} contexts, {size / 1e6:.1f} MB", flush=True)
    begun = {key: card[key] for key in ("core_hours", "steps", "examples", "recipe", "split") if key in card}
    about = {**data.card, "pieces": card.get("pieces", ()), "begun_from": begun}
    print(describe(config), flush=True)
    train(with_tables(net, tables), SentenceData([lessons], data.held_out, data.vocabulary, about), config)


if __name__ == "__main__":
    main()
