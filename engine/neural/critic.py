"""The critic: which of several drafts reads most as if an author had written it.

It reads as the shipped sentence network does, whose tensors it shares but for a low-rank adapter of every layer
(training.fitting.critic); a graph of the program's own, run by onnxruntime whatever runs the networks. No sampling."""

import json
from pathlib import Path

import numpy as np

from engine.neural.graph import parts_of, runner
from engine.neural.weight_file import Tensors, read_card, read_tensors

UP, DOWN = "/up", "/down"  # after a matrix's name: the two factors of what is added to it


def adapted(tensors: Tensors, adapter: Tensors) -> Tensors:
    """The sentence network's tensors, moved by the adapter's products, and those that are the adapter's own."""
    names = [name.removesuffix(UP) for name in adapter if name.endswith(UP)]
    own = {name: value for name, value in adapter.items() if not name.endswith((UP, DOWN))}
    return tensors | own | {name: tensors[name] + adapter[name + UP] @ adapter[name + DOWN] for name in names}


class Critic:
    """A critic and the words it knows: a graph, the sentence network's weight file and the critic's own."""

    def __init__(self, graph: Path, base: Path, own: Path, threads: int = 1) -> None:
        about = json.loads(graph.with_suffix(".json").read_text(encoding="utf-8"))
        tensors = adapted(read_tensors(base, lambda _: None), read_tensors(own, lambda _: None))
        self.vocabulary: tuple[str, ...] = tuple(read_card(base)["vocabulary"])
        self.run = runner(graph, {name: tensors[name] for name in about["tensors"]}, threads)

    def read(self, tokens: np.ndarray, kept: np.ndarray, side: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Scores (B,), higher is better, of tokens (B, 1, T), and logits (B, 1, T) that a word is an author's; kept
        (1, T) are the words that were there before, side (T, n) the parts of those that the vocabulary lacks."""
        mask = np.broadcast_to(kept, tokens.shape)
        score, words = self.run({"tokens": tokens, "mask": mask, "side": parts_of(side)})
        return score, words[:, None]
