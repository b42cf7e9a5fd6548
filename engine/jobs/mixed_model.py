"""A model of the library between two others of one shape: "a little more like ours" without teaching again."""

import secrets
from pathlib import Path

from engine.errors import ModelError
from engine.jobs import library
from engine.jobs.library import LibraryModel


def mix(one: LibraryModel, other: LibraryModel, share: float, name: str) -> LibraryModel:
    """A new model with a `share` of the other, from 0 to 1."""
    from engine.neural import mixing

    if not 0 <= share <= 1:
        raise ModelError("The share of the second model is a number from 0 to 1.")
    name = library.check_name(name)
    whole = f"a mix: {1 - share:.0%} {one.title}, {share:.0%} {other.title}"
    methods = [method for method in other.methods if method in one.methods]
    changes = {"data": whole, "methods": methods, "validation_nats": None, "validation_nats_before": None}
    scratch = library.ensure_folder() / f".{secrets.token_hex(8)}{library.ENDING}"
    try:
        mixing.mix(_whole(one), _whole(other), share, scratch, changes)
        return library.import_model(scratch, name, whole)
    finally:
        scratch.unlink(missing_ok=True)


def _whole(model: LibraryModel) -> Path:
    """The weights that can serve every method, where there are several files."""
    return model.file("sfarm" if "sfarm" in model.methods else model.methods[0])
