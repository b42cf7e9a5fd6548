"""Every file format in one table: what it can hold, how it is read and written, and what it cannot keep.

A new format is one file and one row here."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.canvas.music import Piece
from engine.canvas.project import Project, fresh
from engine.canvas.text import Draft
from engine.errors import FormatError
from engine.formats import midi, musicxml, plain_text, project
from engine.formats.files import Seen, differs, read_bytes, read_seen, write_bytes
from engine.formats.import_plan import ImportPlan

Reader = Callable[[bytes], tuple[Project | Piece | Draft, tuple[str, ...]]]


@dataclass(frozen=True)
class Format:
    """One format.

    `holds` is "music", "text" or both; `losses` are sentences; `inspect`, where there is one, lets a caller choose
    before it applies."""

    name: str
    extensions: tuple[str, ...]
    holds: tuple[str, ...]
    limit: int
    read: Reader
    write: Callable[[Project], bytes]
    losses: tuple[str, ...] = ()
    inspect: Callable[[bytes], ImportPlan] | None = None


@dataclass(frozen=True)
class Opened:
    """A file that was read: the project, sentences on what is not as in the file, and its format."""

    project: Project
    remarks: tuple[str, ...]
    format: Format
    seen: Seen


def _music(write: Callable[[Piece], bytes]) -> Callable[[Project], bytes]:
    """Writes a project's piece."""

    def written(whole: Project) -> bytes:
        if not isinstance(whole.canvas, Piece):
            raise FormatError("Text cannot be saved as music; choose a text format.")
        return write(whole.canvas)

    return written


def _text(whole: Project) -> bytes:
    """Writes a project's draft."""
    if not isinstance(whole.canvas, Draft):
        raise FormatError("Music cannot be saved as text; choose MIDI or MusicXML.")
    return plain_text.write(whole.canvas)


ALONE = "Masks and results are not saved."
FORMATS: dict[str, Format] = {
    "project": Format(
        "Palimpsest project",
        (".palimpsest",),
        ("music", "text"),
        project.LIMIT,
        lambda data: (project.read(data), ()),
        project.write,
    ),
    "midi": Format(
        "MIDI",
        (".mid", ".midi"),
        ("music",),
        midi.LIMIT,
        midi.read,
        _music(midi.write),
        (ALONE, *midi.LOSSES),
        midi.inspect,
    ),
    "musicxml": Format(
        "MusicXML",
        (".musicxml", ".xml"),
        ("music",),
        musicxml.LIMIT,
        musicxml.read,
        _music(musicxml.write),
        (ALONE, *musicxml.LOSSES),
        musicxml.inspect,
    ),
    "mxl": Format(
        "Compressed MusicXML",
        (".mxl",),
        ("music",),
        musicxml.MAX_MXL,
        musicxml.read,
        _music(musicxml.write_compressed),
        (ALONE, *musicxml.LOSSES),
        musicxml.inspect,
    ),
    "text": Format("Plain text", (".txt",), ("text",), plain_text.LIMIT, plain_text.read, _text, plain_text.LOSSES),
}


def format_of(path: str | os.PathLike[str]) -> Format:
    """The format of a file by the end of its name."""
    suffix = Path(path).suffix.lower()
    for each in FORMATS.values():
        if suffix in each.extensions:
            return each
    known = ", ".join(extension for each in FORMATS.values() for extension in each.extensions)
    name = Path(path).name or "A file without a name"
    raise FormatError(f"{name} cannot be opened or saved; the supported kinds are {known}.")


def inspect_file(path: str | os.PathLike[str]) -> ImportPlan | None:
    """The import plan of a music file, or None where there is nothing to choose."""
    each = format_of(path)
    return each.inspect(read_bytes(path, each.limit)) if each.inspect else None


def open_file(path: str | os.PathLike[str]) -> Opened:
    """A file as a project; an untitled piece or draft takes the file's name."""
    each = format_of(path)
    data, seen = read_seen(path, each.limit)
    canvas, remarks = each.read(data)
    if isinstance(canvas, Project):
        return Opened(canvas, remarks, each, seen)
    return Opened(fresh(canvas if canvas.title else replace(canvas, title=Path(path).stem)), remarks, each, seen)


def save_file(path: str | os.PathLike[str], whole: Project) -> Seen:
    """Write a project in the format of the file's name; either all of it is there afterwards or the old file is."""
    return write_bytes(path, format_of(path).write(whole))


def changed_since(path: str | os.PathLike[str], seen: Seen) -> bool:
    """Whether another program has written a file since it was opened or saved here."""
    return differs(path, seen, format_of(path).limit)
