"""A model of the user's own: what a run goes on from, gentle settings for it, and the way into the library; and what is
said meanwhile, to a reader or, as JSON lines, to the window that started it."""

import errno
import json
import math
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from engine.errors import PalimpsestError
from engine.jobs import library
from engine.neural import weights
from training.fitting.loop import OnEvent, train
from training.fitting.run import Data, Run, TrainConfig

# How a trained network goes on learning from little: slowly, with small batches, measured often, and stopped in time.
GENTLE: dict[str, Any] = {"rate": 2e-4, "warmup": 10, "ema": 0.98, "batch": 12, "patience": 4, "decay": 0.5}
OFTEN = 10  # measurements in a budget
NAMES = {"music": "My pieces", "text": "My sentences"}
ALL = "mac sunmask sfarm"
NO_ROOM = "The disk is full; free some space and go on."
C = TypeVar("C", bound=TrainConfig)


@dataclass(frozen=True)
class Beginning:
    """A trained network to go on from: itself, its card, and the name of its model."""

    net: weights.NetworkModule
    card: dict[str, Any]
    title: str

    @property
    def methods(self) -> str:
        """The objectives that keep every method it can serve."""
        return ALL if self.net.config.modes else " ".join(library.methods_of(self.card))

    @property
    def card_entries(self) -> dict[str, Any]:
        """What the new card says of it."""
        known = ("data", "core_hours", "steps", "examples", "validation_nats")
        return {"begun_name": self.title, "begun_from": {name: self.card[name] for name in known if name in self.card}}


def beginning(kind: str, start: str) -> Beginning:
    """The network that "shipped", a model's name or a weight file stands for."""
    library.admit(start)
    model = library.asked(start, kind)
    net, card = weights.load(model.file("sfarm" if "sfarm" in model.methods else model.methods[0]))
    return Beginning(net, card, model.title)


def gentle(config: C, **more: Any) -> C:
    """The flags with gentle settings wherever they still have their usual value."""
    usual = {field.name: field.default for field in fields(config)}
    wanted = {**GENTLE, "every": min(3.0, max(0.1, config.minutes / OFTEN)), **more}
    return replace(config, **{name: value for name, value in wanted.items() if vars(config)[name] == usual[name]})


def standard_input() -> Iterable[bytes]:
    """Its lines, not through sys.stdin: a thread that waits there would keep the interpreter from ending."""
    return open(0, "rb", buffering=0, closefd=False)


class Remote:
    """Whether the window that started this process wants it to stop, or is gone."""

    def __init__(self) -> None:
        self._halted = threading.Event()

    def listen(self) -> None:
        """Read standard input in a thread of its own: a line "stop", or its end, means stop."""
        threading.Thread(target=self._read, name="palimpsest-remote", daemon=True).start()

    def _read(self) -> None:
        for line in standard_input():
            if line.strip() == b"stop":
                break
        self._halted.set()

    def __call__(self, _step: int) -> bool:
        return self._halted.is_set()


def say(event: dict[str, Any]) -> None:
    """One event as a line of JSON; what is no number is null."""
    plain = {name: None if isinstance(v, float) and not math.isfinite(v) else v for name, v in event.items()}
    print(json.dumps(plain), flush=True)


@contextmanager
def sentences(config: TrainConfig) -> Iterator[None]:
    """An error is one sentence: on the screen, or as an event."""
    try:
        yield
    except PalimpsestError as error:
        _end(config, str(error))
    except (OSError, RuntimeError) as error:
        full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
        if not full and "PytorchStreamWriter" not in str(error):
            raise
        _end(config, NO_ROOM)


def _end(config: TrainConfig, sentence: str) -> None:
    if config.progress:
        say({"event": "failed", "sentence": sentence})
    raise SystemExit(1 if config.progress else sentence) from None


def learn(net: weights.NetworkModule, data: Data, config: TrainConfig, kind: str) -> Run:
    """Train, and put what came of it into the library, unless a file was named for it."""
    if config.name:
        library.check_name(config.name, besides=config.name)
    stop: Callable[[int], bool] = lambda step: False  # noqa: E731
    on_event: OnEvent = lambda event: None  # noqa: E731
    lead = int(os.environ.get("RANK", 0)) == 0
    if config.progress and lead:
        remote = Remote()
        remote.listen()
        stop, on_event = remote, say
        if os.name == "posix":
            os.nice(5)  # the window goes first
    run = train(net, data, config, stop, on_event)
    if lead and not config.export and run.device.type != "meta":
        deliver(run, kind, on_event)
    return run


def deliver(run: Run, kind: str, on_event: OnEvent) -> None:
    """Put a finished run's model into the library, and say how it is used."""
    config = run.config
    if run.ended == "halted":
        on_event({"event": "stopped", "step": run.step})
        return
    if config.patience and not run.best < run.before:
        words = "Nothing was gained on the held-out part, so no model was made; try more pieces, or fewer minutes."
        on_event({"event": "done", "model": "", "sentence": words, "own": run.best, "before": run.before})
        _print(config, words)
        return
    path = run.folder / "model.safetensors"
    run.export(path, run.best if config.patience else run.validate())
    origin = f"taught on this computer from {run.data.card.get('data', 'data')}"
    made = library.put(path, config.name or library.free_name(NAMES[kind]), origin)
    path.unlink()
    early = " It stopped early: the held-out part no longer gained." if run.ended == "no gain" else ""
    words = f"The model {made.name} is in your library.{early}"
    on_event({"event": "done", "model": made.name, "sentence": words, "own": run.best, "before": run.before})
    named = library.as_argument(made.name)
    _print(config, f"{words} Choose it in the app, or with python -m engine ... --model {named}.")


def _print(config: TrainConfig, words: str) -> None:
    if not config.progress:
        print(words, flush=True)
