"""What keys do on a sentence, one table, and in words for the sheet of keys. Keys of the window's actions never arrive
here."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from app.sentence.commands import SentenceCommands
from app.sentence.cursor import WordCursor
from app.sentence.painting.picture import SentencePicture
from app.words import tr
from engine.errors import PalimpsestError

Key, Modifier = Qt.Key, Qt.KeyboardModifier
SENTENCE_KEYS = (
    ("Left", "Previous word; with Shift select"),
    ("Right", "Next word; with Shift select"),
    ("Up", "The line above; with Shift select"),
    ("Down", "The line below; with Shift select"),
    ("Home", "Start of the sentence; with Shift select"),
    ("End", "End of the sentence; with Shift select"),
    ("Ctrl+Home", "Start of the draft"),
    ("Ctrl+End", "End of the draft"),
    ("PgUp", "Previous sentence"),
    ("PgDown", "Next sentence"),
    ("4", "Keep the selected words; 5, 6 and 7 paint the other brushes"),
    ("Space", "Next brush for the word at the cursor"),
    ("Return", "Type here"),
    ("F2", "Type here"),
    ("Ins", "Insert a blank"),
    ("+", "Wider blank"),
    ("-", "Narrower blank"),
    ("Del", "Remove the words"),
    ("Backspace", "Remove the words"),
)


class SentenceKeys(QObject):
    """Moves the cursor, or carries a command out."""

    status = Signal(str)
    typing_wanted = Signal(str)  # the Type tool should begin, with what was typed already

    def __init__(
        self,
        cursor: WordCursor,
        commands: SentenceCommands,
        picture: SentencePicture,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._cursor, self._picture = cursor, picture
        moves: dict[Qt.Key, Callable[[bool], None]] = {
            Key.Key_Left: lambda extend: self._step(-1, extend),
            Key.Key_Right: lambda extend: self._step(1, extend),
            Key.Key_Up: lambda extend: self._line(-1, extend),
            Key.Key_Down: lambda extend: self._line(1, extend),
            Key.Key_Home: lambda extend: self._edge(0, extend),
            Key.Key_End: lambda extend: self._edge(10**6, extend),
        }
        self._table: dict[tuple[Qt.Key, bool], Callable[[], None]] = {  # (key, with Shift)
            (key, extend): (lambda move=move, extend=extend: move(extend))  # type: ignore[misc]
            for key, move in moves.items()
            for extend in (False, True)
        }
        self._table |= {
            (Key.Key_PageUp, False): lambda: self._sentence(-1),
            (Key.Key_PageDown, False): lambda: self._sentence(1),
            (Key.Key_Space, False): lambda: self._cycle(commands),
            (Key.Key_Return, False): lambda: self.typing_wanted.emit(""),
            (Key.Key_Enter, False): lambda: self.typing_wanted.emit(""),
            (Key.Key_F2, False): lambda: self.typing_wanted.emit(""),
            (Key.Key_Insert, False): commands.insert_blank,
            (Key.Key_Plus, False): commands.widen_blank,
            (Key.Key_Plus, True): commands.widen_blank,
            (Key.Key_Minus, False): commands.narrow_blank,
            (Key.Key_Delete, False): commands.delete,
            (Key.Key_Backspace, False): commands.delete,
        }

    def press(self, event: QKeyEvent, typing: bool) -> bool:
        """Do what a key says; False if it says nothing here. With the Type tool (`typing`), letters begin to type."""
        modifiers = event.modifiers() & ~Modifier.KeypadModifier
        if modifiers & Modifier.ControlModifier and event.key() in (Key.Key_Home, Key.Key_End):
            last = self._cursor.sentences - 1
            end = (0, 0) if event.key() == Key.Key_Home else (last, self._cursor.words_in(last))
            self._cursor.move(*end, bool(modifiers & Modifier.ShiftModifier))
            return True
        if modifiers not in (Modifier.NoModifier, Modifier.ShiftModifier):
            return False
        act = self._table.get((Qt.Key(event.key()), modifiers == Modifier.ShiftModifier))
        if act is not None:
            try:
                act()
            except PalimpsestError as error:
                self.status.emit(str(error))
            return True
        if typing and event.text() and event.text().isprintable():
            self.typing_wanted.emit(event.text())
            return True
        return False

    def _cycle(self, commands: SentenceCommands) -> None:
        """The next brush for the word under the cursor; a selection is painted with the brushes' own keys."""
        if self._cursor.selected:
            self.status.emit(tr("Press 4, 5, 6 or 7 to paint the selected words."))
        else:
            commands.cycle()

    def _step(self, by: int, extend: bool) -> None:
        """To the next or previous word, over the ends of sentences."""
        part, at = self._cursor.place
        at += by
        if at < 0 and part > 0:
            part, at = part - 1, self._cursor.words_in(part - 1)
        elif at > self._cursor.words_in(part) and part + 1 < self._cursor.sentences:
            part, at = part + 1, 0
        self._cursor.move(part, at, extend)

    def _line(self, by: int, extend: bool) -> None:
        """To the line above or below; from an empty sentence to the next one."""
        part, at = self._cursor.place
        layout = self._picture.layout
        box = layout.box(part, at) or layout.box(part, at - 1)
        other = layout.beside(box, by) if box is not None else None
        if other is not None:
            self._cursor.move(other.part, other.at, extend)
        else:
            self._cursor.move(part + by, 0 if by > 0 or box is None else at, extend)

    def _edge(self, at: int, extend: bool) -> None:
        """To the beginning or end of the sentence."""
        self._cursor.move(self._cursor.place[0], at, extend)

    def _sentence(self, by: int) -> None:
        """To the next or previous sentence; what Shift selects next still begins where it began."""
        self._cursor.go(self._cursor.place[0] + by, 0)
        self._cursor.select_none()
