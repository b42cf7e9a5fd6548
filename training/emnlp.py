"""python -m training.emnlp --data DIR: train a sentence network on a folder of tokenised news text (see training.news for what it must hold)."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine.errors import Trouble
from engine.neural.transformer import Transformer, TransformerConfig
from engine.orders import SENTENCE_MODES, Grid, chronological_key
from engine.text import MAX_WORDS
from training.counts import count, sizes_of
from training.flags import parse
from training.loop import Run, TrainConfig, describe, sources, train
from training.news import read_part, read_vocabulary
from training.objectives import OBJECTIVES, Batch
from training.skips import counted_skips

VALIDATION_BATCHES = 12
LONG = 20  # words; the public validation and test sentences have more


@dataclass(frozen=True)
class EmnlpConfig(TrainConfig):
    """The sentence trainer's flags: the loop's and the network's."""

    data: str = ""  # folder with train.txt, valid.txt and vocab.txt
    batch: int = 128
    rate: float = 3e-4
    decay: float = 0.5
    layers: int = 0  # of attention: in a few core-hours the words around (near) teach more, as docs/SENTENCES.md shows
    width: int = 256
    dropout: float = 0.0
    cuts: str = "2 2 2 3 3"  # count tables: smallest counts of pairs and triples kept, from the left and the right, and around; "" = no tables
    apart: int = 4  # with tables, one sentence in so many teaches the network and is not counted until the end: it must meet tables that do not know the answer
    skips: int = 16  # with tables: how far off words are counted together (training.skips); 0 = not at all
    near: int = 5  # with tables: how many places on either side are heard together (engine.neural.near); 0 = none
    long: float = 1.0  # how much more often sentences of more than 20 words are drawn than by their share


class SentenceData:
    """Batches of one length each, lengths drawn by how many words they hold; no padding, so no core multiplies zeros.

    Of the training sentences one in `apart` is for the network and the others are for counting; with 1 all are for both."""

    def __init__(
        self,
        training: dict[int, np.ndarray],
        held_out: dict[int, np.ndarray],
        vocabulary: tuple[str, ...],
        card: dict[str, Any],
        long: float = 1.0,
        apart: int = 1,
    ) -> None:
        self.training, self.held_out, self.long = training, held_out, long
        self.lessons = {length: rows[::apart] for length, rows in training.items()}
        self.counted = {length: rows[(np.arange(len(rows)) % apart > 0) | (apart == 1)] for length, rows in training.items()}
        self.size = len(vocabulary)
        checksum = hashlib.sha256(b"".join(part[length].tobytes() for part in (training, held_out) for length in sorted(part))).hexdigest()
        self.card = {**card, "modality": "text", "vocabulary": vocabulary, "crop": MAX_WORDS, "data_checksum": checksum[:16]}

    def batch(self, rngs: tuple[np.random.Generator, ...], shared: np.random.Generator) -> Batch:
        """One random sentence for each random source, all of one length."""
        return self._draw(self.lessons, rngs, shared, self.long)

    def validation(self) -> list[Batch]:
        """The same sentences and masks every time."""
        return [self._draw(self.held_out, sources(0, n, range(64)), np.random.default_rng((0, n)), 1.0) for n in range(VALIDATION_BATCHES)]

    def _draw(self, part: dict[int, np.ndarray], rngs: tuple[np.random.Generator, ...], shared: np.random.Generator, long: float) -> Batch:
        lengths = sorted(part)
        words = np.array([part[length].size * (long if length > LONG else 1.0) for length in lengths])
        rows = part[lengths[int(shared.choice(len(lengths), p=words / words.sum()))]]
        tokens = torch.from_numpy(np.stack([rows[rng.integers(len(rows))] for rng in rngs]).astype(np.int64)[:, None])
        length = tokens.shape[-1]
        grid = Grid(chronological_key(1, length), np.zeros((1, length), dtype=bool))
        side = torch.zeros(len(rngs), length, 0, dtype=torch.int64)
        return Batch(tokens, side, torch.ones_like(tokens, dtype=torch.bool), (grid,) * len(rngs), rngs, self.size)


def folder_data(folder: Path, long: float = 1.0, apart: int = 1) -> SentenceData:
    """The data of a folder."""
    vocabulary = read_vocabulary(folder)
    training, held_out = (read_part(folder, part, vocabulary) for part in ("train", "valid"))
    counts = {"train": sum(map(len, training.values())), "valid": sum(map(len, held_out.values()))}
    return SentenceData(training, held_out, vocabulary, {"data": "English news sentences (the user's folder)", "split": counts}, long, apart)


def built(data: SentenceData, config: EmnlpConfig) -> Transformer:
    """A fresh network, with what is counted of the sentences that do not teach it."""
    modes = SENTENCE_MODES if OBJECTIVES[config.method].staged else 0
    heads = max(1, config.width // 64)
    sizes = TransformerConfig(data.size, width=config.width, heads=heads, layers=config.layers, inner=4 * config.width, modes=modes, dropout=config.dropout)
    tables = tables_of(data.counted, data.size, config)
    net = Transformer(replace(sizes, grams=sizes_of(tables), skips=config.skips, near=config.near))
    if net.counted is not None:
        net.counted.load_state_dict(tables)
    if net.afar is not None:
        embeddings, begun = counted_skips(data.counted, data.size, config.width, config.skips)
        net.afar.load_state_dict(begun)
        with torch.no_grad():
            net.embed.weight[: data.size] = embeddings
    return net


def tables_of(sentences: dict[int, np.ndarray], words: int, config: EmnlpConfig) -> dict[str, torch.Tensor]:
    """The count tables of some sentences; none if the flags say so."""
    return count(sentences, words, tuple(map(int, config.cuts.split()))) if config.cuts else {}


def recount(run: Run, data: SentenceData, config: EmnlpConfig) -> None:
    """Give a trained network tables of all sentences: those that taught it are counted now too."""
    tables = tables_of(data.training, data.size, config)
    assert isinstance(run.net, Transformer)
    net = Transformer(replace(run.net.config, grams=sizes_of(tables)))
    learned = {name: value for name, value in run.average.items() if not name.startswith("counted.")}
    net.load_state_dict(learned | {f"counted.{name}": value for name, value in tables.items()})
    run.net, run.average = net, net.state_dict()


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(EmnlpConfig, __doc__ or "", argv)
    if not config.data:
        raise SystemExit("Name the folder of news text with --data DIR; README.md says where the public files are found.")
    try:
        data = folder_data(Path(config.data), config.long, config.apart if config.cuts else 1)
    except Trouble as trouble:
        raise SystemExit(str(trouble)) from None
    torch.manual_seed(config.seed)
    net = built(data, config)
    print(describe(config), flush=True)
    run = train(net, data, replace(config, export=""))
    if config.export and run.rank == 0:
        if net.counted is not None:
            recount(run, data, config)
        run.export(Path(config.export), run.validate())


if __name__ == "__main__":
    main()
