"""A user's own pieces or texts to learn from: what was found, what is left out and why, and what is held out.

Reads files through engine.formats; knows neither networks nor torch, so that a program without torch can look, too."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from engine.canvas.music import Piece
from engine.canvas.project import Canvas, Project, fresh
from engine.canvas.text import Draft, Sentence, detokenise
from engine.errors import FormatError, ModelError, PalimpsestError
from engine.formats import FORMATS, open_file, save_file
from engine.formats.files import MEGABYTE, file_name, read_bytes, unsaved, write_bytes
from engine.formats.plain_text import decoded, sentence_rows

SHORTEST = 32  # sixteenths of a piece
FEWEST = {"music": 5, "text": 200}  # pieces or sentences to learn from
WORDS = range(5, 50)  # of a sentence
MOST_FILES, MOST_SEEN = 5000, 200_000  # to learn from, and in the folder
MOST_STEPS, MOST_SENTENCES = 2_000_000, 500_000  # sixteenths of all pieces together; more would fill the memory
ENOUGH = "there is enough to learn from without it"
TEXT_LIMIT = 20 * MEGABYTE
TEXTS = (".txt", ".md")
UNITS = {"music": ("piece", "pieces"), "text": ("sentence", "sentences")}
SMALL = 40  # with fewer pieces one in five is held out, else one in ten
NOT_FOUR = "it needs two bars or more with notes in all four voices"


@dataclass(frozen=True)
class LeftOut:
    """A file, or some sentences of one, and why it is not used."""

    name: str
    why: str


@dataclass(frozen=True)
class Lessons:
    """What was found: pieces by their file's name, or sentences; and what was left out."""

    kind: str
    pieces: tuple[tuple[str, Piece], ...] = ()
    sentences: tuple[tuple[str, ...], ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def __len__(self) -> int:
        return len(self.pieces) if self.kind == "music" else len(self.sentences)

    @property
    def apart(self) -> int:
        """One in so many is held out."""
        return 5 if len(self) < SMALL else 10

    @property
    def held_out(self) -> int:
        """How many are kept back to measure on."""
        return len(range(0, len(self), self.apart))

    @property
    def trouble(self) -> str:
        """Why nothing can be learned from this, in one sentence; "" if it can."""
        one, many = UNITS[self.kind]
        if len(self) >= FEWEST[self.kind]:
            return ""
        found = f"Only {len(self)} usable {one if len(self) == 1 else many} here" if len(self) else f"No usable {many}"
        return f"{found}; teaching needs at least {FEWEST[self.kind]}. Choose a folder with more of them."

    @property
    def summary(self) -> str:
        """What was found, in one sentence."""
        one, many = UNITS[self.kind]
        found = f"{len(self):,} {one if len(self) == 1 else many}"
        left = f"; {len(self.left_out):,} left out" if self.left_out else ""
        return f"{found} to learn from, {self.held_out:,} of them held out to measure on{left}."


def files_in(folder: Path, kind: str) -> list[Path]:
    """The files below a folder that may hold this kind of page, in order of name."""
    endings = {ending for each in FORMATS.values() if kind in each.holds for ending in each.extensions}
    endings |= set(TEXTS) if kind == "text" else set()
    try:
        seen = list(islice(folder.rglob("*"), MOST_SEEN + 1))
        found = sorted(path for path in seen if path.suffix.lower() in endings and path.is_file())
    except OSError as error:
        raise FormatError(f"The folder {folder.name} could not be read; choose another.", repr(error)) from None
    if len(seen) > MOST_SEEN:
        raise FormatError(f"{folder.name} holds more than {MOST_SEEN:,} files of any kind; choose a smaller one.")
    if len(found) > MOST_FILES:
        raise FormatError(f"{folder.name} holds {len(found):,} files, more than {MOST_FILES:,}; choose a smaller one.")
    return found


def survey(
    kind: str,
    files: Sequence[Path] = (),
    pages: Sequence[tuple[str, Canvas]] = (),
    known: frozenset[str] | None = None,
) -> Lessons:
    """What files and open pages give; sentences must have words that are `known` to the network."""
    left_out: list[LeftOut] = []
    canvases = chain(pages, _opened(files, kind, left_out))
    if kind == "music":
        return Lessons(kind, pieces=tuple(_pieces(canvases, left_out)), left_out=tuple(left_out))
    written = ((name, s.words) for name, canvas in canvases if isinstance(canvas, Draft) for s in canvas.sentences)
    texts = ((path.name, words) for path in files if path.suffix.lower() in TEXTS for words in _text(path, left_out))
    sentences = _sentences(chain(written, texts), known, left_out)
    return Lessons(kind, sentences=sentences, left_out=tuple(left_out))


def _pieces(canvases: Iterable[tuple[str, Canvas]], left_out: list[LeftOut]) -> Iterator[tuple[str, Piece]]:
    """What can be learned from, as much as memory holds."""
    steps = 0
    for name, canvas in canvases:
        reason = _unfit(canvas)
        if isinstance(canvas, Piece) and not reason:
            steps += canvas.steps
            if steps <= MOST_STEPS:
                yield name, canvas
                continue
        left_out.append(LeftOut(name, reason or ENOUGH))


def _sentences(
    rows: Iterable[tuple[str, tuple[str, ...]]], known: frozenset[str] | None, left_out: list[LeftOut]
) -> tuple[tuple[str, ...], ...]:
    """What can be learned from, each sentence once, as much as memory holds."""
    used: dict[tuple[str, ...], None] = {}
    length = strange = 0
    over: dict[str, None] = {}
    for name, words in rows:
        if len(words) not in WORDS:
            length += 1
        elif known is not None and not known.issuperset(words):
            strange += 1
        elif words in used or len(used) < MOST_SENTENCES:
            used[words] = None
        else:
            over[name] = None
    for number, why in ((length, "too short or too long"), (strange, "with words the model does not know")):
        if number:
            left_out.append(LeftOut(f"{number:,} {UNITS['text'][number > 1]}", why))
    left_out += [LeftOut(name, ENOUGH) for name in over]
    return tuple(used)


def prepare(lessons: Lessons, folder: Path) -> None:
    """Write lessons into a folder, one project for each piece, or one text, so that a trainer needs nothing else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unsaved(folder.name, error) from None
    if lessons.kind == "text":
        lines = "".join(f"{detokenise(row)}\n" for row in lessons.sentences)
        write_bytes(folder / "sentences.txt", lines.encode("utf-8", "replace"))
        return
    for number, (name, piece) in enumerate(lessons.pieces, 1):
        save_file(folder / f"{number:04d} {file_name(Path(name).stem, 40)}.palimpsest", _bare(piece))


def prepared(folder: Path, kind: str, known: frozenset[str] | None = None) -> Lessons:
    """The lessons of a folder: one that `prepare` wrote, or any of the user's."""
    if not folder.is_dir():
        raise ModelError(f"There is no folder {folder.name} to learn from; name one with your pieces in it.")
    return survey(kind, files_in(folder, kind), known=known)


def _bare(piece: Piece) -> Project:
    """The piece as a project, without what only its owner needs."""
    return fresh(replace(piece, chords=()))


def _opened(files: Sequence[Path], kind: str, left_out: list[LeftOut]) -> Iterator[tuple[str, Canvas]]:
    """The canvases of files; what cannot be opened is written down."""
    for path in files:
        if kind == "text" and path.suffix.lower() in TEXTS:
            continue
        try:
            yield path.name, open_file(path).project.canvas
        except PalimpsestError as error:
            left_out.append(LeftOut(path.name, str(error)))


def _unfit(canvas: Canvas) -> str:
    """Why a page cannot be learned from, "" if it can."""
    if not isinstance(canvas, Piece):
        return "it is text"
    return "" if canvas.steps >= SHORTEST and all(voice.notes for voice in canvas.voices) else NOT_FOUR


def _text(path: Path, left_out: list[LeftOut]) -> Iterator[tuple[str, ...]]:
    """The sentences of a text of any length."""
    try:
        rows: list[Sentence] = sentence_rows(decoded(read_bytes(path, TEXT_LIMIT)))
    except PalimpsestError as error:
        left_out.append(LeftOut(path.name, str(error)))
        return
    yield from (row.words for row in rows)
