"""What a page of words has besides what every page has: questions to the model, the popover of a word, and the length.

Connects them; once for a page."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from app.page.verbs import VERBS
from app.sentence import changes
from app.sentence.describe import place_words
from app.sentence.popover import WordPopover
from app.sentence.questions import Questions
from app.sentence.subject import view_of
from app.sentence.verbs.length import LengthRow
from app.sentence.verbs.topic import TopicCard
from app.sentence.verbs.verbs import stressed_text
from app.words import tr
from engine.canvas.mask import PINNED, Brush
from engine.canvas.text import Draft
from engine.errors import Trouble

if TYPE_CHECKING:
    from app.document.document import Place
    from app.document.worker import Worker
    from app.page.page import Page
    from app.sentence.questions import Choices
    from engine.canvas.project import Project
    from engine.jobs.request import Failed


class SentenceDesk(QObject):
    """Belongs to one page of words."""

    def __init__(self, page: Page, worker: Worker) -> None:
        super().__init__(page)
        self._page = page
        self.view = view_of(page)
        self.document, self.preview = page.document, page.preview
        self.questions = Questions(worker, self)
        self.popover = WordPopover(self.view.viewport())
        self.topic = TopicCard(self.view.viewport(), self.view.unknown)
        self.length = LengthRow()
        self._place: Place | None = None
        self._bits_of: tuple[object, ...] = ()
        page.panel.add(self.length)
        self.view.questions = self.questions
        self.view.installEventFilter(self)
        self._connect()
        self._follow()

    def _connect(self) -> None:
        self.questions.known.connect(self.view.refresh)
        self.view.asked.connect(self.ask)
        self.view.topic_wanted.connect(self.ask_topic)
        self.topic.wanted.connect(self._make_about)
        self.topic.closed.connect(self._leave_topic)
        self.view.moved.connect(self._follow_word)
        self.popover.chosen.connect(self.choose)
        self.popover.kept.connect(self._keep)
        self.popover.closed.connect(self._close_back)
        self.length.wanted.connect(self._resize)
        for signal in (self.document.changed, self.document.selection_changed, self.preview.changed):
            signal.connect(self._follow)
        self.document.changed.connect(self.topic.hide)
        self.document.cursor_changed.connect(self._moved_on)
        self.preview.changed.connect(self._ask_bits)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc puts the popover away before it means anything else."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self.popover.isVisible():
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._close_back()
                return True
        return super().eventFilter(watched, event)

    # What follows

    def _follow(self) -> None:
        self.length.show_length(len(changes.words_of(self.document.project, self.document.part)))
        self._page.tools.place.setText("")
        self._page.tools.tempo.setText(place_words(self.document.project, self.document.part))
        if not self.preview.running:
            self._page.rewrites.describe()
        elif self.popover.isVisible():
            self.close()

    def _moved_on(self) -> None:
        if self._place is not None and self.view.place != self._place:
            self.close()

    def _follow_word(self) -> None:
        if self._place is None or not self.popover.isVisible():
            return
        rect = self.view.word_rect(*self._place)
        if rect is None:
            self.close()
        else:
            self.popover.stand_at(rect)

    def _resize(self, words: int, sliding: bool) -> None:
        try:
            self.view.set_length(words, "length" if sliding else "")
        except Trouble as trouble:
            self._page.status.emit(str(trouble))
            self.length.show_length(len(changes.words_of(self.document.project, self.document.part)))

    # What else could stand here

    def ask(self, place: Place) -> None:
        """Open the popover at a word and ask."""
        part, at = place
        project = self.view.shown_project()
        rect = self.view.word_rect(part, at)
        if rect is None or self.preview.running:
            return
        self._place = place
        self.view.asking = True
        sentence = changes.draft_of(project).sentences[part]
        self.popover.wait_for(tr("Word {n}: what else could stand here", n=at + 1), sentence.words[at])
        self.popover.stand_at(rect)
        self.questions.ask(sentence, at, self._answered, self._failed)

    def _answered(self, found: Choices) -> None:
        if self._place is not None:
            self.popover.answer(found)
            self._follow_word()

    def _failed(self, failed: Failed) -> None:
        if self._place is not None:
            self.popover.trouble(failed.sentence)

    def close(self) -> None:
        """Put the popover away; an unanswered question is given up."""
        self.questions.give_up()
        self._place = None
        self.view.asking = False
        had = (
            self.popover.isAncestorOf(self.popover.window().focusWidget())
            if self.popover.window().focusWidget()
            else False
        )
        self.popover.hide()
        if had:
            self.view.setFocus()

    def _close_back(self) -> None:
        self.close()
        self.view.setFocus()

    def choose(self, word: str, adapt: bool = False) -> None:
        """Put a word in place of the one asked about.

        In an alternative it changes the alternative; on the page it is kept."""
        if self._place is None:
            return
        place = self._place
        self.close()
        self.view.setFocus()
        if adapt:
            self._adapt(place, word)
        elif self._in_alternative(place):
            shown = self.preview.shown
            assert isinstance(shown, Draft)
            part, at = place
            words = shown.sentences[part].words
            self.preview.amend(
                shown.with_sentence(part, shown.sentences[part].with_words((*words[:at], word, *words[at + 1 :])))
            )
        else:
            self.view.choose_word(place, word)

    def _in_alternative(self, place: Place) -> bool:
        """Whether a word stands in the alternative in view and was free to be written."""
        part, at = place
        before = self.preview.before
        if self.view.shown_project() is self.document.project or before is None or part != self.preview.part:
            return False
        return not before.masks[part].rows[0][at] & PINNED

    def _keep(self) -> None:
        if self._place is not None:
            place, word = self._place, changes.words_of(self.view.shown_project(), self._place[0])[self._place[1]]
            self.close()
            self.view.setFocus()
            if self._in_alternative(place):
                self._page.generation.accept()
            self.document.apply(
                tr("Keep “{word}”", word=word), changes.with_word(self.document.project, place, word, Brush.KEEP)
            )

    def _adapt(self, place: Place, word: str) -> None:
        """Keep the word and let all that is free follow it; if nothing is free, all other words start from what they
        are."""
        if self._in_alternative(place):
            self._page.generation.accept()
        made = changes.with_word(self.document.project, place, word, Brush.KEEP)
        self.document.apply(tr("Choose “{word}”", word=word), self._freed(made, place))
        self._page.rewrites.rewrite()

    def _freed(self, project: Project, place: Place) -> Project:
        part, at = place
        words, states = changes.words_of(project, part), changes.states_of(project, part)
        free = [i for i, state in enumerate(states) if not state & PINNED]
        if not free:
            free = [i for i in range(changes.closing(words)) if i != at and not self.view.unknown(words[i])]
        return changes.painted(project, [(part, i) for i in free], Brush.SUGGEST)

    # What it shall be about

    def ask_topic(self) -> None:
        """Stress the selected words; without any, ask which, that may not stand in the sentence yet."""
        where = self._page.pointing.where()
        if where.words:
            try:
                self._page.rewrites.verb("about")
            except Trouble as trouble:
                self._page.status.emit(str(trouble))
            return
        self._page.generation.reject()
        self.close()
        block = self.view.block(where.part)
        assert block is not None
        project = self.document.project
        self.topic.ask(changes.words_of(project, where.part), stressed_text(project, where.part), block)

    def _make_about(self, topics: tuple[tuple[str, ...], ...]) -> None:
        try:
            plan = VERBS["about"].prepare(
                self.document.project, replace(self._page.pointing.where(), words=(), topics=topics)
            )
        except Trouble as trouble:
            self.topic.say(str(trouble))
            return
        self._leave_topic()
        self._page.rewrites.run_plan(plan, "about")

    def _leave_topic(self) -> None:
        self.topic.hide()
        self.view.setFocus()

    # Bits a word

    def _ask_bits(self) -> None:
        """Ask how likely each alternative is, where the method did not say."""
        preview = self.preview
        if not preview.ready or preview.before is None or preview.canvases is self._bits_of:
            return
        asked, self._bits_of = self._bits_of, preview.canvases
        for index, canvas in enumerate(preview.canvases):
            unchanged = index < len(asked) and asked[index] is canvas
            if isinstance(canvas, Draft) and not unchanged and preview.nats[index : index + 1] in ((), (None,)):
                told = partial(self._bits_told, preview.canvases, index)
                self.questions.bits(canvas.sentences[preview.part], preview.before.masks[preview.part], told)

    def _bits_told(self, canvases: tuple[object, ...], index: int, bits: float) -> None:
        if self.preview.canvases is canvases:
            self.preview.set_grade(index, bits)
