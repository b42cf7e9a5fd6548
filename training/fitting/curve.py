"""The learning curve of a run: a picture beside its log, and TensorBoard where that is asked for."""

import csv
from pathlib import Path
from typing import Any


def curve(log: Path) -> None:
    """Draw the learning curve beside the log."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    with log.open() as file:
        rows = list(csv.DictReader(file))
    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    for name in ("loss", "validation"):
        axes.plot([float(row["minutes"]) for row in rows], [float(row[name]) for row in rows], label=name)
    axes.set(xlabel="minutes", ylabel="nats a cell")
    axes.legend()
    figure.tight_layout()
    figure.savefig(log.with_suffix(".png"), dpi=110)
    pyplot.close(figure)


def tensorboard(folder: Path) -> Any:
    """A TensorBoard writer, where that package is installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise SystemExit("--tensorboard needs the tensorboard package: pip install tensorboard.") from None
    return SummaryWriter(folder / "tensorboard")
