"""Two models of one shape mixed into a third: every learned number between theirs. Needs no torch.

That works for models of which one was begun from the other; strangers' numbers have nothing to do with each other."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save

from engine.errors import ModelError
from engine.formats.files import write_bytes
from engine.neural.weight_file import MISFITS, Shapes, Tensors, misfit, read_card, read_tensors, stored_as

NOT_ALIKE = "These two models have other sizes or other words, so they cannot be mixed; teach one on from the other."


def tensors_of(path: Path) -> Tensors:
    """A weight file's tensors, whatever their shapes; what is written from them is checked again."""
    try:
        return read_tensors(path, lambda shapes: None)
    except MISFITS as error:
        raise misfit(path, error) from None


def shapes_of(tensors: Tensors) -> Shapes:
    """The shape of each tensor."""
    return {name: value.shape for name, value in tensors.items()}


def mix(one: Path, other: Path, share: float, target: Path, changes: Mapping[str, Any]) -> None:
    """Write the mix with a `share` of the other, from 0 to 1; `changes` replace what its card says, and None leaves it
    out."""
    cards = [read_card(path) for path in (one, other)]
    left, right = (tensors_of(path) for path in (one, other))
    alike = all(cards[0].get(name) == cards[1].get(name) for name in ("network", "vocabulary", "modality"))
    if not alike or shapes_of(left) != shapes_of(right):
        raise ModelError(NOT_ALIKE)
    found: Tensors = {}
    for name, value in left.items():
        if value.dtype.kind == "f":
            found |= stored_as(name, ((1 - share) * value + share * right[name]).astype(np.float32))
        elif np.array_equal(value, right[name]):
            found[name] = value
        else:
            raise ModelError(NOT_ALIKE)
    card = {name: value for name, value in {**cards[1], **changes}.items() if value is not None}
    write_bytes(target, save(found, metadata={"card": json.dumps(card)}))
