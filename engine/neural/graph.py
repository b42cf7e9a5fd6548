"""Networks on the CPU by onnxruntime, without torch: a graph of the program's own with a weight file's tensors.

A graph says how to compute and holds no weights: `python -m training.export_graph` writes one for each shape of
network in assets, with its sizes beside it. Weights, a stranger's too, give tensors; never a graph, never a path."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # before it is loaded: it would report to its makers and keep a device number

import numpy as np
import onnxruntime

import assets
from engine.neural.network import NetworkInput
from engine.neural.ngrams import FAMILIES, CountTables
from engine.neural.weight_file import Shapes, Tensors, read_card, read_tensors, tensors_named

FREE = ("dropout", "grams")  # sizes that do not change a graph
COUNTED = "counted."  # tensors of the count tables, which are looked up outside the graph
OTHER = 2  # tokens before the pitches: HOLD and REST


def stage(asked: NetworkInput) -> dict[str, np.ndarray]:
    """SFARM's inputs; mode -1 is none."""
    count = len(asked.tokens)
    if asked.step is None or asked.mode is None:
        return {"step": np.zeros(count, np.float32), "mode": np.full(count, -1)}
    return {"step": asked.step.astype(np.float32), "mode": asked.mode.astype(np.int64)}


Inputs = Callable[[NetworkInput], dict[str, np.ndarray]]


def sounding_pitch(tokens: np.ndarray, vocabulary: int) -> tuple[np.ndarray, np.ndarray]:
    """(pitch from 0, whether one is known), both (B, voices, T), as engine.neural.intervals has it."""
    last = np.maximum.accumulate(np.where(tokens == 0, 0, np.arange(tokens.shape[-1])), axis=-1)
    value = np.take_along_axis(tokens, last, -1)
    known = (value >= OTHER) & (value < vocabulary)
    return np.where(known, value - OTHER, 0), known


def chorale_inputs(config: Mapping[str, Any], tensors: Tensors) -> Inputs:
    """What the U-Net is fed; channels that came after its weights are left out."""
    channels = len(config["side"])

    def inputs(asked: NetworkInput) -> dict[str, np.ndarray]:
        pitch, known = sounding_pitch(np.where(asked.shown, asked.tokens, config["tokens"]), config["tokens"])
        return {"pitch": pitch, "known": known, "side": asked.side[:, :channels]}

    return inputs


def sentence_inputs(config: Mapping[str, Any], tensors: Tensors) -> Inputs:
    """What the sentence network is fed: with count tables also what they say of the wanted cells."""
    counted = {name.removeprefix(COUNTED): value for name, value in tensors.items() if name.startswith(COUNTED)}
    tables = CountTables(config["tokens"], counted) if counted else None

    def inputs(asked: NetworkInput) -> dict[str, np.ndarray]:
        fed = {"side": asked.side if asked.side.shape[1] else np.full((asked.tokens.shape[2], 1), -1)}
        if tables is not None:
            known = asked.shown & (asked.tokens < config["tokens"])
            keys = tables.contexts(asked.tokens[:, 0], known[:, 0]).reshape(-1, FAMILIES)
            fed |= tables.lookup(keys[asked.places])._asdict()
        return fed

    return inputs


INPUTS: dict[str, Callable[[Mapping[str, Any], Tensors], Inputs]] = {
    "unet": chorale_inputs,
    "encoder": sentence_inputs,
}


def deciding(config: Mapping[str, Any]) -> dict[str, Any]:
    """The sizes that decide whether a graph computes a network."""
    return {name: value for name, value in config.items() if name not in FREE}


def fitting_graph(card: Mapping[str, Any]) -> Path | None:
    """The shipped graph of a network of the card's kind and sizes; None where there is none."""
    sizes = card["config"] if isinstance(card.get("config"), dict) else {}
    for path in sorted(assets.graphs().glob("*.json")):
        about = json.loads(path.read_text(encoding="utf-8"))
        # a card made before a size existed means what was usual before
        if about["network"] == card["network"] and about["sizes"] == deciding(about["defaults"] | sizes):
            return path.with_suffix(".onnx")
    return None


class GraphNetwork:
    """A shipped graph with the tensors of a weight file; one that has only learned something more than the network
    `beside` it shares in memory what that left as it was."""

    on_cpu = True

    def __init__(self, graph: Path, path: Path, threads: int = 1, beside: "GraphNetwork | None" = None) -> None:
        about = json.loads(graph.with_suffix(".json").read_text(encoding="utf-8"))
        expected: Shapes = {name: tuple(shape) for name, shape in about["tensors"].items()}

        def check(shapes: Shapes) -> None:
            if {name: shape for name, shape in shapes.items() if name in expected} != expected or any(
                not name.startswith(COUNTED) for name in shapes.keys() - expected.keys()
            ):
                raise ValueError("the tensors are not those of the network")

        self.card = read_card(path)
        config = self.card["config"]
        new = expected.keys() if beside is None else tensors_named(path)
        tensors = read_tensors(path, check, None if beside is None else new)
        self.vocabulary, self.fold = int(config["tokens"]), int(config.get("fold", 1))
        self.inputs: Inputs = INPUTS[self.card["network"]](config, tensors) if beside is None else beside.inputs
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # waiting threads leave the cores free
        options.log_severity_level = 3
        there = {} if beside is None else beside.values
        self.values: dict[str, onnxruntime.OrtValue] = there | {
            name: onnxruntime.OrtValue.ortvalue_from_numpy(tensors[name]) for name in new
        }
        options.add_external_initializers(list(self.values), list(self.values.values()))
        self.session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        self.names = {given.name for given in self.session.get_inputs()}

    def logits(self, asked: NetworkInput) -> np.ndarray:
        """Logits (n, vocabulary) of the wanted cells."""
        fed = self.inputs(asked) | stage(asked) | {"tokens": asked.tokens, "mask": asked.shown, "where": asked.places}
        return np.asarray(self.session.run(None, {name: fed[name] for name in self.names})[0])
