"""docs/RESULTS.md from the JSON that the evaluation left: a few words, the command, the table, the plot.

Measures nothing."""

import json
from pathlib import Path
from typing import Any

from training.results import ask as results_ask
from training.results import chords as results_chords
from training.results import emnlp as results_emnlp
from training.results import habits as results_habits
from training.results import jsb as results_jsb
from training.results import letters as results_letters
from training.results import masked as results_masked
from training.results import uci as results_uci
from training.results.tables import Table

PARTS = (
    results_jsb,
    results_masked,
    results_habits,
    results_chords,
    results_emnlp,
    results_ask,
    results_letters,
    results_uci,
)
TABLES: dict[str, Table] = {name: table for part in PARTS for name, table in part.TABLES.items()}
INTRO = (
    "Every figure below was made by the command above its table, from the committed weights (those of tables marked"
    " `--weights DIR` are not shipped). Nothing is selected unless the column says so."
)
TOOK = "The commands that say how long they took took {hours:.1f} hours together, on two cores that other work shared."


def render(folder: Path, target: Path) -> None:
    """Write the page, and the plots beside the JSON, from every section that has been measured."""
    blocks, spent = [], 0.0
    for name, shown in TABLES.items():
        path = folder / f"{name}.json"
        if not path.exists():
            continue
        about = json.loads(path.read_text())
        commands = " and ".join(
            f"`{command}`" for command in dict.fromkeys(row.get("command", about["command"]) for row in about["rows"])
        )
        spent += minutes(about)
        note = f"{commands} · {about['part']} part of the split · seed {about['seed']} · {about['machine']}"
        blocks += [f"## {shown.title}", shown.intro, note, about.get("remark", ""), shown.show(about["rows"])]
        if shown.plot is not None:
            shown.plot(about["rows"], path.with_suffix(".png"))
            blocks.append(f"![{shown.title}]({folder.name}/{name}.png)")
    took = TOOK.format(hours=spent / 60)
    target.write_text("\n\n".join(block for block in ("# Results", INTRO, took, *blocks) if block) + "\n")


def minutes(about: dict[str, Any]) -> float:
    """How long the commands of a table took together, as far as it is known."""
    of_command = {about["command"]: about.get("minutes", 0.0)}
    of_command |= {row["command"]: row["minutes"] for row in about["rows"] if "minutes" in row}
    return float(sum(of_command.values()))
