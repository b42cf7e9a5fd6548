"""How one page sounds: its mutes, solos, volumes, metronome and tempo, kept beside the piece; gives the transport
its clock and the player its work."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.document.accept import seen
from app.document.document import Document, Preview
from app.sound.player import Player
from app.sound.schedule import Performance, Strip
from engine.canvas.music import Piece

if TYPE_CHECKING:
    from app.sound.transport import Transport

SLOWEST, FASTEST = 0.25, 3.0


class Listening(QObject):
    """What the page plays. The transport calls begin, end and place; everything else only changes the sound."""

    changed = Signal()

    def __init__(
        self,
        document: Document,
        preview: Preview,
        transport: "Transport",
        player: Player,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._preview, self._transport, self.player = document, preview, transport, player
        self.strips = (Strip(),) * 4
        self.metronome = False
        self.count_in = 0
        self.factor = 1.0
        self._playing: Performance | None = None
        self._mine = False
        self._soon = QTimer(self, singleShot=True, interval=0)  # several edits of one moment are one change
        self._soon.timeout.connect(self._follow)
        for signal in (document.changed, preview.changed, transport.changed, self.changed):
            signal.connect(self._settings_changed)
        player.taken.connect(self._taken)

    def performance(self) -> Performance:
        """What is heard now: the alternative in view in its context, or the page."""
        piece = seen(self._document.project, self._preview)
        assert isinstance(piece, Piece)
        return Performance(piece, self.strips, self.metronome, self.count_in, self._transport.turn, self.factor)

    # What the transport asks

    def begin(self, step: float) -> None:
        """Sound from a step."""
        self.player.taken.emit(self)
        self._mine, self._playing = True, self.performance()
        self.player.play(self._playing, step)

    def end(self) -> None:
        """Silence."""
        if self._mine:
            self._mine = False
            self.player.stop()

    def place(self) -> float | None:
        """The step being heard; None when the piece is over."""
        return self.player.place() if self._mine and self.player.playing else None

    # What the user changes

    def sound(self, pitch: int, voice: int) -> None:
        """Sound one note as its voice would, if its voice is to be heard at all."""
        performance = self.performance()
        if performance.audible[voice] and 0 <= pitch <= 127:
            self.player.audition(pitch, voice, performance.programs[voice], self.strips[voice].volume)

    def set_strip(self, voice: int, **values: object) -> None:
        """Change mute, solo or volume of a voice."""
        strips = list(self.strips)
        strips[voice] = replace(strips[voice], **values)  # type: ignore[arg-type]
        self.strips = (strips[0], strips[1], strips[2], strips[3])
        self.changed.emit()

    def set_mute(self, voice: int, on: bool) -> None:
        """Silence a voice or let it sound."""
        self.set_strip(voice, mute=on)

    def set_solo(self, voice: int, on: bool) -> None:
        """Solo a voice, or play it with the others again."""
        self.set_strip(voice, solo=on)

    def set_metronome(self, on: bool) -> None:
        """Tick on every beat."""
        self.metronome = on
        self.changed.emit()

    def set_count_in(self, bars: int) -> None:
        """Bars of ticks before playing begins."""
        self.count_in = max(0, bars)
        self.changed.emit()

    def set_factor(self, factor: float) -> None:
        """Play faster (above 1) or slower; the written tempo stays."""
        self.factor = min(FASTEST, max(SLOWEST, factor))
        self.changed.emit()

    # Inside

    def _settings_changed(self) -> None:
        if self._mine:
            self._soon.start()

    def _follow(self) -> None:
        if self._mine and self._transport.playing:
            performance = self.performance()
            if performance != self._playing:
                self._playing = performance
                self.player.change(performance)

    def _taken(self, other: object) -> None:
        """Another page plays now."""
        if other is not self and self._mine:
            self._mine = False
            if self._transport.playing:
                self._transport.toggle()
