"""Where samples go: a sound device in a thread of its own, or nowhere in real time.

Both pull from a function; knows Qt's audio, no music."""

import logging
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QByteArray, QElapsedTimer, QIODevice, QObject, Qt, QThread, QTimer, Signal

from app.sound.schedule import RATE

log = logging.getLogger(__name__)

MUSIC, TRIAL = (
    4096,
    512,
)  # frames of a device's buffer: 93 ms ride out a busy window while playing, 12 ms answer a click
Pull = Callable[[int], np.ndarray]  # frames -> float32 (frames, 2)


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

    def heard(self) -> int:
        """Frames heard so far, over all starts."""


class SilentOutput(QObject):
    """Nothing to be heard, but time passes: the playhead and MIDI ports go on without a sound device."""

    silent = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer, self._clock = QTimer(self), QElapsedTimer()
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

    def heard(self) -> int:
        """Frames that have passed."""
        return self._done

    def _tick(self) -> None:
        due = self._before + self._clock.elapsed() * RATE // 1000
        while self._pull is not None and self._done < due and self.running:
            count = min(TRIAL, due - self._done)
            self._pull(count)
            self._done += count


class _Stream(QIODevice):
    """What the sink reads from."""

    def __init__(self, pull: Pull, integers: bool) -> None:
        super().__init__()
        self._pull, self._integers = pull, integers
        self._each = 4 if integers else 8  # bytes a frame
        self.open(QIODevice.OpenModeFlag.ReadOnly | QIODevice.OpenModeFlag.Unbuffered)

    def readData(self, most: int) -> bytes:  # PySide takes bytes here
        frames = min(most // self._each, MUSIC)
        try:
            samples = self._pull(frames)
        except Exception:
            log.exception("no sound could be made")
            samples = np.zeros((frames, 2), np.float32)
        return (samples * 32767).astype("<i2").tobytes() if self._integers else samples.tobytes()

    def writeData(self, _data: bytes | QByteArray, _size: int = 0) -> int:  # type: ignore[override]
        return -1

    def bytesAvailable(self) -> int:
        return 1 << 20  # there is always more; without this the sink goes idle

    def isSequential(self) -> bool:
        return True


class _Speaker(QObject):
    """Lives in the sound thread and owns the sink there."""

    def __init__(self, device: Any, frames: int) -> None:
        super().__init__()
        self._device, self._frames = device, frames
        self.sink: Any = None
        self._stream: _Stream | None = None

    def start(self, pull: Pull) -> None:
        """Open the device and pull."""
        from PySide6.QtMultimedia import QAudioFormat, QAudioSink

        wanted = QAudioFormat()
        wanted.setSampleRate(RATE)
        wanted.setChannelCount(2)
        wanted.setSampleFormat(QAudioFormat.SampleFormat.Float)
        integers = not self._device.isFormatSupported(wanted)
        if integers:
            wanted.setSampleFormat(QAudioFormat.SampleFormat.Int16)
        self._stream = _Stream(pull, integers)
        self.sink = QAudioSink(self._device, wanted)
        self.sink.setBufferSize(self._frames * (4 if integers else 8))
        self.sink.start(self._stream)

    def stop(self) -> None:
        """Close the device and end the thread."""
        sink, self.sink = self.sink, None
        if sink is not None:
            sink.stop()
            del sink
        self._stream = None
        QThread.currentThread().quit()


class DeviceOutput(QObject):
    """The system's sound device; the sink lives in a thread of its own, so that a busy window does not make it
    stutter."""

    silent = False
    _starting = Signal(object)
    _stopping = Signal()

    def __init__(self, device: Any, frames: int = MUSIC, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = QThread(self)
        self._thread.setObjectName("palimpsest-sound")
        self._speaker = _Speaker(device, frames)
        self._speaker.moveToThread(self._thread)
        self._starting.connect(self._speaker.start, Qt.ConnectionType.QueuedConnection)
        self._stopping.connect(self._speaker.stop, Qt.ConnectionType.QueuedConnection)
        self._pull: Pull | None = None
        self._pulled = self._before = 0
        self._running = False

    @property
    def running(self) -> bool:
        """Whether the device pulls."""
        return self._running

    def start(self, pull: Pull) -> None:
        """Open the device."""
        if not self._running:
            self._running, self._pull, self._before = True, pull, self._pulled
            self._thread.start(QThread.Priority.TimeCriticalPriority)
            self._starting.emit(self._counted)

    def stop(self) -> None:
        """Close the device and end its thread."""
        if self._running:
            self._running = False
            self._stopping.emit()
            self._thread.wait(2000)

    def _counted(self, frames: int) -> np.ndarray:
        assert self._pull is not None
        self._pulled += frames
        return self._pull(frames)

    def heard(self) -> int:
        """Frames the device has played; never more than it has pulled."""
        sink = self._speaker.sink
        if not self._running or sink is None:
            return self._before if self._running else self._pulled
        return min(self._pulled, self._before + sink.processedUSecs() * RATE // 1_000_000)


def default_device() -> Any | None:
    """The system's sound device, or None; Qt raises nothing where there is none, so it has to be asked."""
    from PySide6.QtMultimedia import QAudio, QMediaDevices  # noqa: F401  # QAudio: slots of stateChanged fail unless it was touched once

    device = QMediaDevices.defaultAudioOutput()
    return None if device.isNull() else device
