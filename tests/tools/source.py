"""Reads the source with ast: what a file imports, rings of imports, how large classes are and whose private attributes
they touch. For the rules of tests/test_architecture.py."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OF_NAMED_TUPLES = {"_replace", "_fields", "_asdict", "_make"}


def sources(*rooms):
    """The Python files of rooms, as paths relative to the root."""
    return sorted(path.relative_to(ROOT) for room in rooms for path in (ROOT / room).rglob("*.py"))


def tree_of(path):
    """The syntax tree of a source file, read once."""
    return parsed(ROOT / path)


@cache
def parsed(path):
    """The syntax tree of one file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def late(tree):
    """The nodes inside functions: they do not run when the file is imported."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {inner for function in functions for inner in ast.walk(function)}


def type_only(tree):
    """The nodes under `if TYPE_CHECKING`: they do not run."""
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    return {inner for test in tests for child in test.body for inner in ast.walk(child)}


def imports(path, top_only=False, running_only=False):
    """Dotted names a file imports; `from a.b import c` gives a.b and a.b.c.

    With top_only, those that run when the file is imported; with running_only, not those for types alone."""
    tree = tree_of(path)
    left_out = (late(tree) if top_only else set()) | (type_only(tree) if running_only else set())
    names = set()
    for node in ast.walk(tree):
        if node in left_out:
            continue
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = (
                ".".join([*path.parts[: len(path.parts) - node.level], *filter(None, [node.module])])
                if node.level
                else node.module
            )
            names.add(base)
            names.update(f"{base}.{alias.name}" for alias in node.names)
    return names


def breaks(names, forbidden):
    """Those of the names that are, or lie inside, a forbidden package."""
    return sorted(name for name in names if any(name == bad or name.startswith(bad + ".") for bad in forbidden))


def knotted(edges):
    """Those of the modules that stand on a ring of imports, or between two rings."""
    edges = {name: set(others) for name, others in edges.items()}
    while True:
        used = {other for others in edges.values() for other in others}
        free = {name for name, others in edges.items() if not others & edges.keys() or name not in used}
        if not free:
            return edges
        edges = {name: others - free for name, others in edges.items() if name not in free}


def classes(tree):
    """Every class of a file, those inside functions too."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def size(name, known):
    """Lines of a class and of all its bases that are ours; `known` is name -> node."""
    node = known[name]
    bases = [base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases]
    return node.end_lineno - node.lineno + 1 + sum(size(base, known) for base in bases if base in known)


def foreign_private(tree):
    """Attributes such as x._y, where x is neither the object itself nor a class of this file."""
    own = {"self", "cls", *(node.name for node in classes(tree))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            owner = node.value
            if ast.unparse(owner) not in {*own, "super()", "os"} and node.attr not in OF_NAMED_TUPLES:
                yield f"{ast.unparse(node)} in line {node.lineno}"


def type_names(tree):
    """(name, what it stands for) of the types a file names at its top: Place = tuple[int, int]."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, meaning = node.targets[0].id, ast.unparse(node.value)
            if name[:1].isupper() and name[1:2].islower() and not meaning.startswith("TypeVar"):
                yield name, meaning
