"""The pictures of docs/RESULTS.md, from the rows of its tables. Measures nothing."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

from training.results.tables import Rows

PARTS = ("note", "rhythm", "parallels", "harmony", "soprano", "alto", "tenor", "bass", "repeats")
INKS = ("#b3401f", "#1f5f8b", "#3c7a3c", "#7a4f9a", "#8a6d1f", "#4a4a4a")


def save(figure: Any, path: Path) -> None:
    """Write the figure and forget it."""
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def _middle(row: dict[str, Any], name: str) -> float:
    """The median of a part of the grade, or of all."""
    return float(row["median"] if name == "overall" else row["parts"][name][0])


def _quarters(row: dict[str, Any], name: str) -> tuple[float, float]:
    """Where the middle half begins and ends; the median, where that was not measured."""
    low, high = row.get("quarters", {}).get(name, [_middle(row, name)] * 2)
    return low, high


def by_feature(rows: Rows, path: Path) -> None:
    """A panel for each part of the grade: median and quarters of each set, Bach's first and as a band behind."""
    rows = sorted(rows, key=lambda row: not row["label"].startswith("Bach"))
    figure, panels = pyplot.subplots(2, 5, figsize=(15, 1.6 + 0.46 * len(rows)), sharey=True)
    for panel, name in zip(panels.flat, ("overall", *PARTS), strict=True):
        for place, row in enumerate(rows):
            middle = _middle(row, name)
            low, high = _quarters(row, name)
            ink = INKS[0] if row is rows[0] else INKS[1]
            panel.plot([low, high], [place, place], color=ink, linewidth=2, solid_capstyle="round")
            panel.plot([middle], [place], "o", color=ink)
        panel.axvspan(*_quarters(rows[0], name), color=INKS[0], alpha=0.12, linewidth=0)
        panel.set(title=name, yticks=range(len(rows)), yticklabels=[row["label"] for row in rows])
        panel.set_xlim(left=0)
        panel.grid(axis="x", alpha=0.3)
    panels[0, 0].invert_yaxis()
    save(figure, path)


def against_steps(rows: Rows, path: Path) -> None:
    """Grade, and seconds per piece, against the number of network calls, one line a method."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 3.8))
    for ink, group in zip(INKS, rows, strict=False):
        calls = [row.get("calls", row["steps"]) for row in group["rows"]]
        left.plot(calls, [row["median"] for row in group["rows"]], "o-", color=ink, label=group["label"])
        low, high = zip(*(row["quarters"]["overall"] for row in group["rows"]), strict=True)
        left.fill_between(calls, low, high, color=ink, alpha=0.12, linewidth=0)
        right.plot(calls, [row["seconds"] for row in group["rows"]], "o-", color=ink, label=group["label"])
    left.set(ylabel="grade, unselected (lower is better)")
    right.set(ylabel="seconds a piece")
    for panel in (left, right):
        panel.set_xscale("log", base=2)
        panel.xaxis.set_major_formatter("{x:.0f}")
        panel.set(xlabel="network calls", ylim=(0, None))
        panel.grid(alpha=0.3)
        panel.legend()
    save(figure, path)


def questions(rows: Rows, path: Path) -> None:
    """What is still open, and what matches the original, against questions asked; bands are standard errors."""
    figure, panels = pyplot.subplots(1, 2, figsize=(10, 3.8))
    for panel, (name, label, factor) in zip(
        panels, (("bits", "bits still open", 1), ("match", "% as in the original", 100)), strict=True
    ):
        for ink, row in zip(INKS, rows, strict=False):
            mean = [factor * value for value in row[name]["mean"]]
            error = [factor * value for value in row[name]["error"]]
            panel.plot(mean, "-", color=ink, label=row["label"])
            panel.fill_between(
                range(len(mean)), _less(mean, error), _more(mean, error), color=ink, alpha=0.12, linewidth=0
            )
        panel.set(xlabel="questions answered", ylabel=label)
        panel.grid(alpha=0.3)
        panel.legend()
    save(figure, path)


def _less(mean: Sequence[float], error: Sequence[float]) -> list[float]:
    return [m - e for m, e in zip(mean, error, strict=True)]


def _more(mean: Sequence[float], error: Sequence[float]) -> list[float]:
    return [m + e for m, e in zip(mean, error, strict=True)]


def by_bars(rows: Rows, path: Path) -> None:
    """Seconds against the bars harmonised, beside a straight line through the longest page."""
    bars, seconds = [row["bars"] for row in rows], [row["seconds"] for row in rows]
    figure, axes = pyplot.subplots(figsize=(6, 3.6))
    axes.plot(bars, seconds, "o-", color=INKS[0], label="SUNMASK, one alternative")
    axes.plot([0, bars[-1]], [0, seconds[-1]], "--", color="0.6", label="in proportion to the bars")
    axes.set(xlabel="bars harmonised", ylabel="seconds on two cores")
    axes.legend(frameon=False)
    save(figure, path)
