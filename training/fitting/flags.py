"""Command-line flags from a frozen dataclass: one field, one flag; the comment beside a field is its help."""

import argparse
import inspect
import re
from dataclasses import fields
from typing import Any, TypeVar

Config = TypeVar("Config")


def comments(kind: type) -> dict[str, str]:
    """The comment beside each field of a dataclass and its parents, or the lines of comment above it."""
    found: dict[str, str] = {}
    for parent in reversed(kind.__mro__[:-1]):
        above: list[str] = []
        for line in inspect.getsource(parent).splitlines():
            if comment := re.fullmatch(r"    # (.*)", line):
                above.append(comment[1])
                continue
            if field := re.match(r"    (\w+): [^#]*?(?:  # (.*))?$", line):
                found[field[1]] = field[2] or " ".join(above) or found.get(field[1], "")
            above = []
    return found


def parse(kind: type[Config], description: str, argv: list[str] | None = None) -> Config:
    """The dataclass filled from the command line."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    notes = comments(kind)
    for field in fields(kind):  # type: ignore[arg-type]
        flag = "--" + field.name.replace("_", "-")
        help_ = notes.get(field.name, " ").replace("%", "%%")
        extra: dict[str, Any] = (
            {"action": "store_true"} if field.type in (bool, "bool") else {"type": type(field.default)}
        )
        parser.add_argument(flag, default=field.default, help=help_, **extra)
    return kind(**vars(parser.parse_args(argv)))
