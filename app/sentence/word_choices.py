"""What else a word could be: asks the model, shows the answers beside the word, and does what was chosen.

One word at a time; what the card looks like is in panels.word_popover."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from app.document.asker import Asker
from app.document.document import Place
from app.sentence import changes
from app.sentence.panels.word_popover import WordPopover
from app.sentence.view import SentenceView
from app.sentence.vocabulary import Vocabulary, choices_inquiry
from app.words import tr
from engine.canvas.mask import PINNED, Brush
from engine.canvas.project import Project
from engine.canvas.text import Draft

if TYPE_CHECKING:
    from app.page.page import Page


class WordChoices(QObject):
    """Opens the popover at a word; closed by choosing, by Esc, or by going elsewhere."""

    def __init__(self, page: "Page", view: SentenceView) -> None:
        super().__init__(page)
        self._page, self._view = page, view
        self._document, self._preview = page.document, page.preview
        self._place: Place | None = None  # the word that is asked about
        self._word = ""
        self.asker = Asker(page.worker, self)
        self.popover = WordPopover(view.viewport())
        self.asker.answered.connect(self._answered)
        self.asker.failed.connect(self._failed)
        self.popover.chosen.connect(self.choose)
        self.popover.kept.connect(self._keep)
        self.popover.closed.connect(self._close_and_return)
        view.word_asked.connect(self.ask)
        view.view_changed.connect(self._follow_word)
        view.installEventFilter(self)
        self._document.cursor_changed.connect(self._cursor_moved)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc puts the popover away before it means anything else."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self.popover.isVisible():
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._close_and_return()
                return True
        return super().eventFilter(watched, event)

    # Asking

    def ask(self, place: Place) -> None:
        """Open the popover at a word and ask."""
        part, at = place
        rect = self._view.picture.word_rect(part, at)
        if rect is None or self._preview.running:
            return
        sentence = changes.draft_of(self._view.shown.project).sentences[part]
        self._place, self._word = place, sentence.words[at]
        self._view.asking = True
        number = changes.word_number(sentence.words, at)
        self.popover.wait_for(tr("Word {n}: what else could go here", n=number), self._word)
        self.popover.place_beside(rect, self._view.picture.block(part) or rect)
        self.asker.ask(choices_inquiry(sentence, at))

    def _answered(self, found: tuple[tuple[int, float], ...]) -> None:
        vocabulary = self._view.shown.vocabulary or Vocabulary(())
        self.popover.answer(vocabulary.choices(found, self._word))
        self._follow_word()

    def _failed(self, sentence: str) -> None:
        self.popover.show_message(sentence)

    def _follow_word(self) -> None:
        if self._place is None or not self.popover.isVisible():
            return
        rect = self._view.picture.word_rect(*self._place)
        if rect is None:
            self.close()
        else:
            self.popover.place_beside(rect, self._view.picture.block(self._place[0]) or rect)

    def _cursor_moved(self) -> None:
        if self._place is not None and self._view.word_cursor.place != self._place:
            self.close()

    def close(self) -> None:
        """Put the popover away; an unanswered question is given up."""
        self.asker.cancel()
        self._place = None
        self._view.asking = False
        focus = self.popover.window().focusWidget()
        had = focus is not None and self.popover.isAncestorOf(focus)
        self.popover.hide()
        if had:
            self._view.setFocus()

    def _close_and_return(self) -> None:
        self.close()
        self._view.setFocus()

    # Choosing

    def choose(self, word: str, adapt: bool = False) -> None:
        """Put a word in place of the one asked about.

        In an alternative it changes the alternative; on the page it is kept."""
        if self._place is None:
            return
        place = self._place
        self._close_and_return()
        if adapt:
            self._adapt(place, word)
        elif self._in_alternative(place):
            shown = self._preview.shown
            assert isinstance(shown, Draft)
            part, at = place
            words = shown.sentences[part].words
            self._preview.amend(
                shown.with_sentence(part, shown.sentences[part].with_words((*words[:at], word, *words[at + 1 :])))
            )
        else:
            self._view.commands.choose_word(place, word)

    def _in_alternative(self, place: Place) -> bool:
        """Whether a word is in the alternative in view and was free to be written."""
        part, at = place
        before = self._preview.before
        if self._view.shown.project is self._document.project or before is None or part != self._preview.part:
            return False
        return not before.masks[part].rows[0][at] & PINNED

    def _keep(self) -> None:
        if self._place is None:
            return
        place, word = self._place, self._view.shown.words(self._place[0])[self._place[1]]
        self._close_and_return()
        if self._in_alternative(place):
            self._page.rewrites.accept_words((place[1],))
            return
        self._document.apply(
            tr("Keep “{word}”", word=word), changes.with_word(self._document.project, place, word, Brush.KEEP)
        )

    def _adapt(self, place: Place, word: str) -> None:
        """Keep the word and let all that is free follow it; if nothing is free, all other words start from what they
        are."""
        if self._in_alternative(place):
            self._page.generation.accept(kept=False)  # what was free follows the word
        made = changes.with_word(self._document.project, place, word, Brush.KEEP)
        self._document.apply(tr("Choose “{word}”", word=word), self._freed(made, place))
        self._page.rewrites.rewrite()

    def _freed(self, project: Project, place: Place) -> Project:
        part, at = place
        words, states = changes.words_of(project, part), changes.states_of(project, part)
        free = [i for i, state in enumerate(states) if not state & PINNED]
        if not free:
            free = [i for i in range(changes.closing(words)) if i != at and not self._view.shown.unknown(words[i])]
        return changes.painted(project, [(part, i) for i in free], Brush.SUGGEST)
