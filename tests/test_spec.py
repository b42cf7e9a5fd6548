"""packaging/palimpsest.spec evaluated as each system would, with stand-ins for PyInstaller's parts: the programs it
makes, the files it takes and the ones it leaves."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from engine.formats import FORMATS

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = [  # as PyInstaller finds them: place inside, file, kind
    ("PySide6/Qt/lib/libQt6Core.so.6", "x", "BINARY"),
    ("PySide6/Qt/lib/libQt6Network.so.6", "x", "BINARY"),
    ("PySide6\\Qt\\plugins\\tls\\qopensslbackend.dll", "x", "BINARY"),
    ("libgtk-3.so.0", "x", "BINARY"),
]


def evaluate(monkeypatch, system):
    """What the spec makes on a system: the analysis, the programs by name, the bundle."""
    monkeypatch.setattr(sys, "platform", system)
    hooks = ModuleType("PyInstaller.utils.hooks")
    hooks.collect_data_files = lambda name: [(f"/{name}/data", name)]
    hooks.copy_metadata = lambda name: [(f"/{name}.dist-info", name)]
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, hooks.__name__, hooks)
    made = SimpleNamespace(programs={}, bundle=None, analysis=None)

    def analysis(scripts, **words):
        found = SimpleNamespace(scripts=scripts, binaries=list(LIBRARIES), pure=[], words=words, datas=words["datas"])
        made.analysis = found
        return found

    names = {
        "SPECPATH": str(ROOT / "packaging"),
        "Analysis": analysis,
        "PYZ": lambda pure: pure,
        "EXE": lambda *_, name, console, **__: made.programs.setdefault(name, console),
        "COLLECT": lambda *_, name, **__: name,
        "BUNDLE": lambda folder, **words: setattr(made, "bundle", words),
    }
    source = (ROOT / "packaging/palimpsest.spec").read_text(encoding="utf-8")
    exec(compile(source, "palimpsest.spec", "exec"), names)
    return made


@pytest.mark.parametrize(
    ("system", "programs", "bundle"),
    [
        ("linux", {"palimpsest": True}, None),
        ("win32", {"palimpsest": True, "palimpsest-gui": False}, None),
        ("darwin", {"palimpsest": True, "palimpsest-gui": False}, "Palimpsest.app"),
    ],
)
def test_each_system_gets_its_programs(monkeypatch, system, programs, bundle):
    made = evaluate(monkeypatch, system)
    assert made.programs == programs
    assert (made.bundle and made.bundle["name"]) == bundle


def test_a_double_click_on_macos_starts_the_window_with_every_kind_of_file(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    known = {ending for each in FORMATS.values() for ending in each.extensions}
    about = evaluate(monkeypatch, "darwin").bundle["info_plist"]
    assert about["CFBundleExecutable"] == "palimpsest-gui"
    ranks = {
        end: kind["LSHandlerRank"] for kind in about["CFBundleDocumentTypes"] for end in kind["CFBundleTypeExtensions"]
    }
    assert ranks["palimpsest"] == "Owner" and ranks["mid"] == ranks["musicxml"] == "Alternate"
    assert all(f".{end}" in known for end in ranks)


def test_what_is_shipped_is_taken_and_what_is_left_out_is_not(monkeypatch):
    made = evaluate(monkeypatch, "linux")
    assert [entry[0] for entry in made.analysis.binaries] == ["PySide6/Qt/lib/libQt6Core.so.6"]
    taken = {(Path(source).name, place) for source, place in made.analysis.datas}
    assert {("GUIDE.md", "docs"), ("start.png", "docs/guide"), ("text.safetensors", "assets/weights")} <= taken
    assert ("TimGM6mb.sf2", "assets/soundfont") in taken
    assert {"torch", "music21", "training", "readline", "ssl"} <= set(made.analysis.words["excludes"])
    assert all(Path(script).is_file() for script in made.analysis.scripts)
