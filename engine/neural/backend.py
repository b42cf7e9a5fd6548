"""The seam between samplers (numpy) and networks (torch): one class behind one call.

A second backend would be one more file like this."""

import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # before torch: busy-waiting threads make a shared machine crawl

import numpy as np
import torch

from engine.errors import ModelError
from engine.neural import weights
from engine.sampling.music_cells import PAD, SIDE_PAD

NAMES = {"cuda": "graphics card for CUDA", "mps": "Apple graphics card"}
SHORT = re.compile(r"out of memory|not enough memory|can't allocate memory", re.IGNORECASE)
CHUNK = 64  # canvases in one pass; more only cost memory


def choose_device(wanted: str = "auto") -> torch.device:
    """CUDA if there is one, else Apple's MPS, else the CPU."""
    known = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if wanted != "auto":
        if not known.get(wanted.partition(":")[0]):
            raise ModelError(f"There is no {NAMES.get(wanted, wanted)} that can be used here; compute on the CPU.")
        return torch.device(wanted)
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("mps" if torch.backends.mps.is_available() else "cpu")


@contextmanager
def memory_told(device: torch.device) -> Iterator[None]:
    """Too little memory is said as what it is, with a way on."""
    try:
        yield
    except RuntimeError as error:
        if not isinstance(error, torch.cuda.OutOfMemoryError) and not SHORT.search(str(error)):
            raise
        if device.type == "cpu":
            raise MemoryError(str(error)) from None
        if device.type == "cuda":
            torch.cuda.empty_cache()
        raise ModelError(
            "The graphics card has too little free memory for this; ask for fewer alternatives, or compute on the CPU.",
            str(error),
        ) from None


class TorchPredictor:
    """A network as engine.sampling.cells.Predictor; pads a canvas to whole beats and takes the padding away again.

    On the CPU every canvas is one core's own and several canvases share the cores: two cores on one canvas meet in
    each of its small products and wait there longer than they work (docs/SPEED.md)."""

    def __init__(self, net: weights.Network, card: dict[str, Any], device: str = "auto", threads: int = 0) -> None:
        torch.set_num_threads(1)
        self.device = choose_device(device)
        self.cores = (threads or min(8, os.cpu_count() or 1)) if self.device.type == "cpu" else 1
        self.pool = ThreadPoolExecutor(self.cores, initializer=torch.set_num_threads, initargs=(1,))
        with memory_told(self.device):
            self.net, self.card = net.to(self.device).eval(), card
        self.vocabulary = net.config.tokens
        self.length = int(card.get("crop", 64))
        self.fold = getattr(net.config, "fold", 1)

    @classmethod
    def load(cls, path: Path, device: str = "auto", threads: int = 0) -> "TorchPredictor":
        """The predictor of a weight file."""
        net, card = weights.load(path)
        return cls(net, card, device, threads)

    def __call__(
        self,
        tokens: np.ndarray,
        shown: np.ndarray,
        side: np.ndarray,
        step: np.ndarray | None = None,
        mode: np.ndarray | None = None,
        wanted: np.ndarray | None = None,
    ) -> np.ndarray:
        before, after = self._padding(side, tokens.shape[-1])
        if before or after:
            wide = ((0, 0), (0, 0), (before, after))
            tokens, shown = np.pad(tokens, wide, constant_values=PAD), np.pad(shown, wide, constant_values=True)
            side = np.concatenate([np.tile(SIDE_PAD, (before, 1)), side, np.tile(SIDE_PAD, (after, 1))])
            wanted = None if wanted is None else np.pad(wanted, wide)
        size = min(CHUNK, -(-len(tokens) // self.cores))
        cuts = [slice(i, i + size) for i in range(0, len(tokens), size)]

        def part(cut: slice) -> np.ndarray:
            return self._run(
                tokens[cut],
                shown[cut],
                side,
                *(None if extra is None else extra[cut] for extra in (step, mode, wanted)),
            )

        logits = np.concatenate(list(self.pool.map(part, cuts))) if len(cuts) > 1 else part(cuts[0])
        return logits[:, :, before : logits.shape[2] - after]

    def _padding(self, side: np.ndarray, steps: int) -> tuple[int, int]:
        """Steps to add in front and behind so that beats are whole."""
        before = int(side[0, 0]) % self.fold if self.fold > 1 else 0
        return before, -(before + steps) % self.fold

    @torch.inference_mode()
    def _run(
        self,
        tokens: np.ndarray,
        shown: np.ndarray,
        side: np.ndarray,
        step: np.ndarray | None,
        mode: np.ndarray | None,
        wanted: np.ndarray | None,
    ) -> np.ndarray:
        def put(array: np.ndarray, dtype: torch.dtype) -> torch.Tensor:
            return torch.from_numpy(np.array(array)).to(self.device, dtype)

        extra = {}
        if step is not None and mode is not None and self.net.config.modes:
            extra = {"step": put(step, torch.float32), "mode": put(mode, torch.int64)}
        if wanted is not None:
            extra["where"] = put(wanted, torch.bool)
        sides = put(side, torch.int64).expand(len(tokens), -1, -1)
        half = torch.autocast(self.device.type, dtype=torch.float16, enabled=self.device.type == "cuda")
        with memory_told(self.device), half:
            logits = self.net(put(tokens, torch.int64), put(shown, torch.bool), sides, **extra)
            found = logits.float().cpu().numpy()
        if wanted is None:
            return found
        every = np.zeros((*tokens.shape, self.vocabulary), dtype=np.float32)
        every[wanted] = found
        return every
