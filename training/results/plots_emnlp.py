"""The pictures of the sentence tables: BLEU against self-BLEU, and hidden words guessed. Measures nothing."""

from pathlib import Path
from typing import Any

from matplotlib import pyplot

from training.results.plots import save
from training.results.tables import Rows

# (whose, sentences, ((negative BLEU-5, self-BLEU-5), ...)), from the figures of the SUNMASK and SUNDAE papers
PUBLISHED = (
    ("SUNMASK", 1000, ((-0.278, 0.495), (-0.421, 0.786))),
    ("SUNDAE", 10_000, ((-0.30, 0.438), (-0.45, 0.624))),
    ("autoregressive transformer", 10_000, ((-0.30, 0.356), (-0.45, 0.614))),
    ("real data", 10_000, ((-0.204, 0.204),)),
)
INKS = {
    "sunmask": "#b3401f",
    "mac": "#1f5f8b",
    "sfarm": "#3c7a3c",
    "sundae": "#7a4f9a",
    "ardm": "#8a6d1f",
    "trigram": "#4a4a4a",
    "real": "#000000",
}
MARKS = ("s", "D", "^", "*")


def _series(row: dict[str, Any]) -> tuple[str, str]:
    """Rows of one method that differ in temperature only are one line."""
    return row["method"], row["label"].split(", temperature")[0]


def bleu(rows: Rows, path: Path) -> None:
    """Self-BLEU against negative BLEU: a line for each method over its temperatures, other settings as single
    points, published points hollow."""
    figure, panel = pyplot.subplots(figsize=(10, 5.6))
    lines: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        lines.setdefault(_series(row), []).append(row)
    for (method, label), group in lines.items():
        group.sort(key=lambda row: row.get("temperature", 0.0))
        x, y = [-row["bleu"] for row in group], [row["self_bleu"] for row in group]
        style = "o-" if method != "real" else "+" if label.startswith("training") else "x"
        ends = f", temperature {group[-1]['temperature']} to {group[0]['temperature']}" if len(group) > 1 else ""
        alone = len(group) == 1 and method != "real"
        panel.plot(x, y, style, color=INKS[method], markersize=4 if alone else 6, label=None if alone else label + ends)
        if alone:
            panel.annotate(
                label.partition(", ")[2] or label,
                (x[0], y[0]),
                textcoords="offset points",
                xytext=(5, 3),
                fontsize=7,
                color=INKS[method],
            )
    for mark, (label, count, points) in zip(MARKS, PUBLISHED, strict=True):
        x, y = [p[0] for p in points], [p[1] for p in points]
        panel.plot(
            x, y, mark, linestyle=":", color="#888888", markerfacecolor="none", label=f"{label} (published, {count:,})"
        )
    panel.set(xlabel="negative BLEU-5 (left is better)", ylabel="self-BLEU-5 (lower is better)")
    panel.grid(alpha=0.3)
    panel.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.01, 0.5))
    save(figure, path)


def infilling(rows: Rows, path: Path) -> None:
    """Bars for each number of hidden words, a colour a method: exact guesses solid, among the five most likely pale."""
    figure, panel = pyplot.subplots(figsize=(8, 4))
    names = list(rows[0]["tasks"]) if rows else []
    width = 0.8 / max(1, len(rows))
    for number, row in enumerate(rows):
        places = [k - 0.4 + width * (number + 0.5) for k in range(len(names))]
        panel.bar(
            places, [100 * row["tasks"][n]["top5"] for n in names], width * 0.9, color=INKS[row["method"]], alpha=0.3
        )
        panel.bar(
            places,
            [100 * row["tasks"][n]["exact"] for n in names],
            width * 0.9,
            color=INKS[row["method"]],
            label=row["label"],
        )
    panel.set(
        ylabel="% guessed (pale: among five)",
        xticks=range(len(names)),
        xticklabels=[f"{name} hidden" for name in names],
    )
    panel.grid(axis="y", alpha=0.3)
    panel.legend(fontsize=8)
    save(figure, path)
