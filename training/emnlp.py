"""python -m training.emnlp --data DIR: train a sentence network on folders of tokenised news text (see
training.data.news for what they must hold); with `--start shipped` on from the shipped network, on any text files of
the user's own. The model goes into the user's library (docs/TRAINING.md)."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine.errors import ModelError, PalimpsestError
from engine.jobs.lessons import prepared
from engine.neural import weights
from engine.neural.encoder import Encoder, EncoderConfig
from engine.neural.transformer import Transformer, TransformerConfig
from engine.sampling.orders import SENTENCE_MODES, Grid
from training.data import minilm
from training.data.folder import print_summary
from training.data.news import LONGEST, read_parts, read_vocabulary
from training.fitting.flags import parse
from training.fitting.loop import TrainConfig, describe, key_of, objectives_of, sources
from training.fitting.objectives import Batch
from training.fitting.own_model import Beginning, beginning, gentle, learn, sentences

VALIDATION_BATCHES = 12
OWN_BATCHES = (4, 32)  # of a user's own held-out sentences
STARTS = ("minilm", "nothing", "paper")  # anything else names a trained network to go on from
ByLength = dict[int, np.ndarray]  # sentences (n, length) of each length


@dataclass(frozen=True)
class EmnlpConfig(TrainConfig):
    """The sentence trainer's flags: the loop's and the network's."""

    # folders with train.txt, valid.txt and vocab.txt, separated by commas; the first one's words and valid part count
    data: str = ""
    shares: str = ""  # how often each training file is drawn from, as in "6 3 1"; "" = by its words
    method: str = "mac sunmask mac sfarm mac"
    # minilm: from the public encoder; nothing: the same shape; paper: the SUNMASK paper's own transformer; shipped, a
    # model of your library or a weight file: on from that, on text files of your own
    start: str = "minilm"
    batch: int = 64
    rate: float = 3e-4
    decay: float = 0.35
    layers: int = 0  # 0 = as many as the start has: 6, or 16 in the paper
    width: int = 0  # 0 = as wide as the start: 384, or 380 in the paper
    dropout: float = 0.0


USUAL = EmnlpConfig()


class SentenceData:
    """Batches of one length each, lengths drawn by how many words they hold; no padding, so no core multiplies
    zeros."""

    def __init__(
        self,
        training: list[ByLength],
        held_out: ByLength,
        vocabulary: tuple[str, ...],
        card: dict[str, Any],
        shares: tuple[float, ...] = (),
        batches: tuple[int, int] = (VALIDATION_BATCHES, 64),
        config: TrainConfig = USUAL,
    ) -> None:
        self.batches = batches  # of validation, and sentences in one
        self.config = config
        self.training, self.held_out, self.vocabulary = training, held_out, vocabulary
        words = [sum(rows.size for rows in part.values()) for part in training]
        self.shares = tuple(share / total for share, total in zip(shares or words, words, strict=True))
        parts = (*training, held_out)
        checksum = hashlib.sha256(
            b"".join(part[length].tobytes() for part in parts for length in sorted(part))
        ).hexdigest()
        self.card = {
            **card,
            "modality": "text",
            "vocabulary": vocabulary,
            "crop": LONGEST,
            "data_checksum": checksum[:16],
        }

    @property
    def size(self) -> int:
        """How many words can be written."""
        return len(self.vocabulary)

    def batch(self, rngs: tuple[np.random.Generator, ...], shared: np.random.Generator) -> Batch:
        """One random sentence for each random source, all of one length."""
        return self._draw(self.training, self.shares, rngs, shared)

    def validation(self) -> list[Batch]:
        """The same sentences and masks every time."""
        number, size = self.batches
        return [
            self._draw([self.held_out], (1.0,), sources(0, n, range(size)), np.random.default_rng((0, n)))
            for n in range(number)
        ]

    def _draw(
        self,
        parts: list[ByLength],
        shares: tuple[float, ...],
        rngs: tuple[np.random.Generator, ...],
        shared: np.random.Generator,
    ) -> Batch:
        lengths = sorted(set().union(*parts))
        empty = np.zeros((0, 0), dtype=np.int16)
        words = np.array(
            [
                [share * part.get(length, empty).size for length in lengths]
                for part, share in zip(parts, shares, strict=True)
            ]
        )
        column = int(shared.choice(len(lengths), p=words.sum(0) / words.sum()))
        chosen, length = words[:, column] / words[:, column].sum(), lengths[column]
        rows = []
        for rng in rngs:
            part = parts[int(rng.choice(len(parts), p=chosen))][length]
            rows.append(part[rng.integers(len(part))])
        tokens = torch.from_numpy(np.stack(rows).astype(np.int64)[:, None])
        grid = Grid(key_of(self.config, 1, length), np.zeros((1, length), dtype=bool))
        side = torch.zeros(len(rngs), length, 0, dtype=torch.int64)
        shown = torch.ones_like(tokens, dtype=torch.bool)
        return Batch(tokens, side, shown, (grid,) * len(rngs), rngs, self.size, SENTENCE_MODES)


def folder_data(folders: list[Path], shares: tuple[float, ...] = (), config: TrainConfig = USUAL) -> SentenceData:
    """The training files of some folders, with the first one's vocabulary and valid part."""
    vocabulary = read_vocabulary(folders[0])
    training = [part for folder in folders for part in read_parts(folder, "train", vocabulary)]
    (held_out,) = read_parts(folders[0], "valid", vocabulary)
    if shares and len(shares) != len(training):
        raise PalimpsestError(f"--shares names {len(shares)} numbers for {len(training)} training files.")
    counts = {
        "train": sum(len(rows) for part in training for rows in part.values()),
        "valid": sum(map(len, held_out.values())),
    }
    card = {"data": "English news sentences (the user's folder)", "split": counts}
    return SentenceData(training, held_out, vocabulary, card, shares, config=config)


def own_data(config: EmnlpConfig, begun: Beginning) -> SentenceData:
    """The user's own texts in the words of the network they go on from: every fifth or tenth sentence is held out."""
    vocabulary = tuple(begun.card["vocabulary"])
    lessons = prepared(Path(config.data), "text", frozenset(vocabulary))
    if not config.progress:
        print_summary(lessons)
    if lessons.trouble:
        raise ModelError(lessons.trouble)
    index = {word: number for number, word in enumerate(vocabulary)}
    parts: tuple[dict[int, list[list[int]]], ...] = ({}, {})
    for place, words in enumerate(lessons.sentences):
        rows = parts[place % lessons.apart == 0].setdefault(len(words), [])
        rows.append([index[word] for word in words])
    training, held_out = ({length: np.array(rows, dtype=np.int32) for length, rows in part.items()} for part in parts)
    card = {
        "data": f"{len(lessons):,} sentences of the user's own",
        "split": {"train": len(lessons) - lessons.held_out, "valid": lessons.held_out},
        "pieces": begun.card.get("pieces", ()),
        **begun.card_entries,
    }
    return SentenceData([training], held_out, vocabulary, card, batches=OWN_BATCHES, config=config)


def going_on(begun: Beginning) -> weights.NetworkModule:
    """The network that is gone on from, which reads a few words by their pieces while it learns."""
    net = begun.net
    if isinstance(net, Encoder) and net.pieces is not None:
        net.spellings = minilm.spellings(net, tuple(begun.card["pieces"]), tuple(begun.card["vocabulary"]))
    return net


def frequency(data: SentenceData) -> torch.Tensor:
    """How often each word occurs in the training text."""
    counts = np.zeros(data.size)
    for part in data.training:
        for rows in part.values():
            counts += np.bincount(rows.ravel(), minlength=data.size)
    return torch.from_numpy(counts).float()


def network(data: SentenceData, config: EmnlpConfig) -> weights.NetworkModule:
    """A fresh network, begun as the flags say."""
    if config.start not in STARTS:
        raise PalimpsestError(f"There is no start {config.start!r}; choose one of {', '.join(STARTS)}.")
    modes = SENTENCE_MODES if any(objective.staged for objective in objectives_of(config)) else 0
    if config.start == "paper":
        width = config.width or 380
        return Transformer(
            TransformerConfig(
                data.size,
                width=width,
                heads=max(1, width // 38),
                layers=config.layers or 16,
                inner=width * 900 // 380,
                modes=modes,
                dropout=config.dropout,
            )
        )
    width = config.width or 384
    shape = EncoderConfig(
        data.size, width, max(1, width // 32), config.layers or 6, 4 * width, modes=modes, dropout=config.dropout
    )
    if config.start == "nothing":
        return Encoder(shape)
    return begin_from(minilm.model_folder(), data, shape)


def begin_from(folder: Path, data: SentenceData, shape: EncoderConfig) -> Encoder:
    """A network of that shape begun from an encoder's folder, which also gives the network's word pieces."""
    tensors, pieces = minilm.read_encoder(folder)
    data.card["pieces"] = pieces
    net = minilm.begun(tensors, pieces, data.vocabulary, frequency(data), replace(shape, pieces=len(pieces)))
    net.spellings = minilm.spellings(net, pieces, data.vocabulary)
    return net


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(EmnlpConfig, __doc__ or "", argv)
    if not config.data:
        raise SystemExit(
            "Name the folder of news text with --data DIR; README.md says where the public files are found."
        )
    with sentences(config):
        if config.start in STARTS:
            folders = [Path(name) for name in config.data.split(",")]
            data = folder_data(folders, tuple(map(float, config.shares.split())), config)
            torch.manual_seed(config.seed)
            net = network(data, config)
        else:
            begun = beginning("text", config.start)
            config = replace(
                gentle(config, rate=1e-4), method=config.method if begun.net.config.modes else begun.methods
            )
            data = own_data(config, begun)
            torch.manual_seed(config.seed)
            net = going_on(begun)
        if not config.progress:
            print(describe(config), flush=True)
        learn(net, data, config, "text")


if __name__ == "__main__":
    main()
