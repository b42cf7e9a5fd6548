"""python -m engine: harmonise, compose, rewrite, write, score and ask from the command line, without a window, with the
shipped models or the user's own."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any

from engine import __version__, commands, library_commands
from engine.errors import PalimpsestError
from engine.sampling.methods import METHODS, PAGE_OPTIONS
from engine.sampling.options import Option


def option_flags(parser: argparse.ArgumentParser, kind: str) -> None:
    """One flag for each option any method declares for a kind of page, with the declared words as help."""
    shown: dict[str, Option] = {}
    defaults: dict[str, dict[str, list[str]]] = {}  # of an option: which methods have which
    for name, method in METHODS.items():
        wanted = {option.name for option in (*method.options, *PAGE_OPTIONS)}
        for option in method.options_for(kind):
            if option.name in wanted:
                shown.setdefault(option.name, option)
                if not method.baseline:
                    defaults.setdefault(option.name, {}).setdefault(str(option.default), []).append(name)
    group = parser.add_argument_group("options (default: the method's own settings)")
    for option in shown.values():
        names = [f"--{option.name.replace('_', '-')}"]
        own = defaults[option.name]
        said = (
            next(iter(own)) if len(own) == 1 else ", ".join(f"{of} for {' and '.join(who)}" for of, who in own.items())
        )
        help_ = f"{option.help} Default {said}.".replace("%", "%%")
        if option.choices:
            group.add_argument(*names, dest=option.name, choices=option.choices, help=help_)
        elif isinstance(option.default, bool):
            group.add_argument(
                *names, dest=option.name, action=argparse.BooleanOptionalAction, default=None, help=help_
            )
        else:
            group.add_argument(*names, dest=option.name, type=type(option.default), metavar="X", help=help_)


def common_flags(parser: argparse.ArgumentParser, generates: bool, many: str, kind: str) -> None:
    """Flags that every command has, and those of commands that write something."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON only")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same result")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda", "mps"), default="auto", help="where the model runs")
    parser.add_argument(
        "--model", default="", metavar="NAME|FILE", help="a model of your library, or a weight file; default: shipped"
    )
    parser.add_argument("--threads", type=int, default=0, help="CPU threads; 0 is automatic")
    if generates:
        plain = [name for name, method in METHODS.items() if not method.baseline]
        help_ = "; ".join(f"{name}: {METHODS[name].sentence}" for name in plain)
        parser.add_argument("--method", choices=tuple(METHODS), default="sunmask", metavar="|".join(plain), help=help_)
        parser.add_argument("--count", type=int, default=1, help=f"how many alternatives; {many}")
        option_flags(parser, kind)


def build_parser(prog: str) -> argparse.ArgumentParser:
    """The whole command line of a program of this name."""
    parser = argparse.ArgumentParser(
        prog=prog, description="Keep what is good and let a model on this computer rewrite the rest."
    )
    parser.add_argument("--version", action="version", version=__version__)
    sub = parser.add_subparsers(dest="command", required=True)

    def add(
        name: str,
        help_: str,
        generates: bool,
        *arguments: tuple[tuple[str, ...], dict[str, Any]],
        example: str = "",
        many: str = "more than one writes OUT-001, OUT-002 ...",
        kind: str = "music",
    ) -> None:
        command = sub.add_parser(name, help=help_, description=help_, epilog=example)
        for names, settings in arguments:
            command.add_argument(*names, **settings)
        common_flags(command, generates, many, kind)

    file_in = (("input",), {"metavar": "IN", "help": "a MIDI, MusicXML or Palimpsest file"})
    file_out = (
        ("-o", "--output"),
        {"required": True, "metavar": "OUT", "help": "output file; its extension selects MIDI, MusicXML or a project"},
    )
    chords = (
        ("--chords",),
        {
            "default": "",
            "metavar": "LINE",
            "help": 'chords to follow, for example "C | G7 | Am F | G"; default: those in the file',
        },
    )
    voice = (
        ("--voice",),
        {"default": "soprano", "help": "the voice to keep, or several such as soprano,bass"},
    )
    add("harmonize", "Write the other voices for those you have.", True, file_in, file_out, voice, chords)
    add(
        "compose",
        "Write new bars for four voices.",
        True,
        file_out,
        (("--bars",), {"type": int, "default": 8, "help": "how many bars"}),
        (("--metre",), {"default": "4/4", "metavar": "M", "help": "such as 3/4 or 6/8"}),
        (("--key",), {"default": "", "metavar": "KEY", "help": "such as 'D minor'"}),
        chords,
    )
    add(
        "rewrite",
        "Rewrite some bars of some voices and keep the rest.",
        True,
        file_in,
        file_out,
        (("--voices",), {"default": "all", "help": "for example alto,bass"}),
        (("--bars",), {"default": "", "help": "for example 3-4, both included; a pick-up is bar 0"}),
        chords,
    )
    add(
        "write",
        "Draft a sentence around some words.",
        True,
        (
            ("sentence",),
            {
                "help": (
                    "word = keep, ~word~ = keep but not stressed, ?word = start from it, _ = a blank, ... = blanks up"
                    " to --length, \\ escapes"
                )
            },
        ),
        (("-o", "--output"), {"default": "", "metavar": "OUT.txt", "help": "also write the sentences to a file"}),
        (("--length",), {"type": int, "default": None, "help": "number of words and punctuation marks"}),
        example=f'For example: {prog} write "The ?tour was a disaster , ~and~ ... ." --length 18 --count 4',
        many="one per line",
        kind="text",
    )
    add(
        "score", "How surprising a piece or text is, and how similar to Bach.", False, (("input",), {"metavar": "FILE"})
    )
    top = (("--top",), {"type": int, "default": 5, "help": "how many to list"})
    add(
        "ask",
        "Which open note, once settled, would settle most of the rest.",
        False,
        (("input",), {"metavar": "FILE.palimpsest"}),
        top,
    )
    words = "List, import, export, rename, remove and compare models."
    library_commands.add_actions(sub.add_parser("models", help=words, description=words))
    return parser


COMMANDS: dict[str, Callable[..., dict[str, Any]]] = {
    "harmonize": commands.harmonize,
    "compose": commands.compose,
    "rewrite": commands.rewrite,
    "write": commands.write,
    "score": commands.score,
    "ask": commands.ask,
    "models": library_commands.models,
}


def show(report: dict[str, Any]) -> None:
    """A report in plain lines."""
    for key, value in report.items():
        if isinstance(value, list):
            for item in value:
                print(
                    "  " + "  ".join(f"{k} {v}" for k, v in item.items() if v is not None)
                    if isinstance(item, dict)
                    else f"  {item}"
                )
        elif isinstance(value, dict):
            print(f"{key.replace('_', ' ')}: " + ", ".join(f"{k} {v}" for k, v in value.items()))
        else:
            print(f"{key.replace('_', ' ')}: {value}")


def main(argv: list[str] | None = None, prog: str = "python -m engine") -> int:
    """Run one command; an error is one sentence on standard error and exit code 1."""
    args = build_parser(prog).parse_args(argv)
    from engine.jobs.models import configure

    try:
        configure(args.device, args.threads)
        report = COMMANDS[args.command](args)
    except PalimpsestError as error:
        print(json.dumps({"error": str(error)}) if args.json else str(error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; nothing was written.", file=sys.stderr)
        return 130
    if args.json:
        print(json.dumps(report))
    else:
        show(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
