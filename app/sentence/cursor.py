"""The keyboard cursor and the selection on a draft: which word, which words, and how they move.

Knows the document; no widget and no layout."""

from collections.abc import Iterable

from app.document.document import Document, Place
from app.sentence import changes


class WordCursor:
    """Moves the document's cursor and selection word by word; a place is (sentence, word)."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._anchor: Place | None = None  # where a selection by keys began

    @property
    def place(self) -> Place:
        """The word under the keyboard cursor; the word may be the end of the sentence."""
        part = self._document.part
        return part, min(self._document.cursor[1], self.words_in(part))

    @property
    def selected(self) -> bool:
        """Whether any words are selected."""
        return bool(self._document.selection)

    @property
    def sentences(self) -> int:
        """How many sentences the draft has."""
        return len(self._document.project.masks)

    def words_in(self, part: int) -> int:
        """How many words a sentence has."""
        return len(changes.words_of(self._document.project, part))

    def go(self, part: int, at: int, select: bool = False) -> None:
        """Put the cursor on a word."""
        part = max(0, min(part, self.sentences - 1))
        words = self.words_in(part)
        at = max(0, min(at, words))
        self._document.part = part
        self._document.cursor = (part, at, 0)
        if select:
            self._document.selection = frozenset({(part, at)} if at < words else ())

    def move(self, part: int, at: int, extend: bool) -> None:
        """Put the cursor on a word by keys: `extend` selects up to there, otherwise the selection is dropped."""
        if not extend:
            self.drop_anchor()
            self.select_none()
            self.go(part, at)
            return
        self._anchor = self._anchor or self.place
        self.go(part, at)
        self.select_between(self._anchor, self.place)

    def drop_anchor(self) -> None:
        """The next selection by keys begins at the cursor."""
        self._anchor = None

    def chosen(self) -> frozenset[Place]:
        """The selected words, else the one under the cursor."""
        part, at = self.place
        if self._document.selection:
            return self._document.selection
        return frozenset({(part, at)} if at < self.words_in(part) else ())

    def select_all(self) -> None:
        """Select every word of the active sentence; a second time, of the draft."""
        part = self._document.part
        own = frozenset((part, at) for at in range(self.words_in(part)))
        every = frozenset((row, at) for row in range(self.sentences) for at in range(self.words_in(row)))
        self._document.selection = every if self._document.selection == own else own

    def select_none(self) -> None:
        """Drop the selection."""
        self._document.selection = frozenset()

    def select_between(self, first: Place, last: Place) -> None:
        """Select a phrase: the words between two places, which may lie in two sentences."""
        self._document.selection = frozenset(self.between(first, last))

    def between(self, first: Place, last: Place) -> Iterable[Place]:
        """The words from one place to another, in reading order."""
        low, high = sorted((first, last))
        for part in range(low[0], high[0] + 1):
            for at in range(self.words_in(part)):
                if low <= (part, at) <= high:
                    yield part, at
