"""The door between samplers and networks: which backend runs a network, and how canvases are shared by the cores.

A graphics card by torch if there is one and torch is installed; else onnxruntime; else torch. Imports neither before
it is needed."""

import importlib.util
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from engine.errors import ModelError
from engine.neural.network import Network, NetworkInput
from engine.neural.weight_file import MISFITS, misfit, read_card
from engine.sampling.cells import Predictor
from engine.sampling.music_cells import PAD, SIDE_PAD

CHUNK = 64  # canvases in one pass; more only cost memory
ON_ONE_CANVAS = 2  # cores: a pass over one canvas takes a sixth less time on two, and several canvases lose nothing
DRIVERS = ("/proc/driver/nvidia", "/dev/kfd")  # where Linux lists NVIDIA's and AMD's cards


def installed(package: str) -> bool:
    """Whether a package could be imported; it is not."""
    return importlib.util.find_spec(package) is not None


def card_likely() -> bool:
    """Whether there may be a graphics card that torch can use; torch itself knows, but takes seconds to import."""
    return sys.platform == "darwin" or bool(shutil.which("nvidia-smi")) or any(Path(path).exists() for path in DRIVERS)


def load(path: Path, device: str = "auto", threads: int = 0, beside: Predictor | None = None) -> "NetworkPredictor":
    """The predictor of a weight file; `beside`: that of the file which this one has only changes of, to share its
    memory by onnxruntime."""
    shared = beside.network if isinstance(beside, NetworkPredictor) else None
    return NetworkPredictor(load_network(path, device, threads, shared), threads)


def load_network(path: Path, device: str = "auto", threads: int = 0, beside: Network | None = None) -> Network:
    """The network of a weight file on the backend that suits the device (auto, cpu, cuda, mps)."""
    card = read_card(path)
    if device != "cpu" and installed("torch") and (device != "auto" or card_likely()):
        from engine.neural.torch_network import TorchNetwork, choose_device

        if device != "auto" or choose_device().type != "cpu":
            return TorchNetwork.load(path, device)
    elif device not in ("auto", "cpu"):
        raise ModelError("Computing on a graphics card needs torch, which is not installed; compute on the CPU.")
    if installed("onnxruntime"):
        from engine.neural.graph import GraphNetwork, fitting_graph

        graph = fitting_graph(card)
        if graph is not None:
            try:
                shared = beside if isinstance(beside, GraphNetwork) else None
                return GraphNetwork(graph, path, min(ON_ONE_CANVAS, threads or os.cpu_count() or 1), shared)
            except MISFITS as error:
                raise misfit(path, error) from None
    if not installed("torch"):
        raise ModelError(
            f"The network in {path.name} has other sizes than those Palimpsest comes with; to use it, install torch."
        )
    from engine.neural.torch_network import TorchNetwork

    return TorchNetwork.load(path, "cpu")


class NetworkPredictor:
    """A network as engine.sampling.cells.Predictor; pads a canvas to whole beats and takes the padding away again.

    On the CPU several canvases share the cores, each on its own: cores on one canvas meet in each of its small products
    and wait there nearly as long as they gain (docs/SPEED.md)."""

    def __init__(self, network: Network, threads: int = 0) -> None:
        self.network, self.card = network, network.card
        self.vocabulary, self.fold = network.vocabulary, network.fold
        self.length = int(self.card.get("crop", 64))
        self.cores = (threads or min(8, os.cpu_count() or 1)) if network.on_cpu else 1
        self.pool = ThreadPoolExecutor(self.cores)

    def __call__(
        self,
        tokens: np.ndarray,
        shown: np.ndarray,
        side: np.ndarray,
        step: np.ndarray | None = None,
        mode: np.ndarray | None = None,
        wanted: np.ndarray | None = None,
    ) -> np.ndarray:
        wanted = np.ones(tokens.shape, dtype=bool) if wanted is None else wanted
        asked = wanted.any((1, 2))
        if not asked.all():  # canvases about which nothing is asked take no time
            logits = np.zeros((*tokens.shape, self.vocabulary), dtype=np.float32)
            if asked.any():
                steps, modes = (None if extra is None else extra[asked] for extra in (step, mode))
                logits[asked] = self(tokens[asked], shown[asked], side, steps, modes, wanted[asked])
            return logits
        before, after = self._padding(side, tokens.shape[-1])
        if before or after:
            wide = ((0, 0), (0, 0), (before, after))
            tokens, shown = np.pad(tokens, wide, constant_values=PAD), np.pad(shown, wide, constant_values=True)
            side = np.concatenate([np.tile(SIDE_PAD, (before, 1)), side, np.tile(SIDE_PAD, (after, 1))])
            wanted = np.pad(wanted, wide)
        size = min(CHUNK, -(-len(tokens) // self.cores))
        cuts = [slice(i, i + size) for i in range(0, len(tokens), size)]

        def part(cut: slice) -> np.ndarray:
            places = np.flatnonzero(wanted[cut])
            stage = [None if extra is None else extra[cut] for extra in (step, mode)]
            return self.network.logits(NetworkInput(tokens[cut], shown[cut], side, places, *stage))

        found = np.concatenate(list(self.pool.map(part, cuts))) if len(cuts) > 1 else part(cuts[0])
        logits = np.zeros((*tokens.shape, self.vocabulary), dtype=np.float32)
        logits[wanted] = found
        return logits[:, :, before : logits.shape[2] - after]

    def _padding(self, side: np.ndarray, steps: int) -> tuple[int, int]:
        """Steps to add in front and behind so that beats are whole."""
        before = int(side[0, 0]) % self.fold if self.fold > 1 else 0
        return before, -(before + steps) % self.fold
