"""python -m training.evaluation.settings: settings of a method against each other, with the same seeds on the same
melodies.

Each setting is given as JSON, {} for the defaults. Prints its grade (median, mean, standard error), the difference
from the first, and network calls. For choosing defaults on the valid part; the figures of docs/RESULTS.md come from
training.evaluate."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece, blank_piece
from engine.jobs.models import configure, load_predictor
from engine.jobs.request import Request
from engine.theory.grade import grade
from engine.theory.key_finder import key_from_row
from training.evaluation.chorales.habits import in_key
from training.evaluation.jsb import BARS, STEPS, excerpts, generate
from training.evaluation.section import Timed

KEYS = 24


def pages(part: str, count: int) -> Iterator[tuple[Piece, Mask]]:
    """Melodies of a part to harmonise; "nothing": blank pages, in each key in turn."""
    mask = Mask.filled(4, STEPS, Brush.REWRITE)
    if part == "nothing":
        for number in range(count):
            yield replace(blank_piece(BARS), key=key_from_row(5 * number % KEYS)), mask
    else:
        for _, piece in excerpts(part, count):
            yield piece, mask.paint(Brush.KEEP, 0, 0, STEPS)


def measured(method: str, options: dict[str, Any], part: str, count: int, seed: int) -> dict[str, Any]:
    """Grades of one result for each page, calls in the mean, and in how many the notes are in the page's key."""
    predict, made = Timed(load_predictor("music", method)), []
    for number, (page, mask) in enumerate(pages(part, count)):
        request = Request(page, mask, method, options, 1, seed + number)
        result = generate(request, lambda _modality, _method: predict).canvases[0]
        assert isinstance(result, Piece)
        made.append((result, page.key))
    grades = np.array([grade(piece).overall for piece, _ in made])
    return {"grades": grades, "calls": predict.calls / len(made), "kept": in_key(made)["kept"]}


def mean(values: np.ndarray) -> str:
    """Mean and standard error."""
    return f"{values.mean():.2f} ± {values.std() / len(values) ** 0.5:.2f}"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("options", nargs="+", type=json.loads, help="options that differ from the defaults, as JSON")
    parser.add_argument("--method", default="sunmask")
    parser.add_argument("--part", choices=("valid", "nothing"), default="valid", help="melodies, or blank pages")
    parser.add_argument("--count", type=int, default=65)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    configure("cpu", 1)
    first: np.ndarray | None = None
    for options in args.options:
        made = measured(args.method, options, args.part, args.count, args.seed)
        grades = made["grades"]
        first = grades if first is None else first
        print(
            f"{json.dumps(options)}: {np.median(grades):.2f} ({mean(grades)}), from the first {mean(grades - first)},"
            f" {made['calls']:.0f} calls",
            f"{made['kept']} of {len(grades)} in the page's key" * (args.part == "nothing"),
            flush=True,
        )


if __name__ == "__main__":
    main()
