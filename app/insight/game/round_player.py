"""Plays A and B through the window's one player, one after the other or alone. Knows no widgets."""

from PySide6.QtCore import QObject, QTimer, Signal

from app.sound.player import Player
from app.sound.schedule import Performance
from engine.canvas.music import Piece

FRAME = 40  # milliseconds between two looks at the place


class RoundPlayer(QObject):
    """`changed` whenever something else sounds, or the place moved."""

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._rest: list[tuple[int, Piece]] = []
        self._steps = 1
        self.side: int | None = None  # what sounds: 0 = A, 1 = B
        self.place = 0.0  # of it, from 0 to 1
        self.begun: set[int] = set()  # sides that were heard in this round
        self._timer = QTimer(self, interval=FRAME)
        self._timer.timeout.connect(self._look)
        player.taken.connect(self._taken)

    @property
    def playing(self) -> bool:
        """Whether one of the two sounds."""
        return self.side is not None

    @property
    def no_device(self) -> bool:
        """Whether it was found out that there is no sound device."""
        return self._player.silent

    def play(self, *sides: tuple[int, Piece]) -> None:
        """Sound these, one after the other, from their beginning."""
        self._rest = list(sides)
        self._player.taken.emit(self)
        self._next()

    def _next(self) -> None:
        if not self._rest:
            self.stop()
            return
        self.side, piece = self._rest.pop(0)
        self.begun.add(self.side)
        self._steps, self.place = piece.steps, 0.0
        self._player.play(Performance(piece), 0.0)
        self._timer.start()
        self.changed.emit()

    def stop(self) -> None:
        """Silence."""
        if self.side is not None:
            self._end()
            self._player.stop()
            self.changed.emit()

    def _end(self) -> None:
        self._timer.stop()
        self._rest, self.side, self.place = [], None, 0.0

    def forget(self) -> None:
        """A new round: nothing of it was heard yet."""
        self.stop()
        self.begun = set()

    def _look(self) -> None:
        step = self._player.place() if self._player.playing else None
        if step is None:
            self._next()
        else:
            self.place = min(1.0, step / self._steps)
            self.changed.emit()

    def _taken(self, other: object) -> None:
        """Something else plays now."""
        if other is not self and self.side is not None:
            self._end()
            self.changed.emit()
