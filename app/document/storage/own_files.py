"""Reads and writes the program's own small files; a damaged file is set aside and reported once, and work goes on.

Knows nothing of what the files mean; each comes with a check. Only their owner may read them."""

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QLockFile

from app.words import tr
from engine.errors import FormatError
from engine.formats.files import write_bytes
from engine.formats.small_json import read_object

log = logging.getLogger(__name__)

LONGEST = 10_000  # characters of a text
PATIENCE = 2000  # milliseconds to wait for another window that writes the same file
Check = Callable[[Any], Any]  # the value as it is used, or a ValueError
T = TypeVar("T")
_reports: list[str] = []


class ReadResult(NamedTuple, Generic[T]):
    """What a file holds, and whether all of it could be used."""

    value: T
    whole: bool


def read(path: Path, check: Callable[[dict[str, Any]], ReadResult[T]], empty: T, report: bool = True) -> ReadResult[T]:
    """What is in a file as far as the check lets it in; a file with anything else in it is set aside."""
    if not os.path.lexists(path):
        return ReadResult(empty, True)
    try:
        found = check(read_object(path))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        log.warning("%s could not be read: %r", path.name, error)
        found = ReadResult(empty, False)
    if not found.whole:
        _put_aside(path)
        if report:
            say(tr("{name} was damaged; what could be read is used, and the old file was set aside.", name=path.name))
    return found


def write(path: Path, plain: object) -> bool:
    """Keep something; False if that cannot be done now."""
    try:
        write_bytes(path, json.dumps(plain, indent=1).encode(), private=True)
    except FormatError as error:
        log.warning("%s could not be written: %s", path.name, error)
        return False
    return True


def fitting(fields: Mapping[str, Check]) -> Callable[[dict[str, Any]], ReadResult[dict[str, Any]]]:
    """A check that takes each field by itself; what nobody knows (a newer program's) is passed over."""

    def check(plain: dict[str, Any]) -> ReadResult[dict[str, Any]]:
        values: dict[str, Any] = {}
        whole = True
        for name, value in plain.items():
            try:
                if name in fields:
                    values[name] = fields[name](value)
            except (ValueError, TypeError, OverflowError) as error:
                log.warning("%s is passed over: %s", name, error)
                whole = False
        return ReadResult(values, whole)

    return check


class NamedValues:
    """Named values in a file that several windows may write: each change keeps what another one wrote since."""

    def __init__(self, path: Path, fields: Mapping[str, Check]) -> None:
        self._path, self._fields = path, fields
        self._unkept: dict[str, Any] = {}  # changes that could not be written
        self._read()

    def change(self, name: str, edit: Callable[[Any], Any]) -> None:
        """Replace one value, given as it stands in the file now (None if it does not)."""
        with alone(self._path):
            self._read()
            self.values[name] = edit(self.values.get(name))
            if write(self._path, self.values):
                self._unkept = {}
            else:
                self._unkept[name] = self.values[name]

    def _read(self) -> None:
        found: ReadResult[dict[str, Any]] = read(self._path, fitting(self._fields), {})
        self.values = found.value | self._unkept
        if not found.whole:
            write(self._path, self.values)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other windows from writing a file meanwhile; after a while, or where no lock can be made, go on anyway."""
    lock = QLockFile(f"{path}.lock")
    lock.setStaleLockTime(10 * PATIENCE)
    held = lock.tryLock(PATIENCE if path.parent.is_dir() else 0)
    try:
        yield
    finally:
        if held:
            lock.unlock()


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter, in another one of that kind; something else of those names is put
    aside."""
    for part in (folder.parent, folder):
        if os.path.lexists(part) and not part.is_dir():
            _put_aside(part)
            say(tr("{name} was not a folder; it was set aside.", name=part.name))
        part.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.chmod(0o700)  # an older program made it for all


def say(words: str) -> None:
    """Let a sentence be shown once, when there is a window."""
    if words not in _reports:
        _reports.append(words)


def reports() -> list[str]:
    """The reports to show now; each is returned once."""
    words, _reports[:] = list(_reports), []
    return words


def _put_aside(path: Path) -> None:
    try:
        path.replace(path.with_suffix(".broken"))
    except OSError as error:
        log.warning("%s could not be set aside: %s", path.name, error)


# Checks


def text(value: Any) -> str:
    """Words that can be shown."""
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ValueError(f"{value!r:.80} is not text")
    value.encode()
    return value


def shown(words: str) -> str:
    """Any words as `text` lets them in: a name that is no text has signs replaced, a very long one is cut."""
    return words[:LONGEST].encode("utf-8", "replace").decode()


def path(value: Any) -> str:
    """A path that the system could have."""
    if not isinstance(value, str) or not value or "\0" in value or len(value) > 4096:
        raise ValueError(f"{value!r:.80} is not a path")
    os.fsencode(value)
    return value


def truth(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{value!r:.80} is neither true nor false")
    return value


def moment(value: Any) -> float:
    """Seconds since 1970, in this millennium."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 32_503_680_000:
        raise ValueError(f"{value!r:.80} is not a time")
    return float(value)
