"""Fixing a voice-leading fault on a page: free the fewest notes, rewrite them, check, and free more if the fault is
still there. The notes to free and the choice among the results come from engine.theory.mend; the writing is a
generation like any other."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.insight.examine import short_place
from app.roll.describe import voice_word
from app.words import count, tr
from engine.canvas.music import Piece
from engine.jobs.request import Failed
from engine.sampling.options import Value
from engine.theory.finding import Finding
from engine.theory.mend import ALTERNATIVES, BRIEFLY, Choice, Patch, best_of, patches

if TYPE_CHECKING:
    from app.document.document import Document
    from app.document.generation import Generation
    from app.document.preview import Preview
    from app.document.worker import Worker


class Mending(QObject):
    """At most one at a time; `said` carries what is done and what came of it."""

    said = Signal(str)

    def __init__(
        self,
        document: "Document",
        preview: "Preview",
        generation: "Generation",
        worker: "Worker",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._preview, self._generation, self._worker = document, preview, generation, worker
        self._finding: Finding | None = None
        self._ladder: list[Patch] = []
        self._rules: tuple[str, ...] = ()
        self._piece: Piece | None = None  # what is being fixed
        self._told = False  # whether what is said is about the alternatives in view
        self._start: Callable[[Patch], None] = lambda _patch: None
        generation.finished.connect(self._finished)
        generation.ended.connect(self._ended)
        preview.changed.connect(self._follow)

    def mend(
        self, finding: Finding, rules: tuple[str, ...], method: str, options: Mapping[str, Value], seed: int
    ) -> None:
        """Begin; fixes the page as it is now."""
        self._generation.reject()
        project = self._document.project
        piece = project.canvas
        assert isinstance(piece, Piece)
        self._finding, self._rules, self._ladder, self._piece = finding, rules, [], piece
        name = tr("Fix {what}", what=tr(finding.rule))

        def begin(ladder: tuple[Patch, ...]) -> None:
            if isValid(self) and self._finding is finding and self._document.project.canvas is piece:
                self._ladder = list(ladder)
                self._try()

        def start(patch: Patch) -> None:
            words = ", ".join(f"{voice_word(voice)} {short_place(piece, step)}" for voice, step in patch.notes)
            self.said.emit(tr("Rewriting {notes}, keeping everything else.", notes=words))
            self._generation.start(
                name, method, {**options, **BRIEFLY.get(method, {})}, ALTERNATIVES, seed, mask=patch.mask
            )

        self._start = start

        def refuse(failed: Failed) -> None:
            if isValid(self):
                self._finding = None
                self.said.emit(failed.sentence)

        self._worker.call(lambda: tuple(patches(piece, project.masks[0], finding, rules)), then=begin, failed=refuse)

    def _follow(self) -> None:
        """What was said of a result goes when the result goes."""
        if self._told and not self._preview.count:
            self._told = False
            self.said.emit("")

    def _try(self) -> None:
        self._start(self._ladder.pop(0))

    def _finished(self) -> None:
        """Something was written; if it was for a mend, look which alternative is best."""
        finding, canvases = self._finding, self._preview.canvases
        if finding is None:
            return
        pieces = tuple(piece for piece in canvases if isinstance(piece, Piece))
        self._worker.call(
            best_of,
            finding,
            pieces,
            self._rules,
            self._piece,
            then=lambda choice: self._chosen(finding, canvases, choice),
        )

    def _chosen(self, finding: Finding, canvases: tuple[object, ...], choice: Choice) -> None:
        if not isValid(self) or self._finding is not finding or self._preview.canvases is not canvases:
            return  # the user went on
        if not choice.gone and self._ladder:
            self._try()
            return
        self._finding = None
        self._told = True
        self._preview.choose(choice.index)
        left = (
            tr("{n} left on the page", n=count(choice.left, "finding is", "findings are"))
            if choice.left
            else tr("nothing else found")
        )
        if choice.gone:
            self.said.emit(tr("Best of {n}: fixed, {left}.", n=choice.count, left=left))
        else:
            self.said.emit(
                tr(
                    "Best of {n}: the problem is still there; paint more notes here with Rewrite and try again.",
                    n=choice.count,
                )
            )

    def _ended(self) -> None:
        """Cancelled or failed: nothing is being fixed any more.

        After a result `finished` has come first and asked for the choice."""
        if not self._preview.ready and not self._generation.running:
            self._finding = None
