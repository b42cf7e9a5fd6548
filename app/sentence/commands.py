"""What menus, keys and tests ask of a draft on the page: painting, blanks, sentences, the clipboard.

Each is one pure edit and one undo step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDrag, QGuiApplication
from PySide6.QtWidgets import QAbstractScrollArea

from app.sentence import changes
from app.words import count, tr
from engine.canvas.mask import Brush
from engine.canvas.text import BLANK_WORD, MAX_WORDS
from engine.errors import CanvasError

if TYPE_CHECKING:
    from app.document.document import Document, Place
    from app.document.preview import Preview
    from app.sentence.editor import SentenceEditor
    from engine.canvas.project import Project


class SentenceCommands(QAbstractScrollArea):
    """The half of the canvas that changes the draft; the other half shows it."""

    document: Document
    preview: Preview
    editor: SentenceEditor
    status: Any
    tool: str | Brush

    def refresh(self) -> None:
        """Lay out and paint again."""
        raise NotImplementedError

    # Where

    @property
    def place(self) -> Place:
        """The word under the keyboard cursor: (sentence, word); the word may be the end of the sentence."""
        part = self.document.part
        return part, min(self.document.cursor[1], len(changes.words_of(self.document.project, part)))

    def go(self, part: int, at: int, select: bool = False) -> None:
        """Put the cursor on a word."""
        part = max(0, min(part, len(self.document.project.masks) - 1))
        words = changes.words_of(self.document.project, part)
        at = max(0, min(at, len(words)))
        self.document.part = part
        self.document.cursor = (part, at, 0)
        if select:
            self.document.selection = frozenset({(part, at)} if at < len(words) else ())

    def chosen(self) -> frozenset[Place]:
        """The selected words, else the one under the cursor."""
        part, at = self.place
        if self.document.selection:
            return self.document.selection
        return frozenset({(part, at)} if at < len(changes.words_of(self.document.project, part)) else ())

    def _apply(self, name: str, project: Project, merge: str = "") -> None:
        self.document.apply(name, project, merge)

    # Painting

    def paint_selection(self, brush: Brush) -> None:
        """Paint the selected words, or the one under the cursor."""
        self._apply(
            tr("{brush}: words", brush=tr(brush.name.capitalize())),
            changes.painted(self.document.project, self.chosen(), brush),
        )

    def paint_sentence(self, brush: Brush) -> None:
        """Paint the active sentence."""
        part = self.document.part
        every = [(part, at) for at in range(len(changes.words_of(self.document.project, part)))]
        self._apply(
            tr("{brush}: this sentence", brush=tr(brush.name.capitalize())),
            changes.painted(self.document.project, every, brush),
        )

    def paint_unstressed(self, brush: Brush) -> None:
        """Paint all words of the active sentence but the selected ones, else but those kept."""
        project, part = self.document.project, self.document.part
        states = changes.states_of(project, part)
        spared = {at for row, at in self.document.selection if row == part} or {
            at for at, state in enumerate(states) if state is Brush.KEEP
        }
        rest = [(part, at) for at in range(len(states)) if at not in spared]
        self._apply(
            tr("{brush}: all but the stressed", brush=tr(brush.name.capitalize())),
            changes.painted(project, rest, brush),
        )

    def invert(self) -> None:
        """Keep and Rewrite change places, and so do Whisper and Suggest; blanks stay to be written."""
        project, part = self.document.project, self.document.part
        self._apply(
            tr("Invert"),
            changes.written(
                project,
                part,
                changes.words_of(project, part),
                [Brush.KEEP - s for s in changes.states_of(project, part)],
            ),
        )

    def cycle(self) -> None:
        """Give the chosen words the next brush: Keep, Whisper, Suggest, Rewrite."""
        places = self.chosen()
        if not places:
            return
        now = changes.brush_at(self.document.project, min(places))
        brush = changes.CYCLE[(changes.CYCLE.index(now) + 1) % len(changes.CYCLE)]
        self._apply(
            tr("{brush}: words", brush=tr(brush.name.capitalize())),
            changes.painted(self.document.project, places, brush),
        )

    # Words

    def retype(self, words: Sequence[str], merge: str, base: Project) -> None:
        """The active sentence as it is typed; `base` is what stood there when typing began, whose words keep their
        brushes."""
        self._apply(tr("Type"), changes.retyped(base, self.document.part, words), merge)
        if len(words) > MAX_WORDS:
            self.status.emit(
                tr("The model reads at most {n} words and signs of a sentence; Enter parts it in two.", n=MAX_WORDS)
            )

    def insert_blank(self, number: int = 1) -> None:
        """A blank before the cursor's word."""
        part, at = self.place
        self._apply(tr("Insert a blank"), changes.with_blanks(self.document.project, (part, at), number))
        self.go(part, at)

    def widen_blank(self) -> None:
        """A blank under the cursor gets one word wider."""
        part, at = self._blank()
        self._apply(tr("Wider blank"), changes.with_blanks(self.document.project, (part, at)))

    def narrow_blank(self) -> None:
        """A blank under the cursor gets one word narrower; the last one goes."""
        self._apply(tr("Narrower blank"), changes.without(self.document.project, [self._blank()]))

    def _blank(self) -> Place:
        part, at = self.place
        words = changes.words_of(self.document.project, part)
        for place in (at, at - 1):
            if 0 <= place < len(words) and words[place] == BLANK_WORD:
                return part, place
        raise CanvasError(tr("Put the cursor on a blank first."))

    def delete(self) -> None:
        """Take the chosen words out."""
        places = self.chosen()
        if places:
            part, at = min(places)
            self.select_none()
            self._apply(
                tr("Delete {words}", words=count(len(places), "word", "words")),
                changes.without(self.document.project, places),
            )
            self.go(part, at)

    def choose_word(self, place: Place, word: str) -> None:
        """Put a word in place of another, and keep it."""
        self._apply(tr("Choose “{word}”", word=word), changes.with_word(self.document.project, place, word, Brush.KEEP))

    def set_length(self, length: int, merge: str = "") -> None:
        """So many words: blanks come, or free words go."""
        self._apply(tr("Length"), changes.resized(self.document.project, self.document.part, length), merge)

    # Sentences

    def add_sentence(self) -> None:
        """An empty sentence after the active one, to be typed."""
        part = self.document.part + 1
        self._apply(tr("Add a sentence"), changes.added(self.document.project, part))
        self.go(part, 0)
        self.start_typing()

    def remove_sentence(self) -> None:
        """Take the active sentence out."""
        part = self.document.part
        self._apply(tr("Remove the sentence"), changes.removed(self.document.project, part))
        self.go(min(part, len(self.document.project.masks) - 1), 0)

    def split(self) -> None:
        """Part the sentence before the cursor's word."""
        part, at = self.place
        self._apply(tr("Split the sentence"), changes.split(self.document.project, (part, at)))
        self.go(part + 1, 0)

    def join(self) -> None:
        """Join the sentence with the one after it."""
        part = self.document.part
        at = len(changes.words_of(self.document.project, part))
        self._apply(tr("Join the sentences"), changes.joined(self.document.project, part))
        self.go(part, at)

    def start_typing(self) -> None:
        """Type at the cursor."""
        raise NotImplementedError

    # Clipboard

    def text(self) -> str:
        """What copying takes: the selected words, else the sentence, as a person writes it; of an alternative, if
        one is shown."""
        part = self.document.part
        places = self.document.selection or [
            (part, at) for at in range(len(changes.words_of(self.document.project, part)))
        ]
        return changes.text_of(self.shown_project(), places)

    def shown_project(self) -> Project:
        """The project with the alternative in view, if there is one."""
        raise NotImplementedError

    def copy(self) -> None:
        """Copy the selected words, or the sentence."""
        QGuiApplication.clipboard().setText(self.text())

    def copy_all(self) -> None:
        """Copy the whole draft as it is shown."""
        QGuiApplication.clipboard().setText(changes.text_of(self.shown_project()))
        self.status.emit(tr("Copied."))

    def cut(self) -> None:
        """Copy and delete."""
        self.copy()
        self.delete()

    def paste(self) -> None:
        """Paste text before the cursor's word, or in place of the selection."""
        self.put_text(QGuiApplication.clipboard().text())

    def put_text(self, text: str) -> None:
        """Text as words, one undo step; several sentences become several."""
        with self.document.stroke(tr("Paste")):
            part, at = self.place
            if self.document.selection:
                part, at = min(self.document.selection)
                self._apply("", changes.without(self.document.project, self.document.selection))
            project, (part, at) = changes.pasted(self.document.project, part, at, text)
            self._apply("", project)
        self.document.selection = frozenset()
        self.go(part, at)

    def mime(self) -> QMimeData:
        """What is dragged out of the window."""
        mime = QMimeData()
        mime.setText(self.text())
        return mime

    def drag_out(self) -> None:
        """Carry the selected words until they are dropped."""
        drag = QDrag(self)
        drag.setMimeData(self.mime())
        drag.exec()

    def select_all(self) -> None:
        """Select every word of the active sentence; a second time, of the draft."""
        project, part = self.document.project, self.document.part
        own = frozenset((part, at) for at in range(len(changes.words_of(project, part))))
        every = frozenset(
            (row, at) for row in range(len(project.masks)) for at in range(len(changes.words_of(project, row)))
        )
        self.document.selection = every if self.document.selection == own else own

    def select_none(self) -> None:
        """Drop the selection."""
        self.document.selection = frozenset()

    def select_between(self, first: Place, last: Place) -> None:
        """Select a phrase: the words between two places, which may lie in two sentences."""
        self.document.selection = frozenset(self.between(first, last))

    def between(self, first: Place, last: Place) -> Iterable[Place]:
        """The words from one place to another, in reading order."""
        low, high = sorted((first, last))
        for part in range(low[0], high[0] + 1):
            for at in range(len(changes.words_of(self.document.project, part))):
                if low <= (part, at) <= high:
                    yield part, at
