"""The one training loop: budget, schedule, patience, checkpoints, resume, log, export. Knows nothing of notes or words.

Everything random is drawn from (seed, step, example), so a run that was interrupted and resumed is bit for bit the
run that was not, and a batch split over processes (torchrun) is the batch of one."""

import csv
import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from tqdm import tqdm

from engine.neural import weights
from training.fitting.curve import curve, tensorboard
from training.fitting.run import Data, Run, TrainConfig, key_of, objectives_of, rate_at, sources

__all__ = ["Data", "Run", "TrainConfig", "agreed", "describe", "key_of", "objectives_of", "rate_at", "sources", "train"]

OnEvent = Callable[[dict[str, Any]], None]  # gets what happens in a run, as JSON may have it
SAY_EVERY = 1.0  # seconds
HISTORY = ("core_hours", "earlier_core_hours", "steps", "examples", "recipe", "split", "begun_from")  # of a card


def train(
    net: nn.Module,
    data: Data,
    config: TrainConfig,
    stop: Callable[[int], bool] = lambda step: False,
    on_event: OnEvent = lambda event: None,
) -> Run:
    """Train to the end of the budget, until patience is at its end, or until `stop(step)`; leaves a checkpoint, a CSV
    log and a learning curve in the folder."""
    torch.set_num_threads(config.threads)
    run = Run(net, data, config)
    lead = run.rank == 0
    if config.warm_start:
        warm(run, Path(config.warm_start))
    if config.resume and run.restore() and lead and not config.progress:
        print(f"Going on from step {run.step}.", flush=True)
    log = run.folder / "log.csv"
    if not run.step and lead:
        log.write_text("step,minutes,examples,loss,validation,rate\n")
    if config.patience and not run.step:
        run.before = run.best = run.validate()
        run.kept = {key: value.clone() for key, value in run.average.items()}
    on_event({"event": "began", "step": run.step, "total": run.total, "before": run.before, "best": run.best})
    board = tensorboard(run.folder) if config.tensorboard and lead else None
    began, spent = time.monotonic(), run.seconds
    saved, said, recent = began, began, []
    bar = tqdm(
        total=run.total or None, initial=run.step, disable=True if config.progress or not lead else None, unit="step"
    )
    while not run.total or run.step < run.total:
        recent.append(run.advance())
        bar.update(1)
        bar.set_postfix(loss=f"{np.mean(recent[-50:]):.4f}", refresh=False)
        now = time.monotonic()
        run.seconds = spent + now - began
        if not run.total and run.step >= 20 and len(recent) >= 20:
            run.total = bar.total = agreed(run, fitted(run, (now - began) / len(recent)))
        finished = bool(run.total) and run.step >= run.total
        halted = stop(run.step)
        if now - said > SAY_EVERY:
            said = now
            on_event(
                {"event": "step", "step": run.step, "total": run.total, **clock(run), "loss": float(np.mean(recent))}
            )
        if agreed(run, now - saved > config.every * 60) or finished or halted:
            if lead and not (halted and config.progress):
                on_event({"event": "measured", **report(run, recent, board), **clock(run), "before": run.before})
            finished = finished or bool(agreed(run, config.patience > 0 and run.waited >= config.patience))
            if (
                not config.steps and run.step < (1 - config.decay) * run.total
            ):  # another pace by now: the rate has not begun to fall
                run.total = bar.total = agreed(run, fitted(run, (now - saved) / len(recent)))
            if lead:
                run.save()
            recent, saved = [], time.monotonic()
        if finished or halted:
            run.ended = "halted" if halted else "no gain" if run.step < run.total else "budget"
            break
    bar.close()
    if lead and config.export:
        run.export(Path(config.export), run.validate())
    return run


def clock(run: Run) -> dict[str, float]:
    """Seconds that a run has taken, and about how many it will still take."""
    left = run.config.minutes * 60 - run.seconds
    if run.config.steps:
        left = run.seconds / max(1, run.step) * (run.total - run.step)
    return {"seconds": round(run.seconds, 1), "left": round(max(0.0, left), 1)}


def report(run: Run, recent: list[float], board: Any) -> dict[str, float]:
    """Validate, and say in the log, on the screen and in the learning curve where a run stands."""
    validation, log = run.validate(), run.folder / "log.csv"
    run.waited = 0 if validation < run.best else run.waited + 1
    if run.config.patience and validation < run.best:
        run.kept = {key: value.clone() for key, value in run.average.items()}
    run.best = min(run.best, validation)
    row = [
        run.step,
        f"{run.seconds / 60:.2f}",
        run.step * run.config.batch,
        f"{np.mean(recent):.5f}",
        f"{validation:.5f}",
        f"{rate_at(run.step, run.total, run.config):.2e}",
    ]
    with log.open("a", newline="") as file:
        csv.writer(file).writerow(row)
    if not run.config.progress:
        names = ("step", "min", "examples", "loss", "valid", "rate")
        print(" ".join(f"{name} {value}" for name, value in zip(names, row, strict=True)), flush=True)
    if board is not None:
        board.add_scalar("loss/train", float(np.mean(recent)), run.step)
        board.add_scalar("loss/validation", validation, run.step)
    if not run.config.progress:
        curve(log)
    return {"step": run.step, "total": run.total, "loss": float(np.mean(recent)), "own": validation, "best": run.best}


def agreed(run: Run, value: int) -> int:
    """What the first process found, for all processes of a run: clocks differ, and all must end at the same step."""
    if run.world == 1:
        return value
    shared = torch.tensor([value], device=run.device)
    torch.distributed.broadcast(shared, 0)
    return int(shared)


def fitted(run: Run, seconds: float) -> int:
    """The last step of a budget in minutes, at so many seconds a step."""
    return run.step + max(1, round((run.config.minutes * 60 - run.seconds) / seconds))


def warm(run: Run, path: Path) -> None:
    """Start from another method's weights: every learned tensor of the same name and shape; what was counted stays
    this run's own."""
    source, card = weights.load(path)
    run.begun = {name: card[name] for name in HISTORY if name in card}
    own = run.net.state_dict()
    taken = {
        k: v for k, v in source.state_dict().items() if k in own and own[k].shape == v.shape and v.is_floating_point()
    }
    run.net.load_state_dict({**own, **taken})
    run.average = {key: value.detach().clone() for key, value in run.net.state_dict().items()}
    print(f"Warm start: {len(taken)} of {len(own)} tensors from {path.name}.", flush=True)


def describe(config: TrainConfig) -> str:
    """The run in one line."""
    return json.dumps(asdict(config))
