"""What the menus edit on a page besides its canvas: undo, pitch, bars, fermatas, properties, the active voice.

Each is one step of the document."""

from dataclasses import replace

from PySide6.QtWidgets import QInputDialog, QWidget

from app.document.document import Document
from app.page.canvas_protocol import CanvasParts
from app.page.pointing import Pointing
from app.words import count, tr
from engine.canvas import edits, edits_bars
from engine.canvas.edits_length import mask_of_length
from engine.canvas.music import Piece


class PageEdits:
    """The part of a page that edits; dialogs open over `window`."""

    def __init__(self, document: Document, parts: CanvasParts, pointing: Pointing, window: QWidget) -> None:
        self._document, self._parts, self._pointing, self._window = document, parts, pointing, window

    def undo(self) -> None:
        """Take back a step."""
        self._document.stack.undo()

    def redo(self) -> None:
        """Do it again."""
        self._document.stack.redo()

    def transpose(self, semitones: int) -> None:
        """Move the selection, or every note, in pitch."""
        if self._document.selection and self._parts.roll is not None:
            self._parts.roll.transpose(semitones)
            return
        piece = self._pointing.piece
        everything = [(v, n.start) for v, voice in enumerate(piece.voices) for n in voice.notes]
        self._apply(tr("Transpose"), edits.transpose(piece, everything, semitones))

    def insert_bars(self) -> None:
        """Ask how many, and put empty bars after the cursor's."""
        piece, bar = self._pointing.piece, self._pointing.cursor_bar() + 1
        number, given = QInputDialog.getInt(
            self._window,
            tr("Insert bars"),
            tr("How many empty bars after bar {n}?", n=piece.place(piece.bar_starts[bar - 1])[0]),
            4,
            1,
            256,
        )
        if given:
            self.add_bars(bar, number)

    def add_bars(self, index: int, number: int) -> None:
        """Put empty bars before bar `index`; they may be written."""
        piece, document = self._pointing.piece, self._document
        start, _ = edits_bars.bar_span(piece, index, 0)
        longer = edits_bars.insert_bars(piece, index, number)
        mask = edits_bars.insert_in_mask(document.mask, start, longer.steps - piece.steps)
        document.apply(
            tr("Insert {bars}", bars=count(number, "bar", "bars")),
            replace(document.project, canvas=longer, masks=(mask,)),
        )

    def delete_bars(self) -> None:
        """Delete the bars pointed at, else the cursor's."""
        piece, document, bars = self._pointing.piece, self._document, self._pointing.bars()
        first, number = bars[0], bars[-1] - bars[0] + 1
        start, stop = edits_bars.bar_span(piece, first, number)
        shorter = edits_bars.delete_bars(piece, first, number)
        mask = edits_bars.delete_in_mask(document.mask, start, stop)
        document.apply(
            tr("Delete {bars}", bars=count(number, "bar", "bars")),
            replace(document.project, canvas=shorter, masks=(mask,)),
        )

    def fermata(self) -> None:
        """A fermata at the cursor, on or off."""
        piece = self._pointing.piece
        self._apply(tr("Fermata"), edits_bars.toggle_fermata(piece, min(self._document.cursor[1], piece.steps - 1)))

    def piece_properties(self) -> None:
        """Ask for title, key, metre and tempo."""
        from app.page.piece_dialog import PieceDialog

        dialog = PieceDialog(self._pointing.piece, self._pointing.cursor_bar(), self._window)
        if dialog.exec():
            self.reshape(dialog.piece())

    def reshape(self, piece: Piece) -> None:
        """Take a piece with another title, key, metre, length or tempo; new cells at its end may be written."""
        document = self._document
        masks = (mask_of_length(document.mask, piece.steps),)
        document.apply(tr("Title, key, metre, tempo"), replace(document.project, canvas=piece, masks=masks))

    def set_tempo(self, step: float, quarters: float) -> None:
        """Another tempo where the one that holds at a step begins."""
        piece = self._pointing.piece
        begins = max(tempo.step for tempo in piece.tempos if tempo.step <= step)
        self._apply(tr("Tempo {n}", n=f"{quarters:g}"), edits_bars.set_tempo(piece, begins, quarters))

    def set_voice(self, voice: int) -> None:
        """Draw and paint in another voice."""
        if self._parts.roll is not None:
            self._parts.roll.voice = voice

    def mute(self) -> None:
        """Silence the active voice, or let it sound."""
        if self._parts.strip is not None:
            self._parts.strip.mutes[self._document.cursor[0]].toggle()

    def solo(self) -> None:
        """Play only the active voice, or all."""
        if self._parts.strip is not None:
            self._parts.strip.solos[self._document.cursor[0]].toggle()

    def _apply(self, name: str, piece: Piece) -> None:
        self._document.apply(name, replace(self._document.project, canvas=piece))
