"""What menus and keys do to a draft on the page: painting, blanks, sentences, the clipboard.

Each is one pure edit and one undo step. Knows no widget."""

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.document.document import Document, Place
from app.sentence import changes
from app.sentence.cursor import WordCursor
from app.sentence.shown import ShownDraft
from app.words import count, tr
from engine.canvas.mask import Brush
from engine.canvas.project import Project
from engine.canvas.text import BLANK_WORD
from engine.errors import CanvasError


class SentenceCommands(QObject):
    """Changes the draft where the cursor and the selection are."""

    status = Signal(str)
    sentence_added = Signal()  # an empty one, to be typed; the cursor is in it

    def __init__(
        self, document: Document, cursor: WordCursor, shown: ShownDraft, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._cursor, self._shown = document, cursor, shown

    def _apply(self, name: str, project: Project, merge: str = "") -> None:
        self._document.apply(name, project, merge)

    # Painting

    def paint_selection(self, brush: Brush) -> None:
        """Paint the selected words, or the one under the cursor."""
        self._apply(
            tr("{brush}: words", brush=tr(brush.name.capitalize())),
            changes.painted(self._document.project, self._cursor.chosen(), brush),
        )

    def paint_sentence(self, brush: Brush) -> None:
        """Paint the active sentence."""
        part = self._document.part
        every = [(part, at) for at in range(len(changes.words_of(self._document.project, part)))]
        self._apply(
            tr("{brush}: this sentence", brush=tr(brush.name.capitalize())),
            changes.painted(self._document.project, every, brush),
        )

    def paint_unstressed(self, brush: Brush) -> None:
        """Paint all words of the active sentence but the selected ones, else but those kept."""
        project, part = self._document.project, self._document.part
        states = changes.states_of(project, part)
        spared = {at for row, at in self._document.selection if row == part} or {
            at for at, state in enumerate(states) if state is Brush.KEEP
        }
        rest = [(part, at) for at in range(len(states)) if at not in spared]
        self._apply(
            tr("{brush}: all except stressed", brush=tr(brush.name.capitalize())),
            changes.painted(project, rest, brush),
        )

    def invert(self) -> None:
        """Keep and Rewrite change places, and so do Whisper and Suggest; blanks stay to be written."""
        project, part = self._document.project, self._document.part
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
        places = self._cursor.chosen()
        if not places:
            return
        now = changes.brush_at(self._document.project, min(places))
        brush = changes.CYCLE[(changes.CYCLE.index(now) + 1) % len(changes.CYCLE)]
        self._apply(
            tr("{brush}: words", brush=tr(brush.name.capitalize())),
            changes.painted(self._document.project, places, brush),
        )

    # Words

    def insert_blank(self, number: int = 1) -> None:
        """A blank before the cursor's word."""
        part, at = self._cursor.place
        self._apply(tr("Insert blank"), changes.with_blanks(self._document.project, (part, at), number))
        self._cursor.go(part, at)

    def widen_blank(self) -> None:
        """A blank under the cursor gets one word wider."""
        part, at = self._blank()
        self._apply(tr("Wider blank"), changes.with_blanks(self._document.project, (part, at)))

    def narrow_blank(self) -> None:
        """A blank under the cursor gets one word narrower; the last one goes."""
        self._apply(tr("Narrower blank"), changes.without(self._document.project, [self._blank()]))

    def _blank(self) -> Place:
        part, at = self._cursor.place
        words = changes.words_of(self._document.project, part)
        for place in (at, at - 1):
            if 0 <= place < len(words) and words[place] == BLANK_WORD:
                return part, place
        raise CanvasError(tr("Put the cursor on a blank first."))

    def delete(self) -> None:
        """Take the chosen words out."""
        places = self._cursor.chosen()
        if places:
            part, at = min(places)
            self._cursor.select_none()
            self._apply(
                tr("Delete {words}", words=count(len(places), "word", "words")),
                changes.without(self._document.project, places),
            )
            self._cursor.go(part, at)

    def choose_word(self, place: Place, word: str) -> None:
        """Put a word in place of another, and keep it."""
        self._apply(
            tr("Choose “{word}”", word=word), changes.with_word(self._document.project, place, word, Brush.KEEP)
        )

    def set_length(self, length: int, merge: str = "") -> None:
        """So many words: blanks come, or free words go."""
        self._apply(tr("Length"), changes.resized(self._document.project, self._document.part, length), merge)

    # Sentences

    def add_sentence(self) -> None:
        """An empty sentence after the active one, to be typed."""
        part = self._document.part + 1
        self._apply(tr("Add sentence"), changes.added(self._document.project, part))
        self._cursor.go(part, 0)
        self.sentence_added.emit()

    def remove_sentence(self) -> None:
        """Take the active sentence out."""
        part = self._document.part
        self._apply(tr("Remove sentence"), changes.removed(self._document.project, part))
        self._cursor.go(min(part, len(self._document.project.masks) - 1), 0)

    def split(self) -> None:
        """Part the sentence before the cursor's word."""
        part, at = self._cursor.place
        self._apply(tr("Split sentence"), changes.split(self._document.project, (part, at)))
        self._cursor.go(part + 1, 0)

    def join(self) -> None:
        """Join the sentence with the one after it."""
        part = self._document.part
        at = len(changes.words_of(self._document.project, part))
        self._apply(tr("Join sentences"), changes.joined(self._document.project, part))
        self._cursor.go(part, at)

    # Clipboard

    def text(self) -> str:
        """What copying takes: the selected words, else the sentence, as one writes it; of an alternative, if
        one is shown."""
        part = self._document.part
        places = self._document.selection or [
            (part, at) for at in range(len(changes.words_of(self._document.project, part)))
        ]
        return changes.text_of(self._shown.project, places)

    def copy(self) -> None:
        """Copy the selected words, or the sentence."""
        QGuiApplication.clipboard().setText(self.text())

    def copy_all(self) -> None:
        """Copy the whole draft as it is shown."""
        QGuiApplication.clipboard().setText(changes.text_of(self._shown.project))
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
        with self._document.stroke(tr("Paste")):
            part, at = self._cursor.place
            if self._document.selection:
                part, at = min(self._document.selection)
                self._apply("", changes.without(self._document.project, self._document.selection))
            project, (part, at) = changes.pasted(self._document.project, part, at, text)
            self._apply("", project)
        self._document.selection = frozenset()
        self._cursor.go(part, at)

    def mime(self) -> QMimeData:
        """What is dragged out of the window."""
        mime = QMimeData()
        mime.setText(self.text())
        return mime
