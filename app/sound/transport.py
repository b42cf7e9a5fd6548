"""Where the music is: playing, the place in sixteenths, the loop.

A clock by itself; what sounds may drive it. Knows no sound and no widgets."""

from typing import Protocol

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from app.document.document import Document
from engine.canvas.music import STEPS_PER_QUARTER, Piece

FRAME = 16  # milliseconds between two places of the playhead


class Sound(Protocol):
    """What sounds while time runs, and then says where the music is."""

    def begin(self, step: float) -> None:
        """Sound from a step."""

    def end(self) -> None:
        """Silence."""

    def place(self) -> float | None:
        """The step being heard; None when the piece is over."""


class Transport(QObject):
    """Play, stop, locate and loop over one page of music."""

    moved = Signal()  # the place is another
    changed = Signal()  # playing or the loop is another
    jumped = Signal()  # playing begins, or the place was chosen: it is to be seen

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._clock, self._timer = QElapsedTimer(), QTimer(self)
        self._timer.setInterval(FRAME)
        self._timer.timeout.connect(self._tick)
        self.step = 0.0
        self.start = 0.0  # where playing began and stop returns to
        self.loop: tuple[int, int] | None = None
        self.looping = False
        self.audition: tuple[int, int] | None = None  # what an alternative is heard in, in a loop, if no loop is set
        self.sound: Sound | None = None  # without one, time runs by itself

    @property
    def playing(self) -> bool:
        """Whether time runs."""
        return self._timer.isActive()

    @property
    def _piece(self) -> Piece | None:
        canvas = self._document.project.canvas
        return canvas if isinstance(canvas, Piece) else None

    def toggle(self) -> None:
        """Play from here, or pause."""
        if self.playing:
            self._halt()
        elif self._piece is not None:
            if self.step >= self._piece.steps:
                self.locate(0)
            if (turn := self.turn) is not None and not turn[0] <= self.step < turn[1]:
                self.locate(turn[0])
            self.start = self.step
            self.jumped.emit()
            self._clock.start()
            if self.sound is not None:
                self.sound.begin(self.step)
            self._timer.start()
        self.changed.emit()

    def stop(self) -> None:
        """Stop and go back to where playing began; a second time to the beginning."""
        was = self.playing
        self._halt()
        self.locate(self.start if was else 0)
        self.changed.emit()

    def _halt(self) -> None:
        self._timer.stop()
        if self.sound is not None:
            self.sound.end()

    def locate(self, step: float) -> None:
        """Go to a step; what sounds comes along."""
        self.jumped.emit()
        self._move(step)
        if self.playing and self.sound is not None:
            self.sound.begin(self.step)

    def _move(self, step: float) -> None:
        self.step = max(0.0, float(step))
        self.moved.emit()

    def set_loop(self, loop: tuple[int, int] | None) -> None:
        """Another loop region, in steps; None takes it away."""
        self.loop = loop
        self.looping = loop is not None
        self.changed.emit()

    def set_audition(self, span: tuple[int, int] | None) -> None:
        """Another region in which an alternative is heard; None: there is none."""
        if span != self.audition:
            self.audition = span
            self.changed.emit()

    @property
    def turn(self) -> tuple[int, int] | None:
        """The steps that playing goes round: the loop, else what an alternative is heard in; None: straight on."""
        if self.looping and self._piece is not None:
            return self.loop or (0, self._piece.steps)
        return self.audition

    def set_looping(self, on: bool) -> None:
        """Whether to go round; without a region the whole piece."""
        self.looping = on
        self.changed.emit()

    def quarters(self) -> float:
        """The tempo here, in quarters a minute."""
        piece = self._piece
        return max(t for t in piece.tempos if t.step <= self.step).quarters if piece else 96.0

    def _tick(self) -> None:
        piece = self._piece
        if piece is None:
            self._halt()
            return
        past = self._clock.restart() / 1000
        if self.sound is not None:
            place = self.sound.place()
            self._finish() if place is None else self._move(place)
            return
        place = self.step + past * self.quarters() / 60 * STEPS_PER_QUARTER
        if (turn := self.turn) is not None and self.step < turn[1] <= place:
            place = turn[0] + (place - turn[1]) % max(1, turn[1] - turn[0])
        if place >= piece.steps:
            self._finish()
            return
        self._move(place)

    def _finish(self) -> None:
        """The piece is over: back to where playing began."""
        self._halt()
        self._move(self.start)
        self.changed.emit()
