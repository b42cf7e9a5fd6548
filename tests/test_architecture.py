"""The rules between the rooms, read from the source with ast: who may import whom, how files are named, what
README's tree must name."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.tools import architecture

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("app", "assets", "engine", "training")


def app(*rooms):
    """Rooms of app/ by their short names."""
    return tuple(f"app.{room}" for room in rooms)


PAGES = ("page", "window")
# Room -> what no file in it may import, at the top or inside a function.
FORBIDDEN = {
    "app": ("torch", "onnxruntime", "safetensors", "training", "engine.neural"),
    "engine": ("PySide6", "shiboken6", "app", "training"),
    "training": ("PySide6", "shiboken6", "app"),
    "assets": ("PySide6", "shiboken6", "torch", "app", "engine", "training"),
    # inside app/: what a page holds knows no widget, widgets know no page, and the window knows all
    "app/document": ("PySide6.QtWidgets", *app("widgets", "roll", "score", "sentence", "sound", "insight", *PAGES)),
    "app/widgets": app("document", "roll", "score", "sentence", "sound", "insight", *PAGES),
    "app/roll": app("score", "sentence", "sound", "insight", *PAGES),
    "app/score": app("roll", "sentence", "sound", "insight", *PAGES),
    "app/sound": app("roll", "score", "sentence", "insight", *PAGES),
    "app/sentence": app("roll", "score", "sound", "window"),  # it brings its own panels, so it knows page and insight
    "app/insight": app("sentence", "window"),
    "app/page": app("window"),
    # inside engine/: frozen values at the bottom, jobs on top
    "engine/canvas": ("engine.jobs", "engine.formats", "engine.neural"),
    "engine/theory": ("engine.jobs", "engine.neural"),
    "engine/sampling": ("engine.jobs", "engine.formats", "engine.neural"),
    "engine/formats": ("engine.sampling", "engine.jobs", "engine.neural"),
    "engine/neural": ("engine.jobs",),
}
# Modules that import each other on purpose: (one, the other) -> why.
CYCLES: dict[tuple[str, str], str] = {}
MOST_FILES, MOST_ROOMS = 16, 9  # of a room, besides its __init__.py; of a floor
EMPTY_NAMES = re.compile(r"(^|_)(utils?|helpers?|common|managers?|misc)(_|$)")

# Imported name -> package that provides it, where the two differ.
PROVIDED_BY = {
    "PySide6": "pyside6-essentials",
    "shiboken6": "pyside6-essentials",
    "rtmidi": "python-rtmidi",
    "pytestqt": "pytest-qt",
}
ALONE = {"tinysoundfont"}  # installed by packaging/prepare.py on its own line

# Parts of addresses and of one machine's folders; written in pieces so that this file does not hold them itself.
FOREIGN = (
    "pypi" + ".org",
    "python" + "hosted",
    "download." + "pytorch",
    "/wo" + "rk/",
    "/ro" + "ot/",
    "/opt/" + "wheels",
)
TEXT_SUFFIXES = {".py", ".md", ".toml", ".txt", ".json", ".yml", ".yaml", ".cfg", ".qss", ".svg", ""}


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


@pytest.mark.parametrize("room", FORBIDDEN)
def test_a_room_imports_only_what_it_may(room):
    broken = {str(path): bad for path in sources(room) if (bad := breaks(imports(path), FORBIDDEN[room]))}
    assert not broken


def test_torch_stays_under_engine_neural():
    """And the rest of the engine imports engine.neural late, inside functions: it loads torch."""
    outside = [path for path in sources("engine") if Path("engine/neural") not in path.parents]
    assert not {
        str(path): bad
        for path in outside
        if (bad := breaks(imports(path), ("torch", "onnxruntime", "safetensors.torch")))
    }
    assert not {str(path): bad for path in outside if (bad := breaks(imports(path, top_only=True), ("engine.neural",)))}


def needs():
    """Module -> the modules of our rooms it imports when it runs, at the top or late."""
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in sources(*ROOMS)}
    return {
        name: {other for other in imports(path, running_only=True) if other in modules} - {name}
        for name, path in modules.items()
    }


def knotted(edges):
    """Those of the modules that stand on a ring of imports, or between two rings."""
    edges = {name: set(others) for name, others in edges.items()}
    while True:
        used = {other for others in edges.values() for other in others}
        free = {name for name, others in edges.items() if not others & edges.keys() or name not in used}
        if not free:
            return edges
        edges = {name: others - free for name, others in edges.items() if name not in free}


def test_no_module_imports_itself_by_a_detour():
    edges = needs()
    for one, other in CYCLES:
        edges[one].discard(other)
    assert not knotted(edges)


def test_the_reader_of_rings_sees_them():
    """The rule above would pass on anything if knotted() saw nothing."""
    assert knotted({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}).keys() == {"a", "b", "c"}
    assert not knotted({"a": {"b", "c"}, "b": {"c"}, "c": set()})
    assert any("app.document.preview" in others for others in needs().values())


def test_rooms_are_small_enough_to_see():
    floors = [path for room in ROOMS for path in (ROOT / room, *(ROOT / room).rglob("*")) if path.is_dir()]
    packages = [path for path in floors if (path / "__init__.py").exists()]
    assert not {
        str(path.relative_to(ROOT)): files
        for path in packages
        if (files := len(list(path.glob("*.py"))) - 1) > MOST_FILES
    }
    rooms = {path: [inner for inner in packages if inner.parent == path] for path in packages}
    assert not {str(path.relative_to(ROOT)): len(inner) for path, inner in rooms.items() if len(inner) > MOST_ROOMS}


WITHOUT_TORCH = ("__init__", "backend", "graph", "network", "ngrams", "weight_file")  # of engine/neural


def test_networks_run_and_weights_are_read_without_torch():
    """What runs the shipped networks on a CPU imports torch nowhere, but for the backend that chooses, late."""
    files = [Path(f"engine/neural/{name}.py") for name in WITHOUT_TORCH]
    with_torch = ("torch", "safetensors.torch", "engine.neural.torch_network", "engine.neural.weights")
    assert not {str(path): bad for path in files if (bad := breaks(imports(path, top_only=True), with_torch))}
    late_too = [path for path in files if path.stem != "backend"]
    assert not {str(path): bad for path in late_too if (bad := breaks(imports(path), with_torch))}


def test_the_reader_of_imports_sees_every_form(tmp_path, monkeypatch):
    """The rules above would pass on anything if imports() saw nothing."""
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/x.py").write_text(
        "import torch.nn as nn\nfrom . import mask\ndef f():\n    from app.window.main_window import Window\n"
    )
    assert imports(Path("engine/x.py")) == {
        "torch.nn",
        "engine",
        "engine.mask",
        "app.window.main_window",
        "app.window.main_window.Window",
    }
    assert imports(Path("engine/x.py"), top_only=True) == {"torch.nn", "engine", "engine.mask"}
    assert breaks({"torch.nn", "torchaudio", "app"}, ("torch", "app")) == ["app", "torch.nn"]


def test_packaging_is_not_a_package():
    """With an __init__.py it would shadow PyPI's `packaging`, which mido and matplotlib import."""
    assert not (ROOT / "packaging/__init__.py").exists()


def test_packaging_uses_the_standard_library_only():
    """prepare.py runs before anything is installed."""
    own = {path.stem for path in sources("packaging")}
    foreign = {
        str(path): names
        for path in sources("packaging")
        if path.name != "launcher.py"  # starts the rooms, and runs only where everything is installed
        if (names := {name.split(".")[0] for name in imports(path)} - sys.stdlib_module_names - own)
    }
    assert not foreign


def test_file_names_say_what_a_file_knows():
    assert not [str(path) for path in sources(*ROOMS, "packaging", "tests") if EMPTY_NAMES.search(path.stem)]


def test_every_module_says_what_it_knows():
    modules = [
        path for path in sources(*ROOMS, "packaging", "tests") if path.parts[0] != "tests" or path.name != "__init__.py"
    ]
    assert not [str(path) for path in modules if not ast.get_docstring(tree_of(path))]


def declared(*extras):
    """The packages of pyproject.toml, with some of its extras, and of the lines of their own, as lower-case names with
    hyphens."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    return {re.split(r"[^A-Za-z0-9_.-]", line)[0].lower().replace("_", "-") for line in lines} | ALONE


# Room -> the extras of pyproject.toml whose packages it may import: the app runs without any, and the engine's torch is
# late and behind a check (above).
MAY_NEED = {"app": (), "assets": (), "engine": ("gpu",), "training": ("training",), "tests": ("training", "test")}


@pytest.mark.parametrize("room", MAY_NEED)
def test_every_imported_package_is_declared_for_its_room(room):
    known = sys.stdlib_module_names | {*ROOMS, "tests"}
    used = {}
    for path in sources(room):
        for top in {name.split(".")[0] for name in imports(path)} - known:
            used.setdefault(PROVIDED_BY.get(top, top).lower().replace("_", "-"), str(path))
    assert not {name: path for name, path in used.items() if name not in declared(*MAY_NEED[room])}


def test_every_declared_package_is_pinned():
    lines = (ROOT / "packaging/constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in lines if "==" in line}
    assert not declared("gpu", "training", "test", "package") - pinned


def test_the_window_opens_without_torch_and_music21():
    """Both take seconds to import: they are loaded late, in the engine thread.

    Every file of app/ is imported here, the window among them."""
    modules = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in sources("app")]
    code = (
        f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\nprint(*({{'torch', 'music21',"
        " 'onnxruntime', 'matplotlib'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []


def test_the_tree_of_the_architecture_page_is_that_of_the_source():
    """Made by `python -m tests.tools.architecture`."""
    page = architecture.PAGE.read_text(encoding="utf-8")
    assert architecture.renewed(page) == page, "run python -m tests.tools.architecture"
    assert "engine/" in architecture.tree() and "canvas/" in page


def test_the_project_names_no_registry_and_no_machine():
    skipped = {
        ".git",
        ".venv",
        "runs",
        ".pytest_cache",
        ".mypy_cache",
        ".ruff_cache",
        ".hypothesis",
        "__pycache__",
        "build",
        "dist",
    }
    found = {}
    for path in ROOT.rglob("*"):
        relative = path.relative_to(ROOT)
        if (
            skipped.intersection(relative.parts)
            or not path.is_file()
            or path.suffix not in TEXT_SUFFIXES
            or path.stat().st_size > 2_000_000
        ):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if bad := [part for part in FOREIGN if part in text]:
            found[str(relative)] = bad
    assert not found
