"""python -m training.uci --data DIR --table energy: train SFARM on a table of numbers, as the paper's Table 1 does.

A small kind of page that only training knows. It shares the objective, the loop, the orders and the questions with
music and sentences: a feature is a cell, its network answers with a normal distribution, and TablePredictor reads that
on a fine grid of values, so that everything that asks a predictor can ask it."""

import tempfile
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from engine.errors import PalimpsestError
from engine.neural.layers import Stage
from engine.sampling.cells import Cells
from engine.sampling.orders import Grid, chronological_key
from training.data.table import TABLES, Split, read_table, split
from training.fitting.flags import parse
from training.fitting.loop import TrainConfig, sources, train
from training.fitting.objectives import Batch

LARGEST = 8.0  # standard deviations: values beyond are read as this
VALUES = 4096  # steps of the grid on which values are read
STEP = 2 * LARGEST / VALUES
LEAST = 0.01  # smallest standard deviation: columns that follow from others would else have none, and any density


@dataclass(frozen=True)
class TableConfig(TrainConfig):
    """The trainer's flags; the defaults are the paper's."""

    data: str = ""  # folder of tables (training/data/table.py)
    table: str = TABLES[0]
    epochs: int = 2000
    method: str = "sfarm"
    batch: int = 100
    rate: float = 1e-3
    warmup: int = 1
    decay: float = 0.0
    ema: float = 0.99
    weight_decay: float = 0.0
    units: int = 32
    every: float = 60.0


class TableNetwork(nn.Module):
    """Three layers over the shown features, which are shown, and the step: the mean and scale of every feature."""

    def __init__(self, features: int, units: int) -> None:
        super().__init__()
        self.stage = Stage(1, units)
        sizes = (2 * features + units, units, units, units)
        layers = [layer for a, b in pairwise(sizes) for layer in (nn.Linear(a, b), nn.ReLU())]
        self.layers = nn.Sequential(*layers, nn.Linear(units, 2 * features))

    def forward(
        self, x: Tensor, shown: Tensor, side: Tensor, step: Tensor, mode: Tensor, where: Tensor | None = None
    ) -> Tensor:
        """Numbers (B, 1, features), 0 where hidden, to mean and log scale (B, 1, features, 2), or those at `where`."""
        read = torch.cat([x[:, 0], shown[:, 0].to(x.dtype), self.stage(step, mode)], -1)
        answer = self.layers(read).view(len(x), 1, -1, 2)
        return answer if where is None else answer.flatten(0, 2)[where]


def normal(answer: Tensor, target: Tensor) -> Tensor:
    """Nats (n,) of numbers under means and log scales (n, 2)."""
    scale = answer[:, 1].exp().clamp(min=LEAST)
    return ((target - answer[:, 0]) / scale).square() / 2 + scale.log() + 0.5 * np.log(2 * np.pi)


class TableData:
    """Random rows of a split's training part; its test rows are not looked at."""

    def __init__(self, rows: np.ndarray, name: str) -> None:
        self.rows = torch.from_numpy(rows).float()
        self.card: dict[str, Any] = {"modality": "table", "data": name, "features": rows.shape[1]}

    def batch(self, rngs: tuple[np.random.Generator, ...], shared: np.random.Generator) -> Batch:
        """A row for each random source."""
        drawn = self.rows[[int(rng.integers(len(self.rows))) for rng in rngs]][:, None]
        shape = (1, drawn.shape[-1])
        grid = Grid(chronological_key(*shape), np.zeros(shape, dtype=bool))
        side = torch.zeros(len(rngs), shape[1], 0, dtype=torch.int64)
        every = torch.ones_like(drawn, dtype=torch.bool)
        return Batch(drawn, side, every, (grid,) * len(rngs), rngs, 0, 1, normal)

    def validation(self) -> list[Batch]:
        """Training rows under fixed masks: only to see that the loss falls."""
        return [self.batch(sources(0, 0, range(100)), np.random.default_rng(0))]


def to_tokens(rows: np.ndarray) -> np.ndarray:
    """Numbers to steps of the grid."""
    return np.clip(np.floor((rows + LARGEST) / STEP), 0, VALUES - 1).astype(np.int64)


def to_numbers(tokens: np.ndarray) -> np.ndarray:
    """Steps of the grid to the numbers in their middle."""
    return (tokens + 0.5) * STEP - LARGEST


class TablePredictor:
    """A trained network as engine.sampling.cells.Predictor: the normal distribution's odds of each step of the grid.

    Nats of a token plus log(STEP) are nats of the number."""

    vocabulary = VALUES

    def __init__(self, net: TableNetwork, features: int) -> None:
        self.net, self.length = net.eval(), features
        self.card: dict[str, Any] = {"modality": "table"}
        self.values = to_numbers(np.arange(VALUES)).astype(np.float32)

    @torch.inference_mode()
    def __call__(
        self,
        tokens: np.ndarray,
        shown: np.ndarray,
        side: np.ndarray,
        step: np.ndarray | None = None,
        mode: np.ndarray | None = None,
        wanted: np.ndarray | None = None,
    ) -> np.ndarray:
        assert step is not None and mode is not None
        x = np.where(shown, to_numbers(tokens), 0.0).astype(np.float32)
        stage = torch.from_numpy(step).float(), torch.from_numpy(mode).long()
        answer = self.net(torch.from_numpy(x), torch.from_numpy(shown), torch.zeros(0), *stage).numpy()
        mean, scale = answer[..., :1], np.maximum(np.exp(answer[..., 1:]), LEAST)
        return -(((self.values - mean) / scale) ** 2) / 2 - np.log(scale)


def cells_of(row: np.ndarray, pinned: np.ndarray) -> Cells:
    """A row (features,) of which some are known, as a canvas of one line."""
    tokens = to_tokens(row)[None]
    known = pinned[None]
    return Cells(tokens, known, known, np.zeros((len(row), 0)), chronological_key(*tokens.shape), VALUES)


def fit(part: Split, config: TableConfig) -> TablePredictor:
    """A network trained on one split."""
    features = part.training.shape[1]
    torch.manual_seed(config.seed)
    net = TableNetwork(features, config.units)
    run = train(net, TableData(part.training, config.table), config)
    net.load_state_dict(run.average)
    return TablePredictor(net, features)


def planned(config: TableConfig, rows: int, out: str) -> TableConfig:
    """The run of that many epochs over so many rows."""
    return replace(config, out=out, steps=max(1, config.epochs * rows // config.batch))


def main(argv: list[str] | None = None) -> None:
    """The command."""
    config = parse(TableConfig, __doc__ or "", argv)
    try:
        part = split(read_table(Path(config.data), config.table), config.seed)
    except PalimpsestError as error:
        raise SystemExit(str(error)) from None
    with tempfile.TemporaryDirectory() as folder:
        fit(part, planned(config, len(part.training), folder))


if __name__ == "__main__":
    main()
