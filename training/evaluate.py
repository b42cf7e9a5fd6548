"""python -m training.evaluate jsb | emnlp | uci | letters: the tables of docs/RESULTS.md, from the committed weights.

Each section is kept as JSON and can be made alone.

The validation part is the default; `--part test` is for the final figures only. Sections and their default counts are
in TASKS."""

import argparse
import json
import platform
import time
from pathlib import Path
from typing import Any

from engine.sampling.methods import METHODS
from training.evaluation import ask as evaluate_ask
from training.evaluation import emnlp as evaluate_emnlp
from training.evaluation import jsb as evaluate_jsb
from training.evaluation import letters as evaluate_letters
from training.evaluation import masked as evaluate_masked
from training.evaluation import uci as evaluate_uci
from training.evaluation.chorales import endings as evaluate_endings
from training.evaluation.chorales import given_voices as evaluate_given
from training.evaluation.chorales import habits as evaluate_habits
from training.evaluation.chorales import mend as evaluate_mend
from training.evaluation.chords import harmonising as evaluate_chords
from training.evaluation.section import Rows, Section
from training.results.report import render

DOCS = Path(__file__).resolve().parents[1] / "docs"
TASKS: dict[str, dict[str, Section]] = {
    "jsb": {
        **evaluate_jsb.SECTIONS,
        **evaluate_given.SECTIONS,
        **evaluate_endings.SECTIONS,
        **evaluate_habits.SECTIONS,
        **evaluate_mend.SECTIONS,
        **evaluate_masked.SECTIONS,
        **evaluate_chords.SECTIONS,
        **evaluate_ask.CHORALES,
    },
    "emnlp": {**evaluate_emnlp.SECTIONS, **evaluate_masked.SENTENCES, **evaluate_ask.SENTENCES},
    "uci": evaluate_uci.SECTIONS,
    "letters": evaluate_letters.SECTIONS,
}


def flags(argv: list[str] | None = None) -> argparse.Namespace:
    """The flags of the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=tuple(TASKS))
    parser.add_argument("--section", action="append", help="only this section (may be repeated)")
    parser.add_argument("--data", type=Path, help="folder of news text for emnlp and letters, of tables for uci")
    parser.add_argument("--part", choices=("valid", "test"), default="valid", help="which held-out part of the data")
    parser.add_argument("--count", type=int, default=0, help="samples or pieces a row (default: the section's own)")
    parser.add_argument("--orders", type=int, default=4, help="random orders for ARDM and SFARM")
    parser.add_argument("--epochs", type=int, default=2000, help="how long each network of a uci table is trained")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument(
        "--method", action="append", help="only this method (may be repeated); the other rows stay as they are"
    )
    parser.add_argument("--defaults", action="store_true", help="only each method at its default settings")
    parser.add_argument(
        "--weights",
        type=Path,
        help="folder of other weights than the shipped ones, trained equally long; they get tables of their own",
    )
    parser.add_argument("--called", default="", help="with --weights: what tells these networks' rows from others")
    parser.add_argument(
        "--write-card", action="store_true", help="put the figures beside the weights, for their model cards"
    )
    args = parser.parse_args(argv)
    if args.called and not args.weights:
        parser.error("--called names the networks of --weights DIR.")
    unknown = set(args.section or ()) - set(TASKS[args.what])
    if unknown:
        parser.error(
            f"there is no section {', '.join(sorted(unknown))}; the sections are {', '.join(TASKS[args.what])}"
        )
    return args


def command(args: argparse.Namespace, name: str) -> str:
    """The command that makes one section again; folders are left to the reader."""
    chosen = "".join(f" --method {method}" for method in args.method or ())
    chosen += (
        f" --orders {args.orders}" * (name == "likelihood" and args.what != "letters")
        + f" --epochs {args.epochs}" * (args.what == "uci")
        + " --defaults" * args.defaults
        + " --weights DIR" * bool(args.weights)
        + f' --called "{args.called}"' * bool(args.called)
        + " --data DIR" * bool(args.data)
    )
    return (
        f"python -m training.evaluate {args.what} --section {name} --part {args.part} --count {args.count} --seed"
        f" {args.seed}{chosen}"
    )


def called(row: dict[str, Any], name: str) -> str:
    """The label of a row, with the name of the networks of another folder where it is a method's."""
    label = str(row["label"])
    ours = any(label.startswith(method.label) for method in METHODS.values())
    return f"{label}, {name}" if name and ours else label


def joined(old: dict[str, Any], rows: Rows) -> Rows:
    """The rows of an old table with those of the same label replaced, and new ones after them; old ones know how long
    their command took if it was the table's."""
    known = {"minutes": old["minutes"]} if "minutes" in old else {}
    before = [known | row if row.get("command") == old["command"] else row for row in old["rows"]]
    new = {row["label"]: row for row in rows}
    return [new.pop(row["label"], row) for row in before] + list(new.values())


def main(argv: list[str] | None = None) -> None:
    """The command."""
    args = flags(argv)
    from engine.jobs.models import configure

    configure("cpu", args.threads, args.weights)
    folder = DOCS / "results"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = args.count
    for name in args.section or TASKS[args.what]:
        section = TASKS[args.what][name]
        args.count = wanted or section.count
        began = time.monotonic()
        rows = section.measure(args)
        made = command(args, name)
        path = folder / f"{args.what}{'-twins' if args.weights else ''}-{name}.json"
        minutes = round((time.monotonic() - began) / 60, 1)
        rows = [{**row, "label": called(row, args.called), "command": made, "minutes": minutes} for row in rows]
        if (args.method or args.called) and path.exists():
            rows = joined(json.loads(path.read_text()), rows)
        about = {
            "command": made,
            "part": args.part,
            "seed": args.seed,
            "machine": f"{platform.machine()}, CPU only",
            "rows": rows,
        }
        path.write_text(json.dumps(about, indent=1) + "\n")
        render(folder, DOCS / "RESULTS.md")


if __name__ == "__main__":
    main()
