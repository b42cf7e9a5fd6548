"""The system's sound device, by miniaudio: it pulls samples in its own thread.

The only file that knows the library, and imported late, since loading that takes a fifth of a second; knows no music
and no Qt."""

import logging
import time
from collections.abc import Generator, Sequence
from pathlib import Path

import miniaudio
import numpy as np

from app.sound.buffers import Buffer, Pull
from app.sound.schedule import RATE

log = logging.getLogger(__name__)

CARDS = Path("/dev/snd")  # without it ALSA finds nothing and prints forty lines to say so
DEAF = {miniaudio.Backend.NULL, miniaudio.Backend.CUSTOM}  # systems without sound


def systems() -> list[miniaudio.Backend]:
    """The sound systems worth asking here, the usual one first."""
    left_out = DEAF if CARDS.exists() else DEAF | {miniaudio.Backend.ALSA}
    return [system for system in miniaudio.Backend if system in miniaudio.get_enabled_backends() - left_out]


def open_device(buffer: Buffer, pull: Pull) -> "DeviceOutput | None":
    """The system's sound device, pulling already, or None where there is none."""
    asked = systems()
    if not asked:
        return None
    try:
        device = DeviceOutput(buffer, asked)
        device.start(pull)
    except miniaudio.MiniaudioError as error:
        log.info("no sound device: %s", error)
        return None
    return device


class _Playback(miniaudio.PlaybackDevice):
    """miniaudio's device, which leaves its connection to the sound server open; this closes that too."""

    def close(self) -> None:
        was_open = self._device is not None
        super().close()
        context = vars(self).get("_context")  # there is none where no sound server answered
        if was_open and context is not None:
            miniaudio.lib.ma_context_uninit(context)


class DeviceOutput:
    """One open sound device: it pulls from start to stop, and stop gives it back for good."""

    silent = False

    def __init__(self, buffer: Buffer, asked: Sequence[miniaudio.Backend]) -> None:
        self._buffer = buffer
        self._device = _Playback(
            miniaudio.SampleFormat.FLOAT32,
            nchannels=2,
            sample_rate=RATE,
            buffersize_msec=buffer.period,
            callback_periods=buffer.periods,
            backends=list(asked),
            app_name="Palimpsest",
        )
        self._last = (0.0, 0)  # when the device last pulled, and frames pulled until then; one value, so never torn

    @property
    def running(self) -> bool:
        """Whether the device pulls."""
        return self._device.running

    def start(self, pull: Pull) -> None:
        """Begin to pull."""
        if not self.running:
            samples = self._samples(pull)
            next(samples)
            self._device.start(samples)

    def stop(self) -> None:
        """Close the device."""
        self._device.close()

    def frames_played(self) -> int:
        """Frames that have left the device, by the clock: it holds no more than its buffer, and that runs out."""
        when, pulled = self._last
        held = max(0, self._buffer.frames - int((time.monotonic() - when) * RATE)) if self.running else 0
        return max(0, pulled - held)

    def _samples(self, pull: Pull) -> Generator[np.ndarray, int, None]:
        """What the device's thread sends frame counts to; whatever goes wrong in there is silence, never the end."""
        pulled = 0
        frames = yield np.zeros((0, 2), np.float32)
        while True:
            try:
                samples = pull(frames)
            except Exception:
                log.exception("no sound could be made")
                samples = np.zeros((frames, 2), np.float32)
            pulled += frames
            self._last = (time.monotonic(), pulled)
            frames = yield samples
