"""Where samples go: what a player needs of a device, the way to it, and the output for where there is none, on which
time passes in silence."""

import logging
from typing import Protocol

from PySide6.QtCore import QElapsedTimer, Qt, QTimer

from app.sound.buffers import Buffer, Pull
from app.sound.schedule import RATE

log = logging.getLogger(__name__)

MOST = 512  # frames that a silent output pulls at once


class Output(Protocol):
    """What a player needs of a device."""

    silent: bool

    def start(self, pull: Pull) -> None:
        """Begin to pull."""

    def stop(self) -> None:
        """Pull no more."""

    @property
    def running(self) -> bool:
        """Whether samples are pulled."""

    def frames_played(self) -> int:
        """Frames played so far, over all starts."""


class SilentOutput:
    """Nothing to be heard, but time passes: the playhead and MIDI ports go on without a sound device."""

    silent = True

    def __init__(self) -> None:
        self._timer, self._clock = QTimer(), QElapsedTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(10)
        self._timer.timeout.connect(self._tick)
        self._pull: Pull | None = None
        self._done = self._before = 0

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._timer.isActive()

    def start(self, pull: Pull) -> None:
        """Let time pass."""
        if not self.running:
            self._pull, self._before = pull, self._done
            self._clock.start()
            self._timer.start()

    def stop(self) -> None:
        """Stop time."""
        self._timer.stop()

    def frames_played(self) -> int:
        """Frames that have passed."""
        return self._done

    def _tick(self) -> None:
        due = self._before + self._clock.elapsed() * RATE // 1000
        while self._pull is not None and self._done < due and self.running:
            count = min(MOST, due - self._done)
            self._pull(count)
            self._done += count


def load_device() -> bool:
    """Load the sound library; False where there is no build of it for this system."""
    try:
        from app.sound import device  # noqa: F401
    except (ImportError, OSError) as error:
        log.warning("the sound library cannot be loaded: %s", error)
        return False
    return True


def open_device(buffer: Buffer, pull: Pull) -> Output | None:
    """The system's sound device, pulling already, or None where there is none."""
    if not load_device():
        return None
    from app.sound import device

    return device.open_device(buffer, pull)
