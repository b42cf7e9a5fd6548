"""Rewriting on a page: says what the next rewrite keeps, starts it, and accepts all or part of the result. Knows no
layout."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.document.accept import chosen_words, region_of, region_of_words
from app.document.document import Document
from app.document.generation import Generation
from app.document.plans import Plan
from app.document.preview import Preview
from app.page.canvas_protocol import PageCanvas
from app.page.panels.progress_card import ProgressCard
from app.page.panels.rewrite_panel import RewritePanel
from app.page.panels.tool_strip import ToolStrip
from app.page.pointing import Pointing
from app.page.verbs import VERBS
from app.sentence.describe import rewrite_words, selected_words, summary_words
from app.words import count, tr
from engine.canvas.music import VOICES, Piece, sounding, whole_notes
from engine.canvas.project import Take
from engine.canvas.text import Draft
from engine.errors import CanvasError


class PageRewrites(QObject):
    """The part of a page that rewrites; it reports in the panel, the card and the tool strip."""

    status = Signal(str)
    started = Signal()  # a rewrite was asked for: its panel is to be seen
    located = Signal(int, int, int)  # what is shown belongs here: voice, step and pitch, or sentence, word and 0
    new_page = Signal(object, str)  # a Plan that wants its own page, and its verb

    def __init__(
        self,
        document: Document,
        preview: Preview,
        generation: Generation,
        canvas: PageCanvas,
        pointing: Pointing,
        panel: RewritePanel,
        card: ProgressCard,
        tools: ToolStrip,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document, self._preview, self._generation = document, preview, generation
        self._canvas, self._pointing = canvas, pointing
        self._panel, self._card, self._tools = panel, card, tools
        self._said: Plan | None = None  # what a verb prepared, as long as the page is painted so
        self._verb = ""
        card.cancelled.connect(generation.cancel)
        card.accepted.connect(self.accept)
        generation.failed.connect(card.show_failed)
        document.changed.connect(self.describe)

    # What it says

    def describe(self) -> None:
        """Say what the next rewrite would keep and write."""
        if self._said is not None and self._document.project.masks == self._said.project.masks:
            return
        self._said = None
        free = int((~self._document.mask.pinned()).sum())
        self._panel.say(tr("Rewrite"), self._sentence(free))
        self._tools.mark("")

    def _sentence(self, free: int) -> str:
        canvas = self._document.project.canvas
        if isinstance(canvas, Draft) and not canvas.sentences[self._document.part].words:
            return tr("Type or paste a sentence first; then paint what may change.")
        if not free:
            return tr("Everything is kept. Paint what may change, or use a command above.")
        if isinstance(canvas, Piece):
            pinned = self._document.mask.pinned()
            kept = sum(whole_notes(cells, row) for cells, row in zip(canvas.grid(), pinned, strict=True))
            voices = [tr(VOICES[v].name.lower()) for v in range(4) if not pinned[v].all()]
            names = (
                voices[0]
                if len(voices) == 1
                else tr("{first} and {last}", first=", ".join(voices[:-1]), last=voices[-1])
            )
            return tr("Keeps {notes}. Writes {names}.", notes=count(kept, "note", "notes"), names=names)
        return rewrite_words(self._document.project, self._document.part)

    def summary(self) -> str:
        """What the status bar says of the whole page."""
        if isinstance(self._document.project.canvas, Draft):
            return summary_words(self._document.project, self._preview, selected_words(self._document))
        preview, free = self._preview, int((~self._document.mask.pinned()).sum())
        if preview.running and preview.settled is not None:
            placed = round(free * preview.placed(preview.index))
            return tr("{n} cells to write, {m} placed", n=f"{free:,}", m=f"{placed:,}")
        chosen = len(self._document.selection)
        if chosen:
            return tr("{what} selected", what=count(chosen, "note", "notes"))
        return tr("{n} cells to write", n=f"{free:,}") if free else tr("Everything is kept")

    # Rewriting

    def rewrite(self) -> None:
        """Write what is painted Rewrite or Suggest."""
        name = tr(VERBS[self._verb].label) if self._said is not None else tr("Rewrite")
        self._start(name, None)

    def verb(self, name: str) -> None:
        """Prepare the page as a verb says, and write."""
        self._generation.reject()
        plan = VERBS[name].prepare(self._document.project, self._pointing.where())
        if plan.new_page:
            same_model = replace(plan.project, model=self._document.project.model)
            self.new_page.emit(replace(plan, project=same_model), name)
            return
        self.run_plan(plan, name)

    def run_plan(self, plan: Plan, name: str) -> None:
        """Write a prepared page."""
        self._said, self._verb = plan, name
        label = tr(VERBS[name].label)
        self._panel.say(label, plan.says)
        self._tools.mark(f"verb_{name}")
        self._start(label, plan)

    def _start(self, label: str, plan: Plan | None) -> None:
        panel = self._panel
        options = {**panel.options(), **(plan.options if plan else {})}
        self._card.clear_error()
        self.started.emit()
        self._generation.start(label, panel.method, options, panel.count, panel.seed, plan.project if plan else None)
        panel.roll()

    def branch(self) -> None:
        """Write on from the step in view, with what the rewrite panel says now."""
        panel = self._panel
        self._card.clear_error()
        self._generation.branch(panel.method, panel.options(), panel.count, panel.seed)
        panel.roll()

    def restore(self, take: Take) -> None:
        """Lay out a remembered result, and show the bars or the sentence it belongs to."""
        self._generation.restore(take)
        before, part = self._preview.before, self._preview.part
        if before is None:
            return
        free = np.argwhere(~before.masks[part].pinned())
        row, step = min(free.tolist(), key=lambda place: (place[1], place[0])) if len(free) else (0, 0)
        if isinstance(before.canvas, Piece):
            pitches = [pitch for pitch in sounding(before.canvas.grid())[:, step] if pitch >= 0]
            self.located.emit(row, step, int(pitches[0]) if pitches else self._document.cursor[2])
        else:
            self.located.emit(part, step, 0)

    def repeat(self, take: Take) -> None:
        """Run a remembered request again."""
        self._generation.repeat(take)

    # Choosing

    def accept(self) -> None:
        """Make the shown alternative the page, or the step of it that is watched: what was still open then stays as
        it is."""
        watched = self._preview.watched
        if watched is not None and watched.blank:
            self.status.emit(tr("Nothing is written yet at this step; move to a later one."))
            return
        spared = self._generation.accept()
        self._canvas.setFocus()
        what = tr("Accepted, except where you made changes in the meantime") if spared else tr("Accepted")
        if watched is not None and watched.open.any():
            what = tr("Kept step {n}; what was still open is unchanged", n=watched.step)
        self.status.emit(tr("{what}; Ctrl+Z undoes it.", what=what))

    def accept_voice(self, voice: int) -> None:
        """Take one voice of the shown alternative."""
        canvas = self._document.project.canvas
        if isinstance(canvas, Piece):
            self._accept_part(region_of(canvas, [voice]), tr("{voice} only", voice=tr(VOICES[voice].name.lower())))

    def accept_bars(self) -> None:
        """Take only the bars of the selection or loop."""
        if isinstance(self._document.project.canvas, Draft):
            self.accept_words(chosen_words(self._document.selection, self._preview.part))
            return
        canvas, bars = self._document.project.canvas, self._pointing.where().bars
        if not bars:
            raise CanvasError(tr("Select some notes or drag over the ruler to choose the bars to accept."))
        if isinstance(canvas, Piece):
            first, last = (canvas.place(canvas.bar_starts[bar])[0] for bar in (bars[0], bars[-1]))
            words = tr("bar {n}", n=first) if first == last else tr("bars {n} to {m}", n=first, m=last)
            self._accept_part(region_of(canvas, None, bars), words)

    def accept_to_cursor(self) -> None:
        """Take the words of an alternative up to the cursor."""
        if isinstance(self._document.project.canvas, Draft):
            if self._document.part != self._preview.part:
                raise CanvasError(tr("Put the cursor in the sentence that was rewritten."))
            self.accept_words(tuple(range(self._document.cursor[1] + 1)))

    def accept_words(self, words: tuple[int, ...]) -> None:
        """Accept some words of an alternative."""
        if not words:
            raise CanvasError(tr("Select the words to accept."))
        region = region_of_words(self._document.project, self._preview.part, words)
        self._accept_part(region, count(len(words), "word", "words"))

    def _accept_part(self, region: np.ndarray, words: str) -> None:
        self._generation.accept(region, words)
        self._canvas.setFocus()
        left = tr("the rest still waits") if self._preview.ready else tr("nothing else waits")
        self.status.emit(tr("Accepted: {words}; {left}. Ctrl+Z takes it back.", words=words, left=left))

    def step(self, by: int) -> None:
        """Show the next or previous alternative."""
        self._preview.choose(self._preview.index + by)

    def toggle_original(self) -> None:
        """Show the page as it is, or the alternative again; holding the key does the same for as long as it is held."""
        self._preview.hold(not self._preview.hold_original)

    def escape(self) -> None:
        """Give up, in this order: a gesture, writing, the step that is watched, the alternatives, the selection."""
        if self._canvas.gesture is not None:
            self._canvas.escape()
        elif self._generation.running:
            self._generation.cancel()
        elif self._preview.frame is not None:
            self._preview.watch(None)
        elif self._preview.count:
            self._generation.reject()
            self.status.emit(tr("Rejected; the alternatives stay in the history."))
        else:
            self._canvas.escape()
        self._canvas.setFocus()
