"""Builds the wheel for `pipx install .` and `pip wheel .`: one package, `palimpsest`, with the program's folders in
it.

The hooks that pip calls (PEP 517), written with the standard library: a wheel is a zip file with three lists. The same
source gives the same bytes."""

import ast
import base64
import hashlib
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("app", "assets", "engine")  # what runs; training and tests stay in the source tree
LICENCES = ("LICENSE", "NOTICE")
GUIDE = ("docs/GUIDE.md", "docs/guide/*.png")  # what Help opens
SKIPPED = {"__pycache__"}
MOMENT = (1980, 1, 1, 0, 0, 0)  # of every file inside: the earliest a zip can say
TAG = "Wheel-Version: 1.0\nGenerator: palimpsest\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Nothing."""
    return []


get_requires_for_build_sdist = get_requires_for_build_wheel


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Write the wheel; returns its name."""
    project = read_project()
    stem = f"palimpsest-{version()}"
    info = f"{stem}.dist-info"
    files = {
        **contents(),
        f"{info}/METADATA": metadata(project).encode(),
        f"{info}/WHEEL": TAG.encode(),
        f"{info}/entry_points.txt": entry_points(project).encode(),
        **{f"{info}/licenses/{name}": (ROOT / name).read_bytes() for name in LICENCES},
    }
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD").encode()
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for place, data in files.items():
            entry = zipfile.ZipInfo(place, MOMENT)
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Write an archive of what the wheel is built from; returns its name."""
    stem = f"palimpsest-{version()}"
    with tarfile.open(Path(sdist_directory) / f"{stem}.tar.gz", "w:gz") as archive:
        for path in [*sources(), *(ROOT / name for name in (*LICENCES, "README.md", "pyproject.toml"))]:
            archive.add(path, f"{stem}/{path.relative_to(ROOT).as_posix()}")
        for path in sorted((ROOT / "packaging").glob("*.*")):
            archive.add(path, f"{stem}/packaging/{path.name}")
    return f"{stem}.tar.gz"


def sources() -> Iterator[Path]:
    """Every file of the program's folders and of the guide, in order."""
    for pattern in GUIDE:
        yield from sorted(ROOT.glob(pattern))
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and not SKIPPED.intersection(path.parts):
                yield path


def contents() -> dict[str, bytes]:
    """Place in the wheel -> bytes, of everything that gets installed."""
    launcher = (ROOT / "packaging" / "launcher.py").read_bytes()
    rooms = {f"palimpsest/rooms/{path.relative_to(ROOT).as_posix()}": path.read_bytes() for path in sources()}
    return {"palimpsest/__init__.py": launcher, **rooms}


def read_project() -> dict[str, Any]:
    """The [project] table of pyproject.toml."""
    import tomllib

    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def version() -> str:
    """The version, read from the one place where it is written without running it."""
    for node in ast.parse((ROOT / "engine" / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__version__":
            return str(ast.literal_eval(node.value))
    raise ValueError("engine/__init__.py says no __version__")


def metadata(project: dict[str, Any]) -> str:
    """What pip reads: who this is, and what it needs for which extra."""
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version()}",
        f"Summary: {project['description']}",
        f"Author: {project['authors'][0]['name']}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in LICENCES),
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {requirement}" for requirement in project["dependencies"]),
    ]
    for extra, requirements in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {for_extra(requirement, extra)}" for requirement in requirements]
    readme = (ROOT / project["readme"]).read_text(encoding="utf-8")
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", readme])


def entry_points(project: dict[str, Any]) -> str:
    """The commands that pip puts on the path."""
    groups = {"console_scripts": project["scripts"], "gui_scripts": project["gui-scripts"]}
    lines = [
        line
        for group, names in groups.items()
        for line in (f"[{group}]", *(f"{n} = {at}" for n, at in names.items()), "")
    ]
    return "\n".join(lines)


def for_extra(requirement: str, extra: str) -> str:
    """A requirement that counts only where the extra is asked for."""
    what, _, marker = (part.strip() for part in requirement.partition(";"))
    asked = f"extra == '{extra}'"
    return f"{what}; ({marker}) and {asked}" if marker else f"{what}; {asked}"


def record(files: dict[str, bytes], own: str) -> str:
    """The list of what is inside with a checksum each; the list itself has none."""
    lines = []
    for place, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{place},sha256={digest},{len(data)}")
    return "\n".join([*lines, f"{own},,", ""])
