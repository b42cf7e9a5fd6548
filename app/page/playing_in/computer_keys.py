"""The computer's keys as a piano: the middle row is white, the row above it black, Z and X move by octaves."""

from PySide6.QtCore import Qt

QtKey = Qt.Key
ROW = (
    QtKey.Key_A,
    QtKey.Key_W,
    QtKey.Key_S,
    QtKey.Key_E,
    QtKey.Key_D,
    QtKey.Key_F,
    QtKey.Key_T,
    QtKey.Key_G,
    QtKey.Key_Y,
    QtKey.Key_H,
    QtKey.Key_U,
    QtKey.Key_J,
    QtKey.Key_K,
    QtKey.Key_O,
    QtKey.Key_L,
    QtKey.Key_P,
)  # semitones up from C
OCTAVES = {QtKey.Key_Z: -12, QtKey.Key_X: 12}
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
