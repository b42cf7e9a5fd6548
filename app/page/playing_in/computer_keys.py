"""The computer's keys as a piano: the middle row is white, the row above it black, Z and X move by octaves."""

from PySide6.QtCore import Qt

Key = Qt.Key
ROW = (
    Key.Key_A,
    Key.Key_W,
    Key.Key_S,
    Key.Key_E,
    Key.Key_D,
    Key.Key_F,
    Key.Key_T,
    Key.Key_G,
    Key.Key_Y,
    Key.Key_H,
    Key.Key_U,
    Key.Key_J,
    Key.Key_K,
    Key.Key_O,
    Key.Key_L,
    Key.Key_P,
)  # semitones up from C
OCTAVES = {Key.Key_Z: -12, Key.Key_X: 12}
LOWEST, HIGHEST = 24, 96  # Cs that the row may begin with


class ComputerKeys:
    """Which pitch a key plays; an octave that is changed holds for keys pressed from then on."""

    def __init__(self, base: int = 60) -> None:
        self.base = base
        self._down: dict[int, int] = {}  # key: the pitch it went down with

    def press(self, key: int) -> int | None:
        """The pitch of a key that goes down; None if it plays nothing, or is down already."""
        if key in OCTAVES:
            self.base = min(HIGHEST, max(LOWEST, self.base + OCTAVES[Qt.Key(key)]))
            return None
        if key in self._down or key not in ROW:
            return None
        self._down[key] = self.base + ROW.index(Qt.Key(key))
        return self._down[key]

    def release(self, key: int) -> int | None:
        """The pitch of a key that comes up."""
        return self._down.pop(key, None)
