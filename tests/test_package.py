"""Packing a frozen program: the .deb, the tree of an AppImage, licences of everything inside. The program itself is a
stand-in here; `make package` builds the real one."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.__main__ import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "packaging"
DEBIAN = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="builds a Debian package")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """packaging/package.py as a module, with a small frozen program of its own."""
    monkeypatch.syspath_prepend(str(FOLDER))
    spec = importlib.util.spec_from_file_location("package", FOLDER / "package.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    places = {"BUILD": tmp_path / "build", "OUT": tmp_path / "dist", "PROGRAM": tmp_path / "build/palimpsest"}
    for name, path in places.items():
        monkeypatch.setattr(module, name, path)
    inside = module.PROGRAM / "_internal"
    (inside / "assets").mkdir(parents=True)
    (inside / "assets/build.json").write_text("{}")
    (module.PROGRAM / "palimpsest").write_bytes(b"#!/bin/sh\n")
    (module.PROGRAM / "palimpsest-gui").symlink_to("palimpsest")
    module.OUT.mkdir()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "LINUX_FILES", FOLDER / "linux")
    for name in ("LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setattr(module, "ICON", "import sys; open(f'{sys.argv[1]}/256.png', 'wb').write(b'picture')")
    yield module
    for name in ("licences", "prepare", "build_backend", "system_libraries", "appimage", "trim"):
        sys.modules.pop(name, None)


@DEBIAN
def test_the_deb_has_program_menu_entry_type_icon_manual_and_licence(package):
    (path,) = package.deb()
    listed = subprocess.run(["dpkg-deb", "--contents", path], capture_output=True, text=True, check=True).stdout
    places = {re.sub(r" (->|link to) .*", "", line).split()[-1] for line in listed.splitlines()}
    assert places >= {
        "./usr/lib/palimpsest/palimpsest",
        "./usr/bin/palimpsest",
        "./usr/bin/palimpsest-gui",
        "./usr/share/applications/palimpsest.desktop",
        "./usr/share/mime/packages/palimpsest.xml",
        "./usr/share/icons/hicolor/256x256/apps/palimpsest.png",
        "./usr/share/man/man1/palimpsest.1",
        "./usr/share/doc/palimpsest/copyright",
    }
    said = subprocess.run(["dpkg-deb", "--info", path], capture_output=True, text=True, check=True).stdout
    assert f"Version: {package.build_backend.version()}" in said


def test_it_depends_on_what_it_asks_the_system_for_and_on_nothing_else(package, monkeypatch):
    needs = {
        "palimpsest": {"libEGL.so.1", "libown.so.1"},
        "libown.so.1": {"libasound.so.2"},
        "libcups-plugin.so": {"x"},
    }
    for name, at in zip(needs, ("", "_internal", "_internal/printsupport"), strict=True):
        package.put(package.PROGRAM / at / name, b"\x7fELF")
    asked = {"libEGL.so.1": "libegl1", "libasound.so.2": "libasound2"}
    monkeypatch.setattr(package.trim, "needed", lambda path: needs[path.name])
    monkeypatch.setattr(package.licences, "system_packages", lambda names: {name: asked[name] for name in names})
    assert package.depends(package.PROGRAM) == ["libasound2 | libasound2t64", "libegl1"]


@DEBIAN
def test_the_same_program_gives_the_same_deb(package):
    first = package.deb()[0].read_bytes()
    assert package.deb()[0].read_bytes() == first


def test_the_same_folder_gives_the_same_archive(package):
    first = package.archive()[0].read_bytes()
    os.utime(package.PROGRAM / "palimpsest", (0, 0))
    assert package.archive()[0].read_bytes() == first


def test_an_appimage_of_the_stand_in_runs_commands_and_the_window_and_cleans_up(package, tmp_path):
    """Compiled, packed and started here, mounted where FUSE allows it and unpacked."""
    for name in ("palimpsest", "palimpsest-gui"):
        (package.PROGRAM / name).unlink()
        package.put(package.PROGRAM / name, f'#!/bin/sh\necho {name} "$@"; exit 7\n')
        (package.PROGRAM / name).chmod(0o755)
    made = package.appimage()
    if not made:
        pytest.skip("what an AppImage is compiled with is not installed")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    for extra in ({}, {"APPIMAGE_EXTRACT_AND_RUN": "1"}):
        environment = {**os.environ, "TMPDIR": str(temporary), **extra}
        for words, said in ((["score", "a b.mid"], "palimpsest score a b.mid"), (["x.mid"], "palimpsest-gui x.mid")):
            result = subprocess.run(
                ["nohup", *made, *words],
                env=environment,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                timeout=60,
            )
            assert (result.stdout, result.stderr, result.returncode) == (said + "\n", "", 7)
    assert made[0].read_bytes()[8:11] == b"AI\x02"
    deadline = time.monotonic() + 30  # the folder goes when what served it sees that the program has ended
    while list(temporary.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not list(temporary.iterdir())


def test_the_same_tree_gives_the_same_appimage_with_its_own_licences(package):
    first = [path.read_bytes() for path in package.appimage()]
    own = package.BUILD / "Palimpsest.AppDir/usr/lib/palimpsest/licences/appimage-runtime"
    assert "-lfuse3" in (own / "README").read_text() and (own / "runtime.c").exists()
    assert [path.read_bytes() for path in package.appimage()] == first


def test_without_a_compiler_the_tree_for_an_appimage_is_there_and_a_line_says_what_to_install(
    package, monkeypatch, capsys
):
    monkeypatch.setattr(package.into.shutil, "which", lambda name: None)
    assert package.appimage() == []
    tree = package.BUILD / "Palimpsest.AppDir"
    assert {"AppRun", "palimpsest.desktop", "palimpsest.png", "usr"} <= {path.name for path in tree.iterdir()}
    assert "install gcc" in capsys.readouterr().out


def test_an_appimage_runs_commands_by_their_name(package):
    for name in COMMANDS:
        assert re.search(rf"[ |]{name}[|)]", package.into.APPRUN), name


def test_the_manual_names_every_command_and_the_menu_entry_every_type(package):
    manual = (FOLDER / "linux/palimpsest.1").read_text()
    assert not [name for name in COMMANDS if f".B {name} " not in manual]
    entry = (FOLDER / "linux/palimpsest.desktop").read_text()
    own = re.search('type="(.*?)">', (FOLDER / "linux/palimpsest.xml").read_text())[1]
    assert f"MimeType={own};audio/midi;" in entry and "Exec=palimpsest-gui %F" in entry


def test_only_pythons_own_libraries_are_stripped(package, monkeypatch):
    inside, trim = package.PROGRAM / "_internal", package.trim
    for name in ("libpython3.11.so.1.0", "python3.11/lib-dynload/math.so", "libother.so.1"):
        package.put(inside / name, b"")
    monkeypatch.setattr(trim.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(trim.subprocess, "run", lambda *_, **__: None)
    assert [path.name for path in trim.strip_debug(inside)] == ["libpython3.11.so.1.0", "math.so"]


def test_libraries_that_nothing_inside_needs_are_dropped(package, monkeypatch):
    inside, trim = package.PROGRAM / "_internal", package.trim
    needs = {
        "palimpsest": {"libused.so.1", "libc.so.6"},
        "libused.so.1": {"libdeep.so.2"},
        "libdeep.so.2": set(),
        "libidle.so.1": {"libonly-idle.so.1"},
        "libonly-idle.so.1": set(),
        "libpython3.11.so.1.0": set(),
        "libinner.so": set(),
    }
    for name in needs:
        at = package.PROGRAM if name == "palimpsest" else inside / "pack" if name == "libinner.so" else inside
        package.put(at / name, b"\x7fELF")
    monkeypatch.setattr(trim, "needed", lambda path: needs[path.name])
    assert {path.name for path in trim.drop_unneeded(package.PROGRAM)} == {"libidle.so.1", "libonly-idle.so.1"}
    assert (inside / "libdeep.so.2").exists() and not (inside / "libidle.so.1").exists()


def test_an_unknown_way_gets_a_sentence(package, capsys):
    with pytest.raises(SystemExit):
        package.main(["floppy"])
    assert "say some of" in capsys.readouterr().err


def test_every_package_that_runs_has_a_licence_text(package):
    licences = package.licences
    names = licences.required_packages(package.build_backend.read_project()["dependencies"])
    assert {"numpy", "mido", "miniaudio", "cffi", "shiboken6", "verovio"} <= names
    for name in names:
        assert licences.texts(licences.Owner("package", name), ROOT), name


def test_everything_of_our_own_has_a_licence_text(package):
    for name in ("palimpsest", "python", "soundfont"):
        assert all(package.licences.own_texts(name, ROOT).values()), name
    assert "version 2" in package.licences.own_texts("soundfont", ROOT)["README"]


def test_a_file_that_nobody_owns_stops_the_build(package):
    (package.PROGRAM / "_internal/libnobody-knows.so.7").write_bytes(b"")
    with pytest.raises(package.licences.LicenceError, match="libnobody-knows"):
        package.licences.Inventory(package.PROGRAM).owners(set())


def test_each_library_of_the_system_is_traced_to_its_package(package, monkeypatch):
    answer = "libz1:amd64, other: /usr/lib/x/libz.so.1\nlibz1:amd64: /usr/lib/x/libz.so.1\nlibm: /lib/libm.so.6\n"
    ran = []
    monkeypatch.setattr(package.licences.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(
        package.licences.subprocess,
        "run",
        lambda words, **_: ran.append(words) or subprocess.CompletedProcess(words, 1, answer, ""),
    )
    assert package.licences.system_packages(["libz.so.1", "libm.so.6", "libq.so"]) == {
        "libz.so.1": "libz1",
        "libm.so.6": "libm",
    }
    assert len(ran) == 1 and package.licences.system_packages([]) == {}


def test_a_package_without_a_text_stops_the_build(package, monkeypatch):
    monkeypatch.setattr(package.licences, "listed", lambda distribution: [])
    with pytest.raises(package.licences.LicenceError, match="carries no licence text"):
        package.licences.texts(package.licences.Owner("package", "mido"), ROOT)


def test_the_recipes_for_other_systems_name_files_that_exist(package):
    """Paths in scripts that cannot be run here, with the case they have on disk."""
    for script in ("windows/build.ps1", "windows/palimpsest.iss", "macos/build.sh", "ci/package.yml"):
        text = (FOLDER / script).read_text(encoding="utf-8").replace("\\", "/")
        for name in re.findall(r"packaging/[\w./-]+\.\w+", text):
            assert (ROOT / name).is_file(), f"{script}: {name}"
