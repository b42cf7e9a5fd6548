"""python -m training.jsb: train a chorale network.

Data from music21's corpus, or `--data DIR` with the user's own MIDI or MusicXML files; `--start shipped` goes on from
the shipped network. The model goes into the user's library (docs/TRAINING.md)."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine.canvas.music import Piece
from engine.neural import weights
from engine.neural.transformer import Transformer, TransformerConfig
from engine.neural.unet import UNet, UNetConfig
from engine.sampling import music_cells as cells
from engine.sampling.orders import MODES, Grid
from training.data.chorales import load_chorales
from training.data.compound import stretchable, stretched, with_eighths
from training.data.crops import CROP, PieceArrays, draw, to_example
from training.data.sixteenths import EVERY_SIXTEENTH, read_sixteenths
from training.data.split import read_split
from training.fitting.flags import parse
from training.fitting.loop import TrainConfig, describe, key_of, objectives_of, sources
from training.fitting.objectives import Batch
from training.fitting.own_model import Beginning, beginning, gentle, learn, sentences

VALIDATION_CROPS = 96


@dataclass(frozen=True)
class JsbConfig(TrainConfig):
    """The chorale trainer's flags: the loop's and the network's."""

    # folder of MIDI or MusicXML files instead of music21's corpus; or Jsb16thSeparated.json: a pitch a sixteenth
    data: str = ""
    network: str = "unet"  # unet, or transformer (one place a sixteenth: slower)
    layers: int = 6
    beat: int = 320  # width at the beat level
    cell: int = 48  # width of one cell
    dropout: float = 0.1
    ends: float = 0.25  # share of passages that reach the end of their piece
    compound: float = 0.15  # share of passages stretched to compound time


USUAL = JsbConfig()


class Passages:
    """Random passages of some pieces, a share of them stretched to compound time."""

    def __init__(self, pieces: list[Piece], config: JsbConfig) -> None:
        self.config = config
        self.plain = [to_example(piece) for piece in pieces]
        rng = np.random.default_rng(len(pieces))
        usual = [piece for piece in pieces if stretchable(piece)]
        self.compound = [
            to_example(with_eighths(stretched(piece, halved), rng, share))
            for piece in usual
            for halved, share in ((False, 0.0), (True, 0.0), (True, 0.5))
        ]

    def draw(self, rng: np.random.Generator, transposed: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """One passage; long pieces are drawn more often."""
        compound = rng.random() < self.config.compound and bool(self.compound)
        examples = self.compound if compound else self.plain
        return draw(rng, by_length(rng, examples), self.config.ends, transposed)


def by_length(rng: np.random.Generator, examples: list[PieceArrays]) -> PieceArrays:
    """A piece, drawn in proportion to its length."""
    lengths = np.array([example.steps for example in examples], dtype=float)
    return examples[int(rng.choice(len(examples), p=lengths / lengths.sum()))]


class ChoraleData:
    """Random passages of the training pieces; fixed ones of the validation pieces."""

    def __init__(
        self,
        training: list[Piece],
        held_out: list[Piece],
        card: dict[str, Any],
        config: JsbConfig = USUAL,
        crops: int = VALIDATION_CROPS,
    ) -> None:
        self.crops, self.config = crops, config
        self.training, self.held_out = Passages(training, config), Passages(held_out, config)
        checksum = hashlib.sha256(
            b"".join(e.tokens.astype(np.int16).tobytes() for e in self.training.plain + self.held_out.plain)
        ).hexdigest()
        self.card = {
            **card,
            "modality": "music",
            "vocabulary": cells.vocabulary(),
            "crop": CROP,
            "data_checksum": checksum[:16],
        }

    def batch(self, rngs: tuple[np.random.Generator, ...], shared: np.random.Generator) -> Batch:
        """One random passage for each random source."""
        return _stack([self.training.draw(rng, transposed=True) for rng in rngs], rngs, self.config)

    def validation(self) -> list[Batch]:
        """The same passages and masks every time, not transposed."""
        rngs = [sources(0, number, range(24)) for number in range(self.crops // 24)]
        return [
            _stack([self.held_out.draw(rng, transposed=False) for rng in group], group, self.config) for group in rngs
        ]


def _stack(
    drawn: list[tuple[np.ndarray, np.ndarray, np.ndarray]], rngs: tuple[np.random.Generator, ...], config: JsbConfig
) -> Batch:
    tokens, side, counted = (np.stack(arrays) for arrays in zip(*drawn, strict=True))
    key = key_of(config, *tokens.shape[1:])
    grids = tuple(Grid(key, row == cells.HOLD_TOKEN) for row in tokens)
    put = torch.from_numpy
    return Batch(put(tokens), put(side), put(counted), grids, rngs, cells.TOKENS, len(MODES))


def corpus_data(config: JsbConfig = USUAL) -> ChoraleData:
    """The chorales of music21's corpus under the public split."""
    pieces, split = load_chorales(), read_split()
    parts = {part: [pieces[name] for name in names if name in pieces] for part, names in split.items()}
    card = {
        "data": "four-part chorales of J. S. Bach from music21's corpus",
        "split": {part: len(p) for part, p in parts.items()},
    }
    return ChoraleData(parts["train"], parts["valid"], card, config)


def sixteenths_data(config: JsbConfig) -> ChoraleData:
    """The chorales of the public file under its own split."""
    parts = read_sixteenths(Path(config.data))
    card = {
        "data": "four-part chorales of J. S. Bach, a pitch for each sixteenth (Jsb16thSeparated.json)",
        "split": {part: len(pieces) for part, pieces in parts.items()},
        EVERY_SIXTEENTH: True,
    }
    return ChoraleData(parts["train"], parts["valid"], card, replace(config, compound=0.0))  # stretched notes are held


def folder_data(config: JsbConfig) -> ChoraleData:
    """The user's own pieces: every fifth or tenth, by name, is held out."""
    from training.data.folder import parted, read_folder

    lessons = read_folder(config.data, quiet=config.progress, enough=bool(config.start))
    training, held_out = parted(lessons)
    card = {
        "data": f"{len(lessons)} pieces of the user's own",
        "split": {"train": len(training), "valid": len(held_out)},
    }
    crops = min(VALIDATION_CROPS, 24 * len(held_out)) if config.start else VALIDATION_CROPS
    return ChoraleData(training, held_out, card, config, crops)


def data_of(config: JsbConfig) -> ChoraleData:
    """What the flags ask to learn from."""
    if config.data.endswith(".json"):
        return sixteenths_data(config)
    return folder_data(config) if config.data else corpus_data(config)


def network(config: JsbConfig) -> weights.NetworkModule:
    """A fresh network of the kind the flags ask for."""
    modes = len(MODES) if any(objective.staged for objective in objectives_of(config)) else 0
    heads = max(1, config.beat // 64)
    if config.network == "transformer":
        return Transformer(
            TransformerConfig(
                cells.TOKENS,
                4,
                cells.SIDE_SIZES,
                config.beat,
                heads,
                config.layers,
                4 * config.beat,
                CROP,
                modes,
                config.dropout,
            )
        )
    return UNet(
        UNetConfig(
            cells.TOKENS,
            side=cells.SIDE_SIZES,
            cell=config.cell,
            beat=config.beat,
            heads=heads,
            layers=config.layers,
            modes=modes,
            motion=True,
            key=cells.KEY + 1,
            dropout=config.dropout,
        )
    )


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(JsbConfig, __doc__ or "", argv)
    with sentences(config):
        begun = beginning("music", config.start) if config.start else None
        if begun is not None:
            config = going_on(config, begun)
        data = data_of(config)
        torch.manual_seed(config.seed)
        if not config.progress:
            print(describe(config), flush=True)
        if begun is not None:
            data.card |= begun.card_entries
        learn(network(config) if begun is None else begun.net, data, config, "music")


def going_on(config: JsbConfig, begun: Beginning) -> JsbConfig:
    """The flags of a run that goes on from a trained network: gentle, and the user's metres as they are."""
    method = begun.methods if config.method == USUAL.method else config.method
    return replace(gentle(config, compound=0.0), method=method)


if __name__ == "__main__":
    main()
