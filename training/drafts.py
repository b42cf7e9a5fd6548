"""python -m training.drafts --prompts FILE --out FILE: drafts for readers to mark, before training.preferences.

Each line of the prompts is typed as for `python -m engine write`; a word in [brackets] counts as a blank for each of
its words. Writes a file of marks (training.data.marks) in which every mark is null."""

import argparse
import json
import re
import time
from functools import partial
from pathlib import Path

from engine.canvas.markup import read_markup
from engine.canvas.text import Sentence, tokenise
from engine.errors import PalimpsestError
from engine.formats.files import write_bytes
from engine.jobs import library
from engine.jobs.job import Models
from engine.jobs.models import configure, load_predictor
from engine.jobs.request import Request
from training.evaluation.jsb import generate

METHODS = ("sunmask", "mac")
_BRACKETS = re.compile(r"\[([^\]]*)\]")


def prompt_of(line: str) -> str:
    """A line with a blank for each bracketed word."""
    return _BRACKETS.sub(lambda found: " ".join("_" for _ in tokenise(found[1])), line).strip()


def drafts_of(prompt: str, count: int, seed: int, models: Models) -> list[list[str]]:
    """The distinct drafts of a prompt, `count` drawn by each method, none left out by its worth."""
    sentence, mask = read_markup(prompt)
    found: dict[tuple[str, ...], None] = {}
    for method in METHODS:
        for canvas in generate(Request(sentence, mask, method, {"pool": 1}, count, seed), models).canvases:
            assert isinstance(canvas, Sentence)
            found[canvas.words] = None
    return [list(words) for words in found]


def main(argv: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prompts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=8, help="drafts by each method")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="", help="a weight file; default: shipped")
    args = parser.parse_args(argv)
    configure("cpu", 1)
    library.admit(args.model)
    rows, began = [], time.monotonic()
    try:
        prompts = [prompt_of(line) for line in args.prompts.read_text(encoding="utf-8").splitlines() if line.strip()]
        for number, prompt in enumerate(prompts):
            drafts = drafts_of(prompt, args.count, args.seed + number, partial(load_predictor, model=args.model))
            rows.append({"prompt": prompt, "drafts": [{"words": words, "mark": None} for words in drafts]})
            if number % 20 == 19:
                print(f"{number + 1} of {len(prompts)} prompts, {time.monotonic() - began:.0f} s", flush=True)
    except (OSError, PalimpsestError) as error:
        raise SystemExit(str(error)) from None
    write_bytes(args.out, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())
    print(f"Wrote {args.out}.", flush=True)


if __name__ == "__main__":
    main()
