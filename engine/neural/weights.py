"""Weights on disk: safetensors with a model card as metadata.

Never pickle; a foreign, broken or mismatched file gives one sentence."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save as serialise

from engine.errors import ModelError
from engine.formats.files import write_bytes
from engine.formats.small_json import parse
from engine.neural.encoder import Encoder, EncoderConfig
from engine.neural.transformer import Transformer, TransformerConfig
from engine.neural.unet import UNet, UNetConfig

FORMAT = "palimpsest-weights-1"
NETWORKS: dict[str, tuple[type, type]] = {
    "unet": (UNetConfig, UNet),
    "transformer": (TransformerConfig, Transformer),
    "encoder": (EncoderConfig, Encoder),
}

# Parts of tensor names in weights made before they had the field's own words; of the networks that then existed.
FORMER_NAMES = {
    "embed": "embedding",
    "enter": "input",
    "before": "encoder",
    "fold": "downsample",
    "attend": "attention",
    "distance": "relative_bias",
    "widen": "expand",
    "narrow": "contract",
    "settle": "norm",
    "unfold": "upsample",
    "after": "decoder",
    "leave": "output_norm",
    "head": "output",
    "hear": "interval_input",
    "speak": "interval_output",
}
RENAMED = ("unet", "transformer")

SMALL = 4096  # sizes up to this are harmless, whatever the tensors are
CROPS = range(1, 10_000)  # places that one call of the network may read

Network = UNet | Transformer | Encoder


def network_name(net: Network) -> str:
    """The name under which the network's class stands in NETWORKS."""
    return next(name for name, (_, kind) in NETWORKS.items() if isinstance(net, kind))


def build(name: str, config: dict[str, Any]) -> Network:
    """A fresh network of a named kind."""
    kind, network = NETWORKS[name]
    return network(kind(**{k: tuple(v) if isinstance(v, list) else v for k, v in config.items()}))


def save(path: Path, net: Network, state: dict[str, torch.Tensor], card: dict[str, Any]) -> None:
    """Write weights in half precision (whole numbers as they are) with the card; the file appears whole or not at
    all."""
    tensors = {
        key: value.detach().to("cpu", torch.float16 if value.is_floating_point() else value.dtype).contiguous()
        for key, value in state.items()
    }
    full = {**card, "format": FORMAT, "network": network_name(net), "config": asdict(net.config)}
    write_bytes(path, serialise(tensors, metadata={"card": json.dumps(full)}))


def read_card(path: Path) -> dict[str, Any]:
    """The model card of a weight file."""
    try:
        with safe_open(path, framework="pt") as file:
            card = parse((file.metadata() or {}).get("card", "null"))
    except FileNotFoundError:
        raise ModelError(
            f"The weights {path.name} are missing; train them with python -m training.jsb or reinstall Palimpsest."
        ) from None
    except (SafetensorError, OSError, ValueError) as error:
        raise ModelError(
            f"The weights {path.name} are damaged or not a weight file; put a good copy in their place.", str(error)
        ) from None
    known = isinstance(card, dict) and card.get("format") == FORMAT and isinstance(card.get("network"), str)
    if not known or card["network"] not in NETWORKS:
        raise ModelError(f"The weights {path.name} were not made by this version of Palimpsest.")
    words, crop = card.get("vocabulary", []), card.get("crop", 1)
    if not isinstance(words, list) or any(not isinstance(word, str) for word in words) or crop not in CROPS:
        raise ModelError(f"The card in the weights {path.name} is damaged; put a good copy in their place.")
    return dict(card)


def check_sizes(card: dict[str, Any], stored: dict[str, tuple[int, ...]]) -> None:
    """A ValueError unless a network of the card's sizes has tensors of just these names and shapes; none is built.

    Nothing in a network can be more than there are tensors, or larger than the largest side of one."""
    most = max([SMALL, len(stored), *(side for shape in stored.values() for side in shape)])
    for name, value in card["config"].items():
        for number in value if isinstance(value, list) else [value]:
            if not 0 <= number <= (len(stored) if name in ("layers", "blocks") else most):
                raise ValueError(f"{name} is {number}")
        if isinstance(value, list) and len(value) > len(stored):
            raise ValueError(f"{name} has {len(value)} entries")
    with torch.device("meta"):
        sizes = build(card["network"], card["config"]).state_dict()
    if {key: tuple(value.shape) for key, value in sizes.items()} != stored:
        raise ValueError("the tensors are not those of the network")


def present_name(key: str, network: str) -> str:
    """The name that a stored tensor has today."""
    return ".".join(FORMER_NAMES.get(part, part) for part in key.split(".")) if network in RENAMED else key


def load(path: Path, vocabulary: tuple[str, ...] | None = None) -> tuple[Network, dict[str, Any]]:
    """(network ready for inference, card); a different vocabulary is refused."""
    card = read_card(path)
    if vocabulary is not None and tuple(card.get("vocabulary", ())) != vocabulary:
        raise ModelError(f"The weights {path.name} were trained on another vocabulary and cannot be used here.")
    try:
        with safe_open(path, framework="pt") as file:
            names = {present_name(key, card["network"]): key for key in list(file.keys())}
            check_sizes(card, {name: tuple(file.get_slice(key).get_shape()) for name, key in names.items()})
            net = build(card["network"], card["config"])
            stored = {name: file.get_tensor(key) for name, key in names.items()}
        if any(value.is_floating_point() and not value.isfinite().all() for value in stored.values()):
            raise ValueError("there are weights that are no numbers")
        net.load_state_dict(
            {key: value.float() if value.is_floating_point() else value for key, value in stored.items()}
        )
    except (SafetensorError, OSError, RuntimeError, TypeError, KeyError, ValueError, OverflowError) as error:
        raise ModelError(
            f"The weights {path.name} do not fit the network they name; put a good copy in their place.", str(error)
        ) from None
    return net.eval(), card
