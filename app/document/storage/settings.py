"""The program's settings, declared once, and the small state it remembers between sessions.

The dialog is built from SETTINGS; nothing here draws."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.document.storage import own_files, places
from engine.sampling.methods import METHODS
from engine.sampling.options import Option, Value

SETTINGS = (
    Option(
        "theme",
        "system",
        "Light, dark, or the same as the system.",
        "Theme",
        choices=("system", "light", "dark"),
        advanced=False,
    ),
    Option(
        "scale",
        "100 %",
        "Size of text and controls; takes effect after a restart.",
        "Size",
        choices=("80 %", "100 %", "125 %", "150 %", "175 %", "200 %"),
        advanced=False,
    ),
    Option(
        "motion",
        True,
        "Animate notes and cards; off means that everything changes at once.",
        "Animations",
        advanced=False,
    ),
    Option(
        "leave_paint",
        False,
        "What you accept is painted Keep. On: the paint stays as it was, so that the same place can be rewritten again"
        " at once.",
        "Leave the paint as it was",
        advanced=False,
    ),
    Option(
        "autosave",
        20,
        "Seconds between recovery copies while you work, at most.",
        "Autosave every",
        low=5,
        high=60,
        advanced=False,
    ),
    Option(
        "device",
        "automatic",
        "Where the model runs. Automatic uses a graphics card if possible.",
        "Run on",
        choices=("automatic", "cpu", "cuda", "mps"),
        advanced=False,
    ),
    Option(
        "threads",
        0,
        "Processor cores the model may use; 0 is automatic.",
        "Cores",
        low=0,
        high=64,
        advanced=False,
    ),
    Option(
        "preload",
        True,
        "Load the model in the background after the window opens, so that the first rewrite starts sooner.",
        "Load the model at startup",
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
        path = (folder or places.home()) / "settings.json"
        self._file = own_files.NamedValues(path, {option.name: option.check for option in SETTINGS})

    def __getitem__(self, name: str) -> Value:
        value: Value = self._file.values.get(name, BY_NAME[name].default)
        return value

    def __setitem__(self, name: str, value: Value) -> None:
        value = BY_NAME[name].check(value)
        if value != self[name]:
            self._file.change(name, lambda _before: value)
            self.changed.emit(name)

    @property
    def scale_factor(self) -> float:
        """1.0 for 100 %."""
        return int(str(self["scale"]).rstrip(" %")) / 100


def _recent(value: Any) -> list[dict[str, Any]]:
    fields: dict[str, own_files.Check] = {
        "path": own_files.path,
        "title": own_files.text,
        "kind": own_files.text,
        "opened": own_files.moment,
    }
    return [{name: check(entry[name]) for name, check in fields.items()} for entry in value[:RECENT_LIMIT]]


def _rules(value: Any) -> list[str]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r:.80} is not a list")
    return [own_files.text(name) for name in value]


def _rewrite(value: Any) -> dict[str, Any]:
    """What the rewrite panel remembers: a method, a count, and options of methods that can still be set so."""
    given, plain = value.get("options", {}), {"method": value.get("method"), "count": value.get("count")}
    kept: dict[str, dict[str, Value]] = {}
    for name, options in given.items():
        known = {option.name: option for option in METHODS[name].options} if name in METHODS else {}
        kept[name] = {key: known[key].check(each) for key, each in options.items() if key in known}
    if plain["method"] is not None:
        own_files.text(plain["method"])
    if plain["count"] is not None and plain["count"] not in range(1, 1000):
        raise ValueError(f"{plain['count']!r:.80} is not a count")
    return {**plain, "options": kept}


STATE: dict[str, own_files.Check] = {
    "recent": _recent,
    "folder": own_files.path,
    "geometry": lambda value: own_files.text(value).encode("ascii").decode(),
    "rewrite": _rewrite,
    "rules_off": _rules,
    "follow": own_files.truth,
    "tour_seen": own_files.truth,
}


class State(QObject):
    """What is remembered without being a setting, declared in STATE: the window's place, the last folder, recent
    files, whether the tour was seen. Another window may write the same file."""

    recent_changed = Signal()

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = own_files.NamedValues((folder or places.home()) / "state.json", STATE)

    def get(self, name: str, default: Any = None) -> Any:
        """A remembered value."""
        return self._file.values.get(name, default)

    def set(self, name: str, value: Any) -> None:
        """Remember a value (anything that STATE lets in)."""
        value = STATE[name](value)
        if self.get(name) != value:
            self._file.change(name, lambda _before: value)

    @property
    def recent(self) -> list[dict[str, Any]]:
        """Recent files, newest first: path, title, kind, opened (seconds since 1970)."""
        return list(self.get("recent", []))

    def remember(self, path: Path, title: str, kind: str, opened: float) -> None:
        """Put a file at the top of the recent ones."""
        entry = {"path": str(path), "title": own_files.shown(title), "kind": kind, "opened": opened}
        self._file.change(
            "recent", lambda old: [entry, *(e for e in old or () if e["path"] != str(path))][:RECENT_LIMIT]
        )
        self.recent_changed.emit()

    def forget(self, path: str | None = None) -> None:
        """Drop one recent file, or all."""
        self._file.change("recent", lambda old: [e for e in old or () if path is not None and e["path"] != path])
        self.recent_changed.emit()
