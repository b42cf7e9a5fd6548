"""One training run: its flags, its network, optimiser and averaged weights, and where it stands; steps, validation,
checkpoints and the model card. Knows nothing of notes or words, nor when to stop (training.fitting.loop)."""

import os
import pickle
import subprocess
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import torch
from torch import nn

from engine.errors import ModelError
from engine.formats.files import replacing
from engine.neural import weights
from engine.neural.torch_network import autocast, choose_device, short_of_memory
from engine.sampling.orders import KEYS
from training.fitting.objectives import OBJECTIVES, Batch, Objective

T = TypeVar("T")
PROGRESS = ("step", "total", "seconds", "best", "before", "waited")  # what a checkpoint says of where a run stands
PATHS = (
    "warm_start",
    "start",
    "data",
    "weights",
    "marks",
)  # flags of which a model card gives the name only, not whose computer it was


def adamw(net: nn.Module, config: "TrainConfig") -> torch.optim.Optimizer:
    """The usual one."""
    return torch.optim.AdamW(net.parameters(), betas=(0.9, 0.98), weight_decay=config.weight_decay)


def adam(net: nn.Module, config: "TrainConfig") -> torch.optim.Optimizer:
    """SUNMASK's: no weight decay."""
    return torch.optim.Adam(net.parameters())


PRECISIONS = {"float32": torch.float32, "bfloat16": torch.bfloat16}
OPTIMIZERS = {"adamw": adamw, "adam": adam}


@dataclass(frozen=True)
class TrainConfig:
    """One run; every field is a flag of the command line."""

    method: str = "sunmask"  # which objective; several, as in "mac sunmask sfarm", are taken in turn
    out: str = "runs/latest"  # folder for checkpoints and logs
    minutes: float = 60.0  # budget; the schedule is fitted to it
    steps: int = 0  # exact number of steps instead of minutes
    batch: int = 24  # examples a step, over all processes
    rate: float = 1e-3  # peak learning rate
    warmup: int = 200  # steps
    decay: float = 0.3  # last share of the run over which the rate falls to 0
    ema: float = 0.999
    clip: float = 1.0  # largest gradient norm
    clip_value: float = 0.0  # largest element of a gradient, instead of its norm (SUNMASK's paper: 3); 0: by norm
    optimizer: str = "adamw"  # adamw, or adam as in SUNMASK's paper
    key: str = "time"  # MAC's order: time, or spaced, the authors' own for text (0, 25, 50, ..., 1, 26, ...)
    weight_decay: float = 0.01
    seed: int = 1
    threads: int = 1
    resume: bool = False
    warm_start: str = ""  # weights to start from, as far as their tensors fit
    start: str = ""  # go on from "shipped", a model of your library or a weight file, and keep its shape
    name: str = ""  # the model's name in your library when done
    export: str = ""  # write the EMA weights to this file when done, not into your library
    patience: int = 0  # stop after so many measurements without a gain, and keep the best; 0: never
    progress: bool = False  # JSON lines on standard output; ends at "stop", or at the end, of standard input
    every: float = 3.0  # minutes between checkpoints
    tensorboard: bool = False
    device: str = "auto"  # auto, cpu, cuda, mps; meta computes nothing, but runs every line
    # on a CPU: float32, or bfloat16: over twice as fast on processors made for it (AVX512_BF16, AMX), slower on others
    precision: str = "float32"


class Data(Protocol):
    """What the loop needs of a data set."""

    card: dict[str, Any]

    def batch(self, rngs: tuple[np.random.Generator, ...], shared: np.random.Generator) -> Batch: ...
    def validation(self) -> list[Batch]: ...


def rate_at(step: int, total: int, config: TrainConfig) -> float:
    """Learning rate: linear warm-up, flat, linear to zero over the last share."""
    rise = min(1.0, (step + 1) / max(1, config.warmup))
    fall = min(1.0, max(0.0, total - step) / max(1.0, total * config.decay)) if total else 1.0
    return config.rate * rise * fall


def sources(seed: int, step: int, examples: range) -> tuple[np.random.Generator, ...]:
    """One random source for each example of a step."""
    return tuple(np.random.default_rng((seed, step, example)) for example in examples)


def chosen(table: Mapping[str, T], flag: str, name: str) -> T:
    """The row of a table that a flag names, or one sentence that says which there are."""
    if name not in table:
        raise SystemExit(f"--{flag} {name} is not known; choose one of {', '.join(table)}.")
    return table[name]


def key_of(config: TrainConfig, rows: int, steps: int) -> np.ndarray:
    """MAC's key (rows, steps) as the flags ask for it."""
    return chosen(KEYS, "key", config.key)(rows, steps)


def objectives_of(config: TrainConfig) -> tuple[Objective, ...]:
    """The objectives that a run takes in turn."""
    return tuple(OBJECTIVES[name] for name in config.method.split())


def device_of(wanted: str) -> torch.device:
    """Where a process trains: each on a graphics card of its own, if there are any."""
    if wanted == "meta":
        return torch.device("meta")
    try:
        device = choose_device(wanted)
    except ModelError as error:
        raise SystemExit(str(error)) from None
    own = device.type == "cuda" and device.index is None
    return torch.device(f"cuda:{os.environ.get('LOCAL_RANK', 0)}") if own else device


def multiplying(device: torch.device, precision: torch.dtype) -> AbstractContextManager[None]:
    """How a step multiplies: in bfloat16 on a CPU where the flags ask for it, else as the device does."""
    if device.type == "cpu" and precision != torch.float32:
        return torch.autocast("cpu", precision)
    return autocast(device)


def number(value: torch.Tensor) -> float:
    """A tensor's one value; not a number on the meta device, which has none."""
    return float("nan") if value.is_meta else float(value)


class Run:
    """One training: network, optimiser, EMA and where it stands."""

    def __init__(self, net: nn.Module, data: Data, config: TrainConfig) -> None:
        self.rank, self.world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
        self.device = device_of(config.device)
        self.net, self.data, self.config = net.to(self.device), data, config
        self.model: nn.Module = self.net
        if self.world > 1:
            torch.distributed.init_process_group("nccl" if self.device.type == "cuda" else "gloo")
            several = len(objectives_of(config)) > 1  # not every objective needs every tensor
            self.model = nn.parallel.DistributedDataParallel(
                self.net, broadcast_buffers=False, init_sync=False, find_unused_parameters=several
            )  # all begin alike
        self.precision = chosen(PRECISIONS, "precision", config.precision)
        if config.batch % self.world:
            raise SystemExit(f"--batch {config.batch} cannot be split over {self.world} processes.")
        self.folder = Path(config.out)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.optimizer = chosen(OPTIMIZERS, "optimizer", config.optimizer)(self.net, config)
        self.average = {key: value.detach().clone() for key, value in self.net.state_dict().items()}
        self.scaler = torch.amp.GradScaler(self.device.type, enabled=self.device.type == "cuda")
        self.part = 0  # examples computed at once where memory is short; 0: all
        self.step, self.total, self.seconds, self.best = 0, config.steps, 0.0, float("inf")
        self.before = float("nan")  # validation of the weights it went on from
        self.begun: dict[str, Any] = {}  # what their card says of their own training
        self.waited = 0  # measurements since the best one
        self.kept: dict[str, torch.Tensor] = {}  # the best averaged weights, where patience asks for them
        self.ended = ""  # why: "budget", "halted" or "no gain"

    @property
    def examples(self) -> range:
        """This process's share of a step's batch."""
        size = self.config.batch // self.world
        return range(self.rank * size, (self.rank + 1) * size)

    def loss(self, step: int, examples: range) -> torch.Tensor:
        """The loss of some examples of a step's batch, weighed by their share of this process's."""
        batch = self.data.batch(
            sources(self.config.seed, step, examples), np.random.default_rng((self.config.seed, step))
        )
        objective = objectives_of(self.config)[step % len(objectives_of(self.config))]
        with multiplying(self.device, self.precision):
            loss = objective.loss(self.model, batch.to(self.device))
        return loss * (len(examples) / len(self.examples))

    def gradients(self) -> float:
        """The gradients of this step, in as many parts as memory asks for; returns the loss."""
        mine, size = self.examples, len(self.examples)
        while True:
            self.optimizer.zero_grad(set_to_none=True)
            torch.manual_seed(self.config.seed * 1_000_003 + self.step)  # dropout
            try:
                losses = []
                for start in range(0, size, self.part or size):
                    loss = self.loss(self.step, mine[start : start + (self.part or size)])
                    self.scaler.scale(loss).backward()
                    losses.append(loss.detach())
                return number(torch.stack(losses).sum())
            except RuntimeError as error:
                if not short_of_memory(error) or (self.part or size) == 1 or self.world > 1:
                    raise
                self.part = -(-(self.part or size) // 2)
                print(f"Memory is short: a batch is now computed in parts of {self.part}.", flush=True)
                if self.device.type == "cuda":
                    torch.cuda.empty_cache()

    def advance(self) -> float:
        """One step of training; returns its loss."""
        self.model.train()
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.step, self.total, self.config)
        loss = self.gradients()
        self.scaler.unscale_(self.optimizer)
        if self.config.clip_value:
            nn.utils.clip_grad_value_(self.net.parameters(), self.config.clip_value)
        else:
            nn.utils.clip_grad_norm_(self.net.parameters(), self.config.clip)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        share = min(self.config.ema, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            for key, value in self.net.state_dict().items():
                if value.is_floating_point():
                    self.average[key].lerp_(value, 1 - share)
        self.step += 1
        return loss

    @torch.no_grad()
    def validate(self) -> float:
        """Validation loss of the averaged weights, on fixed examples and masks."""
        current = {key: value.clone() for key, value in self.net.state_dict().items()}
        self.net.load_state_dict(self.average)
        self.net.eval()
        each = dict.fromkeys(objectives_of(self.config))
        losses = [
            number(objective.loss(self.net, batch.to(self.device)))
            for objective in each
            for batch in self.data.validation()
        ]
        self.net.load_state_dict(current)
        return float(np.mean(losses))

    def save(self, name: str = "checkpoint.pt") -> None:
        """Write all that a resume needs; whole or not at all."""
        if self.device.type == "meta":
            return  # there is nothing to keep
        state = {
            "net": self.net.state_dict(),
            "average": self.average,
            "optimizer": self.optimizer.state_dict(),
            "scaler": self.scaler.state_dict(),
            "kept": self.kept,
            "progress": {name: vars(self)[name] for name in PROGRESS},
            "config": asdict(self.config),
        }
        with replacing(self.folder / name) as stream:  # on the disk before it takes the old one's place
            torch.save(state, stream)

    def restore(self) -> bool:
        """Go on from the folder's checkpoint, if there is one; a new budget extends the old."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return False
        try:
            state = torch.load(path, map_location=self.device, weights_only=True)
        except (RuntimeError, EOFError, OSError, pickle.UnpicklingError) as error:
            where = self.folder.name
            raise ModelError(f"The checkpoint in {where} is damaged; begin again without it.", repr(error)) from None
        self.net.load_state_dict(state["net"])
        self.average = state["average"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.scaler.load_state_dict(state.get("scaler", {}) or self.scaler.state_dict())
        self.kept = state.get("kept", {})
        progress = state["progress"]
        for name in PROGRESS:
            setattr(self, name, progress.get(name, vars(self)[name]))
        old = state["config"]
        same = (old["minutes"], old["steps"], old["batch"]) == (
            self.config.minutes,
            self.config.steps,
            self.config.batch,
        )
        self.total = progress["total"] if same else self.config.steps
        return True

    def card(self, validation: float) -> dict[str, Any]:
        """The model card."""
        commit = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
        ).stdout.strip()
        recipe = {
            k: ", ".join(Path(each).name for each in v.split(",")) if k in PATHS else v
            for k, v in asdict(self.config).items()
            if k not in ("out", "export", "resume", "name", "progress")
        }
        gone_on = {} if np.isnan(self.before) else {"validation_nats_before": round(self.before, 4)}
        return {
            **self.data.card,
            "methods": list(dict.fromkeys(self.config.method.split())),
            "recipe": recipe,
            "commit": commit,
            "steps": self.step,
            "examples": self.step * self.config.batch,
            "core_hours": round(self.seconds / 3600 * self.config.threads * self.world, 2),
            "validation_nats": round(validation, 4),
            **gone_on,
            **({"begun_from": self.begun} if self.begun else {}),
            "torch": torch.__version__,
        }

    def export(self, path: Path, validation: float) -> None:
        """Write the averaged weights with their card."""
        if self.device.type == "meta":
            return
        assert isinstance(self.net, weights.NetworkModule), "only networks that the program can load are written"
        weights.save(path, self.net, self.kept or self.average, self.card(validation))
        if not self.config.progress:
            print(f"Wrote {path} ({path.stat().st_size / 1e6:.1f} MB).", flush=True)
