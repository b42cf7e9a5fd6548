"""Which words a page shows: the draft, or the alternative over it, and what the model knows of them.

Knows no widget and no layout."""

from dataclasses import replace

from app.document.document import Document, Place
from app.document.preview import Preview
from app.sentence import changes
from app.sentence.describe import word_words
from app.sentence.vocabulary import Vocabulary
from engine.canvas.mask import PINNED
from engine.canvas.project import Project, mask_shapes
from engine.canvas.text import Draft


def shown_words(preview: Preview, part: int) -> tuple[tuple[str, ...] | None, bool]:
    """(the words an alternative puts into a sentence, whether they are final); None if it puts none."""
    if preview.hold_original or preview.part != part:
        return None, False
    if preview.passing is not None:
        return tuple(preview.passing[0]), False
    shown = preview.shown
    if isinstance(shown, Draft) and part < len(shown.sentences):
        return shown.sentences[part].words, True
    return None, False


class ShownDraft:
    """The draft in view; `vocabulary` is given once it has been read."""

    def __init__(self, document: Document, preview: Preview) -> None:
        self._document, self._preview = document, preview
        self.vocabulary: Vocabulary | None = None  # None: no model, or not read yet; then no word is unknown

    @property
    def project(self) -> Project:
        """The project with the alternative in view, if there is one that fits: what was typed since may have made
        the page longer or shorter."""
        shown, project = self._preview.shown, self._document.project
        if isinstance(shown, Draft) and mask_shapes(shown) == mask_shapes(project.canvas):
            return replace(project, canvas=shown)
        return project

    def words(self, part: int) -> tuple[str, ...]:
        """The words of a sentence."""
        return changes.words_of(self.project, part)

    def unknown(self, word: str) -> bool:
        """Whether the model does not have this word."""
        return self.vocabulary is not None and not self.vocabulary.knows(word)

    def unknown_in(self, part: int) -> list[int]:
        """The places of a sentence's words that the model does not have."""
        return [at for at, word in enumerate(self.words(part)) if self.unknown(word)]

    def describe(self, place: Place) -> str:
        """The word at a place of the draft in words, with what an alternative has there."""
        part, at = place
        words = self.words(part) if part < len(self.project.masks) else ()
        shown = words[at] if at < len(words) else None
        return word_words(self._document.project, part, at, shown is not None and self.unknown(shown), shown)

    def replaced(self, part: int, words: tuple[str, ...]) -> tuple[str, ...]:
        """The old words that stand above those of a finished alternative; empty where nothing changed."""
        shown, final = shown_words(self._preview, part)
        before = self._preview.before
        if shown is None or not final or before is None or part >= len(before.masks):
            return ()
        old = changes.words_of(before, part)
        return tuple(a if a != b else "" for a, b in zip(old, words, strict=True)) if len(old) == len(words) else ()

    def state(self, part: int, at: int, word: str) -> tuple[str, str | None, float]:
        """(the word to show, the one it was or None, how sure it is from 0 to 1) of a word of the active sentence."""
        preview = self._preview
        shown, final = shown_words(preview, part)
        before = preview.before
        if shown is None or len(shown) != len(changes.words_of(self._document.project, part)) or before is None:
            return word, None, 1.0
        old = changes.words_of(before, part) if part < len(before.masks) else ()
        was = old[at] if len(old) == len(shown) else None
        if final:
            return shown[at], was, 1.0
        free = at < before.masks[part].shape[1] and not before.masks[part].rows[0][at] & PINNED
        settled = preview.passing[1] if preview.passing is not None else None
        sure = float(settled[0, at]) if free and settled is not None and at < settled.shape[1] else 1.0
        return shown[at], was, sure
