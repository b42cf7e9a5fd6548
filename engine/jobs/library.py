"""The library of models: the shipped ones, and the user's own weight files in a folder of theirs.

A model of the user's gives tensors and a card, never a graph or code. Listing reads headers only; what is brought in is
checked as a stranger's file, and every load checks it again (engine.neural.backend). Knows no window."""

import functools
import os
import re
import secrets
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import assets
from engine.canvas.project import ModelTag
from engine.errors import FormatError, ModelError
from engine.formats.files import open_ordinary, reason, replacing, unsaved
from engine.jobs.cards import read_card
from engine.jobs.figures import checksum, read_origin, write_origin
from engine.sampling import music_cells
from engine.sampling.methods import METHODS

ENDING = ".safetensors"
SHIPPED = "shipped"  # what the command line calls the models that come with the program
SHIPPED_NAMES = {"music": "Bach (shipped)", "text": "News (shipped)"}  # by kind of page
PAGES = {"music": "music", "text": "sentences"}
LONGEST = 60  # characters of a name
UNSAFE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')  # no system lets all of these into a file name
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
_admitted: set[str] = set()  # paths of weight files
LARGEST = 2_000_000_000  # bytes of a weight file


def home() -> Path:
    """The folder of the program's own files on this computer, which app.document.storage.places has too."""
    given = os.environ.get("PALIMPSEST_HOME")
    if given:
        return Path(given)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    elif os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "Palimpsest"


def folder() -> Path:
    """The user's own models; it can be copied to another computer as it is."""
    return home() / "models"


def ensure_folder() -> Path:
    """The same, made if it is missing; nobody else's to enter."""
    try:
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise unsaved("The folder of your models", error) from None
    return folder()


@dataclass(frozen=True)
class LibraryModel:
    """A model: its name ("" is the shipped one), the kind of page, the weight file of each method it serves, its card,
    and where it came from. `trouble` says why it cannot be used."""

    name: str
    kind: str
    files: Mapping[str, Path]
    card: Mapping[str, Any] = field(default_factory=dict)
    origin: str = ""
    trouble: str = ""

    @property
    def title(self) -> str:
        """The name that is shown."""
        return self.name or SHIPPED_NAMES[self.kind]

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods it serves, in the order of METHODS."""
        return tuple(name for name in METHODS if name in self.files)

    @property
    def path(self) -> Path:
        """Its weight file, or the first one's."""
        return next(iter(self.files.values()))

    def file(self, method: str) -> Path:
        """The weights of a method; a baseline runs on any of them."""
        if self.trouble:
            raise ModelError(self.trouble)
        if method in self.files:
            return self.files[method]
        if method in METHODS and METHODS[method].baseline:
            return self.path
        known = ", ".join(METHODS[name].label for name in self.methods)
        label = METHODS[method].label if method in METHODS else method
        raise ModelError(f"The model {self.title} was not trained for {label}; choose {known}, or another model.")

    def checksum(self, method: str = "") -> str:
        """Of the weights of a method; "" where they cannot be read."""
        try:
            return checksum(self.files.get(method, self.path))
        except OSError:
            return ""


def methods_of(card: Mapping[str, Any]) -> tuple[str, ...]:
    """The methods that a card names; older cards name one."""
    named = card.get("methods", [card.get("method")])
    return tuple(name for name in METHODS if isinstance(named, list) and name in named)


def shipped(kind: str) -> LibraryModel:
    """The model of a kind of page that comes with the program: one file for all methods, or one for each."""
    plain = (name for name, method in METHODS.items() if not method.baseline)
    files = {name: path for name in plain if (path := assets.weights(kind, name)).exists()}
    if not files:
        missing = {"sunmask": assets.weights(kind, "sunmask")}
        return LibraryModel("", kind, missing, trouble=f"There are no weights for {PAGES[kind]}; reinstall Palimpsest.")
    return LibraryModel("", kind, files, _card(next(iter(files.values()))), "comes with Palimpsest")


def own() -> tuple[LibraryModel, ...]:
    """The user's own models by name; a file that cannot be used is listed with its trouble."""
    try:
        paths = sorted(folder().glob(f"*{ENDING}"), key=lambda path: path.stem.casefold())
        return tuple(_read(path) for path in paths if not path.name.startswith(".") and path.is_file())
    except OSError:
        return ()


def models(kind: str = "") -> tuple[LibraryModel, ...]:
    """The shipped models, then the user's; of one kind of page, if that is named."""
    kinds = (kind,) if kind else tuple(PAGES)
    return (*(shipped(each) for each in kinds), *(model for model in own() if model.kind in kinds))


def find(name: str, kind: str = "") -> LibraryModel | None:
    """One of the user's models; names are alike up to case, and the very same one goes first."""
    alike = [m for m in own() if m.name.casefold() == name.casefold() and kind in ("", m.kind)]
    return next((m for m in alike if m.name == name), alike[0] if alike else None)


def admit(name: str) -> None:
    """Let a weight file be asked for by its path in this process. Only for what the user typed on the command line: a
    project also names its model, and a stranger's project must not make the program open a file or a network share."""
    if name.endswith(ENDING) and Path(name).is_file():
        _admitted.add(name)


def asked(name: str, kind: str) -> LibraryModel:
    """The model of a kind of page that is asked for by name, or by the path of an admitted weight file; "" and
    "shipped" are the shipped one."""
    if name.casefold() in ("", SHIPPED):
        return shipped(kind)
    found = find(name)
    if found is None and name in _admitted:
        found = _read(Path(name))
    if found is None:
        raise ModelError(
            f"The model {name} is not in your library; import its weight file under Models, or use the shipped model."
        )
    if found.kind != kind and not found.trouble:
        raise ModelError(f"The model {found.title} is for {PAGES[found.kind]}, not for {PAGES[kind]}; choose another.")
    return found


def tag(name: str, kind: str, method: str) -> ModelTag:
    """The name and checksum by which a result remembers its model; no checksum where there is no such model."""
    try:
        model = asked(name, kind)
        return ModelTag(model.name, model.checksum(method))
    except ModelError:
        return ModelTag(name)


def changed_since(made: ModelTag, kind: str, method: str) -> str:
    """What became of a result's model since: one sentence, or "" while it is the same or was not written down."""
    now = tag(made.name, kind, method)
    title = made.name or SHIPPED_NAMES[kind]
    if made.name and not now.checksum:
        return f"The model {title} is no longer in your library."
    if made.checksum and now.checksum and made.checksum != now.checksum:
        return f"The model {title} was replaced since; the same request may give something else."
    return ""


# Changing the library


def import_model(path: Path, name: str = "", origin: str = "", instead: str = "") -> LibraryModel:
    """Copy a weight file into the library under a name (its own, if none is given), checked as a stranger's file; only
    once it is there does it take the place of the model `instead`, if that has the same name."""
    name = check_name(name, besides=instead) if name else free_name(path.stem)
    place = _place(name)
    scratch = folder() / f".{secrets.token_hex(8)}{ENDING}"
    try:
        ensure_folder()
        with open_ordinary(path, LARGEST) as source, scratch.open("xb") as copy:
            shutil.copyfileobj(source, copy, 1 << 20)
        check_file(scratch, path.name)
        scratch.replace(place)
    except OSError as error:
        raise unsaved(f"The model {name}", error) from None
    finally:
        scratch.unlink(missing_ok=True)
    with suppress(FormatError):  # the model is safe without it
        write_origin(place, origin or f"imported from {_readable(path.name)}")
    return _read(place)


def put(path: Path, name: str, origin: str) -> LibraryModel:
    """Copy weights that were trained here into the library, in place of an earlier model of that name."""
    earlier = find(name)
    return import_model(path, name, origin, name if earlier is not None and earlier.name == name else "")


def rename(name: str, new: str) -> LibraryModel:
    """Give a model another name; results remember the old one."""
    old = _known(name)
    new = check_name(new, besides=old.name)
    place, about = _place(new), old.path.with_suffix(".json")
    with _changing(old.name):
        old.path.replace(place)
        if about.exists():
            about.replace(place.with_suffix(".json"))
    return _read(place)


def remove(name: str) -> None:
    """Delete a model of the user's."""
    path = _known(name).path
    with _changing(name):
        path.unlink(missing_ok=True)
        path.with_suffix(".json").unlink(missing_ok=True)


@contextmanager
def _changing(name: str) -> Iterator[None]:
    """What the disk refuses is one sentence."""
    try:
        yield
    except OSError as error:
        raise ModelError(f"The model {name} could not be changed because {reason(error)}.", repr(error)) from None


def export(name: str, target: Path) -> Path:
    """Copy a model's weight file to a place of the user's; a folder takes it under the model's name."""
    model = _known(name)
    place = target / f"{model.name}{ENDING}" if target.is_dir() else target
    with open_ordinary(model.path, LARGEST) as source, replacing(place) as copy:
        shutil.copyfileobj(source, copy, 1 << 20)
    return place


def check_name(name: str, besides: str = "") -> str:
    """A name that is free and that every system can have as a file's; else one sentence."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    plain = name.isprintable() and not UNSAFE.search(name)
    if not name or len(name) > LONGEST or not plain or name[0] in ".-" or name[-1] == ".":
        raise ModelError(
            f"A model's name has 1 to {LONGEST} characters, none of them invisible or one of / \\ : * ? \" < > |,"
            " and does not begin with a dash or dot."
        )
    if name.casefold() in (SHIPPED, *DEVICES) or name in SHIPPED_NAMES.values():
        raise ModelError(f"{name} cannot be the name of a model; choose another.")
    if name.casefold() != besides.casefold() and find(name) is not None:
        raise ModelError(f"There is a model {name} already; choose another name, or remove that one first.")
    return name


def free_name(name: str) -> str:
    """A name like this one that no model has yet."""
    plain = "".join(sign if sign.isprintable() else " " for sign in UNSAFE.sub(" ", _readable(name)))
    name = plain.strip(" .-")[: LONGEST - 5].strip(" .") or "Model"
    reserved = (SHIPPED, *DEVICES, *(title.casefold() for title in SHIPPED_NAMES.values()))
    taken = {model.name.casefold() for model in own()}.union(reserved)
    numbered = (f"{name} {n}" for n in range(2, 10_000))
    return check_name(name if name.casefold() not in taken else next(n for n in numbered if n.casefold() not in taken))


def check_file(path: Path, shown: str) -> None:
    """Refuse, in one sentence, what is not a weight file that this program can run: tensors, card, vocabulary."""
    from engine.neural.backend import load_network
    from engine.neural.weight_file import read_card as read_checked

    try:
        card = read_checked(path)
        network = load_network(path, "cpu")
    except ModelError as error:
        raise ModelError(str(error).replace(path.name, shown), error.details) from None
    words = card.get("vocabulary", [])
    fits = {
        "music": tuple(words) == music_cells.vocabulary() and card["config"].get("voices", 4) == 4,
        "text": len(words) == network.vocabulary > 0,
    }
    if not fits.get(str(card.get("modality")), False) or not methods_of(card):
        raise ModelError(f"The card of {shown} names no kind of page and methods that Palimpsest has.")


def _card(path: Path) -> dict[str, Any]:
    """The model card in a weight file's header; {} where there is none."""
    try:
        about = path.stat()
        return _card_once(path, about.st_size, about.st_mtime_ns)
    except (OSError, ModelError):
        return {}


@functools.lru_cache(maxsize=64)
def _card_once(path: Path, size: int, changed: int) -> dict[str, Any]:
    """Of a file that has not changed since."""
    card = read_card(path).get("card")
    return card if isinstance(card, dict) else {}


def _read(path: Path) -> LibraryModel:
    """A weight file as a model, by its header alone."""
    card, name = _card(path), _readable(path.stem)
    kind, methods = str(card.get("modality")), methods_of(card)
    if kind not in PAGES or not methods:
        trouble = (
            f"{_readable(path.name)} is not a model of Palimpsest, or it is damaged; remove it, or import a good copy."
        )
        return LibraryModel(name, kind if kind in PAGES else "music", {"sunmask": path}, card, "", trouble)
    return LibraryModel(name, kind, dict.fromkeys(methods, path), card, read_origin(path))


def as_argument(name: str) -> str:
    """A name for a command that the user may copy: a stranger's file may be called what a shell would run."""
    return shlex.quote(name) if set(name) & set('$`"\\!') else f'"{name}"'


def _readable(name: str) -> str:
    """A file's name as text; bytes that are none are shown as a sign."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _known(name: str) -> LibraryModel:
    """A model of the user's, or one sentence."""
    found = find(name)
    if found is None:
        raise ModelError(f"There is no model {name} in your library; python -m engine models lists those that are.")
    return found


def _place(name: str) -> Path:
    return folder() / f"{name}{ENDING}"
