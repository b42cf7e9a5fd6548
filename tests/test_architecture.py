"""The rules between the rooms, read from the source with ast: who may import whom, how files are named, how large
an object may be, and that a name means one thing."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from tests.tools import architecture, source
from tests.tools.source import breaks, classes, foreign_private, imports, knotted, size, sources, tree_of, type_names

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
    floors = [
        path for room in (*ROOMS, "tests/tools") for path in (ROOT / room, *(ROOT / room).rglob("*")) if path.is_dir()
    ]
    packages = [path for path in floors if (path / "__init__.py").exists()]
    assert not {
        str(path.relative_to(ROOT)): files
        for path in packages
        if (files := len(list(path.glob("*.py"))) - 1) > MOST_FILES
    }
    rooms = {path: [inner for inner in packages if inner.parent == path] for path in packages}
    assert not {str(path.relative_to(ROOT)): len(inner) for path, inner in rooms.items() if len(inner) > MOST_ROOMS}


def test_tests_mirror_the_rooms():
    folders = {
        path.parent for room in ("app", "engine", "training") for path in (ROOT / "tests" / room).rglob("test_*.py")
    }
    rooms = {folder: ROOT / folder.relative_to(ROOT / "tests") for folder in folders}
    assert len(rooms) > 30
    assert not [str(room) for room in rooms.values() if not (room / "__init__.py").exists()]
    assert not {str(folder) for folder in folders if len(list(folder.glob("test_*.py"))) > MOST_FILES}


WITHOUT_TORCH = ("__init__", "backend", "graph", "mixing", "network", "ngrams", "weight_file")  # of engine/neural


def test_networks_run_and_weights_are_read_without_torch():
    """What runs the shipped networks on a CPU imports torch nowhere, but for the backend that chooses, late."""
    files = [Path(f"engine/neural/{name}.py") for name in WITHOUT_TORCH]
    with_torch = ("torch", "safetensors.torch", "engine.neural.torch_network", "engine.neural.weights")
    assert not {str(path): bad for path in files if (bad := breaks(imports(path, top_only=True), with_torch))}
    late_too = [path for path in files if path.stem != "backend"]
    assert not {str(path): bad for path in late_too if (bad := breaks(imports(path), with_torch))}


def test_the_reader_of_imports_sees_every_form(tmp_path, monkeypatch):
    """The rules above would pass on anything if imports() saw nothing."""
    monkeypatch.setattr(source, "ROOT", tmp_path)
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


NAMED = re.compile(
    r"\b((?:app|engine|training|tests|assets)(?:\.[a-z_0-9]+)+|(?:app|engine|training|tests)/[\w/]+\.py)\b"
)


def is_there(name):
    """Whether a path, a module, or something named in a module is in the source."""
    path = ROOT / (name if name.endswith(".py") else name.replace(".", "/"))
    if path.exists() or path.with_suffix(".py").exists():
        return True
    inside = [file for file in (path.parent.with_suffix(".py"), path.parent / "__init__.py") if file.exists()]
    return any(re.search(rf"\b{path.name}\b", file.read_text(encoding="utf-8")) for file in inside)


def test_every_module_that_the_docs_name_is_there():
    pages = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"))
    named = {(page.name, name) for page in pages for name in NAMED.findall(page.read_text(encoding="utf-8"))}
    assert ("ARCHITECTURE.md", "engine.jobs.job.run") in named
    assert not [(page, name) for page, name in named if not is_there(name)]


def test_every_test_that_the_docs_name_is_there():
    named = set(re.findall(r"`(test_\w+)`", "".join(page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md"))))
    there = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(named) > 40
    assert not [name for name in named if not re.search(rf"def {name}\(", there)]


def test_tools_that_no_test_runs_import_what_is_there():
    """Benchmarks and pictures are run by hand, and mypy does not read tests."""
    own = {*ROOMS, "tests"}
    used = {(str(path), name) for path in sources("tests/tools") for name in imports(path) if name.split(".")[0] in own}
    assert not [(path, name) for path, name in used if not is_there(name)]
    assert not is_there("tests.tools.pictures.screenshots.live_until")


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


# A class whose name is the field's own word in two rooms -> why.
NAMESAKES: dict[str, str] = {}
MOST_LINES = 350  # of a class and all its bases together


def trees():
    """File -> syntax tree, of every file of the rooms."""
    return {str(path): tree_of(path) for path in sources(*ROOMS)}


def test_no_class_is_one_object_in_many_files():
    known = {node.name: node for tree in trees().values() for node in classes(tree)}
    assert not {name: lines for name in known if (lines := size(name, known)) > MOST_LINES}


def test_no_class_leaves_a_hook_to_its_subclasses():
    raised = {
        file: node.lineno
        for file, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise) and node.exc is not None and "NotImplementedError" in ast.unparse(node.exc)
    }
    assert not raised


def test_no_part_touches_the_private_attributes_of_another():
    assert not {file: found for file, tree in trees().items() if (found := list(foreign_private(tree)))}


def test_a_name_of_a_class_or_type_means_one_thing():
    """A type written out the same way in two files is one thing."""
    meanings = defaultdict(set)
    for file, tree in trees().items():
        for node in classes(tree):
            meanings[node.name].add(file)
        for name, meaning in type_names(tree):
            meanings[name].add(meaning)
    twice = {name: found for name, found in meanings.items() if len(found) > 1 and not name.startswith("_")}
    assert twice.keys() == NAMESAKES.keys(), twice


def test_the_readers_see_what_they_look_for():
    tree = ast.parse("class A(x.B):\n  a = 1\nclass B:\n  b = 2\n  c = 3\ndef f(a):\n  self._x, a._y, a.b._z, A._w\n")
    assert {found.split(" ")[0] for found in foreign_private(tree)} == {"a._y", "a.b._z"}
    known = {node.name: node for node in classes(tree)}
    assert list(type_names(ast.parse("Place = tuple[int]\nT = TypeVar('T')\nMOST = 3"))) == [("Place", "tuple[int]")]
    assert size("A", known) == 5 and size("B", known) == 3
