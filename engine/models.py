"""Where predictors come from: the shipped weights, loaded once and kept. The only torch-free door to engine.neural."""

import threading
from pathlib import Path

import assets
from engine.cells import Predictor
from engine.errors import ModelError

_loaded: dict[tuple[str, str, str, int], Predictor] = {}
_lock = threading.Lock()
_settings: dict[str, object] = {"device": "auto", "threads": 0}


def configure(device: str = "auto", threads: int = 0) -> None:
    """Choose the device (auto, cpu, cuda, mps) and the CPU threads (0 = a sensible number) for networks loaded from now on."""
    _settings.update(device=device, threads=threads)


def weights_path(modality: str, method: str) -> Path:
    """The weight file of a method, or one sentence where it is missing."""
    path = assets.weights(modality, method)
    if not path.exists():
        command = {"music": "training.jsb", "text": "training.emnlp"}[modality]
        raise ModelError(f"There are no {method.upper()} weights for {modality} yet; train them with python -m {command} --method {method}.")
    return path


def load_predictor(modality: str, method: str) -> Predictor:
    """The predictor of a method, ready to call."""
    key = (modality, method, str(_settings["device"]), int(str(_settings["threads"])))
    with _lock:
        if key not in _loaded:
            path = weights_path(modality, method)
            from engine.neural.backend import TorchPredictor

            _loaded[key] = TorchPredictor.load(path, device=key[2], threads=key[3])
        return _loaded[key]
