"""The passages of a piece side by side: which are engraved, being engraved or waiting, and where each is placed.

Only the newest request for a place counts."""

from collections import OrderedDict
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QObject, Signal

from app.document.worker import Worker
from app.score.engrave_job import engrave_passage
from app.score.engraving import Engraving
from app.score.layout_xml import Passage, passage
from engine.canvas.music import Piece
from engine.jobs.request import Failed

BARS = 8  # in one passage: an edit engraves only the passage it is in
KEPT = 96  # engravings remembered
GUESS = 3000.0  # width of a bar that was never engraved, in units


class EngravedPassages(QObject):
    """Engravings by place in the piece."""

    changed = Signal()  # one more is engraved
    failed = Signal(str)  # one sentence

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._known: OrderedDict[Passage, Engraving] = OrderedDict()
        self._asked: dict[int, tuple[Passage, int]] = {}  # place: (what, job)
        self._shown: dict[int, Engraving] = {}
        self._piece: Piece | None = None
        self._layout = ""

    @property
    def count(self) -> int:
        """How many passages there are."""
        return 0 if self._piece is None else -(-len(self._piece.bars) // BARS)

    @property
    def has_chords(self) -> bool:
        """Whether chord symbols stand above the staves."""
        return self._piece is not None and bool(self._piece.chords)

    def index_of(self, step: float) -> int:
        """The passage a step is in."""
        piece = self._piece
        assert piece is not None
        bar = next((i for i, start in enumerate(piece.bar_starts) if start > step), len(piece.bars)) - 1
        return max(0, bar) // BARS

    def set_piece(self, piece: Piece, layout: str) -> None:
        """Show another piece; what is drawn stays until the new one is engraved."""
        if layout != self._layout:
            self._shown.clear()
        self._piece, self._layout = piece, layout
        self._shown = {index: made for index, made in self._shown.items() if index < self.count}

    def want(self, places: range) -> None:
        """See that these passages are engraved."""
        if self._piece is None:
            return
        for index in places:
            asked = passage(self._piece, index * BARS, (index + 1) * BARS, self._layout)
            waiting = self._asked.get(index)
            if waiting is not None and waiting[0] == asked:
                continue
            if waiting is not None:
                self._worker.cancel(waiting[1])
                del self._asked[index]
            if asked in self._known:
                self._known.move_to_end(asked)
                self._shown[index] = self._known[asked]
            else:
                job = self._worker.call(
                    engrave_passage,
                    asked,
                    then=partial(self._engraved, index, asked),
                    failed=partial(self._not_engraved, index),
                )
                self._asked[index] = (asked, job)

    def _engraved(self, index: int, asked: Passage, made: Engraving) -> None:
        self._known[asked] = made
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        self._asked.pop(index, None)
        self._shown[index] = made
        self.changed.emit()

    def _not_engraved(self, index: int, failed: Failed) -> None:
        self._asked.pop(index, None)
        self.failed.emit(failed.sentence)

    @property
    def waiting(self) -> bool:
        """Whether anything is being engraved."""
        return bool(self._asked)

    def engraving(self, index: int) -> Engraving | None:
        """What is at a place, perhaps a little old."""
        return self._shown.get(index)

    def left_edges(self) -> list[float]:
        """The left edge of each passage and, last, the right end of all, in units."""
        usual = [made.width for made in self._shown.values()]
        guess = sum(usual) / len(usual) if usual else GUESS * BARS
        return list(
            accumulate((self._shown[i].width if i in self._shown else guess for i in range(self.count)), initial=0.0)
        )
