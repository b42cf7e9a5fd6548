"""Built-in instruments: a SoundFont synth, and a small sine synth where no SoundFont can be loaded.

Knows samples; knows no pieces and no Qt."""

import importlib.util
import logging
import math
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import assets
from app.sound.schedule import CLICKS, RATE

log = logging.getLogger(__name__)

GAIN = 0.0  # decibels: with this the loudest preset of four voices peaks near half of full scale at usual velocities
MAX_VOICES = 96  # of the SoundFont synth; one note of a choir takes two to four
CURVE = 2.0  # loudness of a volume of 0 to 1: half is a quarter of the power, as ears have it


class Synth(Protocol):
    """What plays notes; channels are MIDI's 0 to 15."""

    name: str

    def program(self, channel: int, program: int) -> None:
        """Give a channel an instrument, 0 to 127."""

    def volume(self, channel: int, volume: float) -> None:
        """How loud a channel is, 0 to 1; sounding notes follow."""

    def on(self, channel: int, pitch: int, velocity: int) -> None:
        """Begin a note."""

    def off(self, channel: int, pitch: int) -> None:
        """End a note; it may ring on as its instrument does."""

    def release(self) -> None:
        """End all notes."""

    def render(self, frames: int) -> np.ndarray:
        """The next samples: float32 (frames, 2)."""


class SoundFontSynth:
    """A General MIDI SoundFont played by tinysoundfont."""

    def __init__(self, path: Path) -> None:
        import tinysoundfont  # late: the app starts and works without it

        self.name = path.stem
        self._synth: Any = tinysoundfont.Synth(gain=GAIN, samplerate=RATE)
        self._font = self._synth.sfload(str(path), max_voices=MAX_VOICES)
        self._programs: dict[int, int] = {}
        self._synth.program_select(CLICKS, self._font, 128, 0, True)
        for channel in range(4):
            self.program(channel, 0)

    def program(self, channel: int, program: int) -> None:
        """Give a channel an instrument; one the SoundFont lacks becomes its piano."""
        if self._programs.get(channel) == program:
            return
        self._programs[channel] = program
        try:
            self._synth.program_select(channel, self._font, 0, program)
        except RuntimeError:
            self._synth.program_select(channel, self._font, 0, 0)

    def volume(self, channel: int, volume: float) -> None:
        """How loud a channel is."""
        self._synth.control_change(channel, 7, round(127 * min(1.0, max(0.0, volume))))

    def on(self, channel: int, pitch: int, velocity: int) -> None:
        """Begin a note."""
        self._synth.noteon(channel, pitch, velocity)

    def off(self, channel: int, pitch: int) -> None:
        """End a note."""
        self._synth.noteoff(channel, pitch)

    def release(self) -> None:
        """End all notes."""
        self._synth.notes_off()

    def render(self, frames: int) -> np.ndarray:
        """The next samples."""
        if frames <= 0:
            return np.zeros((0, 2), np.float32)
        return np.frombuffer(self._synth.generate(frames), np.float32).reshape(-1, 2)


class _Tone:
    """One sounding note of the small synth."""

    __slots__ = ("amplitude", "channel", "ending", "level", "phase", "pitch")

    def __init__(self, channel: int, pitch: int, velocity: int) -> None:
        self.channel, self.pitch = channel, pitch
        self.amplitude = (velocity / 127) ** 2 * 0.18
        self.phase, self.level, self.ending = 0.0, 0.0, False


class AdditiveSynth:
    """A soft organ of five sines a note; a wood block for the metronome. It asks for nothing but numpy."""

    PARTIALS = ((1, 1.0), (2, 0.45), (3, 0.22), (4, 0.12), (6, 0.05))
    ATTACK, RELEASE = 0.012, 0.12  # seconds

    def __init__(self) -> None:
        self.name = "sines"
        self._tones: list[_Tone] = []
        self._volumes = [0.8] * 16

    def program(self, channel: int, program: int) -> None:
        """It has only one instrument."""

    def volume(self, channel: int, volume: float) -> None:
        """How loud a channel is."""
        self._volumes[channel] = volume

    def on(self, channel: int, pitch: int, velocity: int) -> None:
        """Begin a note."""
        self.off(channel, pitch)
        self._tones.append(_Tone(channel, pitch, velocity))

    def off(self, channel: int, pitch: int) -> None:
        """End a note."""
        for tone in self._tones:
            if tone.channel == channel and tone.pitch == pitch:
                tone.ending = True

    def release(self) -> None:
        """End all notes."""
        for tone in self._tones:
            tone.ending = True

    def render(self, frames: int) -> np.ndarray:
        """The next samples."""
        mono = np.zeros(frames, np.float32)
        times = np.arange(frames, dtype=np.float64)
        for tone in self._tones:
            loud = tone.amplitude * self._volumes[tone.channel] ** CURVE
            mono += (loud * self._envelope(tone, times) * self._wave(tone, times)).astype(np.float32)
        self._tones = [tone for tone in self._tones if not (tone.ending and tone.level <= 1e-4)]
        return np.stack([mono, mono], axis=1)

    def _wave(self, tone: _Tone, times: np.ndarray) -> np.ndarray:
        turn = 2 * math.pi * 440 * 2 ** ((tone.pitch - 69) / 12) / RATE
        phases = tone.phase + turn * times
        tone.phase += turn * len(times)
        audible = [(partial, loud) for partial, loud in self.PARTIALS if partial * turn < math.pi]
        return (
            np.sum([loud * np.sin(partial * phases) for partial, loud in audible], axis=0)
            if audible
            else np.zeros(len(times))
        )

    def _envelope(self, tone: _Tone, times: np.ndarray) -> np.ndarray:
        """Rises to 1 while held, falls to 0 when ending; clicks fall at once."""
        ending = tone.ending or tone.channel == CLICKS
        if tone.channel == CLICKS and tone.level == 0.0 and not tone.ending:
            tone.level = 1.0
        slope = -1 / ((0.03 if tone.channel == CLICKS else self.RELEASE) * RATE) if ending else 1 / (self.ATTACK * RATE)
        levels = np.clip(tone.level + slope * (times + 1), 0.0, 1.0)
        tone.level = float(levels[-1]) if len(levels) else tone.level
        tone.ending = tone.ending or (tone.channel == CLICKS and tone.level == 0.0)
        return levels


SYSTEM_FONT = Path("/usr/share/sounds/sf2/TimGM6mb.sf2")  # where Debian's package of the same SoundFont puts it


def soundfont() -> Path | None:
    """A General MIDI SoundFont: the one beside a frozen program, or that of the package pretty_midi, which is read
    where it was installed and never copied, or the system's."""
    found = importlib.util.find_spec("pretty_midi")
    package = [Path(found.origin).parent / "TimGM6mb.sf2"] if found and found.origin else []
    return next((path for path in (assets.soundfont(), *package, SYSTEM_FONT) if path.is_file()), None)


def make_synth() -> Synth:
    """The best synth this computer has."""
    path = soundfont()
    try:
        if path is not None:
            return SoundFontSynth(path)
    except Exception as error:  # whatever is wrong with a binary or a font, sines still sound
        log.warning("the SoundFont synth could not be made, sines play instead: %s", error)
    return AdditiveSynth()


def soft_clip(samples: np.ndarray) -> np.ndarray:
    """Samples bent softly towards full scale above 0.8, so that a loud chord never clips in the speakers."""
    over = np.abs(samples) - 0.8
    return np.where(over > 0, np.sign(samples) * (0.8 + 0.19 * np.tanh(over / 0.19)), samples).astype(np.float32)
