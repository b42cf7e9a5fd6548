"""What a trained network learns in few numbers: to each large matrix the product of two thin ones is added (LoRA, Hu et
al. 2021), and nothing else changes. The network without them is still there, to be compared with."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize


class LowRank(nn.Module):
    """A matrix (rows, columns) with the product of two thin ones added, which begins at nothing."""

    def __init__(self, matrix: Tensor, rank: int) -> None:
        super().__init__()
        rows, columns = matrix.shape
        self.left = nn.Parameter(torch.zeros(rank, rows))
        self.right = nn.Parameter(torch.randn(rank, columns) / columns**0.5)
        self.on = True

    def forward(self, matrix: Tensor) -> Tensor:
        return matrix + self.left.T @ self.right if self.on else matrix


def add(net: nn.Module, rank: int) -> None:
    """Let the linear layers of a network learn by products of a rank, and all else stay as it is."""
    layers = [part for part in net.modules() if isinstance(part, nn.Linear) and min(part.weight.shape) > rank]
    net.requires_grad_(False)
    for layer in layers:
        parametrize.register_parametrization(layer, "weight", LowRank(layer.weight, rank))


@contextmanager
def without(net: nn.Module) -> Iterator[None]:
    """The network as it was, without gradients."""
    parts = [part for part in net.modules() if isinstance(part, LowRank)]
    for part in parts:
        part.on = False
    try:
        with torch.no_grad():
            yield
    finally:
        for part in parts:
            part.on = True


def scaled(state: dict[str, Tensor], reach: float) -> dict[str, Tensor]:
    """The tensors of a network that learns by products, with each product taken so many times."""
    return {name: value * reach if name.endswith(".0.left") else value for name, value in state.items()}


def products(net: nn.Module) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The thin matrices (rank, rows) and (rank, columns) of each tensor that learned something."""
    end = ".parametrizations.weight.0"
    return {
        name.removesuffix(end) + ".weight": (part.left.detach().cpu().numpy(), part.right.detach().cpu().numpy())
        for name, part in net.named_modules()
        if isinstance(part, LowRank) and bool(part.left.any())
    }


def merge(net: nn.Module) -> None:
    """Put the products into the matrices, so that the network has its own tensors and no others."""
    for layer in [part for part in net.modules() if parametrize.is_parametrized(part, "weight")]:
        parametrize.remove_parametrizations(layer, "weight")
