"""One page of the window: canvas, lanes, alternatives and panels around a document, laid out and connected.

What it does stands in its two other halves."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from app.document.accept import audition_span
from app.document.document import Document
from app.document.generation import Generation
from app.document.preview import Preview
from app.page.brush_panel import BrushPanel
from app.page.history import HistoryPanel
from app.page.progress_card import ProgressCard, part_menu
from app.page.rewrite_panel import RewritePanel
from app.page.rewrites import PageRewrites
from app.page.timeline import Timeline
from app.page.tool_strip import ToolStrip
from app.page.views import BRUSHES, VIEWS
from app.sound.transport import Transport
from app.widgets.icons import ICONS
from app.widgets.labels import rule
from app.widgets.segments import Segments
from app.window.action_set import ActionSet
from app.words import tr
from engine.canvas.mask import Brush
from engine.canvas.music import Piece

if TYPE_CHECKING:
    from app.document.worker import Worker
    from app.score.pane import UnderPane
    from app.sound.listening import Listening

SIDE = 300
PANELS = {"rewrite": "Rewrite", "insight": "Insight", "history": "History"}


class Page(PageRewrites):
    """Everything between the tabs and the status bar."""

    changed = Signal()  # something an action depends on
    preview: Preview
    tools: ToolStrip
    left: BrushPanel
    right: QWidget
    alternatives: QWidget
    listening: "Listening | None" = None  # given by the window: how the page is heard
    under: "UnderPane | None" = None  # alternatives or score; text has no score
    _picking = False  # a note is being selected in the score

    def __init__(self, document: Document, worker: "Worker", actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.worker, self._actions = document, worker, actions
        document.setParent(self)
        self.preview = Preview(self)
        self.transport = Transport(document, self)
        self.generation = Generation(document, self.preview, worker, self)
        self.view = VIEWS[document.kind]
        self.canvas: Any = self.view.canvas(document, self.preview).widget
        self.strip = self.view.strip(document, self.preview, self.canvas) if self.view.strip else None
        self.brush = Brush.REWRITE
        self._lay_out()
        self._connect()
        self.desk = self.view.attach(self, worker) if self.view.attach else None
        self.set_tool("select")
        self.describe()

    # Parts

    def _lay_out(self) -> None:
        actions, view = self._actions, self.view
        transport, verbs, more, undo = (
            [actions[n] for n in names] for names in (view.transport, view.verbs, view.more, ("undo", "redo"))
        )
        self.tools = ToolStrip(transport, verbs, more, undo, actions["rewrite"])
        brushes = [(actions[name], brush) for name, brush in BRUSHES]
        tools = [(actions[name], name if name in ICONS else "") for name in view.tools]
        self.left = BrushPanel(
            tools, brushes, [actions[n] for n in view.commands], view.legend() if view.legend else None
        )
        self.panel, self.history = RewritePanel(view.labels, self.document.kind), HistoryPanel(self.document)
        self.card = ProgressCard(self.preview, part_menu(self, [actions[n] for n in view.parts]))
        self.alternatives = view.alternatives(self.document, self.preview)
        self.timeline = Timeline(self.preview, *view.cell)
        self.insight: Any = view.insight(self) if view.insight else None
        self.right = self._make_right()
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.canvas, 1)
        if self.document.kind == "music":
            from app.score.pane import UnderPane

            self.under = UnderPane(self.document, self.preview, self.alternatives, self._score_made)
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

    def _make_right(self) -> QWidget:
        side = QWidget()
        side.setProperty("role", "panel")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(SIDE)
        self._panels = {"rewrite": self.panel, "insight": self.insight, "history": self.history}
        self._panels = {name: panel for name, panel in self._panels.items() if panel is not None}
        self._segments = Segments({name: tr(PANELS[name]) for name in self._panels}, tr("Panel"))
        self._stack = QStackedWidget()
        for made in self._panels.values():
            self._stack.addWidget(made)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 14, 0, 16)
        column.setSpacing(8)
        top, foot = QHBoxLayout(), QHBoxLayout()
        top.setContentsMargins(20, 0, 20, 0)
        foot.setContentsMargins(20, 0, 20, 0)
        top.addWidget(self._segments)
        foot.addWidget(self.card)
        column.addLayout(top)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)
        return side

    def _connect(self) -> None:
        document, preview, transport = self.document, self.preview, self.transport
        document.changed.connect(self.describe)
        for signal in (
            document.changed,
            document.selection_changed,
            document.stack.indexChanged,
            preview.changed,
            self.generation.ended,
        ):
            signal.connect(self._told)
        document.cursor_changed.connect(self._cursor_moved)
        self._segments.chosen.connect(self.show_panel)
        self.history.restored.connect(self.restore)
        self.history.repeated.connect(self.repeat)
        self.card.cancelled.connect(self.generation.cancel)
        self.card.accepted.connect(self.accept)
        self.card.watched.connect(self.timeline.toggle)
        self.timeline.kept.connect(self.accept)
        self.timeline.branched.connect(self.branch)
        self.generation.failed.connect(self.card.show_failed)
        transport.moved.connect(self._follow_transport)
        transport.changed.connect(self._follow_transport)
        preview.changed.connect(lambda: transport.set_audition(audition_span(preview)))
        if hasattr(self.canvas, "follow"):
            transport.jumped.connect(self.canvas.follow.again)
        self._listen(
            self.canvas,
            located=transport.locate,
            loop_changed=transport.set_loop,
            tool_changed=self._tool_changed,
            menu_wanted=self._menu,
        )
        for part in (self.canvas, self.strip):
            self._listen(part, status=self.status)
        self._follow_transport()

    def hear(self, listening: "Listening") -> None:
        """Sound as it plays, and sound what is clicked, muted or soloed."""
        self.listening = self.transport.sound = listening
        self._listen(self.canvas, sounded=listening.sound)
        self._listen(self.strip, muted=listening.set_mute, soloed=listening.set_solo)
        listening.changed.connect(self._follow_ears)

    def _follow_ears(self) -> None:
        """Show in the menus how the page is heard."""
        self._actions["follow"].setChecked(getattr(self.canvas, "follow", None) is not None and self.canvas.follow.on)
        self._actions["metronome"].setChecked(self.listening is not None and self.listening.metronome)
        self._actions["count_in"].setChecked(self.listening is not None and bool(self.listening.count_in))

    def _score_made(self, score: Any) -> None:
        """The score is shown for the first time: link it with roll and transport."""
        score.located.connect(self.transport.locate)
        score.picked.connect(self._picked_in_score)
        score.follow.on = self.canvas.follow.on
        self.transport.jumped.connect(score.follow.again)
        self.document.selection_changed.connect(self._show_selection)
        score.sounded.connect(lambda pitch, voice: self.listening.sound(pitch, voice) if self.listening else None)
        self._listen(self.canvas, view_changed=self._follow_roll)
        self.insight.mark_score(score)
        self._follow_roll()

    def _follow_roll(self) -> None:
        score = self.under.score if self.under else None
        if score is not None and score.isVisible() and not self.transport.playing and not self._picking:
            score.reveal(max(0.0, self.canvas.scale.step_at(self.canvas.horizontalScrollBar().value())), gently=False)

    def _picked_in_score(self, step: int, pitch: int) -> None:
        """A note was selected in the score: bring it into view on the roll; the score itself stays under the hand."""
        self._picking = True
        self.canvas.reveal(step, pitch)
        self._picking = False

    def _show_selection(self) -> None:
        score = self.under.score if self.under else None
        if score is not None and score.isVisible() and not self.transport.playing and self.canvas.gesture is None:
            score.reveal_selection()

    def set_follow(self, on: bool) -> None:
        """Whether roll and score turn their pages with the playhead."""
        for part in (self.canvas, self.under.score if self.under else None):
            if part is not None and hasattr(part, "follow"):
                part.follow.on = on
                part.follow.again()
        self._follow_ears()

    def shut(self) -> None:
        """The page goes: silence, and no thread left behind."""
        self.generation.reject()
        if self.transport.playing:
            self.transport.toggle()
        if self.under is not None:
            self.under.shut()
        if self.insight is not None:
            self.insight.shut()

    @staticmethod
    def _listen(part: QWidget | None, **slots: Any) -> None:
        """Connect the signals a part has; kinds of canvas need not have all."""
        for name, slot in slots.items():
            if hasattr(part, name):
                getattr(part, name).connect(slot)

    def _menu(self, place: QPoint) -> None:
        """What can be done where the canvas was right-clicked."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for name in self.view.menu:
            menu.addAction(self._actions[name]) if name else menu.addSeparator()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _told(self, *_values: object) -> None:
        self._show_card()
        self.changed.emit()

    def _cursor_moved(self) -> None:
        self._actions.check("voice", self.document.cursor[0])

    def activate(self) -> None:
        """This page came to the front: its tool, voice and loop are what the menus show."""
        self._actions.reword(self.view.words)
        self._tool_changed(self.canvas.tool)
        self._actions.check("voice", self.document.cursor[0])
        self._actions["loop"].setChecked(self.transport.looping)
        self._follow_ears()
        self.canvas.setFocus()

    def _follow_transport(self) -> None:
        transport, canvas = self.transport, self.document.project.canvas
        if self.tools.play:
            self.tools.play.set_playing(transport.playing)
        self._actions["loop"].setChecked(transport.looping)
        if isinstance(canvas, Piece):
            bar, beat, part = canvas.place(min(int(transport.step), canvas.steps - 1))
            self.tools.place.setText(f"{bar} . {beat} . {part}")
            self.tools.tempo.setText(tr("Tempo {n}", n=f"{transport.quarters():g}"))
            self.canvas.playhead = transport.step
            if self.under is not None and (score := self.under.score) is not None:
                score.playhead = transport.step

    def _tool_changed(self, tool: object) -> None:
        action = next((name for name, own in self.view.tool_names.items() if own == tool), tool)
        self._actions.check("tool", tool.name if isinstance(tool, Brush) else action)
        if isinstance(tool, Brush):
            self.brush = tool
        self.left.update()

    # Showing

    def show_panel(self, name: str) -> None:
        """Bring a panel of the right side to the front."""
        self._segments.current = name
        self._stack.setCurrentWidget(self._panels[name])
        self._show_card()

    def _show_card(self) -> None:
        """The card belongs to the rewrite panel; beside insight it stands only while there are alternatives."""
        self.card.setVisible(
            self._segments.current == "rewrite" or (self._segments.current == "insight" and self.preview.count > 0)
        )

    def toggle_sides(self) -> None:
        """Show or hide both side panels."""
        shown = not self.left.isVisible()
        self.left.setVisible(shown)
        self.right.setVisible(shown)
