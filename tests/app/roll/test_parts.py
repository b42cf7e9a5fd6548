"""Roll and score are widgets that have parts: small classes, no import cycle, and nobody reaches for another object's
private attributes."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("app/roll", "app/score")
MOST_LINES = 350  # of a class and its bases here


def trees(room):
    """Module name -> syntax tree, of every file in a room."""
    files = sorted((ROOT / room).rglob("*.py"))
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in files
    }


def imported(tree):
    """Dotted names a module imports, at the top or inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def foreign_private(tree):
    """Attributes such as x._y, where x is not the object itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            owner = node.value
            if not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")) and node.attr != "_replace":
                yield f"{ast.unparse(node)} in line {node.lineno}"


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_imports_itself_by_a_detour(room):
    modules = trees(room)
    edges = {name: {other for other in imported(tree) if other in modules} for name, tree in modules.items()}
    done = set()
    while free := {name for name in edges if name not in done and edges[name] <= done}:
        done |= free
    assert not set(edges) - done, "each of these imports another of them"


@pytest.mark.parametrize("room", ROOMS)
def test_no_part_touches_the_private_attributes_of_another(room):
    assert not {name: found for name, tree in trees(room).items() if (found := list(foreign_private(tree)))}


@pytest.mark.parametrize("room", ROOMS)
def test_no_class_is_one_object_in_many_files(room):
    classes = {node.name: node for tree in trees(room).values() for node in tree.body if isinstance(node, ast.ClassDef)}

    def lines(name):
        node = classes[name]
        bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
        return node.end_lineno - node.lineno + 1 + sum(lines(base) for base in bases)

    assert not {name: lines(name) for name in classes if lines(name) > MOST_LINES}
    assert not [name for name, tree in trees(room).items() if "NotImplementedError" in ast.unparse(tree)]


def test_the_readers_see_what_they_look_for():
    tree = ast.parse("from app.roll import view\ndef f(a):\n    import app.roll.keys\n    self._x, a._y, a.b._z\n")
    assert set(imported(tree)) == {"app.roll", "app.roll.view", "app.roll.keys"}
    assert {found.split(" ")[0] for found in foreign_private(tree)} == {"a._y", "a.b._z"}
