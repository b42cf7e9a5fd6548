"""What a weight file holds, read without torch: its model card and its tensors as numpy arrays.

A shipped file may have changes beside it: what it has learned since, a fifth of its size, so that a longer training
does not bring the whole file again. A foreign, broken or mismatched file gives one sentence."""

import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

import assets
from engine.errors import ModelError
from engine.formats.files import write_bytes
from engine.formats.small_json import LIMIT, parse

FORMAT = "palimpsest-weights-1"
KINDS = ("unet", "transformer", "encoder")
CROPS = range(1, 10_000)  # places that one call of the network may read

STEP = "/step"  # after a tensor's name: what one step of its whole numbers is worth, a value for each row
LARGEST = 127  # of the whole numbers
CHANGE = "/change"  # after a tensor's name: what is added to it, two whole numbers a byte
WIDEST = 7  # of these
LEFT, RIGHT = "/left", "/right"  # likewise: thin matrices (rank, rows) and (rank, columns) whose product is added
NO_FIT = "there are changes that fit no tensor"
LARGE = 2**16  # numbers of a matrix that is stored in 8 bits each

Tensors = dict[str, np.ndarray]
Shapes = dict[str, tuple[int, ...]]


def read_card(path: Path) -> dict[str, Any]:
    """The model card of a weight file, with what its changes say instead."""
    try:
        if path.exists() and not path.is_file():
            raise ValueError("no file")
        whole, *parts = assets.weight_parts(path)
        card = _metadata(whole)
        for changes in parts if isinstance(card, dict) else ():
            card = {**card, **_metadata(changes)}
    except FileNotFoundError:
        raise ModelError(
            f"The weights {path.name} are missing; train them with python -m training.jsb or reinstall Palimpsest."
        ) from None
    except (SafetensorError, OSError, ValueError, TypeError) as error:
        raise ModelError(
            f"The weights {path.name} are damaged or not a weight file; put a good copy in their place.", str(error)
        ) from None
    known = isinstance(card, dict) and card.get("format") == FORMAT and isinstance(card.get("network"), str)
    if not known or card["network"] not in KINDS:
        raise ModelError(f"The weights {path.name} were not made by this version of Palimpsest.")
    words, crop = card.get("vocabulary", []), card.get("crop", 1)
    worded = isinstance(words, list) and all(isinstance(word, str) for word in words)
    if not worded or crop not in CROPS or not isinstance(card.get("config", {}), dict):
        raise ModelError(f"The card in the weights {path.name} is damaged; put a good copy in their place.")
    return dict(card)


def _metadata(path: Path) -> Any:
    """What stands as a card in a file of tensors."""
    with path.open("rb") as stream:
        if int.from_bytes(stream.read(8), "little") > LIMIT:  # a million empty tensors take minutes to read
            raise ValueError("too long a header")
    with safe_open(path, framework="np") as file:
        return parse((file.metadata() or {}).get("card", "null"))


def packed(value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(whole numbers of 8 bits, what one step is worth in each row) of a matrix: half the size of half precision."""
    step = np.maximum(np.abs(value).max(1, keepdims=True), np.finfo(np.float32).tiny).astype(np.float32) / LARGEST
    return np.round(value / step).astype(np.int8), step


def stored_as(key: str, value: np.ndarray) -> Tensors:
    """A tensor as a weight file holds it: large matrices in 8 bits a number with a step for each row, other numbers in
    half precision, whole ones as they are."""
    if value.dtype.kind != "f":
        return {key: value}
    if value.ndim == 2 and value.size >= LARGE:
        whole, step = packed(value.astype(np.float32))
        return {key: whole, key + STEP: step}
    return {key: np.ascontiguousarray(value.astype(np.float16))}


def unpacked(value: np.ndarray, step: np.ndarray) -> np.ndarray:
    """The matrix again; a ValueError where the two do not belong together."""
    if value.dtype != np.int8 or value.ndim != 2 or step.shape != (len(value), 1):
        raise ValueError("there are steps that fit no tensor")
    return value * step


def read_tensors(path: Path, check: Callable[[Shapes], None], only: Collection[str] | None = None) -> Tensors:
    """The tensors of a weight file (of `only` those named), all that are no whole numbers as float32; `check` refuses
    names and shapes, before anything is read, with a ValueError, which `misfit` says in a sentence."""
    whole, *parts = assets.weight_parts(path)
    with safe_open(whole, framework="np") as file:
        shapes = {name: tuple(file.get_slice(name).get_shape()) for name in list(file.keys())}
        check({name: shape for name, shape in shapes.items() if not name.endswith(STEP)})
        asked = [name for name in shapes if only is None or name.removesuffix(STEP) in only]
        stored = {name: file.get_tensor(name) for name in asked}
    real = {name: value.astype(np.float32) for name, value in stored.items() if value.dtype.kind == "f"}
    if not all(np.isfinite(value).all() for value in real.values()):
        raise ValueError("there are weights that are no numbers")
    steps = {name.removesuffix(STEP): real.pop(name) for name in stored if name.endswith(STEP)}
    own = {name: value for name, value in stored.items() if not name.endswith(STEP)}
    tensors = own | real | {name: unpacked(own[name], step) for name, step in steps.items()}
    for changes in parts:
        tensors = changed(tensors, changes, only)
    return tensors


def halves(value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(two numbers of 4 bits a byte, what one step is worth in each row) of a matrix; of a few sizes of the step each
    row takes the one that loses least."""
    most = np.maximum(np.abs(value).max(1, keepdims=True), np.finfo(np.float16).tiny) / WIDEST
    sizes = [(most * share).astype(np.float16).astype(np.float32) for share in np.linspace(0.3, 1, 15)]
    tries = [np.clip(np.round(value / np.maximum(step, 1e-12)), -WIDEST, WIDEST) for step in sizes]
    lost = [((number * step - value) ** 2).sum(1) for number, step in zip(tries, sizes, strict=True)]
    best, row = np.argmin(lost, 0), np.arange(len(value))
    number = np.pad(np.stack(tries)[best, row], ((0, 0), (0, value.shape[1] % 2))).astype(np.int8) + WIDEST + 1
    return (number[:, ::2] * 16 + number[:, 1::2]).astype(np.uint8), np.stack(sizes)[best, row].astype(np.float16)


def write_changes(path: Path, before: Tensors, after: Tensors, card: dict[str, Any]) -> None:
    """Write what is new in tensors and card: large matrices as changes, all others as they are."""
    tensors: Tensors = {}
    for name, value in after.items():
        if np.array_equal(value, before[name]):
            continue
        if value.ndim == 2 and value.size >= LARGE:
            tensors[name + CHANGE], tensors[name + STEP] = halves(value - before[name])
        else:
            tensors[name] = value.astype(np.float16)
    write_bytes(path, save(tensors, metadata={"card": json.dumps(card)}))


def write_products(path: Path, products: dict[str, tuple[np.ndarray, np.ndarray]], card: dict[str, Any]) -> None:
    """Write what is new in tensors and card, where each tensor has learned the product of two thin matrices, (rank,
    rows) and (rank, columns)."""
    tensors: Tensors = {}
    for name, both in products.items():
        for side, value in zip((LEFT, RIGHT), both, strict=True):
            tensors[name + side], tensors[name + side + STEP] = packed(value)
    write_bytes(path, save(tensors, metadata={"card": json.dumps(card)}))


def changed(tensors: Tensors, changes: Path, only: Collection[str] | None = None) -> Tensors:
    """The tensors with their changes (of `only` those named); a ValueError where these are not theirs."""
    parts: dict[str, Tensors] = {}
    with safe_open(changes, framework="np") as file:
        for key in list(file.keys()):
            name, slash, kind = key.partition("/")
            if only is None or name in only:
                parts.setdefault(name, {})[slash + kind] = file.get_tensor(key)
    if not parts.keys() <= tensors.keys():
        raise ValueError(NO_FIT)
    return tensors | {name: learned(tensors[name], found) for name, found in parts.items()}


def tensors_named(changes: Path) -> set[str]:
    """The names of the tensors that a file of changes is about."""
    with safe_open(changes, framework="np") as file:
        return {key.partition("/")[0] for key in list(file.keys())}


def learned(before: np.ndarray, parts: Tensors) -> np.ndarray:
    """A tensor with its change, which is stored as a new value, as steps, or as two thin matrices."""
    step = {kind: value.astype(np.float32) for kind, value in parts.items() if kind.endswith(STEP)}
    match sorted(parts):
        case [""]:
            after = parts[""].astype(np.float32)
        case ["/change", "/step"]:
            after = before + difference(parts[CHANGE], step[STEP], before.shape)
        case ["/left", "/left/step", "/right", "/right/step"]:
            left, right = (unpacked(parts[side], step[side + STEP]) for side in (LEFT, RIGHT))
            if (left.shape[1], right.shape[1]) != before.shape or len(left) > min(before.shape):
                raise ValueError(NO_FIT)
            after = before + left.T @ right
        case _:
            raise ValueError(NO_FIT)
    if after.shape != before.shape or not np.isfinite(after).all():
        raise ValueError(NO_FIT)
    return after


def difference(both: np.ndarray, step: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The matrix of a shape that is stored as two numbers a byte, each worth so many steps of its row."""
    halved = (shape[0], -(-shape[1] // 2)) if len(shape) == 2 else ()
    if both.dtype != np.uint8 or both.shape != halved or step.shape != (shape[0], 1):
        raise ValueError(NO_FIT)
    number = np.stack([both >> 4, both & 15], -1).reshape(len(both), -1)[:, : shape[1]]
    return (number.astype(np.float32) - (WIDEST + 1)) * step


# What reading tensors that are not the network's may raise.
MISFITS = (SafetensorError, OSError, RuntimeError, TypeError, KeyError, ValueError, ArithmeticError)


def misfit(path: Path, error: Exception) -> ModelError:
    """The sentence for tensors that are not those of the network that the card names."""
    return ModelError(
        f"The weights {path.name} do not fit the network they name; put a good copy in their place.", str(error)
    )
