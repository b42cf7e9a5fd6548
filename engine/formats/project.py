"""The project file (.palimpsest): all of a Project as JSON made for reading and diffs.

Knows its version; what a piece looks like is in plain.py.

Alternatives are written as what changed against the piece they started from, and that piece against the one of the
take before, so that old lines stay as they are while work goes on."""

import json
from typing import Any

from engine.canvas.music import Piece
from engine.canvas.project import SHIPPED_MODEL, Canvas, ModelTag, Project, Take, mask_shapes
from engine.errors import CanvasError, FormatError, PalimpsestError
from engine.formats.files import MEGABYTE, check_size
from engine.formats.plain import CANVASES, Plain, damaged, listed, mask_from_plain, mask_to_plain, take
from engine.formats.plain_start import start_from_plain, start_to_plain

VERSION = 1
LIMIT = 16 * MEGABYTE
MAX_CONTAINERS = 1_000_000  # brackets in the file: bounds what JSON builds from a few bytes
MAX_CELLS = 8_000_000  # cells of all pieces and masks together: bounds the time to open a file
WORD_CELLS = 10  # a word costs as much time as so many cells of music
PARTS = {"bars": "changed", "sentences": "changed"}  # lists that are written as what changed
ONE_LINE = 60  # characters
LONGEST_NAME = 200  # characters of a model's name


def write(project: Project) -> bytes:
    """The project as the bytes of its file."""
    kind, to_plain = next(
        (kind, to) for kind, (canvas, to, _) in CANVASES.items() if isinstance(project.canvas, canvas)
    )
    if _count(project) > MAX_CELLS:
        raise FormatError(
            "The project keeps more results than its file can hold; discard some old results and save again."
        )
    takes = []
    last: Plain = {}
    for each in project.takes:
        before = to_plain(each.before)
        takes.append(
            {
                **({} if each.start is None else {"start": start_to_plain(each.start, _stretches(each.before))}),
                **_tag_to_plain("model", each.model),
                **({} if each.beside is None else _tag_to_plain("beside", each.beside, always=True)),
                "name": each.name,
                "method": each.method,
                "seed": each.seed,
                "options": dict(each.options),
                "part": each.part,
                "nats": list(each.nats),
                "mask": mask_to_plain(each.mask, _stretches(each.before)),
                "before": shorten(before, last),
                "alternatives": [shorten(to_plain(alternative), before) for alternative in each.alternatives],
            }
        )
        last = before
    masks = [mask_to_plain(mask, _stretches(project.canvas)) for mask in project.masks]
    plain = {"palimpsest": VERSION, "kind": kind, **_tag_to_plain("model", project.model)}
    plain |= {"canvas": to_plain(project.canvas), "masks": masks, "takes": takes}
    data = (_layout(plain) + "\n").encode("utf-8", "replace")
    if len(data) > LIMIT or _containers(data) > MAX_CONTAINERS:
        raise FormatError(
            "The project keeps more results than its file can hold; discard some old results and save again."
        )
    return data


def read(data: bytes) -> Project:
    """The project in the bytes of a file."""
    check_size(len(data), LIMIT)
    if _containers(data) > MAX_CONTAINERS:
        raise FormatError(
            "This is not a Palimpsest project, or it is damaged; open a backup or an earlier version of it."
        )
    try:
        plain = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise FormatError(
            "This is not a Palimpsest project, or it is damaged; open a backup or an earlier version of it.",
            repr(error),
        ) from None
    version = take(plain, "palimpsest", int)
    if version > VERSION:
        raise FormatError(
            f"This project was saved by a newer Palimpsest (its format is {version!s:.12}, this one reads {VERSION});"
            " update Palimpsest to open it."
        )
    if version < 1 or take(plain, "kind", str) not in CANVASES:
        raise damaged("it says neither music nor text")
    try:
        return _project(plain)
    except PalimpsestError:
        raise
    except (OverflowError, RecursionError) as error:
        raise FormatError("The project is damaged; open a backup or an earlier version of it.", repr(error)) from None


def _containers(data: bytes) -> int:
    """At least as many as the lists and tables that the file will become."""
    return data.count(b"[") + data.count(b"{")


def _project(plain: Plain) -> Project:
    """The project in checked JSON of this version."""
    _, _, from_plain = CANVASES[plain["kind"]]
    canvas = from_plain(take(plain, "canvas", dict))
    masks = take(plain, "masks", list)
    if len(masks) != len(mask_shapes(canvas)):
        raise damaged("it has not one mask for each part of the page")
    cells = _cells_of(canvas)
    takes: list[Take] = []
    last: Plain = {}
    for each in listed(take(plain, "takes", list, []), dict, "takes"):
        last = lengthen(take(each, "before", dict), last)
        before = takes[-1].before if takes and not each["before"] else from_plain(last)
        mask = mask_from_plain(each.get("mask"))
        cells += mask.shape[0] * mask.shape[1]
        alternatives = []
        for short in [None, *listed(take(each, "alternatives", list), dict, "alternatives")]:
            cells += _cells_of(before)
            if cells > MAX_CELLS:
                raise FormatError("The project holds more results than can be opened; take an earlier version of it.")
            if short is not None:
                alternatives.append(from_plain(lengthen(short, last)) if short else before)
        takes.append(_take(each, before, mask, tuple(alternatives)))
        cells += _start_cells(takes[-1])
    model = _tag_from_plain(plain, "model") or SHIPPED_MODEL
    return Project(canvas, tuple(mask_from_plain(mask) for mask in masks), tuple(takes), model)


def _take(plain: Plain, before: Canvas, mask: Any, alternatives: tuple[Canvas, ...]) -> Take:
    """One take with its small fields checked."""
    options = take(plain, "options", dict, {})
    if any(not isinstance(value, bool | int | float | str) for value in options.values()):
        raise damaged("an option in it is not a number, a word or yes or no")
    nats = take(plain, "nats", list, [])
    if any(value is not None and (isinstance(value, bool) or not isinstance(value, int | float)) for value in nats):
        raise damaged("a likelihood in it is not a number")
    try:
        return Take(
            take(plain, "method", str),
            take(plain, "seed", int),
            options,
            before,
            mask,
            alternatives,
            tuple(None if value is None else float(value) for value in nats),
            take(plain, "part", int, 0),
            take(plain, "name", str, ""),
            start_from_plain(plain["start"], mask.shape) if plain.get("start") is not None else None,
            _tag_from_plain(plain, "model") or SHIPPED_MODEL,
            _tag_from_plain(plain, "beside"),
        )
    except CanvasError as error:
        raise FormatError(str(damaged("a result in it cannot be one of its page")), str(error)) from None


def _tag_to_plain(key: str, tag: ModelTag, always: bool = False) -> Plain:
    """A model's name and checksum; nothing where nothing is known of the shipped one."""
    return {key: {"name": tag.name, "checksum": tag.checksum}} if always or tag != SHIPPED_MODEL else {}


def _tag_from_plain(plain: Plain, key: str) -> ModelTag | None:
    """A model's name and checksum; None where none is written."""
    found = plain.get(key)
    if found is None:
        return None
    if not isinstance(found, dict):
        raise damaged("the name of its model cannot be read")
    name, checksum = take(found, "name", str, ""), take(found, "checksum", str, "")
    if len(name) > LONGEST_NAME or len(checksum) > LONGEST_NAME:
        raise damaged("the name of its model cannot be read")
    return ModelTag(name, checksum)


def _stretches(canvas: Canvas) -> tuple[int, ...]:
    """The lengths by which a mask is written: bars, or a whole sentence."""
    return tuple(bar.steps for bar in canvas.bars) if isinstance(canvas, Piece) else ()


def _cells_of(canvas: Canvas) -> int:
    """Cells of a canvas."""
    return (
        4 * canvas.steps
        if isinstance(canvas, Piece)
        else WORD_CELLS * sum(len(sentence.words) + 1 for sentence in canvas.sentences)
    )


def _start_cells(take: Take) -> int:
    """Cells of what a branch began with."""
    return (
        0
        if take.start is None
        else take.start.shape[0] * take.start.shape[1] * (1 if isinstance(take.before, Piece) else WORD_CELLS)
    )


def _count(project: Project) -> int:
    """Cells of all canvases and masks of a project."""
    takes = sum(
        _cells_of(t.before) * (1 + len(t.alternatives)) + t.mask.shape[0] * t.mask.shape[1] + _start_cells(t)
        for t in project.takes
    )
    return takes + _cells_of(project.canvas)


def shorten(plain: Plain, base: Plain) -> Plain:
    """What of `plain` is not as in `base`; lists of bars and sentences of one length become tables of the changed
    ones."""
    short: Plain = {}
    for name, value in plain.items():
        old = base.get(name)
        if value == old:
            continue
        if name in PARTS and isinstance(old, list) and len(old) == len(value):
            short[PARTS[name]] = {
                str(index): new for index, (new, was) in enumerate(zip(value, old, strict=True)) if new != was
            }
        elif name == "voices" and isinstance(old, list) and len(old) == len(value):
            short[name] = [shorten(new, was) for new, was in zip(value, old, strict=True)]
        else:
            short[name] = value
    return short


def lengthen(short: Plain, base: Plain) -> Plain:
    """The whole that `shorten` cut down."""
    whole = {**base, **short}
    changed = whole.pop("changed", None)
    if changed is not None:
        part = next((name for name in PARTS if isinstance(base.get(name), list)), None)
        if part is None or not isinstance(changed, dict):
            raise damaged("it names changes of what is not there")
        values = list(base[part])
        for index, value in changed.items():
            if not (index.isascii() and index.isdigit() and len(index) < 6 and int(index) < len(values)):
                raise damaged("it names changes of what is not there")
            values[int(index)] = value
        whole[part] = values
    if "voices" in short and isinstance(base.get("voices"), list):
        new, old = short["voices"], base["voices"]
        if (
            not isinstance(new, list)
            or len(new) != len(old)
            or any(not isinstance(voice, dict) for voice in (*new, *old))
        ):
            raise damaged("its voices cannot be read")
        whole["voices"] = [lengthen(voice, was) for voice, was in zip(new, old, strict=True)]
    return whole


def _layout(value: Any, indent: str = "") -> str:
    """JSON in which a short list of numbers is on one line and everything else on lines of its own."""
    if not isinstance(value, dict | list) or not value:
        return json.dumps(value, ensure_ascii=False)
    items = value.values() if isinstance(value, dict) else value
    if len(items) <= 6 and not any(isinstance(item, dict | list) for item in items):
        line = json.dumps(value, ensure_ascii=False)
        if len(line) <= ONE_LINE:
            return line
    deeper = indent + " "
    if isinstance(value, dict):
        lines = [
            f"{deeper}{json.dumps(name, ensure_ascii=False)}: {_layout(item, deeper)}" for name, item in value.items()
        ]
    else:
        lines = [deeper + _layout(item, deeper) for item in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n" + ",\n".join(lines) + f"\n{indent}{right}"
