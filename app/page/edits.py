"""What the Edit, Paint and View menus do to a page: they pass the wish to the canvas or make one pure edit of the
project. Knows no layout."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtWidgets import QInputDialog, QWidget

from app.document.accept import region_of
from app.window.action_set import text_of
from app.words import count, tr
from engine.canvas import edits, edits_bars
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.canvas.project import Project

if TYPE_CHECKING:
    from app.document.document import Document
    from app.page.verbs import Where
    from app.page.views import View
    from app.sound.transport import Transport


class PageEdits(QWidget):
    """The half of a page that edits; the other half lays out and rewrites."""

    document: "Document"
    transport: "Transport"
    canvas: Any
    strip: Any
    brush: Brush
    view: "View"

    def where(self) -> "Where":
        """What the person points at."""
        raise NotImplementedError

    @property
    def piece(self) -> Piece:
        """The page's piece; only actions that need music ask for it."""
        canvas = self.document.project.canvas
        assert isinstance(canvas, Piece)
        return canvas

    # Edit

    def undo(self) -> None:
        """Take back a step."""
        self.document.stack.undo()

    def redo(self) -> None:
        """Do it again."""
        self.document.stack.redo()

    def cut(self) -> None:
        """Copy and delete."""
        self.canvas.cut()

    def copy(self) -> None:
        """Copy the selection."""
        self.canvas.copy()

    def paste(self) -> None:
        """Paste at the cursor."""
        self.canvas.paste()

    def delete(self) -> None:
        """Delete the selection."""
        self.canvas.delete()

    def split(self) -> None:
        """Split the selected notes."""
        self.canvas.split()

    def select_all(self) -> None:
        """Select everything."""
        self.canvas.select_all()

    def select_none(self) -> None:
        """Select nothing."""
        self.canvas.select_none()

    def transpose(self, semitones: int) -> None:
        """Move the selection, or every note, in pitch."""
        if self.document.selection:
            self.canvas.transpose(semitones)
            return
        everything = [(v, n.start) for v, voice in enumerate(self.piece.voices) for n in voice.notes]
        self._edit(tr("Transpose"), edits.transpose(self.piece, everything, semitones))

    def move_to_voice(self, by: int) -> None:
        """Give the selected notes to another voice."""
        self.canvas.move_to_voice(by)

    def insert_bars(self) -> None:
        """Ask how many, and put empty bars after the cursor's."""
        bar = self.cursor_bar() + 1
        number, given = QInputDialog.getInt(
            self, tr("Insert bars"), tr("How many empty bars after bar {n}?", n=self._number(bar - 1)), 4, 1, 256
        )
        if given:
            self.add_bars(bar, number)

    def add_bars(self, index: int, number: int) -> None:
        """Put empty bars before bar `index`; they may be written."""
        start, _ = edits_bars.bar_span(self.piece, index, 0)
        longer = edits_bars.insert_bars(self.piece, index, number)
        mask = edits_bars.insert_in_mask(self.document.mask, start, longer.steps - self.piece.steps)
        self.document.apply(
            tr("Insert {bars}", bars=count(number, "bar", "bars")),
            replace(self.document.project, canvas=longer, masks=(mask,)),
        )

    def delete_bars(self) -> None:
        """Delete the bars pointed at, else the cursor's."""
        bars = self.where().bars or (self.cursor_bar(),)
        first, number = bars[0], bars[-1] - bars[0] + 1
        start, stop = edits_bars.bar_span(self.piece, first, number)
        shorter = edits_bars.delete_bars(self.piece, first, number)
        mask = edits_bars.delete_in_mask(self.document.mask, start, stop)
        self.document.apply(
            tr("Delete {bars}", bars=count(number, "bar", "bars")),
            replace(self.document.project, canvas=shorter, masks=(mask,)),
        )

    def fermata(self) -> None:
        """A fermata at the cursor, on or off."""
        self._edit(
            tr("Fermata"), edits_bars.toggle_fermata(self.piece, min(self.document.cursor[1], self.piece.steps - 1))
        )

    def piece_properties(self) -> None:
        """Ask for title, key, metre and tempo."""
        from app.window.dialogs.piece import PieceDialog

        dialog = PieceDialog(self.piece, self.cursor_bar(), self)
        if dialog.exec():
            self._edit(tr("Title, key, metre, tempo"), dialog.piece())

    def cursor_bar(self) -> int:
        """The index of the bar the cursor stands in."""
        return int(np.searchsorted(self.piece.bar_starts, self.document.cursor[1], side="right")) - 1

    def _number(self, bar: int) -> int:
        return self.piece.place(self.piece.bar_starts[bar])[0]

    def _edit(self, name: str, piece: Piece) -> None:
        project: Project = replace(self.document.project, canvas=piece)
        self.document.apply(name, project)

    # Paint

    def set_tool(self, tool: str) -> None:
        """Take a tool, or a brush by its name."""
        self.canvas.tool = Brush[tool] if tool in Brush.__members__ else self.view.tool_names.get(tool, tool)

    def set_voice(self, voice: int) -> None:
        """Draw and paint in another voice."""
        self.canvas.voice = voice

    def paint_notes(self) -> None:
        """Paint the selected notes."""
        self.canvas.paint_selection(self.brush)

    def paint_voice(self) -> None:
        """Paint the active voice."""
        self.paint_region(
            self.command_name("paint_voice"), region_of(self.piece, [self.document.cursor[0]]), self.brush
        )

    def paint_bars(self) -> None:
        """Paint the bars pointed at, else the cursor's."""
        self.paint_region(
            self.command_name("paint_bars"),
            region_of(self.piece, None, self.where().bars or (self.cursor_bar(),)),
            self.brush,
        )

    def paint_rest(self) -> None:
        """Paint everything but the melody: the highest voice with notes."""
        melody = next((v for v, voice in enumerate(self.piece.voices) if voice.notes), 0)
        self.paint_region(
            self.command_name("paint_rest"), region_of(self.piece, [v for v in range(4) if v != melody]), self.brush
        )

    def do(self, name: str) -> None:
        """What only one kind of canvas can do."""
        getattr(self.canvas, name)()

    def paint_words(self, name: str) -> None:
        """Paint what one kind of canvas knows, with the brush."""
        getattr(self.canvas, name)(self.brush)

    def invert(self) -> None:
        """Keep and Rewrite change places, and so do Whisper and Suggest."""
        if hasattr(self.canvas, "invert"):
            self.canvas.invert()
            return
        part, project = self.document.part, self.document.project
        masks = (*project.masks[:part], project.masks[part].inverted(), *project.masks[part + 1 :])
        self.document.apply(tr("Invert"), replace(project, masks=masks))

    def paint_region(self, name: str, region: np.ndarray, brush: Brush) -> None:
        """Paint cells (rows, steps) with a brush, as one step."""
        states = self.document.mask.array()
        states[region] = brush
        part, masks = self.document.part, self.document.project.masks
        self.document.apply(
            name, replace(self.document.project, masks=(*masks[:part], Mask.from_array(states), *masks[part + 1 :]))
        )

    def command_name(self, action: str) -> str:
        """The undo name of a paint command."""
        return tr("{brush}: {what}", brush=tr(self.brush.name.capitalize()), what=text_of(action).lower())

    # View

    def play(self) -> None:
        """Play or pause."""
        self.transport.toggle()

    def stop(self) -> None:
        """Stop."""
        self.transport.stop()

    def toggle_loop(self) -> None:
        """Go round, or not."""
        self.transport.set_looping(not self.transport.looping)

    def zoom(self, by: int) -> None:
        """In, out, or back."""
        {1: self.canvas.zoom_in, -1: self.canvas.zoom_out, 0: self.canvas.zoom_reset}[by]()

    def mute(self) -> None:
        """Silence the active voice, or let it sound."""
        self.strip.mutes[self.document.cursor[0]].toggle()

    def solo(self) -> None:
        """Hear only the active voice, or all."""
        self.strip.solos[self.document.cursor[0]].toggle()

    def toggle_snap(self) -> None:
        """From beats to sixteenths and back."""
        self.canvas.toggle_snap()

    def switch(self, name: str) -> None:
        """Turn note names, chord names or pale voices on or off."""
        self.canvas.toggle(name)
