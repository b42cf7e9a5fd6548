"""One open page: the project as a frozen value, its undo stack, selection and cursor.

Knows nothing of how a page looks or of files' formats."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.document.preview import Preview
from app.document.undo import Step, UndoStack
from engine.canvas.mask import Mask
from engine.canvas.music import Piece
from engine.canvas.project import Canvas, ModelTag, Project, Take
from engine.canvas.sharing import share
from engine.canvas.text import Draft, detokenise
from engine.formats.files import Seen

__all__ = ["Document", "Place", "Preview", "exists"]

LONGEST_TITLE = 60  # characters in a tab
LONGEST_TIP = 1000  # characters of a title in a tooltip; a stranger's may be megabytes long
TITLE_WORDS = 4  # of an unnamed draft stand for its name
Place = tuple[int, int]


class Document(QObject):
    """A project that changes only by named steps.

    Takes are remembered outside the undo stack: undoing an edit never forgets a result."""

    changed = Signal()
    selection_changed = Signal()
    cursor_changed = Signal()
    modified_changed = Signal()
    stepped = Signal(int)  # a step was done or undone: how many are done
    named = Signal()  # the path or the title is another

    def __init__(self, project: Project, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.project = project
        self.path = path
        self.seen: Seen | None = None  # the file, as it was when it was read or written here
        self.source: Path | None = None  # the file of another program it was imported from
        self.hint = ""  # a name to offer when the page is saved for the first time
        self.stack = UndoStack(self._go, self._moved, self)
        self._selection: frozenset[Place] = frozenset()
        self._cursor = (0, 0, 72)
        self._part = 0
        self._saved_takes, self._saved_model = project.takes, project.model
        self._never_kept = False
        self._strokes: list[tuple[str, Project]] = []
        self._was_clean = True

    # What it is

    @property
    def kind(self) -> str:
        """The key of this page's canvas in the tables of views: music or text."""
        return "music" if isinstance(self.project.canvas, Piece) else "text"

    @property
    def title(self) -> str:
        """What a tab calls this page; an unnamed draft by its first words, else empty if nobody has named it."""
        return self._named(LONGEST_TITLE)

    @property
    def whole_title(self) -> str:
        """What the tab's tooltip calls this page: the same, with a long title whole."""
        return self._named(LONGEST_TIP)

    def _named(self, longest: int) -> str:
        canvas = self.project.canvas
        begins = detokenise(canvas.sentences[0].words[:TITLE_WORDS]) if isinstance(canvas, Draft) else ""
        return self.path.stem if self.path else (shortened(canvas.title, longest) or self.hint or begins[:40])

    @property
    def mask(self) -> Mask:
        """The mask of the active part."""
        return self.project.masks[self.part]

    @property
    def part(self) -> int:
        """The active part: a draft's sentence; music has only part 0."""
        return min(self._part, len(self.project.masks) - 1)

    @part.setter
    def part(self, part: int) -> None:
        if part != self._part:
            self._part = part
            self.selection_changed.emit()

    @property
    def modified(self) -> bool:
        """Whether closing now would lose something."""
        aside = (self.project.takes, self.project.model) != (self._saved_takes, self._saved_model)
        return self._never_kept or not self.stack.isClean() or aside

    # What is picked

    @property
    def selection(self) -> frozenset[Place]:
        """Music: (voice, onset step) of selected notes; text: (sentence, word)."""
        return self._selection

    @selection.setter
    def selection(self, places: frozenset[Place]) -> None:
        places = frozenset(place for place in places if exists(self.project.canvas, place))
        if places != self._selection:
            self._selection = places
            self.selection_changed.emit()

    @property
    def cursor(self) -> tuple[int, int, int]:
        """The keyboard cursor: (voice, step, pitch)."""
        return self._cursor

    @cursor.setter
    def cursor(self, cursor: tuple[int, int, int]) -> None:
        if cursor != self._cursor:
            self._cursor = cursor
            self.cursor_changed.emit()

    # How it changes

    def apply(self, name: str, project: Project, merge: str = "") -> None:
        """One named undo step (inside a stroke: part of the stroke's step).

        Steps in a row with one `merge` are one step. The takes stay as they are."""
        project = share(self.project, self._with_own(project))
        if project == self.project:
            return
        if self._strokes:
            self._replace(project)
            return
        self.stack.do(name, self.project, project, merge)

    def prepare(self, name: str, project: Project) -> object | None:
        """Like apply, but the step can be undone without a trace as long as it is the last; None if nothing
        changed."""
        project = share(self.project, self._with_own(project))
        return None if project == self.project else self.stack.do(name, self.project, project)

    def on_top(self, step: object | None) -> bool:
        """Whether a prepared step is still the last one."""
        return isinstance(step, Step) and self.stack.on_top(step)

    def stands(self, step: object | None) -> bool:
        """Whether a prepared step was not undone."""
        return any(step is done for done in self.stack.steps()[: self.stack.index()])

    def withdraw(self, step: object | None) -> bool:
        """Take back a prepared step, leaving nothing to redo; False if something was done since."""
        if not self.on_top(step):
            return False
        self.stack.take_back()
        return True

    @contextmanager
    def stroke(self, name: str) -> Iterator[None]:
        """Everything applied inside is one undo step; an error undoes all of it."""
        self.begin_stroke(name)
        try:
            yield
        except BaseException:
            self.cancel_stroke()
            raise
        self.end_stroke()

    def begin_stroke(self, name: str) -> None:
        """Start to gather edits into one undo step; strokes may nest, the outermost gives its name."""
        self._strokes.append((name, self.project))

    def end_stroke(self) -> None:
        """Make what was gathered one undo step."""
        if not self._strokes:
            return
        name, before = self._strokes.pop()
        if not self._strokes and before != self.project:
            self.stack.do(name, before, share(before, self.project))

    def cancel_stroke(self) -> None:
        """Take back what was gathered."""
        if self._strokes:
            _, before = self._strokes.pop()
            self._replace(before)

    def record(self, take: Take) -> None:
        """Remember a result; not an undo step, for a result is not an edit."""
        self.project = replace(self.project, takes=(*self.project.takes, take))
        self.changed.emit()
        self.modified_changed.emit()

    def use_model(self, model: ModelTag) -> None:
        """Rewrite this page by another model from now on; not an undo step, for nothing on the page changes."""
        if model != self.project.model:
            self.project = replace(self.project, model=model)
            self.changed.emit()
            self.modified_changed.emit()

    def _with_own(self, project: Project) -> Project:
        """Another project with the takes and the model of this page, which no step changes."""
        return replace(project, takes=self.project.takes, model=self.project.model)

    def forget_takes(self, keep: tuple[Take, ...] = ()) -> None:
        """Replace the remembered results."""
        self.project = replace(self.project, takes=keep)
        self.changed.emit()
        self.modified_changed.emit()

    def saved(self, path: Path, project: Project | None = None, seen: Seen | None = None) -> None:
        """The project was written to a file and this is its clean state."""
        self.path, self.seen = path, seen
        self._never_kept = False
        self._saved_takes, self._saved_model = (project or self.project).takes, (project or self.project).model
        if project is None or project == self.project:
            self.stack.setClean()
        self.modified_changed.emit()
        self.named.emit()

    def reload(self, name: str, path: Path, project: Project, seen: Seen) -> None:
        """Become what the file holds now, as one step; what was there before can be brought back by undo."""
        self.apply(name, project)
        self.forget_takes(project.takes)
        self.use_model(project.model)
        self.saved(path, None, seen)

    def mark_unsaved(self) -> None:
        """Say that this page is in no file as it is: an import, an example that was changed, recovered work."""
        self._never_kept = True
        self.modified_changed.emit()

    def _replace(self, project: Project) -> None:
        title = self.whole_title  # of a draft that nobody has named, its first words
        self.project = project
        kept = frozenset(place for place in self._selection if exists(project.canvas, place))
        picked = kept != self._selection
        self._selection = kept
        self.changed.emit()
        if picked:
            self.selection_changed.emit()
        if self.whole_title != title:
            self.named.emit()

    def _go(self, project: Project) -> None:
        """A step was done or undone; the takes stay as they are."""
        self._replace(self._with_own(project))

    def _moved(self) -> None:
        self.stepped.emit(self.stack.index())
        if self.stack.isClean() != self._was_clean:
            self._was_clean = self.stack.isClean()
            self.modified_changed.emit()


def shortened(title: str, longest: int = LONGEST_TITLE) -> str:
    """A title in one line; one of more than `longest` characters ends after a word, with three dots."""
    line = " ".join(title.split())
    if len(line) <= longest:
        return line
    head = line[: longest + 1]
    return (head.rpartition(" ")[0] if " " in head else line[:longest]).rstrip(" ,;:-(/") + "…"


def exists(canvas: Canvas, place: Place) -> bool:
    """Whether a note or a word begins at this place."""
    row, step = place
    if isinstance(canvas, Piece):
        return 0 <= row < 4 and 0 <= step < canvas.steps and canvas.voices[row].cells[step] >= 0
    return 0 <= row < len(canvas.sentences) and 0 <= step < len(canvas.sentences[row].words)
