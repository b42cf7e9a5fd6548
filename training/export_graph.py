"""python -m training.export_graph: write the graphs by which onnxruntime computes the shipped networks, without their
weights; run it after a network of another shape was put into assets/weights."""

import json
import tempfile
import warnings
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

import assets
from engine.errors import PalimpsestError
from engine.neural import weights
from engine.neural.encoder import Encoder
from engine.neural.graph import deciding, fitting_graph
from engine.neural.ngrams import FAMILIES, SIDES, VOICES, NgramLookup
from engine.neural.transformer import Transformer
from engine.neural.unet import UNet

OPSET = 20  # knows LayerNormalization and GELU as one operation each
BATCH, STEPS, CELLS, GAINS = 2, 8, 5, 3  # of the example that is traced; none stays in the graph

ExampleInputs = dict[str, tuple[Tensor, dict[int, str]]]  # of each input: values, and its axes of any length


def stage(net: weights.NetworkModule) -> ExampleInputs:
    """SFARM's inputs, if the network has them."""
    if not net.config.modes:
        return {}
    return {"step": (torch.rand(BATCH), {0: "batch"}), "mode": (torch.tensor([-1, 1]), {0: "batch"})}


def grid(rows: int, most: int) -> tuple[Tensor, dict[int, str]]:
    """Whole numbers (BATCH, rows, STEPS)."""
    return torch.randint(0, most, (BATCH, rows, STEPS)), {0: "batch", 2: "steps"}


def chorale_example(net: UNet) -> ExampleInputs:
    """The inputs of engine.neural.graph.chorale_inputs."""
    c = net.config
    tokens, axes = grid(c.voices, c.tokens)
    return {
        "tokens": (tokens, axes),
        "mask": (tokens > 2, axes),
        "side": (torch.zeros(STEPS, len(c.side), dtype=torch.int64), {0: "steps"}),
        "pitch": grid(c.voices, c.tokens - 2),
        "known": (tokens > 3, axes),
    }


def sentence_example(net: Encoder) -> ExampleInputs:
    """The inputs of engine.neural.graph.sentence_inputs."""
    c = net.config
    tokens, axes = grid(1, c.tokens)
    example: ExampleInputs = {"tokens": (tokens, axes), "mask": (tokens > 2, axes)}
    if c.pieces:
        parts = torch.randint(-1, c.pieces, (STEPS, 3))
        example["side"] = (parts, {0: "steps", 1: "parts"})
    if c.grams:
        cells = {"level": VOICES, "known": SIDES, "mass": FAMILIES}
        example |= {name: (torch.ones(CELLS, size), {0: "cells"}) for name, size in cells.items()}
        example |= {name: (torch.arange(GAINS), {0: "gains"}) for name in ("place", "gate")}
        example["gain"] = (torch.ones(GAINS), {0: "gains"})
    return example


class Exported(nn.Module):
    """A network whose inputs stand in one row, as an exporter wants them."""

    def __init__(self, net: weights.NetworkModule, names: list[str]) -> None:
        super().__init__()
        self.net, self.names = net, names

    def forward(self, *values: Tensor) -> Tensor:
        given = dict(zip(self.names, values, strict=True))
        tokens, mask, side = given.pop("tokens"), given.pop("mask"), given.pop("side", None)
        side = None if side is None else side[None].expand(tokens.shape[0], -1, -1)
        extra: dict[str, Any] = {name: given.pop(name, None) for name in ("step", "mode", "where")}
        if isinstance(self.net, UNet):
            extra["sounding"] = given["pitch"], given["known"]
        elif given:
            extra["lookup"] = tuple(given[name] for name in NgramLookup._fields)
        return self.net(tokens, mask, side, **extra)


def graph_of(net: weights.NetworkModule) -> onnx.ModelProto:
    """The graph of a network; tensors of the weight file are named in it, not held."""
    if isinstance(net, Transformer):
        raise PalimpsestError("The paper's transformer has no graph; it runs on torch.")
    example = {
        **(chorale_example(net) if isinstance(net, UNet) else sentence_example(net)),
        **stage(net),
        "where": (torch.arange(CELLS), {0: "cells"}),
    }
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(), torch.no_grad():
        out = Path(folder) / "graph.onnx"
        warnings.simplefilter("ignore")  # the exporter's own: that it traces, and that there is a newer one
        torch.onnx.export(
            Exported(net.eval(), list(example)),
            tuple(value for value, _ in example.values()),
            out,
            input_names=list(example),
            output_names=["logits"],
            dynamic_axes={name: axes for name, (_, axes) in example.items()},
            opset_version=OPSET,
            do_constant_folding=False,  # onnxruntime does that with the weights
            dynamo=False,  # the newer exporter needs three packages more and gives the same
        )
        model = onnx.load(out)
    stored = net.state_dict()
    for tensor in model.graph.initializer:
        tensor.name = tensor.name.removeprefix("net.")
        if tensor.name in stored:
            tensor.ClearField("raw_data")
            tensor.data_location = onnx.TensorProto.EXTERNAL
            tensor.external_data.add(key="location", value="given by the program")
    for node in model.graph.node:
        node.ClearField("doc_string")  # lines of source, with paths
        for number, name in enumerate(node.input):
            node.input[number] = name.removeprefix("net.")
    return model


def write(net: weights.NetworkModule, path: Path) -> None:
    """Write a network's graph, and beside it the sizes it is for."""
    model = graph_of(net)
    external = [tensor for tensor in model.graph.initializer if tensor.data_location == onnx.TensorProto.EXTERNAL]
    about = {
        "network": weights.network_name(net),
        "sizes": deciding(vars(net.config)),
        "defaults": {field.name: field.default for field in fields(net.config) if field.default is not MISSING},
        "tensors": {tensor.name: list(tensor.dims) for tensor in external},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(model.SerializeToString())
    path.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """The command."""
    for old in assets.graphs().glob("*"):
        old.unlink()
    for path in sorted((assets.HERE / "weights").glob("*.safetensors")):
        net, card = weights.load(path)
        if fitting_graph(card) is None:
            write(net, assets.graphs() / f"{path.stem}.onnx")
            print(f"Wrote the graph of {path.stem}.")


if __name__ == "__main__":
    main()
