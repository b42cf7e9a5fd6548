"""Where predictors come from: weights of the library, loaded once and kept. The only way to engine.neural."""

import threading
from pathlib import Path
from typing import Any

import assets
from engine.errors import ModelError
from engine.jobs import library
from engine.jobs.cards import read_card
from engine.jobs.worth import CRITIC
from engine.sampling.cells import Predictor

_loaded: dict[tuple[Path, int, str, int], Predictor] = {}  # by file, time of its last change, device, threads
_lock = threading.Lock()
MOST_THREADS = 256
WORDS = ("vocabulary", "pieces")  # what two cards must agree in to know the same words
_settings: dict[str, object] = {"device": "auto", "threads": 0, "folder": None}


def configure(device: str = "auto", threads: int = 0, folder: Path | None = None) -> None:
    """Choose the device (auto, cpu, cuda, mps), the CPU threads (0 = a sensible number) and the folder of weights
    (None = the shipped ones) from now on."""
    if not 0 <= threads <= MOST_THREADS:
        raise ModelError(f"The number of threads must be from 0 (automatic) to {MOST_THREADS}, not {threads}.")
    _settings.update(device=device, threads=threads, folder=folder)


def weights_path(modality: str, method: str, model: str = "") -> Path:
    """The weight file of a method of a model ("": the shipped one), or one sentence where it is missing; the critic is
    the same for all models."""
    folder = _settings["folder"]
    if method == CRITIC:
        if isinstance(folder, Path) or not assets.critic().exists():
            raise ModelError("There is no critic of these weights.")
        return assets.critic()
    if model:
        return library.asked(model, modality).file(method)
    path = assets.weights(modality, method, folder if isinstance(folder, Path) else None)
    if not path.exists():
        command = {"music": "training.jsb", "text": "training.emnlp"}[modality]
        raise ModelError(
            f"There are no {method.upper()} weights for {modality} yet; train them with python -m {command} --method"
            f" {method}."
        )
    return path


def load_predictor(modality: str, method: str, model: str = "") -> Predictor:
    """The predictor of a method of a model, ready to call."""
    path = weights_path(modality, method, model)
    if method != CRITIC:
        return _load(path)
    if model and any(_words(weights_path(modality, "mac", model), of) != _words(path, of) for of in WORDS):
        raise ModelError("The critic knows other words than this model.")
    return _load(path, None if model else _load(assets.weight_parts(path)[0]))


def _words(path: Path, of: str) -> Any:
    """What the card of a weight file says of its words."""
    return read_card(path).get("card", {}).get(of, ())


def _load(path: Path, beside: Predictor | None = None) -> Predictor:
    """The predictor of a weight file; one that has only changes of another's shares its memory."""
    key = (path, path.stat().st_mtime_ns, str(_settings["device"]), int(str(_settings["threads"])))
    with _lock:
        if key not in _loaded:
            from engine.neural import backend

            for old in [kept for kept in _loaded if kept[0] == path and kept[1] != key[1]]:
                del _loaded[old]  # the file was replaced
            _loaded[key] = backend.load(path, key[2], key[3], beside)
        return _loaded[key]
