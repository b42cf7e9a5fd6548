"""Networks by torch: on a graphics card, and on the CPU where there is no graph for them."""

import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # before torch: busy-waiting threads make a shared machine crawl

import numpy as np
import torch

from engine.errors import ModelError
from engine.neural import weights
from engine.neural.network import NetworkInput
from engine.neural.unet import UNet

NAMES = {"cuda": "graphics card for CUDA", "mps": "Apple graphics card"}
SHORT = re.compile(r"out of memory|not enough memory|can't allocate memory", re.IGNORECASE)


def choose_device(wanted: str = "auto") -> torch.device:
    """CUDA if there is one, else Apple's MPS, else the CPU."""
    known = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if wanted != "auto":
        if not known.get(wanted.partition(":")[0]):
            raise ModelError(f"There is no {NAMES.get(wanted, wanted)} that can be used here; compute on the CPU.")
        return torch.device(wanted)
    return torch.device(next(name for name in ("cuda", "mps", "cpu") if known[name]))


def short_of_memory(error: RuntimeError) -> bool:
    """Whether an error says that memory ran out."""
    return isinstance(error, torch.cuda.OutOfMemoryError) or bool(SHORT.search(str(error)))


@contextmanager
def plain_memory_errors(device: torch.device) -> Iterator[None]:
    """Too little memory is said as what it is, with a way on."""
    try:
        yield
    except RuntimeError as error:
        if not short_of_memory(error):
            raise
        if device.type == "cpu":
            raise MemoryError(str(error)) from None
        if device.type == "cuda":
            torch.cuda.empty_cache()
        raise ModelError(
            "The graphics card has too little free memory for this; ask for fewer alternatives, or compute on the CPU.",
            str(error),
        ) from None


def autocast(device: torch.device) -> AbstractContextManager[None]:
    """Half precision on CUDA, where it is quicker; float32 elsewhere."""
    return torch.autocast("cuda", dtype=torch.float16) if device.type == "cuda" else nullcontext()


class TorchNetwork:
    """A network in float32 on the CPU, in half precision under autocast on CUDA."""

    def __init__(self, net: weights.NetworkModule, card: dict[str, Any], device: str = "auto") -> None:
        torch.set_num_threads(1)
        self.device, self.card = choose_device(device), card
        self.on_cpu = self.device.type == "cpu"
        with plain_memory_errors(self.device):
            self.net = net.to(self.device).eval()
        self.vocabulary = net.config.tokens
        self.fold = net.config.fold if isinstance(net, UNet) else 1

    @classmethod
    def load(cls, path: Path, device: str = "auto") -> "TorchNetwork":
        """The network of a weight file, not to be trained."""
        net, card = weights.load(path)
        return cls(net.requires_grad_(False), card, device)

    @torch.inference_mode()
    def logits(self, asked: NetworkInput) -> np.ndarray:
        """Logits (n, vocabulary) of the wanted cells."""
        torch.set_num_threads(1)  # of the calling thread

        def put(array: np.ndarray, dtype: torch.dtype) -> torch.Tensor:
            return torch.from_numpy(np.array(array)).to(dtype).to(self.device)  # MPS knows no float64

        stage = {}
        if asked.step is not None and asked.mode is not None and self.net.config.modes:
            stage = {"step": put(asked.step, torch.float32), "mode": put(asked.mode, torch.int64)}
        side = put(asked.side, torch.int64).expand(len(asked.tokens), -1, -1)
        tokens, shown = put(asked.tokens, torch.int64), put(asked.shown, torch.bool)
        with plain_memory_errors(self.device), autocast(self.device):
            found = self.net(tokens, shown, side, **stage, where=put(asked.places, torch.int64))
            return found.float().cpu().numpy()
