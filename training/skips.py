"""Counts which words stand near which, further off than neighbours, and says it in few numbers: what engine.neural.skips begins with.

For each zone of distances the matrix of log(seen together / expected by chance), rare pairs drawn to 0; one common basis of all zones becomes the words'
embeddings, and each zone's matrix is written in that basis."""

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from engine.neural.skips import NEAREST, OWN, zones

RARE = 10.0  # pairs added to both counts, so that what was hardly ever seen says little
TURNS = 6  # of the subspace iteration that finds the basis
NEAR, FAR = 1.0, 0.3  # how much a word counts at first: one whose neighbours towards the cell are not known, one in the far zone


def together(sentences: dict[int, np.ndarray], words: int, distances: range) -> np.ndarray:
    """How often each word (row) stands so far to the left of each other (column)."""
    counts = np.zeros(words * words, dtype=np.float32)
    for length, rows in sentences.items():
        for distance in (d for d in distances if d < length):
            pairs = rows[:, :-distance].astype(np.int64) * words + rows[:, distance:]
            counts += np.bincount(pairs.ravel(), minlength=words * words).astype(np.float32)
    return counts.reshape(words, words)


def surprise(counts: np.ndarray) -> Tensor:
    """log of counts over what chance would give."""
    expected = np.outer(counts.sum(1), counts.sum(0)) / max(1.0, float(counts.sum()))
    return torch.from_numpy(np.log((counts + RARE) / (expected + RARE)).astype(np.float32))


def common_basis(matrices: list[Tensor], width: int) -> Tensor:
    """Orthonormal columns (words, width), zeros where there are fewer words, that hold most of all matrices' rows and columns together."""
    words = len(matrices[0])
    generator = torch.Generator().manual_seed(0)
    basis = torch.linalg.qr(torch.randn(words, min(width, words), generator=generator)).Q
    for _ in range(TURNS):
        basis = torch.linalg.qr(sum((m @ (m.T @ basis) + m.T @ (m @ basis) for m in matrices), torch.zeros_like(basis))).Q
    return F.pad(basis, (0, width - basis.shape[1]))


def counted_skips(sentences: dict[int, np.ndarray], words: int, width: int, reach: int) -> tuple[Tensor, dict[str, Tensor]]:
    """(embeddings (words, width) of length 1 on average, the state of a Skips)."""
    right = [z for z in zones(reach) if z.start > 0]
    matrices = [surprise(together(sentences, words, zone)) for zone in right]
    basis = common_basis(matrices, width)
    inner = [basis.T @ m @ basis for m in matrices]  # earlier word, later word
    size = sum((m**2 for m in inner), torch.zeros_like(inner[0]))
    scale = (size.sum(0) + size.sum(1)).clamp(min=1e-6).pow(0.125)  # an embedding's coordinates weigh as their part in the matrices does
    scale = scale * (words / float((basis * scale).pow(2).sum())) ** 0.5
    turns = [m / scale[:, None] / scale[None] for m in inner]
    # a word to the left of the cell is the earlier one of the pair; to the right, the later
    turn = torch.stack([*reversed(turns), *(m.T for m in turns)])
    weight = torch.zeros(2, 2 * reach + 1)
    for distance in range(NEAREST, reach + 1):
        first, covered = (NEAR, 0.0 if distance == NEAREST else NEAR / 2) if distance < OWN else (FAR, FAR)
        weight[:, [reach - distance, reach + distance]] = torch.tensor([[first], [covered]])
    return basis * scale, {"turn": turn, "weight": weight}
