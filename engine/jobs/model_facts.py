"""A model in a few lines, and two side by side: what the Models window and the command line show of a card.

A stranger's card may hold anything, so every value is one short line."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.jobs.figures import read_figures
from engine.jobs.library import PAGES, LibraryModel
from engine.sampling.methods import METHODS

LONGEST = 200  # characters of a value


def facts(model: LibraryModel) -> dict[str, str]:
    """A model in a few lines, for a table of two."""
    card, split = model.card, model.card.get("split")
    counts = split if isinstance(split, dict) else {}
    measured = {} if model.trouble else read_figures(model.path)
    return {
        "Kind of page": PAGES[model.kind],
        "Methods": ", ".join(METHODS[name].label for name in model.methods),
        "Learned from": _said(card, "data"),
        "Pieces or sentences": f"{counts['train']:,}" if isinstance(counts.get("train"), int) else "unknown",
        "Held out": f"{counts['valid']:,}" if isinstance(counts.get("valid"), int) else "unknown",
        "Core hours": _said(card, "core_hours"),
        "Steps": _said(card, "steps"),
        "Loss on its own held-out part": _said(card, "validation_nats"),
        "Started from": _begun(card),
        "Loss of that one there": _said(card, "validation_nats_before"),
        "Measured": _short(", ".join(measured).replace("_", " ")) or "nothing",
        "Came from": _short(model.origin),
        "Size": f"{sum(p.stat().st_size for p in set(model.files.values()) if p.exists()) / 1e6:.0f} MB",
        "Checksum": model.checksum(),
    }


def _begun(card: Mapping[str, Any]) -> str:
    """The model it went on from, by its name, or the weight file if the card knows no more."""
    recipe = card.get("recipe")
    earlier = recipe.get("warm_start") if isinstance(recipe, dict) else None
    some = "another network" if card.get("begun_from") else f"an earlier {_short(earlier)}" if earlier else "nothing"
    return _said(card, "begun_name", some)


def _said(card: Mapping[str, Any], name: str, otherwise: str = "unknown") -> str:
    """What a card says of something, in one line: a stranger's card may hold anything, megabytes of it."""
    return _short(card.get(name, "")) or otherwise


def _short(words: object) -> str:
    line = " ".join(str(words).split())
    return line if len(line) <= LONGEST else line[:LONGEST] + "…"


def compare(one: LibraryModel, other: LibraryModel) -> Iterator[tuple[str, str, str]]:
    """(what, of one, of the other) in rows."""
    left, right = facts(one), facts(other)
    for name, value in left.items():
        yield name, value, right[name]
