"""One page of the window: canvas, lanes, alternatives and panels around a document, and what its actions do. Edits themselves live elsewhere."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.accept import bars_of, region_of
from app.action_set import ActionSet, text_of
from app.alternatives import AlternativesStrip
from app.brush_panel import BrushPanel
from app.document import Document
from app.generation import Generation
from app.history import HistoryPanel
from app.icons import ICONS
from app.labels import rule
from app.page_edits import PageEdits
from app.preview import Preview
from app.progress_card import ProgressCard, part_menu
from app.rewrite_panel import RewritePanel
from app.segments import Segments
from app.tool_strip import ToolStrip
from app.transport import Transport
from app.verbs import VERBS, Plan, Where
from app.views import BRUSHES, VIEWS
from app.words import count, tr
from engine.errors import CanvasError
from engine.mask import Brush
from engine.music import VOICES, Piece
from engine.project import Take

if TYPE_CHECKING:
    from app.worker import Worker

SIDE = 300


class Page(PageEdits):
    """Everything between the tabs and the status bar."""

    status = Signal(str)
    changed = Signal()  # something an action depends on
    new_page = Signal(object, str)  # a Plan that wants a page of its own, and its verb

    def __init__(self, document: Document, worker: "Worker", actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self._actions = document, actions
        document.setParent(self)
        self.preview = Preview(self)
        self.transport = Transport(document, self)
        self.generation = Generation(document, self.preview, worker, self)
        self.view = VIEWS[document.kind]
        self.canvas: Any = self.view.canvas(document, self.preview)
        self.strip = self.view.strip(document, self.preview, self.canvas) if self.view.strip else None
        self.brush = Brush.REWRITE
        self._said: Plan | None = None
        self._lay_out()
        self._connect()
        self.set_tool("select")
        self._describe()

    # Parts

    def _lay_out(self) -> None:
        actions, view = self._actions, self.view
        self.tools = ToolStrip(*([actions[n] for n in names] for names in (view.transport, view.verbs, view.more, ("undo", "redo"))), actions["rewrite"])
        brushes = [(actions[name], brush) for name, brush in BRUSHES]
        tools = [(actions[name], name if name in ICONS else "") for name in view.tools]
        self.left = BrushPanel(tools, brushes, [actions[n] for n in view.commands], view.legend() if view.legend else None)
        self.panel, self.history = RewritePanel(), HistoryPanel(self.document)
        self.card = ProgressCard(self.preview, part_menu(self, [actions[n] for n in view.parts]))
        self.alternatives = AlternativesStrip(self.document, self.preview)
        self.right = self._make_right()
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.canvas, 1)
        for part in (self.strip, self.alternatives):
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
        self._segments = Segments({"rewrite": tr("Rewrite"), "history": tr("History")}, tr("Panel"))
        self._stack = QStackedWidget()
        self._panels = {"rewrite": self.panel, "history": self.history}
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
        document.changed.connect(self._describe)
        for signal in (document.changed, document.selection_changed, document.stack.indexChanged, preview.changed, self.generation.ended):
            signal.connect(self._told)
        document.cursor_changed.connect(self._cursor_moved)
        self._segments.chosen.connect(self.show_panel)
        self.history.restored.connect(self.restore)
        self.history.repeated.connect(self.repeat)
        self.card.cancelled.connect(self.generation.cancel)
        self.card.accepted.connect(self.accept)
        self.generation.failed.connect(self.card.show_failed)
        transport.moved.connect(self._follow_transport)
        transport.changed.connect(self._follow_transport)
        for name, slot in (
            ("located", transport.locate),
            ("loop_changed", transport.set_loop),
            ("status", self.status.emit),
            ("tool_changed", self._tool_changed),
        ):
            if hasattr(self.canvas, name):
                getattr(self.canvas, name).connect(slot)
        self._follow_transport()

    def _told(self, *_values: object) -> None:
        self.changed.emit()

    def _cursor_moved(self) -> None:
        self._actions.check("voice", self.document.cursor[0])

    def activate(self) -> None:
        """This page came to the front: its tool, voice and loop are what the menus show."""
        self._tool_changed(self.canvas.tool)
        self._actions.check("voice", self.document.cursor[0])
        self._actions["loop"].setChecked(self.transport.looping)
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

    def _tool_changed(self, tool: object) -> None:
        self._actions.check("tool", tool.name if isinstance(tool, Brush) else tool)
        if isinstance(tool, Brush):
            self.brush = tool
        self.left.update()

    # What it says

    def _describe(self) -> None:
        """Say what the next rewrite would keep and write."""
        if self._said is not None and self.document.project.masks == self._said.project.masks:
            return
        self._said = None
        free = int((~self.document.mask.pinned()).sum())
        self.panel.say(tr("Rewrite"), self._sentence(free))
        self.tools.mark("")

    def _sentence(self, free: int) -> str:
        canvas = self.document.project.canvas
        if not free:
            return tr("Everything is kept. Paint what may change, or take a verb above.")
        if isinstance(canvas, Piece):
            pinned = self.document.mask.pinned()
            kept = sum(bool(pinned[v, n.start : n.start + n.length].all()) for v, voice in enumerate(canvas.voices) for n in voice.notes)
            voices = [tr(VOICES[v].name.lower()) for v in range(4) if not pinned[v].all()]
            names = voices[0] if len(voices) == 1 else tr("{first} and {last}", first=", ".join(voices[:-1]), last=voices[-1])
            return tr("Keeps {notes}. Writes {names}.", notes=count(kept, "note", "notes"), names=names)
        return tr("Writes {cells}.", cells=count(free, "word", "words"))

    def summary(self) -> str:
        """What the status bar says of the whole page."""
        preview, free = self.preview, int((~self.document.mask.pinned()).sum())
        if preview.running and preview.settled is not None and preview.request is not None:
            placed = int((preview.settled[min(preview.index, len(preview.settled) - 1)][~preview.request.mask.pinned()] > 0.5).sum())
            return tr("{n} cells to write, {m} placed", n=f"{free:,}", m=f"{placed:,}")
        chosen = len(self.document.selection)
        return tr("{what} selected", what=count(chosen, "note", "notes")) if chosen else tr("{n} cells to write", n=f"{free:,}")

    # Rewriting

    def where(self) -> Where:
        """What the person points at: the bars of the selection, else of the loop, and the active voice."""
        canvas = self.document.project.canvas
        if not isinstance(canvas, Piece):
            return Where()
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

    _verb = ""

    def _start(self, label: str, plan: Plan | None) -> None:
        panel = self.panel
        options = {**panel.options(), **(plan.options if plan else {})}
        self.card.clear_error()
        self.show_panel("rewrite")
        self.generation.start(label, panel.method, options, panel.count, panel.seed, plan.project if plan else None)
        panel.roll()

    def restore(self, take: Take) -> None:
        """Lay out a remembered result."""
        self.generation.restore(take)

    def repeat(self, take: Take) -> None:
        """Run a remembered request again."""
        self.generation.repeat(take)

    # Choosing

    def accept(self) -> None:
        """Make the shown alternative the page."""
        self.generation.accept()
        self.status.emit(tr("Accepted; Ctrl+Z brings the old page back."))

    def accept_voice(self, voice: int) -> None:
        """Take one voice of the shown alternative."""
        canvas = self.document.project.canvas
        if isinstance(canvas, Piece):
            self.generation.accept(region_of(canvas, [voice]), tr("{voice} only", voice=tr(VOICES[voice].name.lower())))

    def accept_bars(self) -> None:
        """Take only the bars of the selection or loop."""
        canvas, bars = self.document.project.canvas, self.where().bars
        if not bars:
            raise CanvasError(tr("Select some notes, or drag over the ruler, to say which bars to take."))
        if isinstance(canvas, Piece):
            first, last = (canvas.place(canvas.bar_starts[bar])[0] for bar in (bars[0], bars[-1]))
            words = tr("bar {n}", n=first) if first == last else tr("bars {n} to {m}", n=first, m=last)
            self.generation.accept(region_of(canvas, None, bars), words)

    def step(self, by: int) -> None:
        """Show the next or previous alternative."""
        self.preview.choose(self.preview.index + by)

    def toggle_original(self) -> None:
        """Show the page as it is, or the alternative again; holding the key does the same for as long as it is held."""
        self.preview.hold(not self.preview.hold_original)

    def escape(self) -> None:
        """Give up, in this order: a gesture, writing, the alternatives, the selection."""
        if getattr(self.canvas, "gesture", None) is not None:
            self.canvas.escape()
        elif self.generation.running:
            self.generation.cancel()
        elif self.preview.count:
            self.generation.reject()
            self.status.emit(tr("Rejected; the alternatives stay in the history."))
        else:
            self.canvas.escape()

    # Showing

    def show_panel(self, name: str) -> None:
        """Bring a panel of the right side to the front."""
        self._segments.current = name
        self._stack.setCurrentWidget(self._panels[name])
        self.card.setVisible(name == "rewrite")

    def toggle_sides(self) -> None:
        """Show or hide both side panels."""
        shown = not self.left.isVisible()
        self.left.setVisible(shown)
        self.right.setVisible(shown)

    def paint_region(self, name: str, region: np.ndarray, brush: Brush) -> None:
        """Paint cells (rows, steps) with a brush, as one step."""
        from engine.mask import Mask

        states = self.document.mask.array()
        states[region] = brush
        part, masks = self.document.part, self.document.project.masks
        self.document.apply(name, replace(self.document.project, masks=(*masks[:part], Mask.from_array(states), *masks[part + 1 :])))

    def command_name(self, action: str) -> str:
        """The undo name of a paint command."""
        return tr("{brush}: {what}", brush=tr(self.brush.name.capitalize()), what=text_of(action).lower())
