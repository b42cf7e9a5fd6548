"""python -m training.letters --data DIR --method mac-paper: train a network of letters in the manner of text8: 27
symbols, chunks of 250, no other context. The text is that of a folder of news (training.data.news), folded to letters.

A small kind of page that only training knows, for MAC against ARDM; objectives, loop, orders and questions are those of
music and sentences, and the network is the chorales', with five letters to a beat and one voice."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine.errors import PalimpsestError
from engine.neural.unet import UNet, UNetConfig
from engine.sampling.cells import Cells
from engine.sampling.orders import SENTENCE_MODES, Grid, trained_key
from training.data.news import lines_of, part_files
from training.fitting.flags import parse
from training.fitting.loop import TrainConfig, describe, key_of, objectives_of, sources, train
from training.fitting.objectives import Batch

SYMBOLS = " abcdefghijklmnopqrstuvwxyz"
CHUNK = 250
MOST = 4_000_000  # letters read of a part: as many as a run of half an hour on one core sees
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
VALIDATION = 4  # batches


@dataclass(frozen=True)
class LettersConfig(TrainConfig):
    """The trainer's flags: the loop's and the network's."""

    data: str = ""  # folder of news text
    method: str = "mac-paper"
    key: str = "spaced"
    batch: int = 8
    warmup: int = 100
    rate: float = 2e-3
    cell: int = 64  # width at the level of letters
    beat: int = 96  # width at the level of five letters
    layers: int = 1


def folded(line: str) -> str:
    """A line as text8 has it: letters in lower case, digits spelled, single spaces for all else."""
    spelled = re.sub(r"[0-9]", lambda digit: f" {DIGITS[int(digit[0])]} ", line.lower())
    return " ".join(re.sub(r"[^a-z]+", " ", spelled).split())


def read_letters(folder: Path, part: str, most: int = MOST) -> np.ndarray:
    """The letters (n,) of a part as symbols, its lines one after another."""

    def lines() -> Iterator[str]:
        room = most
        for file in part_files(folder, part):
            for line in lines_of(file):
                if room <= 0:
                    return
                text = folded(line) + " "
                room -= len(text)
                yield text

    place = np.zeros(128, dtype=np.int64)
    place[[ord(symbol) for symbol in SYMBOLS]] = np.arange(len(SYMBOLS))
    found = place[np.frombuffer("".join(lines()).encode("ascii"), dtype=np.uint8)][:most]
    if len(found) < CHUNK:
        raise PalimpsestError(f"The {part} part of {folder.name} has fewer than {CHUNK} letters.")
    return found


def chunks(letters: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Some chunks (count, 250) that do not overlap."""
    rows = letters[: len(letters) // CHUNK * CHUNK].reshape(-1, CHUNK)
    return rows[np.random.default_rng(seed).permutation(len(rows))[:count]]


def as_text(symbols: np.ndarray, hidden: np.ndarray | None = None) -> str:
    """Symbols (n,) as letters, hidden ones as underscores."""
    return "".join(
        "_" if hidden is not None and hidden[place] else SYMBOLS[symbol] for place, symbol in enumerate(symbols)
    )


def cells_of(symbols: np.ndarray, pinned: np.ndarray, card: dict[str, Any]) -> Cells:
    """A chunk (n,) of which some letters are known, as a canvas of one line, in the network's own order."""
    tokens, known, side = symbols[None], pinned[None], np.zeros((len(symbols), 1), dtype=np.int64)
    return Cells(tokens, known, known, side, trained_key(card, *tokens.shape), len(SYMBOLS))


class LetterData:
    """Random chunks of the training text, fixed ones of the validation text."""

    def __init__(self, training: np.ndarray, held_out: np.ndarray, config: LettersConfig) -> None:
        self.training, self.held_out, self.config = training, held_out, config
        self.card: dict[str, Any] = {
            "modality": "letters",
            "vocabulary": tuple(SYMBOLS),
            "crop": CHUNK,
            "data": "English news folded to 27 symbols (the user's folder)",
            "split": {"train": len(training), "valid": len(held_out)},
        }

    def batch(self, rngs: tuple[np.random.Generator, ...], shared: np.random.Generator) -> Batch:
        """A chunk for each random source."""
        return self._draw(self.training, rngs)

    def validation(self) -> list[Batch]:
        """The same chunks and masks every time."""
        return [self._draw(self.held_out, sources(0, number, range(16))) for number in range(VALIDATION)]

    def _draw(self, letters: np.ndarray, rngs: tuple[np.random.Generator, ...]) -> Batch:
        starts = [int(rng.integers(len(letters) - CHUNK + 1)) for rng in rngs]
        tokens = torch.from_numpy(np.stack([letters[start : start + CHUNK] for start in starts])[:, None])
        grid = Grid(key_of(self.config, 1, CHUNK), np.zeros((1, CHUNK), dtype=bool))
        side = torch.zeros(len(rngs), CHUNK, 1, dtype=torch.int64)
        every = torch.ones_like(tokens, dtype=torch.bool)
        return Batch(tokens, side, every, (grid,) * len(rngs), rngs, len(SYMBOLS), SENTENCE_MODES)


def network(config: LettersConfig) -> UNet:
    """A fresh network."""
    modes = SENTENCE_MODES if any(objective.staged for objective in objectives_of(config)) else 0
    return UNet(
        UNetConfig(
            len(SYMBOLS),
            voices=1,
            cell=config.cell,
            beat=config.beat,
            heads=config.beat // 32,
            layers=config.layers,
            fold=5,
            modes=modes,
            intervals=False,
            dropout=0.0,
        )
    )


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(LettersConfig, __doc__ or "", argv)
    try:
        training, held_out = (read_letters(Path(config.data), part) for part in ("train", "valid"))
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None
    torch.manual_seed(config.seed)
    print(describe(config), flush=True)
    train(network(config), LetterData(training, held_out, config), config)


if __name__ == "__main__":
    main()
