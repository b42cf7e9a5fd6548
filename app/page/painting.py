"""Tools and brushes of a page: which one is active, and painting whole voices, bars and sentences with it."""

from collections.abc import Mapping

import numpy as np

from app.document.accept import region_of
from app.document.document import Document
from app.page.actions_protocol import PageActions
from app.page.canvas_protocol import CanvasParts
from app.page.pointing import Pointing
from app.widgets.labels import plain
from app.words import tr
from engine.canvas.mask import Brush, Mask


class PagePainting:
    """The part of a page that paints; `brush` is the one taken last."""

    def __init__(
        self,
        document: Document,
        parts: CanvasParts,
        pointing: Pointing,
        tool_names: Mapping[str, str],
        actions: PageActions,
    ) -> None:
        self._document, self._parts, self._pointing = document, parts, pointing
        self._tool_names, self._actions = tool_names, actions
        self.brush = Brush.REWRITE

    def set_tool(self, tool: str) -> None:
        """Take a tool, or a brush by its name; with words selected, a brush paints them instead."""
        if tool in Brush.__members__ and self._parts.draft is not None and self._document.selection:
            self.brush = Brush[tool]
            self._parts.canvas.paint_selection(self.brush)
            self._show_tool()
            return
        self._parts.canvas.tool = Brush[tool] if tool in Brush.__members__ else self._tool_names.get(tool, tool)

    def _show_tool(self) -> None:
        """Check the action of the tool that is in use: the one that was triggered was not taken."""
        tool = self._parts.canvas.tool
        named = next((name for name, own in self._tool_names.items() if own == tool), tool)
        self._actions.check("tool", tool.name if isinstance(tool, Brush) else named)

    def paint_notes(self) -> None:
        """Paint the selected notes or words."""
        self._parts.canvas.paint_selection(self.brush)

    def paint_voice(self) -> None:
        """Paint the active voice."""
        self._paint("paint_voice", region_of(self._pointing.piece, [self._document.cursor[0]]))

    def paint_bars(self) -> None:
        """Paint the bars pointed at, else the cursor's."""
        self._paint("paint_bars", region_of(self._pointing.piece, None, self._pointing.bars()))

    def paint_rest(self) -> None:
        """Paint everything but the melody: the highest voice with notes."""
        piece = self._pointing.piece
        melody = next((v for v, voice in enumerate(piece.voices) if voice.notes), 0)
        self._paint("paint_rest", region_of(piece, [v for v in range(4) if v != melody]))

    def paint_sentence(self) -> None:
        """Paint the active sentence."""
        if self._parts.draft is not None:
            self._parts.draft.paint_sentence(self.brush)

    def paint_unstressed(self) -> None:
        """Paint all words but the stressed."""
        if self._parts.draft is not None:
            self._parts.draft.paint_unstressed(self.brush)

    def invert(self) -> None:
        """Keep and Rewrite change places, and so do Whisper and Suggest."""
        if self._parts.draft is not None:
            self._parts.draft.invert()
            return
        document = self._document
        document.apply(tr("Invert"), document.project.with_mask(document.part, document.mask.inverted()))

    def paint_region(self, name: str, region: np.ndarray, brush: Brush) -> None:
        """Paint cells (rows, steps) with a brush, as one step."""
        document, states = self._document, self._document.mask.array()
        states[region] = brush
        document.apply(name, document.project.with_mask(document.part, Mask.from_array(states)))

    def _paint(self, action: str, region: np.ndarray) -> None:
        name = tr(
            "{brush}: {what}", brush=tr(self.brush.name.capitalize()), what=plain(self._actions[action].text()).lower()
        )
        self.paint_region(name, region, self.brush)
