"""Weights on disk: safetensors with a model card as metadata.

Never pickle; a foreign, broken or mismatched file gives one sentence."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from engine.errors import ModelError
from engine.neural.encoder import Encoder, EncoderConfig
from engine.neural.transformer import Transformer, TransformerConfig
from engine.neural.unet import UNet, UNetConfig

FORMAT = "palimpsest-weights-1"
NETWORKS: dict[str, tuple[type, type]] = {
    "unet": (UNetConfig, UNet),
    "transformer": (TransformerConfig, Transformer),
    "encoder": (EncoderConfig, Encoder),
}

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
    scratch = path.with_name(path.name + f".{os.getpid()}.part")
    save_file(tensors, scratch, metadata={"card": json.dumps(full)})
    scratch.replace(path)


def read_card(path: Path) -> dict[str, Any]:
    """The model card of a weight file."""
    try:
        with safe_open(path, framework="pt") as file:
            card = json.loads((file.metadata() or {}).get("card", "null"))
    except FileNotFoundError:
        raise ModelError(
            f"The weights {path.name} are missing; train them with python -m training.jsb or reinstall Palimpsest."
        ) from None
    except (SafetensorError, OSError, ValueError) as error:
        raise ModelError(
            f"The weights {path.name} are damaged or not a weight file; put a good copy in their place.", str(error)
        ) from None
    if not isinstance(card, dict) or card.get("format") != FORMAT or card.get("network") not in NETWORKS:
        raise ModelError(f"The weights {path.name} were not made by this version of Palimpsest.")
    return card


def load(path: Path, vocabulary: tuple[str, ...] | None = None) -> tuple[Network, dict[str, Any]]:
    """(network ready for inference, card); a different vocabulary is refused."""
    card = read_card(path)
    if vocabulary is not None and tuple(card.get("vocabulary", ())) != vocabulary:
        raise ModelError(f"The weights {path.name} were trained on another vocabulary and cannot be used here.")
    try:
        net = build(card["network"], card["config"])
        with safe_open(path, framework="pt") as file:
            stored = {key: file.get_tensor(key) for key in list(file.keys())}
        net.load_state_dict(
            {key: value.float() if value.is_floating_point() else value for key, value in stored.items()}
        )
    except (SafetensorError, OSError, RuntimeError, TypeError, KeyError, ValueError) as error:
        raise ModelError(
            f"The weights {path.name} do not fit the network they name; put a good copy in their place.", str(error)
        ) from None
    return net.eval(), card
