"""The program as a user meets it: a process of its own, on an X server without a screen, driven by keys and clicks.

PALIMPSEST_PROGRAM names the folder of a frozen program (with `palimpsest` and `palimpsest-gui` in it); without it the
source tree runs. PALIMPSEST_INSIDE holds the words that start a command on another system, such as `chroot ...`, and
PALIMPSEST_PLACE a folder that has the same path there. See tests.tools.bare_system."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = os.environ.get("PALIMPSEST_PROGRAM", "")
INSIDE = shlex.split(os.environ.get("PALIMPSEST_INSIDE", ""))
NEEDS = ("Xvfb", "xdotool", "import")  # the last is ImageMagick's, for pictures
PATIENCE = 900  # seconds after which something that should happen has not happened
FROM_SOURCE = {"palimpsest": ["-m", "engine"], "palimpsest-gui": ["-m", "app"]}


def command(name: str) -> list[str]:
    """The words that start `palimpsest` or `palimpsest-gui`."""
    return [*INSIDE, f"{FOLDER}/{name}"] if FOLDER else [sys.executable, *FROM_SOURCE[name]]


def environment(home: Path, **more: str) -> dict[str, str]:
    """What the program is started with: a home of its own, no Qt platform chosen by the tests, no Python paths."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "QT_", "XDG_"))}
    return {**kept, "HOME": str(home), "PALIMPSEST_HOME": str(home / "own"), **more}


def new_place() -> Path:
    """A folder that the program may write to, also as another user."""
    folder = Path(tempfile.mkdtemp(dir=os.environ.get("PALIMPSEST_PLACE")))
    folder.chmod(0o777)
    return folder


def run(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """One run of the command line."""
    where = None if FOLDER else ROOT
    return subprocess.run(
        [*command("palimpsest"), *words], cwd=where, env=environment(place), capture_output=True, text=True
    )


def until(happened, what: str):
    """Wait for something that is true; its value."""
    deadline = time.monotonic() + PATIENCE
    while not (found := happened()):
        assert time.monotonic() < deadline, f"never happened: {what}"
        time.sleep(0.05)
    return found


class Screen:
    """An X server with a window manager, where there is one, and what a user does at it."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-ac"]
        self._server = subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as stream:
            self.display = f":{stream.readline().strip()}"
        self._here = {**os.environ, "DISPLAY": self.display}
        self._manager = None
        if shutil.which("openbox"):
            self._manager = subprocess.Popen(
                ["openbox"], env=self._here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

    def _do(self, *words: str) -> str:
        return subprocess.run(words, env=self._here, capture_output=True, text=True).stdout

    def titles(self) -> list[str]:
        """The titles of all windows in view."""
        found = self._do("xdotool", "search", "--onlyvisible", "--name", ".+").split()
        return [self._do("xdotool", "getwindowname", window).strip() for window in found]

    def wait_for(self, words: str) -> str:
        """A window with these words in its title, in front and ready for keys."""
        until(lambda: any(words in title for title in self.titles()), f"a window named {words}, of {self.titles()}")
        window = self._do("xdotool", "search", "--onlyvisible", "--name", words).split()[-1]
        self._do("xdotool", "windowfocus", "--sync", window)
        time.sleep(1)
        return window

    def key(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for name in keys:
            self._do("xdotool", "key", "--clearmodifiers", name)
            time.sleep(0.3)

    def type(self, text: str) -> None:
        """Type a text."""
        self._do("xdotool", "type", "--delay", "30", text)
        time.sleep(0.5)

    def name_file(self, title: str, path: Path) -> None:
        """Answer the file dialog that is open or opening; its list of proposals may take a first Enter."""
        self.wait_for(title)
        self.key("ctrl+a")
        self.type(str(path))
        self.key("Return")
        time.sleep(2)
        if any(title in shown for shown in self.titles()):
            self.key("Return")

    def click(self, across: int, down: int) -> None:
        """Click somewhere."""
        self._do("xdotool", "mousemove", str(across), str(down), "click", "1")

    def picture(self, path: Path) -> Path:
        """What is in view, as a PNG file."""
        self._do("import", "-window", "root", str(path))
        return path

    def close(self) -> None:
        """Switch it off."""
        for process in filter(None, (self._manager, self._server)):
            process.terminate()
            process.wait()


class Gui:
    """The program's window on a screen."""

    def __init__(self, screen: Screen, place: Path, *files: Path, before: Sequence[str] = ()) -> None:
        own = environment(place, DISPLAY=screen.display, QT_QPA_PLATFORM="xcb")
        words = [*before, *command("palimpsest-gui"), *map(str, files)]
        self._process = subprocess.Popen(words, cwd=None if FOLDER else ROOT, env=own, start_new_session=True)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End it as a crash would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def ended(self) -> int:
        """Its exit code, once it has ended by itself."""
        return self._process.wait(PATIENCE)
