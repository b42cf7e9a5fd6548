"""python -m training.blend --data DIR --weights FILE --export FILE: give a trained sentence network count tables.

Words' neighbours are counted in the training text of the first folder, one sentence in `apart` left out; on those, and
on the sentences of further folders that were not counted either, the network learns how far to believe the tables at a
cell, alone (`--learn gate`) or together with all its other weights (`--learn all`), so that the transformer spends
itself on what the tables do not know. docs/SENTENCES.md says what each buys."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from engine.errors import PalimpsestError
from engine.neural import weights
from engine.neural.encoder import Encoder
from training.data import minilm
from training.data.counts import count, sizes_of
from training.data.news import read_parts
from training.emnlp import ByLength, SentenceData, folder_data
from training.fitting.flags import parse
from training.fitting.loop import HISTORY, TrainConfig, describe, train

LEARN = ("gate", "all")


@dataclass(frozen=True)
class BlendConfig(TrainConfig):
    """The flags: the loop's, and what is counted."""

    # folders with train.txt, valid.txt and vocab.txt, separated by commas; the first is counted, and its words and
    # valid part count
    data: str = ""
    shares: str = ""  # how often each training file is learned from, as in "6 3 1"; "" = by its words
    weights: str = ""  # the trained network
    method: str = "mac sunmask mac sfarm mac"
    minutes: float = 8.0
    batch: int = 64
    rate: float = 2e-3
    warmup: int = 20
    decay: float = 0.7
    ema: float = 0.98
    learn: str = "gate"  # gate: only how far the tables are believed; all: the whole network beside them
    apart: int = 20  # one sentence in so many is not counted, and is learned from
    # smallest counts kept: pairs and triples read from the left, then from the right, and triples read from both sides
    cuts: str = "4 6 5 9 7"


def parted(part: ByLength, apart: int) -> tuple[ByLength, ByLength]:
    """(sentences to count, sentences to learn from)."""
    lessons = {length: np.arange(len(rows)) % apart == 0 for length, rows in part.items()}
    return (
        {length: rows[~lessons[length]] for length, rows in part.items()},
        {length: rows[lessons[length]] for length, rows in part.items() if lessons[length].any()},
    )


def uncounted(part: ByLength, counted: ByLength) -> ByLength:
    """The sentences of a part that are not among the counted ones."""
    kept = {}
    for length, rows in part.items():
        known = set(map(bytes, counted.get(length, rows[:0])))
        kept[length] = rows[[bytes(row) not in known for row in rows]]
    return {length: rows for length, rows in kept.items() if len(rows)}


def with_tables(net: Encoder, tables: dict[str, np.ndarray], learn: str = "gate") -> Encoder:
    """The network with these count tables instead of any it had; a gate that it had stays."""
    if learn not in LEARN:
        raise PalimpsestError(f"--learn is {' or '.join(LEARN)}, not {learn!r}.")
    blended = Encoder(replace(net.config, grams=sizes_of(tables)))
    assert blended.counted is not None and blended.blend is not None
    kept = {key: value for key, value in net.state_dict().items() if not key.startswith("counted.")}
    blended.load_state_dict({**blended.state_dict(), **kept})
    blended.counted.load_state_dict({name: torch.from_numpy(value) for name, value in tables.items()})
    blended.requires_grad_(learn == "all")
    blended.blend.requires_grad_(True)
    return blended


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(BlendConfig, __doc__ or "", argv)
    if not config.data or not config.weights:
        raise SystemExit("Name the folder of news text with --data DIR and the network with --weights FILE.")
    try:
        net, card = weights.load(Path(config.weights))
        first, *others = map(Path, config.data.split(","))
        data = folder_data([first])
        if not isinstance(net, Encoder) or tuple(card["vocabulary"]) != data.vocabulary:
            raise PalimpsestError("These weights are no sentence network of this folder's words.")
        counted, apart = parted(data.training[0], config.apart)
        more = [part for folder in others for part in read_parts(folder, "train", data.vocabulary)]
        lessons = [apart, *(uncounted(part, counted) for part in more)]
        print("Counting ...", flush=True)
        tables = count(counted, data.size, tuple(map(int, config.cuts.split())))
        blended = with_tables(net, tables, config.learn)
        if blended.pieces is not None:
            blended.spellings = minilm.spellings(blended, tuple(card["pieces"]), data.vocabulary)
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None
    size = sum(value.nbytes for value in tables.values())
    print(f"{len(tables['columns']):,} entries, {len(tables['gaps']):,} contexts, {size / 1e6:.1f} MB", flush=True)
    begun = {key: card[key] for key in HISTORY if key in card}
    about = {**data.card, "pieces": card.get("pieces", ()), "begun_from": begun}
    print(describe(config), flush=True)
    shares = tuple(map(float, config.shares.split()))
    train(blended, SentenceData(lessons, data.held_out, data.vocabulary, about, shares), config)


if __name__ == "__main__":
    main()
