"""Networks on disk: safetensors with a model card as metadata, written from torch and read into torch.

Never pickle. What a file holds is read in engine.neural.weight_file, which needs no torch."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save as serialise

from engine.errors import ModelError
from engine.formats.files import write_bytes
from engine.neural.encoder import Encoder, EncoderConfig
from engine.neural.transformer import Transformer, TransformerConfig
from engine.neural.unet import UNet, UNetConfig
from engine.neural.weight_file import FORMAT, MISFITS, Shapes, misfit, read_card, read_tensors, stored_as

NETWORKS: dict[str, tuple[type, type]] = {
    "unet": (UNetConfig, UNet),
    "transformer": (TransformerConfig, Transformer),
    "encoder": (EncoderConfig, Encoder),
}

SMALL = 4096  # sizes up to this are harmless, whatever the tensors are
DEEPEST = 64  # layers, blocks or entries of a list: a file may name tensors by the thousand that hold nothing

NetworkModule = UNet | Transformer | Encoder


def network_name(net: NetworkModule) -> str:
    """The name under which the network's class stands in NETWORKS."""
    return next(name for name, (_, kind) in NETWORKS.items() if isinstance(net, kind))


def build(name: str, config: dict[str, Any]) -> NetworkModule:
    """A fresh network of a named kind."""
    kind, network = NETWORKS[name]
    return network(kind(**{k: tuple(v) if isinstance(v, list) else v for k, v in config.items()}))


def save(path: Path, net: NetworkModule, state: dict[str, torch.Tensor], card: dict[str, Any]) -> None:
    """Write weights with the card; the file appears whole or not at all."""
    tensors: dict[str, torch.Tensor] = {}
    for key, value in state.items():
        here = value.detach().cpu()
        plain = here.float() if here.is_floating_point() else here
        tensors |= {name: torch.from_numpy(part) for name, part in stored_as(key, plain.contiguous().numpy()).items()}
    full = {**card, "format": FORMAT, "network": network_name(net), "config": asdict(net.config)}
    write_bytes(path, serialise(tensors, metadata={"card": json.dumps(full)}))


def check_sizes(card: dict[str, Any], stored: Shapes) -> None:
    """A ValueError unless a network of the card's sizes has tensors of just these names and shapes; none is built.

    Nothing in a network can be more than there are tensors, or larger than the largest side of one."""
    most = max([SMALL, len(stored), *(side for shape in stored.values() for side in shape)])
    for name, value in card["config"].items():
        for number in value if isinstance(value, list) else [value]:
            if not 0 <= number <= (DEEPEST if name in ("layers", "blocks") else most):
                raise ValueError(f"{name} is {number}")
        if isinstance(value, list) and len(value) > DEEPEST:
            raise ValueError(f"{name} has {len(value)} entries")
    with torch.device("meta"):
        sizes = build(card["network"], card["config"]).state_dict()
    if {key: tuple(value.shape) for key, value in sizes.items()} != stored:
        raise ValueError("the tensors are not those of the network")


def load(path: Path, vocabulary: tuple[str, ...] | None = None) -> tuple[NetworkModule, dict[str, Any]]:
    """(network ready for inference, card); a different vocabulary is refused."""
    card = read_card(path)
    if vocabulary is not None and tuple(card.get("vocabulary", ())) != vocabulary:
        raise ModelError(f"The weights {path.name} were trained on another vocabulary and cannot be used here.")
    try:
        stored = read_tensors(path, lambda shapes: check_sizes(card, shapes))
        net = build(card["network"], card["config"])
        net.load_state_dict({key: torch.from_numpy(value) for key, value in stored.items()})
    except MISFITS as error:
        raise misfit(path, error) from None
    return net.eval(), card
