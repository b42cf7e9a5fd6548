"""The wheel that `pipx install .` makes: one package, two commands, nothing else in anybody's site-packages."""

import base64
import csv
import hashlib
import importlib.util
import io
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def load():
    """packaging/build_backend.py as a module."""
    spec = importlib.util.spec_from_file_location("build_backend", ROOT / "packaging/build_backend.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def backend():
    """The builder, without the weights: they take seconds to compress and change nothing here."""
    module = load()
    module.SKIPPED = {*module.SKIPPED, "weights"}
    return module


@pytest.fixture(scope="module")
def wheel(backend, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    return folder / backend.build_wheel(str(folder))


@pytest.fixture(scope="module")
def installed(wheel):
    """A folder like site-packages with the wheel in it."""
    folder = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def info(wheel, name):
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(f"palimpsest-{load().version()}.dist-info/{name}").decode()


def test_the_only_top_level_package_is_palimpsest(installed):
    names = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert names == {"palimpsest"}


def test_every_file_is_listed_with_its_checksum(wheel):
    rows = list(csv.reader(io.StringIO(info(wheel, "RECORD"))))
    with zipfile.ZipFile(wheel) as archive:
        assert [row[0] for row in rows] == archive.namelist()
        for place, digest, size in rows[:-1]:
            data = archive.read(place)
            found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            assert (digest, int(size)) == (f"sha256={found}", len(data)), place


def test_the_same_source_gives_the_same_bytes(backend, wheel, tmp_path):
    assert (tmp_path / backend.build_wheel(str(tmp_path))).read_bytes() == wheel.read_bytes()


def test_it_says_what_it_needs_and_for_what(wheel):
    said = Parser().parsestr(info(wheel, "METADATA"))
    needs = said.get_all("Requires-Dist")
    assert said["Name"] == "palimpsest" and said["Requires-Python"] == ">=3.11"
    assert any(line.startswith("numpy") for line in needs)
    assert [line for line in needs if line.startswith("music21")] == ["music21>=9.3; extra == 'training'"]
    assert set(said.get_all("Provides-Extra")) >= {"training", "test"}


def test_a_marker_and_an_extra_both_count(backend):
    assert backend.for_extra("torch>=2; python_version < '3.13'", "gpu") == (
        "torch>=2; (python_version < '3.13') and extra == 'gpu'"
    )


def test_weights_guide_and_other_shipped_files_are_inside():
    places = {path.relative_to(ROOT).as_posix() for path in load().sources()}
    assert {
        "docs/GUIDE.md",
        "docs/guide/start.png",
        "assets/grade/reference.json",
        "app/__main__.py",
        "engine/neural/backend.py",
    } <= places
    assert any(place.startswith("assets/weights/") and place.endswith(".safetensors") for place in places)
    assert not any("__pycache__" in place or place.startswith(("training", "tests")) for place in places)


@pytest.mark.parametrize("arguments", [["--version"], ["harmonize", "--help"]])
def test_the_command_runs_from_there(installed, arguments):
    """Far from the source tree: nothing but the installed folder is on the path."""
    code = f"import sys; sys.path[:0] = [{str(installed)!r}]; import palimpsest; sys.exit(palimpsest.command_line())"
    command = [sys.executable, "-c", code, *arguments]
    result = subprocess.run(command, cwd=installed.parent, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith((load().version(), "usage: palimpsest harmonize"))


def test_both_commands_name_functions_that_exist(wheel):
    points = info(wheel, "entry_points.txt")
    assert "palimpsest = palimpsest:command_line" in points and "palimpsest-gui = palimpsest:window" in points
    launcher = (ROOT / "packaging/launcher.py").read_text(encoding="utf-8")
    assert "def command_line()" in launcher and "def window()" in launcher
