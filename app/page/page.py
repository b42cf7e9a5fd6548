"""One page of the window: canvas, lanes, alternatives and panels around a document, laid out and connected.

Its work is done by its parts: pointing, edits, painting, rewrites, playback."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.document.accept import audition_span
from app.document.document import Document
from app.document.generation import Generation
from app.document.preview import Preview
from app.page.actions_protocol import PageActions
from app.page.canvas_protocol import CanvasParts, MusicCanvas, MusicInsight, PageCanvas, PageInsight, TextCanvas
from app.page.edits import PageEdits
from app.page.models import PageModels
from app.page.painting import PagePainting
from app.page.panels.alternatives import AlternativesStrip
from app.page.panels.brush_panel import BrushPanel
from app.page.panels.history import HistoryPanel
from app.page.panels.progress_card import ProgressCard, part_menu
from app.page.panels.rewrite_panel import RewritePanel
from app.page.panels.side_panels import SidePanels
from app.page.panels.timeline import Timeline
from app.page.panels.tool_strip import ToolStrip
from app.page.playback import PagePlayback
from app.page.pointing import Pointing
from app.page.rewrites import PageRewrites
from app.page.views import BRUSHES, VIEWS
from app.sound.transport import Transport
from app.widgets.icons import ICONS
from app.widgets.labels import rule
from engine.canvas.mask import Brush

if TYPE_CHECKING:
    from app.document.worker import Worker
    from app.page.chords import PageChords
    from app.roll.lanes import LaneStrip
    from app.score.pane import UnderPane


ROOMY = QSize(1100, 640)  # smaller pages show panels without words, and a lower score


class Page(QWidget):
    """Everything between the tabs and the status bar."""

    changed = Signal()  # something an action depends on
    status = Signal(str)
    new_page = Signal(object, str)  # a Plan that wants its own page, and its verb
    parts: CanvasParts
    canvas: PageCanvas
    roll: MusicCanvas | None
    draft: TextCanvas | None
    strip: "LaneStrip | None"
    edits: PageEdits
    painting: PagePainting
    rewrites: PageRewrites
    models: PageModels
    playback: PagePlayback
    chords: "PageChords | None"
    insight: PageInsight | None
    music_insight: MusicInsight | None
    tools: ToolStrip
    left: BrushPanel
    right: SidePanels
    alternatives: AlternativesStrip

    def __init__(
        self, document: Document, worker: "Worker", actions: PageActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.document, self.worker, self._actions = document, worker, actions
        document.setParent(self)
        self.view = VIEWS[document.kind]
        self.preview = Preview(self)
        self.transport = Transport(document, self)
        self.generation = Generation(document, self.preview, worker, self)
        self.parts = self.view.canvas(document, self.preview)
        self.canvas, self.roll, self.draft, self.strip = self.parts[1:]
        self.pointing = Pointing(document, self.transport, self.draft)
        self.edits = PageEdits(document, self.parts, self.pointing, self)
        self.painting = PagePainting(document, self.parts, self.pointing, self.view.tool_names, actions)
        self._make_panels()
        self.rewrites = PageRewrites(
            document,
            self.preview,
            self.generation,
            self.canvas,
            self.pointing,
            self.panel,
            self.card,
            self.tools,
            self,
        )
        self.models = PageModels(document, self.generation, self.panel, self)
        self.chords = self._make_chords()
        self.playback = PagePlayback(document, self.transport, self.parts, self.tools, actions, self)
        self.insights = self.view.insight(self) if self.view.insight else None
        self.insight = self.insights.panel if self.insights else None
        self.music_insight = self.insights.music if self.insights else None
        self.under = self._make_under()  # alternatives or score; text has no score
        self.right = self._make_right()
        self._lay_out()
        self._connect()
        self.controller = self.view.attach(self, worker) if self.view.attach else None
        self.painting.set_tool("select")
        self.rewrites.describe()

    # Parts

    def _make_panels(self) -> None:
        actions, view = self._actions, self.view
        transport, verbs, more, undo = (
            [actions[n] for n in names] for names in (view.transport, view.verbs, view.more, ("undo", "redo"))
        )
        self.tools = ToolStrip(transport, verbs, more, undo, actions["rewrite"])
        brushes = [(actions[name], brush) for name, brush in BRUSHES]
        tools = [(actions[name], name if name in ICONS else "") for name in view.tools]
        legend = view.legend() if view.legend else None
        self.left = BrushPanel(tools, brushes, [actions[n] for n in view.commands], legend)
        self.panel, self.history = RewritePanel(view.labels, self.document.kind), HistoryPanel(self.document)
        self.card = ProgressCard(self.preview, part_menu(self, [actions[n] for n in view.parts]))
        self.alternatives = view.alternatives(self.document, self.preview)
        self.timeline = Timeline(self.preview, *view.cell)

    def _make_chords(self) -> "PageChords | None":
        from app.page.chords import PageChords
        from app.roll.view import RollView

        if not isinstance(self.parts.widget, RollView):
            return None
        made = PageChords(
            self.document,
            self.preview,
            self.generation,
            self.parts.widget,
            self.pointing,
            self.panel,
            self.worker,
            self,
        )
        made.status.connect(self.status)
        return made

    def _make_under(self) -> "UnderPane | None":
        if self.roll is None:
            return None
        from app.score.pane import UnderPane

        return UnderPane(
            self.document,
            self.preview,
            self.alternatives,
            lambda score: self.playback.link_score(score, self.music_insight),
        )

    def _make_right(self) -> SidePanels:
        panels: dict[str, QWidget] = {"rewrite": self.panel}
        if self.insights is not None:
            panels["insight"] = self.insights.widget
        panels["history"] = self.history
        return SidePanels(panels, self.card, self.preview)

    def _lay_out(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.parts.widget, 1)
        column.addWidget(self.timeline)
        for part in (self.strip, self.under or self.alternatives):
            if part is not None:
                column.addWidget(rule())
                column.addWidget(part)
        body = QHBoxLayout()
        body.setSpacing(0)
        for made in (self.left, rule(vertical=True), centre, rule(vertical=True), self.right):
            body.addWidget(made, 1 if made is centre else 0)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.tools)
        outer.addWidget(rule())
        outer.addLayout(body, 1)

    def _connect(self) -> None:
        document, preview, rewrites = self.document, self.preview, self.rewrites
        for signal in (
            document.changed,
            document.selection_changed,
            document.stepped,
            preview.changed,
            self.generation.ended,
        ):
            signal.connect(self._report_change)
        document.cursor_changed.connect(self._cursor_moved)
        rewrites.status.connect(self.status)
        rewrites.new_page.connect(self.new_page)
        rewrites.started.connect(lambda: self.show_panel("rewrite"))
        rewrites.located.connect(self._locate)
        self.history.restored.connect(rewrites.restore)
        self.history.repeated.connect(rewrites.repeat)
        self.card.watched.connect(self.timeline.toggle)
        self.timeline.kept.connect(rewrites.accept)
        self.timeline.branched.connect(rewrites.branch)
        preview.changed.connect(lambda: self.transport.set_audition(audition_span(preview)))
        self.canvas.tool_changed.connect(self._tool_changed)
        self.canvas.menu_wanted.connect(self._menu)
        self.canvas.status.connect(self.status)
        if self.strip is not None:
            self.strip.status.connect(self.status)
        self.tools.tempo.chosen.connect(lambda quarters: self.edits.set_tempo(self.transport.step, quarters))
        self.tools.tempo.left.connect(self.canvas.setFocus)
        document.changed.connect(self.playback.follow_transport)
        self.playback.follow_transport()

    # What it shows

    def activate(self) -> None:
        """This page came to the front: its tool, voice and loop are what the menus show."""
        self._actions.reword(self.view.words)
        self._tool_changed(self.canvas.tool)
        self._actions.check("voice", self.document.cursor[0])
        self._actions["loop"].setChecked(self.transport.looping)
        self.playback.show_switches()
        self.canvas.setFocus()

    def show_panel(self, name: str) -> None:
        """Bring a panel of the right side to the front."""
        self.right.show_panel(name)

    def toggle_sides(self) -> None:
        """Show or hide both side panels."""
        shown = not self.left.isVisible()
        self.left.setVisible(shown)
        self.right.setVisible(shown)

    def toggle_score(self) -> None:
        """The score under the roll, or the alternatives."""
        if self.under is not None:
            self.under.toggle()

    def toggle_staves(self) -> None:
        """Two staves of the score, or four."""
        if self.under is not None:
            self.under.toggle_staves()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A small window gives its room to the canvas."""
        super().resizeEvent(event)
        self.left.set_narrow(self.width() < ROOMY.width())
        low = self.height() < ROOMY.height()
        self.alternatives.set_low(low)
        for part in (self.strip, self.under):
            if part is not None:
                part.set_low(low)

    def shut(self) -> None:
        """The page goes: silence, and no thread left behind."""
        self.generation.reject()
        if self.transport.playing:
            self.transport.toggle()
        if self.under is not None:
            self.under.shut()
        if self.insight is not None:
            self.insight.shut()

    def _menu(self, place: QPoint) -> None:
        """What can be done where the canvas was right-clicked."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for name in self.view.menu:
            menu.addAction(self._actions[name]) if name else menu.addSeparator()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _locate(self, row: int, step: int, pitch: int) -> None:
        """Put the cursor to a place of the page and scroll there."""
        if self.draft is not None:
            self.document.part = row
        self.document.cursor = (row, step, pitch)
        if self.roll is not None:
            self.roll.reveal(step, pitch)

    def _report_change(self, *_values: object) -> None:
        self.right.show_card()
        self.changed.emit()

    def _cursor_moved(self) -> None:
        self._actions.check("voice", self.document.cursor[0])

    def _tool_changed(self, tool: str | Brush) -> None:
        action = next((name for name, own in self.view.tool_names.items() if own == tool), tool)
        self._actions.check("tool", tool.name if isinstance(tool, Brush) else action)
        if isinstance(tool, Brush):
            self.painting.brush = tool
        self.left.update()
