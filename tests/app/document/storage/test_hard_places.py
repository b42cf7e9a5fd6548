"""Places where nothing can be written: a disk that is really full, and a home that belongs to somebody else."""

import errno
import json
import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.document.storage.autosave import rescues
from engine.canvas.mask import Brush
from engine.formats import open_file
from tests.app.conftest import CTRL
from tests.tools.readable_copy import place_for

NOBODY = 65534


@pytest.fixture
def small_disk(tmp_path, monkeypatch):
    """A disk of a megabyte with the program's home on it; mounting one takes an administrator."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here")
    monkeypatch.setenv("PALIMPSEST_HOME", str(disk / "home"))
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(disk):
    """Leave no byte free."""
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        for size in (65536, 4096, 1):
            while written(ballast, size):
                pass


def written(ballast, size):
    """Whether so many bytes still had room."""
    try:
        return ballast.write(b"x" * size) == size
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return False


@pytest.mark.full
def test_a_full_disk_loses_nothing_and_is_named(home, small_disk, make_desk):
    desk = make_desk()
    desk.open_example()
    path = small_disk / "piece.palimpsest"
    desk.answers["ask_save"] = path
    desk.key(Qt.Key.Key_S, CTRL)
    saved = desk.document.project
    desk.document.apply("edit", saved.with_mask(0, saved.masks[0].paint(Brush.REWRITE, 0, 0, 4)))
    desk.window.autosave.flush()
    desk.wait(lambda: not desk.window.disk.busy)
    copied = desk.document.project
    fill(small_disk)
    desk.document.apply("edit", saved.with_mask(0, saved.masks[0].paint(Brush.REWRITE, 0, 0, 9)))
    desk.key(Qt.Key.Key_S, CTRL)
    assert "the disk is full" in desk.window.notice.text and desk.document.modified
    assert open_file(path).project == saved, "the old file is whole"
    desk.window.autosave.flush()
    desk.wait(lambda: not desk.window.disk.busy)
    copies = list(small_disk.rglob("copy.palimpsest"))
    assert [open_file(copy).project for copy in copies] == [copied], "the last copy is whole"
    desk.window.settings["theme"] = "dark"
    desk.answers["ask_save"] = small_disk / "out.mid"
    desk.window.attempt(desk.window.files.saving.export_midi)
    assert "the disk is full" in desk.window.notice.text and not (small_disk / "out.mid").exists()
    assert not list(small_disk.rglob("*-part")) and not desk.complaints
    (small_disk / "ballast").unlink()
    desk.answers["ask_save"] = path
    desk.key(Qt.Key.Key_S, CTRL)
    assert open_file(path).project == desk.document.project and not desk.document.modified
    desk.close()
    assert rescues() == []


@pytest.fixture
def open_folder():
    """A folder that others may look into; pytest closes its own to them, again with every run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.mark.full
def test_an_ordinary_user_whose_home_cannot_be_written_works_and_saves_elsewhere(open_folder):
    own, forbidden = open_folder / "own", open_folder / "forbidden"
    own.mkdir(mode=0o755)
    forbidden.mkdir(mode=0o555)
    as_root = os.geteuid() == 0
    if as_root:
        os.chown(own, NOBODY, NOBODY)
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if as_root else {}
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PALIMPSEST_", "TMP"))
    } | {"HOME": str(forbidden), "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(own)}
    place = place_for(user, environment, open_folder / "readable")
    done = subprocess.run(
        [place.python, "-m", "tests.tools.ordinary_user", str(own), str(forbidden)],
        cwd=place.folder,
        env=environment | place.environment,
        capture_output=True,
        text=True,
        **user,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["accidents"] == [] and (found["user"] == NOBODY or not as_root)
    assert "last only until you quit" in found["said"][0]
    assert sum("you do not have permission to write there" in words for words in found["said"]) == 2
    assert {"piece.mid", "piece.palimpsest"} <= set(found["kept"])
    assert not list(forbidden.iterdir())
