"""python -m training.evaluate jsb: the tables of docs/RESULTS.md, from the committed weights. Each section is kept as JSON and can be made alone.

The validation part is the default; `--part test` is for the final figures only."""

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import ModelError
from engine.grade import grade
from engine.models import load_predictor, weights_path
from training import evaluate_jsb as jsb
from training.results import render

DOCS = Path(__file__).resolve().parents[1] / "docs"


def available(methods: tuple[str, ...], only: list[str] | None = None, modality: str = "music") -> list[str]:
    """The methods (of those in `only`, if any) whose weights are there; the others are named on standard error."""
    found = []
    for method in methods:
        try:
            if not only or method in only:
                weights_path(modality, method)
                found.append(method)
        except ModelError as error:
            print(error, file=sys.stderr)
    return found


def samples(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Table 2 of the SUNMASK paper for our networks."""
    methods = available(tuple(dict.fromkeys(r.method for r in jsb.RECIPES)), args.method)
    recipes = [r for r in jsb.RECIPES if r.method in methods and not (args.defaults and r.options)]
    rows: list[dict[str, Any]] = [{"label": "Bach, held-out excerpts", **jsb.bach(args.part)}]
    for recipe in recipes:
        pieces, seconds = jsb.samples(recipe, args.count, args.seed, load_predictor)
        rows.append({"label": recipe.label, "options": recipe.options, "seconds": seconds, **jsb.summary([grade(p) for p in pieces])})
        print(recipe.label, round(rows[-1]["median"], 2), round(rows[-1]["best_median"], 2), flush=True)
        if args.write_card and not recipe.options:
            state(recipe.method, args, grade_from_scratch={"median": round(rows[-1]["median"], 2), "pieces": args.count, "selected": False})
    return rows


def state(method: str, args: argparse.Namespace, **measured: Any) -> None:
    """Write what was measured into the model card."""
    from engine.neural.weights import read_card, restate

    path = weights_path("music", method)
    restate(path, measured=read_card(path).get("measured", {}) | measured)


def harmony(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Held-out sopranos harmonised."""
    rows = []
    for method in available(("sunmask", "mac", "sfarm"), args.method):
        recipe = next(r for r in jsb.RECIPES if r.method == method)
        rows.append({"label": recipe.label, **jsb.harmonise(recipe, args.part, args.count, args.seed, load_predictor)})
        print(recipe.label, round(rows[-1]["ours"]["median"], 2), flush=True)
        if args.write_card:
            ours = rows[-1]["ours"]
            state(method, args, grade_of_harmonisations={"median": round(ours["median"], 2), "melodies": ours["count"], "part": args.part, "selected": False})
    return rows


def likelihood(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Nats a cell."""
    rows = []
    for method in available(("mac", "ardm", "sfarm"), args.method):
        rows.append({"label": method, **jsb.likelihood(method, load_predictor("music", method), args.part, args.count, args.orders, args.seed)})
        print(rows[-1], flush=True)
    return rows


def steps(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Grade and seconds against steps."""
    counts = {"sunmask": (8, 16, 32, 48, 96, 192), "sfarm": (8, 16, 32, 64, 128)}
    return [{"label": m, "rows": jsb.against_steps(m, counts[m], args.count, args.seed, load_predictor)} for m in available(tuple(counts), args.method)]


SECTIONS: dict[str, Callable[[argparse.Namespace], list[dict[str, Any]]]] = {"samples": samples, "harmony": harmony, "likelihood": likelihood, "steps": steps}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("jsb",))
    parser.add_argument("--section", choices=tuple(SECTIONS), action="append", help="only this section (may be repeated)")
    parser.add_argument("--part", choices=("valid", "test"), default="valid", help="which held-out chorales")
    parser.add_argument("--count", type=int, default=200, help="samples or pieces a row")
    parser.add_argument("--orders", type=int, default=4, help="random orders for ARDM and SFARM")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--method", action="append", help="only this method (may be repeated)")
    parser.add_argument("--defaults", action="store_true", help="only each method at its default settings")
    parser.add_argument("--write-card", action="store_true", help="put the figures into the weights' model cards")
    args = parser.parse_args()
    from engine.models import configure

    configure("cpu", args.threads)
    folder = DOCS / "results"
    folder.mkdir(parents=True, exist_ok=True)
    for name in args.section or SECTIONS:
        began = time.monotonic()
        rows = SECTIONS[name](args)
        chosen = "".join(f" --method {method}" for method in args.method or ()) + (" --defaults" if args.defaults else "")
        command = f"python -m training.evaluate {args.what} --section {name} --part {args.part} --count {args.count} --seed {args.seed}{chosen}"
        for row in rows:
            row["command"] = command
        path = folder / f"{args.what}-{name}.json"
        labels = {row["label"] for row in rows}
        before = json.loads(path.read_text())["rows"] if path.exists() else []
        rows = [row for row in before if row["label"] not in labels] + rows  # a run of one method replaces its own rows only
        about = {
            "command": command,
            "part": args.part,
            "seed": args.seed,
            "minutes": round((time.monotonic() - began) / 60, 1),
            "machine": f"{platform.machine()}, CPU only",
            "rows": rows,
        }
        path.write_text(json.dumps(about, indent=1) + "\n")
    render(folder, DOCS / "RESULTS.md")


if __name__ == "__main__":
    main()
