"""Where predictors come from: the shipped weights, loaded once and kept. The only way to engine.neural."""

import threading
from pathlib import Path

import assets
from engine.errors import ModelError
from engine.sampling.cells import Predictor

_loaded: dict[tuple[Path, str, int], Predictor] = {}
_lock = threading.Lock()
MOST_THREADS = 256
_settings: dict[str, object] = {"device": "auto", "threads": 0, "folder": None}


def configure(device: str = "auto", threads: int = 0, folder: Path | None = None) -> None:
    """Choose the device (auto, cpu, cuda, mps), the CPU threads (0 = a sensible number) and the folder of weights
    (None = the shipped ones) from now on."""
    if not 0 <= threads <= MOST_THREADS:
        raise ModelError(f"The number of threads must be from 0 (automatic) to {MOST_THREADS}, not {threads}.")
    _settings.update(device=device, threads=threads, folder=folder)


def weights_path(modality: str, method: str) -> Path:
    """The weight file of a method, or one sentence where it is missing."""
    folder = _settings["folder"]
    path = assets.weights(modality, method, folder if isinstance(folder, Path) else None)
    if not path.exists():
        command = {"music": "training.jsb", "text": "training.emnlp"}[modality]
        raise ModelError(
            f"There are no {method.upper()} weights for {modality} yet; train them with python -m {command} --method"
            f" {method}."
        )
    return path


def load_predictor(modality: str, method: str) -> Predictor:
    """The predictor of a method, ready to call."""
    key = (weights_path(modality, method), str(_settings["device"]), int(str(_settings["threads"])))
    with _lock:
        if key not in _loaded:
            from engine.neural import backend

            _loaded[key] = backend.load(key[0], device=key[1], threads=key[2])
        return _loaded[key]
