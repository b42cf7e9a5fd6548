"""What is fed to the library of models, to teaching, and to the chord reader: rows of the table of targets.

A row is (seeds, a way to make them wrong, what reads them), as tests.tools.fuzz.targets has it."""

import json
import tempfile
from pathlib import Path

from engine.canvas.music import blank_piece
from engine.errors import PalimpsestError
from engine.jobs import library, model_facts
from engine.theory.chords.lines import placed_in, read_lines
from tests.app.model_stage import weight_bytes
from tests.tools.fuzz import mutations

PART = b"\n----\n"
LINES = "{title: Song}\n| C / G7/B | % | N.C. |\n[F#m7b5]Oh [Bbmaj9#11]dear\nH7  Esus4\n"


def plans():
    """A teaching that was cut short."""
    return [json.dumps({"name": "Our choir", "kind": "music", "minutes": 20, "cores": 2, "start": "shipped"}).encode()]


def feed_plan(data):
    """A plan is offered only if a trainer can be started with it."""
    from app.document.models import teaching

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "plan.json").write_bytes(data)
        plan = teaching.read_plan(Path(folder))
        if plan is None:
            return "refused"
        assert 0 < plan.minutes < 1e6 and 0 < plan.cores < 10_000 and 0 < len(plan.name) <= library.LONGEST
        told = teaching.command(plan, Path(folder))
        assert all(each.isprintable() and each.encode() for each in (*told, teaching.in_words(plan, Path(folder))))
    return "read"


def library_files():
    """A weight file of the library, and what is written beside it, in one input."""
    beside = {"weights": "03ac674216f3e15c", "measured": {"grade": 6.6}, "origin": "taught on this computer"}
    return [weight_bytes(steps=3, split={"train": 4, "valid": 2}) + PART + json.dumps(beside).encode()]


def wrong_library(dice, data):
    """Either of the two."""
    weights, _, beside = data.partition(PART)
    if dice.random() < 0.5:
        return mutations.in_bytes(dice, weights) + PART + beside
    return weights + PART + mutations.either(mutations.in_json, mutations.in_bytes)(dice, beside)


def feed_library(data):
    """Everything in the folder is listed, described and found by its name."""
    weights, _, beside = data.partition(PART)
    folder = library.ensure_folder()
    (folder / "odd.safetensors").write_bytes(weights)
    (folder / "odd.json").write_bytes(beside)
    (model,) = library.own()
    assert all(len(words) <= model_facts.LONGEST + 1 for words in model_facts.facts(model).values())
    made = library.tag("odd", model.kind, "mac")
    assert library.find("ODD") == model and library.changed_since(made, model.kind, "mac") == ""
    library.remove("odd")
    return "refused" if model.trouble else "read"


def feed_lines(data):
    """Pasted lines of chords."""
    said = ""
    try:
        placed_in(blank_piece(8), read_lines(data.decode("utf-8", "replace")))
    except PalimpsestError as error:
        said = str(error)
    assert "\n" not in said and len(said) < 500
    return "refused" if said else "read"


ROWS = {
    "plan": (plans, mutations.either(mutations.in_json, mutations.in_bytes), feed_plan),
    "library": (library_files, wrong_library, feed_library),
    "chords": (lambda: [LINES.encode()], mutations.in_text, feed_lines),
}
