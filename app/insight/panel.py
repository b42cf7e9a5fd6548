"""The Insight panel: its sections in a column, and when each looks at the page again.

What a section shows is in its own file."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QTimer, Signal
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from app.insight.ask_me import AskMe
from app.insight.examine import Examined, examine
from app.insight.heat import Heat
from app.insight.insight import Insight
from app.insight.marks import Marks, finding_notes
from app.insight.mending import Mending
from app.insight.notes import Notes, OpenNotes
from app.insight.sections.ask import AskSection, paint_question
from app.insight.sections.grade import GradeSection
from app.insight.sections.heat import HeatSection
from app.insight.sections.lint import LintSection, finding_words
from app.insight.selection_bits import SelectionBits
from app.insight.subject import roll_of
from app.insight.why_not import WhyNot
from app.roll.badges import Badges
from app.roll.scale import Scale
from app.widgets.labels import fill_scrolling
from app.widgets.theme import look
from app.words import tr
from engine.canvas.music import Piece
from engine.theory.finding import Finding

if TYPE_CHECKING:
    from app.page.page import Page
    from app.score.view import ScoreView

ASK_KEY = "Q"
DELAY = 250  # milliseconds after an edit before the page is looked at again


class InsightPanel(Insight):
    """What can be said of the page in view: the document, or the alternative shown over it."""

    rules_changed = Signal()
    examined = Signal()  # grade and findings are those of the page

    def __init__(self, page: "Page") -> None:
        super().__init__(page)
        self._worker, self._roll = page.worker, roll_of(page)
        self._job: int | None = None
        self._seen: tuple[Piece, tuple[str, ...]] | None = None  # what was examined last, or is being
        self.result: Examined | None = None
        self.grade, self.lint = GradeSection(), LintSection()
        self._score: ScoreView | None = None
        self.marks = Marks(self._repaint)
        self._roll.overlays.append(self.marks.paint)
        self._roll.badges.append(Badges(self._mark_words, self._press_mark))
        self.heat = Heat(Notes(page.document, self._roll), page.document, page.preview, self._roll, page.worker, self)
        self.selection_bits = SelectionBits(page.document, self.heat, page.worker, self)
        self.surprise = HeatSection(self.heat, self.selection_bits)
        self.why_not = WhyNot(page, self)
        self.ask_me = AskMe(OpenNotes(page.document, self._roll), page.document, page.preview, page.worker, self)
        self.ask = AskSection(self.ask_me, ASK_KEY, "note", "Compare the open beats near the view")
        self._roll.overlays.append(lambda painter, scale, _area: self._paint_question(painter, scale))
        self.ask_me.changed.connect(self._roll.refresh_overlay)
        self.mending = Mending(page.document, page.preview, page.generation, page.worker, self)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self.look)
        self._lay_out()
        self._connect()
        self._timer.start()

    def _lay_out(self) -> None:
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(20, 8, 20, 16)
        self._column.setSpacing(18)
        for part in (self.grade, self.surprise, self.ask, self.lint):
            self._column.addWidget(part)
        self._column.addStretch(1)
        fill_scrolling(self, body)

    def _connect(self) -> None:
        page = self._page
        page.document.changed.connect(self._changed)
        page.preview.changed.connect(self._changed)
        self.surprise.jumped.connect(self.jump_to_note)
        self._roll.note_clicked.connect(self._clicked)
        self.lint.jumped.connect(self.jump)
        self.lint.mend.connect(self.mend)
        self.lint.rules_changed.connect(self._rules_changed)
        self.mending.said.connect(self._say)
        look.changed.connect(self.update)

    # Looking

    @property
    def piece(self) -> Piece:
        """The piece in view."""
        shown = self._page.preview.shown
        canvas = shown if isinstance(shown, Piece) else self._page.document.project.canvas
        assert isinstance(canvas, Piece)
        return canvas

    def _changed(self) -> None:
        """The page may be another: marks of the old one go at once, the rest follows when the hand rests."""
        if self.result is None or self.result.piece is not self.piece or self._page.preview.running:
            self.marks.show(None, ())
        self._timer.start()

    def look(self) -> None:
        """Examine the page in view, in the engine thread, unless that was done."""
        if self._page.preview.running:
            return  # its end is another change
        piece, rules = self.piece, self.lint.rules
        if self._seen is not None and self._seen[0] is piece and self._seen[1] == rules:
            self._tell()
            return
        if self._job is not None:
            self._worker.cancel(self._job)
        self._seen = (piece, rules)
        self._job = self._worker.call(examine, piece, rules, then=self._came)

    def _came(self, result: Examined) -> None:
        if not isValid(self):
            return  # the page was closed meanwhile
        self._job = None
        self.result = result
        self._tell()
        self.examined.emit()

    def _tell(self) -> None:
        """Show the last examination, if it is still that of the page in view."""
        result = self.result
        if result is None or result.piece is not self.piece:
            return
        page = self._page
        self.grade.show_grade(result.grade)
        self.lint.show_findings(result.piece, page.document.mask, result.findings, page.preview.count > 0)
        self.marks.show(result.piece, result.findings)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def shut(self) -> None:
        """The page is being closed: ask nothing more."""
        self._timer.stop()
        for asker in (self.heat.asker, self.selection_bits.asker, self.why_not.asker, self.ask_me.asker):
            asker.cancel()
        if self._job is not None:
            self._worker.cancel(self._job)

    # Doing

    def jump(self, finding: Finding) -> None:
        """Show where a finding is: scroll there, select its notes and mark it stronger."""
        page = self._page
        notes = finding_notes(self.piece, finding)
        if notes:
            voice, start, _, pitch = notes[0]
            self._roll.reveal(start, pitch)
            page.document.cursor = (voice, start, pitch)
            page.document.selection = frozenset((voice, start) for voice, start, _, _ in notes)
        self.marks.choose(finding)
        page.status.emit(finding.sentence[:1].upper() + finding.sentence[1:] + ".")

    def _mark_words(self, at: QPointF) -> str:
        """What a voice-leading mark at a point of the roll means."""
        finding = self.marks.finding_at(at, self._roll.scale)
        return finding_words(finding) if finding is not None else ""

    def _press_mark(self, at: QPointF) -> bool:
        """A mark on the roll was pressed: select its notes and open the finding."""
        finding = self.marks.finding_at(at, self._roll.scale)
        if finding is None or self._roll.tool != "select":
            return False
        self._page.show_panel("insight")
        self.jump(finding)
        self.lint.point_at(finding)
        return True

    def jump_to_note(self, voice: int, start: int) -> None:
        """Scroll to a note and select it."""
        pitch = self.piece.voices[voice].cells[start]
        self._roll.reveal(start, pitch)
        self._page.document.cursor = (voice, start, pitch)
        self._page.document.selection = frozenset({(voice, start)})

    def _clicked(self, voice: int, start: int) -> None:
        """With the heat-map on, a click on a note asks what else it could be."""
        if self.heat.on and self._roll.tool == "select":
            self.why_not.ask_soon(voice, start)

    def _paint_question(self, painter: QPainter, scale: Scale) -> None:
        best = self.ask_me.best
        if best is not None:
            pitch = next((cell for cell, _ in best.values if cell >= 0), 60)
            paint_question(painter, QPointF(scale.x(best.step) + 12, scale.y(pitch) + scale.row / 2), best.share)

    def mend(self, finding: Finding) -> None:
        """Rewrite as few notes as possible, with the method of the rewrite panel."""
        panel = self._page.panel
        self._page.card.clear_error()
        self.mending.mend(finding, self.lint.rules, panel.method, panel.options(), panel.seed)
        panel.roll()

    def _say(self, words: str) -> None:
        self.lint.say(words)
        self._page.status.emit(words)

    def mark_score(self, score: "ScoreView") -> None:
        """Draw findings over the score too, from now on."""
        from app.insight.score_marks import paint_score_marks

        self._score = score
        score.overlays.append(lambda painter, made, zoom: paint_score_marks(self.marks, painter, made, zoom))

    def _repaint(self) -> None:
        self._roll.refresh_overlay()
        if self._score is not None:
            self._score.viewport().update()

    def toggle_marks(self) -> None:
        """Show or hide voice-leading marks on the page."""
        self.marks.on = not self.marks.on
        self._repaint()
        self._page.status.emit(tr("Voice-leading marks: on") if self.marks.on else tr("Voice-leading marks: off"))

    def _rules_changed(self) -> None:
        self.rules_changed.emit()
        self._changed()
