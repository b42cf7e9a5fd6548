"""The program's settings, declared once, and the small state it remembers between sessions.

The dialog is built from SETTINGS; nothing here draws."""

import json
import logging
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.document import places
from engine.errors import CanvasError, FormatError
from engine.formats.files import write_bytes
from engine.sampling.options import Option, Value

log = logging.getLogger(__name__)

SETTINGS = (
    Option(
        "theme",
        "system",
        "Light like vellum, dark like a lamp-lit desk, or as the computer is set.",
        "Theme",
        choices=("system", "light", "dark"),
        advanced=False,
    ),
    Option(
        "scale",
        "100 %",
        "Size of text and controls; takes effect at the next start.",
        "Size",
        choices=("80 %", "100 %", "125 %", "150 %", "175 %", "200 %"),
        advanced=False,
    ),
    Option(
        "motion",
        True,
        "Let notes settle and cards slide; off means that everything changes at once.",
        "Movement",
        advanced=False,
    ),
    Option(
        "autosave",
        20,
        "Seconds between two recovery copies while you work, at most.",
        "Autosave every",
        low=5,
        high=60,
        advanced=False,
    ),
    Option(
        "device",
        "automatic",
        "Where the model computes. Automatic takes a graphics card if one can be used.",
        "Compute on",
        choices=("automatic", "cpu", "cuda", "mps"),
        advanced=False,
    ),
    Option(
        "threads",
        0,
        "Processor cores the model may use; 0 leaves it to the program.",
        "Cores",
        low=0,
        high=64,
        advanced=False,
    ),
    Option(
        "preload",
        True,
        "Read the model quietly after the window opens, so that the first rewrite does not wait.",
        "Wake the model at start",
        advanced=False,
    ),
)
BY_NAME = {option.name: option for option in SETTINGS}
RECENT_LIMIT = 12


class Settings(QObject):
    """Values of SETTINGS, kept in a readable file; a broken file or value falls back to the default and never stops
    the program."""

    changed = Signal(str)

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = (folder or places.home()) / "settings.json"
        self._values: dict[str, Value] = {option.name: option.default for option in SETTINGS}
        for name, value in _read(self._path).items():
            if name in BY_NAME:
                try:
                    self._values[name] = BY_NAME[name].check(value)
                except CanvasError as error:
                    log.warning("setting %s ignored: %s", name, error)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __setitem__(self, name: str, value: Value) -> None:
        value = BY_NAME[name].check(value)
        if value != self._values[name]:
            self._values[name] = value
            _write(self._path, self._values)
            self.changed.emit(name)

    @property
    def scale_factor(self) -> float:
        """1.0 for 100 %."""
        return int(str(self["scale"]).rstrip(" %")) / 100


class State(QObject):
    """What is remembered without being a setting: the window's place, the last folder, recent files, whether the
    tour was seen."""

    recent_changed = Signal()

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = (folder or places.home()) / "state.json"
        self._values = _read(self._path)

    def get(self, name: str, default: Any = None) -> Any:
        """A remembered value."""
        return self._values.get(name, default)

    def set(self, name: str, value: Any) -> None:
        """Remember a value (anything JSON holds)."""
        if self._values.get(name) != value:
            self._values[name] = value
            _write(self._path, self._values)

    @property
    def recent(self) -> list[dict[str, Any]]:
        """Recent files, newest first: path, title, kind, opened (seconds since 1970)."""
        entries = self.get("recent", [])
        return (
            [entry for entry in entries if isinstance(entry, dict) and isinstance(entry.get("path"), str)]
            if isinstance(entries, list)
            else []
        )

    def remember(self, path: Path, title: str, kind: str, opened: float) -> None:
        """Put a file at the top of the recent ones."""
        entry = {"path": str(path), "title": title, "kind": kind, "opened": opened}
        self.set("recent", [entry, *(e for e in self.recent if e["path"] != str(path))][:RECENT_LIMIT])
        self.recent_changed.emit()

    def forget(self, path: str | None = None) -> None:
        """Drop one recent file, or all."""
        self.set("recent", [e for e in self.recent if path is not None and e["path"] != path])
        self.recent_changed.emit()


def _read(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("%s could not be read and is set back: %s", path.name, error)
        return {}
    return values if isinstance(values, dict) else {}


def _write(path: Path, values: dict[str, Any]) -> None:
    try:
        write_bytes(path, json.dumps(values, indent=1).encode())
    except FormatError as error:
        log.warning("%s could not be written: %s", path.name, error)
