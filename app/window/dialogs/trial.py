"""Playing something before it is imported: one thing at a time, from its first note, until it is over; no widgets."""

from PySide6.QtCore import QObject, QTimer, Signal

from app.sound.player import Player
from app.sound.schedule import Performance
from engine.canvas.music import Piece

WHOLE = -1  # all voices as they would be imported
LOOK_MS = 200


class Trial(QObject):
    """Plays through the window's player; without one it stays silent."""

    changed = Signal(object)  # what is heard now, a number, or None

    def __init__(self, player: Player | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self.playing: int | None = None
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._followed)

    def toggle(self, what: int, piece: Piece) -> None:
        """Play something, or stop if it is what plays."""
        if self.playing == what:
            self.stop()
            return
        notes = [note.start for voice in piece.voices for note in voice.notes]
        if self._player is None or not notes:
            return
        self._player.taken.emit(self)
        self._player.play(Performance(piece), min(notes))
        self._say(what)
        self._look.start()

    def stop(self) -> None:
        """Be silent."""
        if self.playing is not None and self._player is not None:
            self._player.stop()
        self._say(None)

    def _followed(self) -> None:
        if self._player is None or not self._player.playing:
            self._say(None)

    def _say(self, what: int | None) -> None:
        if what is None:
            self._look.stop()
        if what != self.playing:
            self.playing = what
            self.changed.emit(what)
