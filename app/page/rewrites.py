"""What a page does about rewriting: says what the next rewrite keeps, starts it, and takes what came, all of it or a
part. Knows no layout."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from app.document.accept import bars_of, chosen_words, region_of, region_of_words
from app.page.edits import PageEdits
from app.page.verbs import VERBS, Plan, Where
from app.sentence.describe import rewrite_words, summary_words
from app.words import count, tr
from engine.canvas.music import VOICES, Piece
from engine.canvas.project import Take
from engine.canvas.text import Draft
from engine.errors import CanvasError

if TYPE_CHECKING:
    from app.document.generation import Generation
    from app.document.preview import Preview
    from app.page.progress_card import ProgressCard
    from app.page.rewrite_panel import RewritePanel
    from app.page.tool_strip import ToolStrip


class PageRewrites(PageEdits):
    """The half of a page that rewrites."""

    status = Signal(str)
    new_page = Signal(object, str)  # a Plan that wants a page of its own, and its verb
    preview: "Preview"
    generation: "Generation"
    panel: "RewritePanel"
    card: "ProgressCard"
    tools: "ToolStrip"
    _said: Plan | None = None  # what a verb prepared, as long as the page is painted so
    _verb = ""

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front."""
        raise NotImplementedError

    # What it says

    def describe(self) -> None:
        """Say what the next rewrite would keep and write."""
        if self._said is not None and self.document.project.masks == self._said.project.masks:
            return
        self._said = None
        free = int((~self.document.mask.pinned()).sum())
        self.panel.say(tr("Rewrite"), self._sentence(free))
        self.tools.mark("")

    def _sentence(self, free: int) -> str:
        canvas = self.document.project.canvas
        if isinstance(canvas, Draft) and not canvas.sentences[self.document.part].words:
            return tr("Type or paste a sentence first; then paint what may change.")
        if not free:
            return tr("Everything is kept. Paint what may change, or take a verb above.")
        if isinstance(canvas, Piece):
            pinned = self.document.mask.pinned()
            kept = sum(
                bool(pinned[v, n.start : n.start + n.length].all())
                for v, voice in enumerate(canvas.voices)
                for n in voice.notes
            )
            voices = [tr(VOICES[v].name.lower()) for v in range(4) if not pinned[v].all()]
            names = (
                voices[0]
                if len(voices) == 1
                else tr("{first} and {last}", first=", ".join(voices[:-1]), last=voices[-1])
            )
            return tr("Keeps {notes}. Writes {names}.", notes=count(kept, "note", "notes"), names=names)
        return rewrite_words(self.document.project, self.document.part)

    def summary(self) -> str:
        """What the status bar says of the whole page."""
        if isinstance(self.document.project.canvas, Draft):
            return summary_words(self.document.project, self.preview, len(self.document.selection))
        preview, free = self.preview, int((~self.document.mask.pinned()).sum())
        if preview.running and preview.settled is not None and preview.request is not None:
            placed = int(
                (
                    preview.settled[min(preview.index, len(preview.settled) - 1)][~preview.request.mask.pinned()] > 0.5
                ).sum()
            )
            return tr("{n} cells to write, {m} placed", n=f"{free:,}", m=f"{placed:,}")
        chosen = len(self.document.selection)
        return (
            tr("{what} selected", what=count(chosen, "note", "notes"))
            if chosen
            else tr("{n} cells to write", n=f"{free:,}")
        )

    # Rewriting

    def where(self) -> Where:
        """What the person points at: the bars of the selection, else of the loop, and the active voice."""
        canvas = self.document.project.canvas
        if not isinstance(canvas, Piece):
            part = self.document.part
            return Where(
                part=part,
                words=chosen_words(self.document.selection, part),
                unknown=frozenset(self.canvas.unknown_in(part)),
            )
        bars = bars_of(canvas, self.document.selection)
        if not bars and self.transport.loop:
            first, last = self.transport.loop
            bars = tuple(i for i, s in enumerate(canvas.bar_starts) if s < last and s + canvas.bars[i].steps > first)
        return Where(bars, self.document.cursor[0])

    def rewrite(self) -> None:
        """Write what is painted Rewrite or Suggest."""
        name = tr(VERBS[self._verb].label) if self._said is not None else tr("Rewrite")
        self._start(name, None)

    def verb(self, name: str) -> None:
        """Prepare the page as a verb says, and write."""
        self.generation.reject()
        plan = VERBS[name].prepare(self.document.project, self.where())
        if plan.new_page:
            self.new_page.emit(plan, name)
            return
        self.run_plan(plan, name)

    def run_plan(self, plan: Plan, name: str) -> None:
        """Write a prepared page."""
        self._said, self._verb = plan, name
        label = tr(VERBS[name].label)
        self.panel.say(label, plan.says)
        self.tools.mark(f"verb_{name}")
        self._start(label, plan)

    def _start(self, label: str, plan: Plan | None) -> None:
        panel = self.panel
        options = {**panel.options(), **(plan.options if plan else {})}
        self.card.clear_error()
        self.show_panel("rewrite")
        self.generation.start(label, panel.method, options, panel.count, panel.seed, plan.project if plan else None)
        panel.roll()

    def branch(self) -> None:
        """Write on from the step in view, with what the rewrite panel says now."""
        panel = self.panel
        self.card.clear_error()
        self.generation.branch(panel.method, panel.options(), panel.count, panel.seed)
        panel.roll()

    def restore(self, take: Take) -> None:
        """Lay out a remembered result."""
        self.generation.restore(take)

    def repeat(self, take: Take) -> None:
        """Run a remembered request again."""
        self.generation.repeat(take)

    # Choosing

    def accept(self) -> None:
        """Make the shown alternative the page, or the step of it that is watched: what was still open then stays as
        it is."""
        watched = self.preview.watched
        if watched is not None and watched.blank:
            self.status.emit(tr("Nothing is written yet at this step; slide on."))
            return
        spared = self.generation.accept()
        self.canvas.setFocus()
        what = tr("Accepted, but for what you changed meanwhile") if spared else tr("Accepted")
        if watched is not None and watched.open.any():
            what = tr("Kept step {n}, with what was still open as it was", n=watched.step)
        self.status.emit(tr("{what}; Ctrl+Z brings the old page back.", what=what))

    def accept_voice(self, voice: int) -> None:
        """Take one voice of the shown alternative."""
        canvas = self.document.project.canvas
        if isinstance(canvas, Piece):
            self.generation.accept(region_of(canvas, [voice]), tr("{voice} only", voice=tr(VOICES[voice].name.lower())))

    def accept_bars(self) -> None:
        """Take only the bars of the selection or loop."""
        if isinstance(self.document.project.canvas, Draft):
            self._accept_words(chosen_words(self.document.selection, self.preview.part))
            return
        canvas, bars = self.document.project.canvas, self.where().bars
        if not bars:
            raise CanvasError(tr("Select some notes, or drag over the ruler, to say which bars to take."))
        if isinstance(canvas, Piece):
            first, last = (canvas.place(canvas.bar_starts[bar])[0] for bar in (bars[0], bars[-1]))
            words = tr("bar {n}", n=first) if first == last else tr("bars {n} to {m}", n=first, m=last)
            self.generation.accept(region_of(canvas, None, bars), words)

    def accept_to_cursor(self) -> None:
        """Take the words of an alternative up to the cursor."""
        if isinstance(self.document.project.canvas, Draft):
            if self.document.part != self.preview.part:
                raise CanvasError(tr("Put the cursor in the sentence that was rewritten."))
            self._accept_words(tuple(range(self.document.cursor[1] + 1)))

    def _accept_words(self, words: tuple[int, ...]) -> None:
        if not words:
            raise CanvasError(tr("Select the words to take."))
        self.generation.accept(
            region_of_words(self.document.project, self.preview.part, words), count(len(words), "word", "words")
        )

    def step(self, by: int) -> None:
        """Show the next or previous alternative."""
        self.preview.choose(self.preview.index + by)

    def toggle_original(self) -> None:
        """Show the page as it is, or the alternative again; holding the key does the same for as long as it is held."""
        self.preview.hold(not self.preview.hold_original)

    def escape(self) -> None:
        """Give up, in this order: a gesture, writing, the step that is watched, the alternatives, the selection."""
        if getattr(self.canvas, "gesture", None) is not None:
            self.canvas.escape()
        elif self.generation.running:
            self.generation.cancel()
        elif self.preview.frame is not None:
            self.preview.watch(None)
        elif self.preview.count:
            self.generation.reject()
            self.status.emit(tr("Rejected; the alternatives stay in the history."))
        else:
            self.canvas.escape()
