"""The licence of everything inside a frozen program: who owns each file, and the text that owner asks to be passed on.

A file without an owner, or an owner without a text, stops the build. Standard library only."""

import csv
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

COMMON = Path("/usr/share/common-licenses")  # the texts themselves, on every Debian and Ubuntu
TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|ThirdPartyNotices|AUTHORS)", re.IGNORECASE)
# Packages whose wheels carry no text, and which text it would be.
NAMED_ONLY = {
    "flatbuffers": ("Apache-2.0",),
    "pyside6-essentials": ("LGPL-3", "GPL-3"),
    "shiboken6": ("LGPL-3", "GPL-3"),
}
SOUNDFONT = """TimGM6mb.sf2, a General MIDI SoundFont by Tim Brechbill, as distributed with MuseScore 1.3, Debian
and pretty_midi. It is licensed under the GNU General Public License, version 2, whose text is beside this file. The
SoundFont is a file of its own that Palimpsest reads; it is its own source, and another of the same name may be put in
its place.
"""
QT = """Qt and PySide6 are used under the GNU Lesser General Public License, version 3. Their libraries are separate
files in PySide6/ beside the program and may be replaced by others of the same interface. Their source is published by
the Qt Project; the third-party code inside Qt and its notices are listed in Qt's documentation under "Licenses Used in
Qt".
"""


class Owner(NamedTuple):
    """Who a file belongs to: a Python package, the system, Python, or this project."""

    kind: str
    name: str


class LicenceError(Exception):
    """What is missing, in one sentence."""


def canonical(name: str) -> str:
    """A package's name as the index spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def listed(distribution: metadata.Distribution) -> list[str]:
    """The files of an installed package; its own list, since `distribution.files` takes seconds for large ones."""
    return [row[0] for row in csv.reader((distribution.read_text("RECORD") or "").splitlines()) if row]


class Inventory:
    """The files of a frozen program with their owners."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._packages: dict[str, str] = {}
        for distribution in metadata.distributions():
            self._packages |= dict.fromkeys(listed(distribution), canonical(distribution.name))
        self._modules = {Path(path).name for path in Path(sysconfig.get_path("stdlib")).glob("lib-dynload/*")}

    def files(self) -> Iterator[Path]:
        """Every file under _internal, links left out: what they point to is there too."""
        inside = self.folder / "_internal"
        yield from sorted(path for path in inside.rglob("*") if path.is_file() and not path.is_symlink())

    def place(self, path: Path) -> str:
        """Where a file is under _internal."""
        return path.relative_to(self.folder / "_internal").as_posix()

    def owner(self, path: Path) -> Owner | None:
        """Whom one file belongs to; None for a library of the system."""
        place = self.place(path)
        if place in self._packages:
            return Owner("package", self._packages[place])
        if place == "assets/soundfont/TimGM6mb.sf2":
            return Owner("ours", "soundfont")
        if place.startswith(("assets/", "docs/")):
            return Owner("ours", "palimpsest")
        if path.name in self._modules or path.name == "base_library.zip" or path.name.startswith("libpython"):
            return Owner("ours", "python")
        return None

    def owners(self, required: set[str]) -> list[Owner]:
        """Everyone inside: owners of files, packages that are only Python (packed into one archive), and PyInstaller,
        whose start program this is."""
        files = {path: self.owner(path) for path in self.files()}
        system = system_packages(path.name for path, owner in files.items() if owner is None)
        for path, owner in files.items():
            if owner is None and path.name not in system:
                raise LicenceError(
                    f"{self.place(path)} belongs to no package that is known, so its licence cannot be passed on."
                )
        found = {owner or Owner("system", system[path.name]) for path, owner in files.items()}
        found |= {Owner("package", name) for name in (*required, "pyinstaller")}
        return sorted(found | {Owner("ours", "palimpsest"), Owner("ours", "python")})


def required_packages(lines: list[str]) -> set[str]:
    """Installed packages that requirements name, and those that these require in turn; extras are left out."""
    found: set[str] = set()
    waiting = [canonical(re.split(r"[^A-Za-z0-9_.-]", line)[0]) for line in lines]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            requires = metadata.distribution(name).requires or []
        except metadata.PackageNotFoundError:
            continue  # for another system or Python
        found.add(name)
        waiting += [canonical(re.split(r"[^A-Za-z0-9_.-]", line)[0]) for line in requires if "extra ==" not in line]
    return found


def system_packages(libraries: Iterable[str]) -> dict[str, str]:
    """Library -> Debian package it came from, for those that came from one."""
    patterns = [f"*/{library}" for library in libraries]
    if not patterns or shutil.which("dpkg-query") is None:
        return {}
    answer = subprocess.run(["dpkg-query", "--search", *patterns], capture_output=True, text=True).stdout
    found: dict[str, str] = {}
    for line in answer.splitlines():
        package, _, place = line.partition(": ")
        found.setdefault(place.rpartition("/")[2], package.split(":")[0])
    return found


def texts(owner: Owner, root: Path) -> dict[str, str]:
    """File name -> text of the licence an owner asks to be passed on."""
    if owner.kind == "system":
        return {"copyright": Path(f"/usr/share/doc/{owner.name}/copyright").read_text(errors="replace")}
    if owner.kind == "ours":
        return own_texts(owner.name, root)
    distribution = metadata.distribution(owner.name)
    places = [Path(place) for place in listed(distribution)]
    wanted = [place for place in places if TEXT.match(place.name) and place.suffix not in {".py", ".pyc"}]
    found = {
        "-".join(place.parts[1:]) or place.name: Path(str(distribution.locate_file(place))).read_text(errors="replace")
        for place in wanted
    }
    for name in NAMED_ONLY.get(owner.name, ()) if not found else ():
        found[name] = (COMMON / name).read_text()
    if owner.name in ("pyside6-essentials", "shiboken6"):
        found["README"] = QT
    if not found:
        raise LicenceError(f"The package {owner.name} carries no licence text: find it and name it in licences.py.")
    return found


def own_texts(name: str, root: Path) -> dict[str, str]:
    """The texts for what comes from no package."""
    if name == "soundfont":
        return {"README": SOUNDFONT, "GPL-2": (COMMON / "GPL-2").read_text()}
    if name == "python":
        places = (
            Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
            Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright"),
        )
        return {"LICENSE": next(path for path in places if path.exists()).read_text(errors="replace")}
    return {name: (root / name).read_text() for name in ("LICENSE", "NOTICE")}


def named(owner: Owner) -> str:
    """One line of the list."""
    if owner.kind != "package":
        return f"{owner.name}\t{'Debian package' if owner.kind == 'system' else ''}"
    said = metadata.metadata(owner.name)
    classes = [line.rpartition("::")[2].strip() for line in said.get_all("Classifier") or () if "License" in line]
    words = [*(said.get_all("License-Expression") or ()), *classes, *(said.get_all("License") or ()), "see its text"]
    return f"{owner.name} {said['Version']}\t{words[0].splitlines()[0]}"


def write(folder: Path, root: Path, requirements: list[str]) -> list[Owner]:
    """Put every licence into `folder`/licences, with a list; returns whose they are."""
    owners = Inventory(folder).owners(required_packages(requirements))
    into = folder / "licences"
    shutil.rmtree(into, ignore_errors=True)
    for owner in owners:
        for name, text in texts(owner, root).items():
            place = into / owner.name / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    (into / "LIST.txt").write_text("".join(f"{named(owner)}\n" for owner in owners), encoding="utf-8")
    return owners
