"""python -m training.jsb: train a chorale network.

Data from music21's corpus, or `--data DIR` with the user's own MIDI or MusicXML files."""

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from engine.canvas.music import VOICES, Piece
from engine.neural import weights
from engine.neural.transformer import Transformer, TransformerConfig
from engine.neural.unet import UNet, UNetConfig
from engine.sampling import music_cells as cells
from engine.sampling.orders import MODES, Grid, chronological_key
from training.data.chorales import load_chorales
from training.data.split import read_split
from training.fitting.flags import parse
from training.fitting.loop import TrainConfig, describe, sources, train
from training.fitting.objectives import OBJECTIVES, Batch

CROP = 128  # sixteenths: eight bars of 4/4
VALIDATION_CROPS = 192


@dataclass(frozen=True)
class JsbConfig(TrainConfig):
    """The chorale trainer's flags: the loop's and the network's."""

    data: str = ""  # folder of MIDI or MusicXML files instead of music21's corpus
    network: str = "unet"  # unet, or transformer (one place a sixteenth: slower)
    layers: int = 6
    beat: int = 320  # width at the beat level
    cell: int = 48  # width of one cell
    dropout: float = 0.1


@dataclass(frozen=True)
class Example:
    """One piece as arrays: tokens (4, T), side (T, channels), starts = steps where a crop may begin, room =
    semitones it may be shifted."""

    tokens: np.ndarray
    side: np.ndarray
    starts: np.ndarray
    room: tuple[int, int]


def to_example(piece: Piece) -> Example:
    """A piece for the trainer; crops begin on beats, transposition stays inside each voice's range."""
    grid = piece.grid()
    side = cells.side_of(piece)
    last = max(1, piece.steps - CROP + 1)
    starts = np.flatnonzero(side[:last, 0] == 0)
    down, up = -12, 12
    for line, kind in zip(grid, VOICES, strict=True):
        pitches = line[line >= 0]
        if len(pitches):
            down = max(down, min(0, kind.low - int(pitches.min())))
            up = min(up, max(0, kind.high - int(pitches.max())))
    return Example(cells.to_tokens(grid), side, starts if len(starts) else np.array([0]), (down, up))


def crop(example: Example, start: int, shift: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(tokens, side, counted) of CROP steps from `start`, transposed; a crop that begins inside a note begins with
    an onset; short pieces are padded."""
    whole = example.tokens
    tokens = whole[:, start : start + CROP].copy()
    for voice in np.flatnonzero(tokens[:, 0] == cells.HOLD_TOKEN):
        before = whole[voice, :start]
        onsets = before[before != cells.HOLD_TOKEN]
        tokens[voice, 0] = onsets[-1] if len(onsets) else cells.REST_TOKEN
    tokens = np.where(tokens >= cells.FIRST_PITCH, tokens + shift, tokens)
    side = example.side[start : start + CROP]
    missing = CROP - tokens.shape[1]
    counted = np.pad(np.ones(tokens.shape, dtype=bool), ((0, 0), (0, missing)))
    tokens = np.pad(tokens, ((0, 0), (0, missing)), constant_values=cells.PAD)
    return tokens, np.concatenate([side, np.tile(cells.SIDE_PAD, (missing, 1))]), counted


class ChoraleData:
    """Random crops of the training pieces; fixed crops of the validation pieces."""

    def __init__(self, training: list[Piece], held_out: list[Piece], card: dict[str, Any]) -> None:
        self.training = [to_example(piece) for piece in training]
        self.held_out = [to_example(piece) for piece in held_out]
        lengths = np.array([example.tokens.shape[1] for example in self.training], dtype=float)
        self.share = lengths / lengths.sum()
        checksum = hashlib.sha256(
            b"".join(e.tokens.astype(np.int16).tobytes() for e in self.training + self.held_out)
        ).hexdigest()
        self.card = {
            **card,
            "modality": "music",
            "vocabulary": cells.vocabulary(),
            "crop": CROP,
            "data_checksum": checksum[:16],
        }

    def batch(self, rngs: tuple[np.random.Generator, ...], shared: np.random.Generator) -> Batch:
        """One random crop for each random source; fermatas and edges are unknown half of the time."""
        return _stack([self._draw(rng, self.training, self.share) for rng in rngs], rngs)

    def _draw(
        self, rng: np.random.Generator, examples: list[Example], share: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        example = examples[int(rng.choice(len(examples), p=share))]
        shift = int(rng.integers(example.room[0], example.room[1] + 1)) if share is not None else 0
        tokens, side, counted = crop(example, int(rng.choice(example.starts)), shift)
        side = side.copy()
        if rng.random() < 0.5:
            side[:, 3] = cells.FERMATA_UNKNOWN
        if rng.random() < 0.5:
            side[:, 4] = cells.EDGE_UNKNOWN
        return tokens, side, counted

    def validation(self) -> list[Batch]:
        """The same crops and masks every time, not transposed."""
        rngs = [sources(0, number, range(24)) for number in range(VALIDATION_CROPS // 24)]
        return [_stack([self._draw(rng, self.held_out, None) for rng in group], group) for group in rngs]


def _stack(drawn: list[tuple[np.ndarray, np.ndarray, np.ndarray]], rngs: tuple[np.random.Generator, ...]) -> Batch:
    tokens, side, counted = (np.stack(arrays) for arrays in zip(*drawn, strict=True))
    key = chronological_key(*tokens.shape[1:])
    grids = tuple(Grid(key, row == cells.HOLD_TOKEN) for row in tokens)
    return Batch(torch.from_numpy(tokens), torch.from_numpy(side), torch.from_numpy(counted), grids, rngs, cells.TOKENS)


def corpus_data() -> ChoraleData:
    """The chorales of music21's corpus under the public split."""
    pieces, split = load_chorales(), read_split()
    parts = {part: [pieces[name] for name in names if name in pieces] for part, names in split.items()}
    card = {
        "data": "four-part chorales of J. S. Bach from music21's corpus",
        "split": {part: len(p) for part, p in parts.items()},
    }
    return ChoraleData(parts["train"], parts["valid"], card)


def folder_data(folder: str) -> ChoraleData:
    """The user's own pieces: every tenth, by name, is held out."""
    from training.data.folder import load_folder

    pieces = load_folder(folder)
    held_out = pieces[::10]
    card = {
        "data": f"{len(pieces)} pieces of the user's own",
        "split": {"train": len(pieces) - len(held_out), "valid": len(held_out)},
    }
    return ChoraleData([p for i, p in enumerate(pieces) if i % 10] or pieces, held_out, card)


def network(config: JsbConfig) -> weights.Network:
    """A fresh network of the kind the flags ask for."""
    objective = OBJECTIVES[config.method]
    modes = len(MODES) if objective.staged else 0
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
            dropout=config.dropout,
        )
    )


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(JsbConfig, __doc__ or "", argv)
    data = folder_data(config.data) if config.data else corpus_data()
    torch.manual_seed(config.seed)
    print(describe(config), flush=True)
    train(network(config), data, config)


if __name__ == "__main__":
    main()
