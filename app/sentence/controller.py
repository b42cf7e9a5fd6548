"""What a page of words adds to a page: the model's vocabulary, questions about words, the topic, the length, and the
bits of its alternatives. Connects them; once for a page."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import shiboken6
from PySide6.QtCore import QObject

from app.document.asker import Asker
from app.document.preview import Preview
from app.document.worker import Worker
from app.page.verbs import VERBS
from app.sentence import changes
from app.sentence.describe import place_words
from app.sentence.panels.length import LengthRow
from app.sentence.panels.topic import TopicCard
from app.sentence.shown import ShownDraft
from app.sentence.verbs.verbs import stressed_text
from app.sentence.view import SentenceView
from app.sentence.vocabulary import Vocabulary, bits_inquiry, read_vocabulary
from app.sentence.word_choices import WordChoices
from engine.canvas.text import Draft
from engine.errors import PalimpsestError
from engine.jobs.inquiry import Inquiry

if TYPE_CHECKING:
    from app.page.page import Page


class AlternativeBits(QObject):
    """Asks how likely each alternative is, in bits a rewritten word, where the method did not say; one at a time."""

    def __init__(self, preview: Preview, shown: ShownDraft, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preview, self._shown = preview, shown
        self._canvases: tuple[object, ...] = ()  # the alternatives that were asked about
        self._waiting: list[tuple[int, Inquiry]] = []  # alternatives still to be asked about, the current one first
        self._asker = Asker(worker, self)
        self._asker.answered.connect(self._answered)
        self._asker.failed.connect(self._next)
        preview.changed.connect(self._follow)

    def _follow(self) -> None:
        preview = self._preview
        if not preview.ready or preview.before is None or preview.canvases is self._canvases:
            return
        old, waiting = self._canvases, {index for index, _ in self._waiting}
        self._asker.cancel()
        self._canvases, self._waiting = preview.canvases, []
        for index, canvas in enumerate(preview.canvases):
            known = index < len(old) and old[index] is canvas and index not in waiting
            if isinstance(canvas, Draft) and not known and preview.nats[index : index + 1] in ((), (None,)):
                sentence, mask = canvas.sentences[preview.part], preview.before.masks[preview.part]
                inquiry = bits_inquiry(sentence, mask, self._shown.vocabulary)
                if inquiry is not None:
                    self._waiting.append((index, inquiry))
        self._ask()

    def _ask(self) -> None:
        if self._waiting:
            self._asker.ask(self._waiting[0][1])

    def _next(self) -> None:
        self._waiting.pop(0)
        self._ask()

    def _answered(self, bits: np.ndarray) -> None:
        index = self._waiting[0][0]
        self._next()
        if self._preview.canvases is self._canvases:
            self._preview.set_bits(index, float(np.mean(bits)))


class SentenceController(QObject):
    """Belongs to one page of words."""

    def __init__(self, page: "Page", worker: Worker) -> None:
        super().__init__(page)
        self._page = page
        view = page.parts.widget
        assert isinstance(view, SentenceView)
        self.view = view
        self._document, self._preview = page.document, page.preview
        self.choices = WordChoices(page, self.view)
        self.topic = TopicCard(self.view.viewport(), self.view.shown.unknown)
        self.length = LengthRow()
        self.bits = AlternativeBits(self._preview, self.view.shown, worker, self)
        page.panel.add(self.length)
        self._connect()
        self._follow()
        worker.call(read_vocabulary, worker.models, then=self._vocabulary_read)

    def _connect(self) -> None:
        self.view.topic_asked.connect(self.ask_topic)
        self.topic.wanted.connect(self._make_about)
        self.topic.closed.connect(self._leave_topic)
        self.length.wanted.connect(self._resize)
        for signal in (self._document.changed, self._document.selection_changed, self._preview.changed):
            signal.connect(self._follow)
        self._document.changed.connect(self.topic.hide)

    def _vocabulary_read(self, vocabulary: Vocabulary | None) -> None:
        if shiboken6.isValid(self):  # the page may have been closed meanwhile
            self.view.shown.vocabulary = vocabulary
            self.view.refresh()

    def _follow(self) -> None:
        self._show_length()
        self._page.tools.place.setText("")
        self._page.tools.words.setText(place_words(self._document.project, self._document.part))
        if not self._preview.running:
            self._page.rewrites.describe()
        elif self.choices.popover.isVisible():
            self.choices.close()

    # Length

    def _show_length(self) -> None:
        self.length.show_length(changes.word_count(changes.words_of(self._document.project, self._document.part)))

    def _resize(self, words: int, sliding: bool) -> None:
        try:
            now = changes.words_of(self._document.project, self._document.part)
            signs = len(now) - changes.word_count(now)
            self.view.commands.set_length(words + signs, "length" if sliding else "")
        except PalimpsestError as error:
            self._page.status.emit(str(error))
            self._show_length()

    # Topic

    def ask_topic(self) -> None:
        """Stress the selected words; without any, ask which, that may not stand in the sentence yet."""
        where = self._page.pointing.where()
        if where.words:
            try:
                self._page.rewrites.verb("about")
            except PalimpsestError as error:
                self._page.status.emit(str(error))
            return
        self._page.generation.reject()
        self.choices.close()
        block = self.view.picture.block(where.part)
        assert block is not None
        project = self._document.project
        self.topic.ask(changes.words_of(project, where.part), stressed_text(project, where.part), block)

    def _make_about(self, topics: tuple[tuple[str, ...], ...]) -> None:
        try:
            plan = VERBS["about"].prepare(
                self._document.project, replace(self._page.pointing.where(), words=(), topics=topics)
            )
        except PalimpsestError as error:
            self.topic.say(str(error))
            return
        self._leave_topic()
        self._page.rewrites.run_plan(plan, "about")

    def _leave_topic(self) -> None:
        self.topic.hide()
        self.view.setFocus()
