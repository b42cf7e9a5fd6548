"""What `python -m engine models` does: lists, imports, exports, renames, removes and compares the user's models."""

from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import ModelError
from engine.jobs import library, mixed_model, model_facts
from engine.sampling.methods import METHODS


def described(model: library.LibraryModel) -> dict[str, Any]:
    """A model in one line."""
    if model.trouble:
        return {"name": model.title, "trouble": model.trouble}
    return {
        "name": model.title,
        "for": library.PAGES[model.kind],
        "methods": " ".join(METHODS[name].label for name in model.methods),
        "checksum": model.checksum(),
        "origin": model.origin or None,
    }


def show_list(args: Namespace) -> dict[str, Any]:
    """Every model, the shipped ones first, and where the user's own are."""
    return {"folder": str(library.folder()), "models": [described(model) for model in library.models()]}


def import_model(args: Namespace) -> dict[str, Any]:
    """Take a weight file into the library."""
    made = library.import_model(Path(args.file), args.name)
    return {"imported": made.name, "use": f"--model {library.as_argument(made.name)}"}


def export(args: Namespace) -> dict[str, Any]:
    """Copy a model to a place of the user's."""
    return {"exported": str(library.export(args.model_name, Path(args.file)))}


def rename(args: Namespace) -> dict[str, Any]:
    """Give a model another name."""
    return {"renamed": library.rename(args.model_name, args.new).name}


def remove(args: Namespace) -> dict[str, Any]:
    """Delete a model."""
    library.remove(args.model_name)
    return {"removed": args.model_name}


def compare(args: Namespace) -> dict[str, Any]:
    """Two cards beside each other."""
    pair = [_named(name) for name in (args.model_name, args.new)]
    return {what: f"{one} | {other}" for what, one, other in model_facts.compare(*pair)}


def mix(args: Namespace) -> dict[str, Any]:
    """A model between two."""
    one, other = _named(args.model_name), _named(args.new)
    made = mixed_model.mix(one, other, args.share, args.name or library.free_name(f"{one.title} and {other.title}"))
    return {"mixed": made.name, "use": f"--model {library.as_argument(made.name)}"}


def _named(name: str) -> library.LibraryModel:
    """A model by its name or its title."""
    found = next((m for m in library.models() if name.casefold() in (m.name.casefold(), m.title.casefold())), None)
    if found is None:
        raise ModelError(f"There is no model {name}; python -m engine models lists those that are.")
    return found


MODEL_NAME = ("model_name", {"metavar": "NAME", "help": "a model of your library"})
ACTIONS: dict[str, tuple[Callable[[Namespace], dict[str, Any]], str, tuple[tuple[str, dict[str, Any]], ...]]] = {
    "list": (show_list, "List the shipped models and your own.", ()),
    "import": (
        import_model,
        "Copy a weight file into your library, after checking it.",
        (
            ("file", {"metavar": "FILE", "help": "a .safetensors file made by python -m training.jsb or .emnlp"}),
            ("--name", {"default": "", "help": "its name in the library; default: the file's"}),
        ),
    ),
    "export": (export, "Copy a model's weight file out of your library.", (MODEL_NAME, ("file", {"metavar": "OUT"}))),
    "rename": (rename, "Give a model another name.", (MODEL_NAME, ("new", {"metavar": "NEW"}))),
    "remove": (remove, "Delete a model from your library.", (MODEL_NAME,)),
    "mix": (
        mix,
        "Make a model between two of one shape.",
        (
            MODEL_NAME,
            ("new", {"metavar": "OTHER"}),
            ("--share", {"type": float, "default": 0.5, "help": "how much of OTHER, from 0 to 1"}),
            ("--name", {"default": "", "help": "the new model's name"}),
        ),
    ),
    "compare": (compare, "Show two models' cards side by side.", (MODEL_NAME, ("new", {"metavar": "OTHER"}))),
}


def add_actions(parser: ArgumentParser) -> None:
    """The actions as commands of their own; without one, the list."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON only")
    parser.set_defaults(action="list", device="auto", threads=0)
    actions = parser.add_subparsers(dest="action")
    for name, (_, help_, arguments) in ACTIONS.items():
        action = actions.add_parser(name, help=help_, description=help_)
        action.add_argument("--json", action="store_true", default=SUPPRESS, help="print the result as JSON only")
        for argument, settings in arguments:
            action.add_argument(argument, **settings)


def models(args: Namespace) -> dict[str, Any]:
    """One action of the library."""
    return ACTIONS[args.action or "list"][0](args)
