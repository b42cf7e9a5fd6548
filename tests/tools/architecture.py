"""`python -m tests.tools.architecture`: writes the tree of docs/ARCHITECTURE.md from the modules' docstrings."""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "ARCHITECTURE.md"
ROOMS = ("app", "engine", "training", "assets", "packaging", "tests/tools")
BEGIN, END = "<!-- tree: made by python -m tests.tools.architecture -->", "<!-- end of tree -->"
COLUMN = 32  # where a line's words begin
PROPER = ("Palimpsest", "Verovio")  # keep their capital at the beginning of a line


def summary(path: Path) -> str:
    """The first sentence of a module's docstring, without the command it may begin with."""
    text = " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n\n")[0].split())
    text = re.sub(r"^`?python -m [^:`]*`?: ", "", text)
    sentence = re.split(r"(?<=[a-z0-9)”\"'`])[.?!]\s(?=[A-Z`])", text)[0].rstrip(".")
    first = sentence.split(" ")[0].removesuffix("'s")
    plain = len(first) == 1 or first[1:].islower()  # A or Edits, unlike MIDI, MusicXML or `python
    return sentence[:1].lower() + sentence[1:] if plain and first not in PROPER else sentence


def lines(folder: Path, depth: int) -> list[str]:
    """A folder, its modules in order of name, then the folders in it; two spaces a level."""
    own = folder / "__init__.py"
    words = summary(own) if own.exists() else ""
    name = folder.relative_to(ROOT).as_posix() if depth == 0 else folder.name
    found = [f"{'  ' * depth}{name + '/':<{COLUMN - 2 * depth}}{words}".rstrip()]
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            found.append(f"{'  ' * (depth + 1)}{path.name:<{COLUMN - 2 * depth - 2}}{summary(path)}".rstrip())
    for inner in sorted(path for path in folder.iterdir() if path.is_dir() and any(path.glob("*.py"))):
        found += lines(inner, depth + 1)
    return found


def tree() -> str:
    """The annotated tree as a fenced block."""
    return "```\n" + "\n".join(line for room in ROOMS for line in lines(ROOT / room, 0)) + "\n```"


def renewed(page: str) -> str:
    """The page with its tree made again."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{tree()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"Wrote {PAGE.relative_to(ROOT)}.\n")
