"""What the user points at on a page: bars, words, the active voice, the bar of the cursor. Reads; changes nothing."""

import numpy as np

from app.document.accept import bars_of, chosen_words
from app.document.document import Document
from app.document.plans import Where
from app.page.canvas_protocol import TextCanvas
from app.sound.transport import Transport
from engine.canvas.music import Piece


class Pointing:
    """The part of a page that knows where an action should take place."""

    def __init__(self, document: Document, transport: Transport, draft: TextCanvas | None) -> None:
        self._document, self._transport, self._draft = document, transport, draft

    @property
    def piece(self) -> Piece:
        """The page's piece; only what needs music asks for it."""
        canvas = self._document.project.canvas
        assert isinstance(canvas, Piece)
        return canvas

    def where(self) -> Where:
        """The bars of the selection, else of the loop, and the active voice; or the selected words of the sentence."""
        document, canvas = self._document, self._document.project.canvas
        if not isinstance(canvas, Piece):
            unknown = self._draft.unknown_in(document.part) if self._draft is not None else ()
            words = chosen_words(document.selection, document.part)
            return Where(part=document.part, words=words, unknown=frozenset(unknown))
        bars = bars_of(canvas, document.selection)
        if not bars and self._transport.loop:
            first, last = self._transport.loop
            bars = tuple(i for i, s in enumerate(canvas.bar_starts) if s < last and s + canvas.bars[i].steps > first)
        return Where(bars, document.cursor[0])

    def bars(self) -> tuple[int, ...]:
        """The bars pointed at, else the cursor's."""
        return self.where().bars or (self.cursor_bar(),)

    def cursor_bar(self) -> int:
        """The index of the bar the cursor is in."""
        return int(np.searchsorted(self.piece.bar_starts, self._document.cursor[1], side="right")) - 1
