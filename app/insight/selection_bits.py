"""How likely the selected notes are together, given all the rest, in bits: asked for while the heat-map is on. Knows no widgets."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.insight.asking import Asking
from app.insight.heat import DELAY, Heat
from app.words import count, tr
from engine.edits import note_at
from engine.inquiry import Inquiry
from engine.mask import Brush, Mask
from engine.music import Piece

if TYPE_CHECKING:
    from app.document import Document
    from app.worker import Worker


class SelectionBits(QObject):
    """`said` a sentence, or nothing to say; an edit, another selection or the end of the heat-map drops the question at once."""

    said = Signal(str)

    def __init__(self, document: "Document", heat: Heat, worker: "Worker", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._heat = document, heat
        self.asking = Asking(worker, self)
        self.asking.answered.connect(self._answered)
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._ask)
        self._about: tuple[object, object] | None = None
        document.selection_changed.connect(self._follow)
        heat.changed.connect(self._follow)

    def _follow(self) -> None:
        """Ask again if the selection, or the page under it, is another; the heat-map goes first."""
        wanted = self._heat.finished and self._heat.wanted and bool(self._document.selection)
        about = (self._document.project.canvas, self._document.selection) if wanted else None
        if about == self._about:
            return
        self._about = about
        self.asking.cancel()
        self.said.emit("")
        if wanted:
            self._timer.start()
        else:
            self._timer.stop()

    def _ask(self) -> None:
        piece, selection = self._document.project.canvas, self._document.selection
        assert isinstance(piece, Piece)
        notes = [(voice, note) for voice, step in sorted(selection) if (note := note_at(piece.voices[voice], step)) is not None]
        spans = tuple((voice, note.start, note.start + note.length) for voice, note in notes)
        self.asking.ask(Inquiry("likelihood", piece, Mask.filled(4, piece.steps, Brush.KEEP), spans))

    def _answered(self, bits: float) -> None:
        notes = count(len(self._document.selection), "selected note", "selected notes")
        self.said.emit(tr("{notes}: {bits} bits together, given all the rest.", notes=notes, bits=f"{bits:.1f}"))
