"""What sounds when: a piece and how it should sound, as note events in samples, and places in steps as samples and
back. Knows no Qt and makes no sound."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.canvas.music import STEPS_PER_QUARTER, Note, Piece

RATE = 44100  # samples a second
VELOCITY = 80
CLICKS = 9  # the channel of the metronome: General MIDI's drums
STRONG, WEAK = 76, 77  # high and low wood block
CLICK_SECONDS = 0.05
ON, OFF = 1, 0  # at one sample notes end before others begin


class MidiEvent(NamedTuple):
    """A note begins (ON) or ends (OFF) at a sample counted from the start of the piece."""

    sample: int
    kind: int
    channel: int
    pitch: int
    velocity: int = 0


@dataclass(frozen=True)
class Strip:
    """How one voice sounds; `program` None means the instrument the piece names. Volume 0 to 1."""

    program: int | None = None
    volume: float = 0.8
    mute: bool = False
    solo: bool = False


def audible(strips: tuple["Strip", ...]) -> tuple[bool, ...]:
    """Which voices sound: a solo silences all that are not solo, and mute wins."""
    alone = any(strip.solo for strip in strips)
    return tuple(not strip.mute and (strip.solo or not alone) for strip in strips)


@dataclass(frozen=True)
class Performance:
    """A piece and how it should sound. `factor` 2 is twice as fast; `loop` is (start, stop) in steps."""

    piece: Piece
    strips: tuple[Strip, Strip, Strip, Strip] = (Strip(),) * 4
    metronome: bool = False
    count_in: int = 0  # bars of clicks before playing begins
    loop: tuple[int, int] | None = None
    factor: float = 1.0

    @cached_property
    def audible(self) -> tuple[bool, ...]:
        """Which voices sound."""
        return audible(self.strips)

    @cached_property
    def programs(self) -> tuple[int, ...]:
        """The instrument of each voice."""
        return tuple(
            voice.program if strip.program is None else strip.program
            for voice, strip in zip(self.piece.voices, self.strips, strict=True)
        )

    @cached_property
    def clock(self) -> "Clock":
        """Places as samples."""
        return Clock(self.piece, self.factor)

    @cached_property
    def events(self) -> tuple[MidiEvent, ...]:
        """Every event in order of time."""
        found = [event for voice in range(4) if self.audible[voice] for event in self._voice(voice)]
        if self.metronome:
            found += [event for step, strong in beats(self.piece) for event in click(self.clock.sample(step), strong)]
        return tuple(sorted(found))

    @cached_property
    def moments(self) -> list[int]:
        """The samples of `events`, to search in."""
        return [event.sample for event in self.events]

    @property
    def ends(self) -> int:
        """The sample at which the piece ends; its sounds may ring on."""
        return self.clock.sample(self.piece.steps)

    @cached_property
    def turns(self) -> tuple[int, int] | None:
        """(first sample, sample after the last) of the loop, None without one that can be played."""
        if self.loop is None:
            return None
        first, stop = max(0, self.loop[0]), min(self.piece.steps, self.loop[1])
        return (self.clock.sample(first), self.clock.sample(stop)) if first < stop else None

    def first_event(self, sample: int) -> int:
        """The index of the first event at or after a sample."""
        return bisect_left(self.moments, sample)

    def sounding(self, sample: int) -> dict[tuple[int, int], MidiEvent]:
        """(channel, pitch): the event that began it, of what sounds just before the events at a sample."""
        found: dict[tuple[int, int], MidiEvent] = {}
        step = self.clock.step(sample)
        for voice in range(4):
            notes = self.piece.voices[voice].notes if self.audible[voice] else ()
            at = bisect_right(notes, Note(int(np.ceil(step)), 1 << 30, 127)) - 1
            for note in notes[max(0, at - 1) : at + 1]:
                begins, stops = self.clock.sample(note.start), self.clock.sample(note.start + note.length)
                if begins < sample < stops:
                    found[voice, note.pitch] = MidiEvent(begins, ON, voice, note.pitch, self._velocity(voice, note))
        return found

    def _voice(self, voice: int) -> list[MidiEvent]:
        found, sample = [], self.clock.sample
        for note in self.piece.voices[voice].notes:
            found.append(MidiEvent(sample(note.start), ON, voice, note.pitch, self._velocity(voice, note)))
            found.append(MidiEvent(sample(note.start + note.length), OFF, voice, note.pitch))
        return found

    @cached_property
    def _velocities(self) -> tuple[dict[int, int], ...]:
        return tuple(
            {mark.step: mark.velocity for mark in voice.marks if mark.velocity is not None}
            for voice in self.piece.voices
        )

    def _velocity(self, voice: int, note: Note) -> int:
        return self._velocities[voice].get(note.start, VELOCITY)


class Clock:
    """Steps as samples and back; exact under any number of tempo changes, the same rounding everywhere."""

    def __init__(self, piece: Piece, factor: float = 1.0) -> None:
        self._steps = np.array([tempo.step for tempo in piece.tempos], dtype=float)
        self._each = np.array(
            [RATE * 60 / (tempo.quarters * factor * STEPS_PER_QUARTER) for tempo in piece.tempos]
        )  # samples a step
        spans = np.diff(self._steps) * self._each[:-1]
        self._samples = np.concatenate([[0.0], np.cumsum(spans)])

    def exact(self, step: float) -> float:
        """The place of a step in samples, unrounded."""
        at = max(0, int(np.searchsorted(self._steps, step, side="right")) - 1)
        return float(self._samples[at] + (step - self._steps[at]) * self._each[at])

    def sample(self, step: float) -> int:
        """The sample at which a step begins."""
        return round(self.exact(step))

    def step(self, sample: float) -> float:
        """The place of a sample in steps."""
        at = max(0, int(np.searchsorted(self._samples, sample, side="right")) - 1)
        return float(self._steps[at] + (sample - self._samples[at]) / self._each[at])


def beats(piece: Piece) -> list[tuple[int, bool]]:
    """(step, whether a bar begins) of every felt beat; a pick-up's beats count from its end."""
    found = []
    for index, bar in enumerate(piece.bars):
        start = piece.bar_starts[index]
        early = -bar.steps % bar.beat_steps if index == 0 and piece.has_pickup else 0
        found += [
            (start + step, step == 0 and not (index == 0 and piece.has_pickup))
            for step in range(early, bar.steps, bar.beat_steps)
        ]
    return found


def click(sample: int, strong: bool) -> tuple[MidiEvent, MidiEvent]:
    """One tick of the metronome."""
    pitch = STRONG if strong else WEAK
    return MidiEvent(sample, ON, CLICKS, pitch, 110 if strong else 80), MidiEvent(
        sample + round(CLICK_SECONDS * RATE), OFF, CLICKS, pitch
    )


def lead_in(performance: Performance, step: float) -> tuple[tuple[MidiEvent, ...], int]:
    """(clicks counted from sample 0, length in samples) of the count-in before playing from a step, in the metre and
    tempo there."""
    piece = performance.piece
    index = max(0, bisect_right(piece.bar_starts, step) - 1)
    bar = piece.bars[index]
    quarters = max(tempo for tempo in piece.tempos if tempo.step <= step).quarters * performance.factor
    beat = RATE * 60 / quarters / STEPS_PER_QUARTER * bar.beat_steps
    each = max(1, bar.beats * 16 // bar.unit // bar.beat_steps)
    count = each * performance.count_in
    found = [event for tick in range(count) for event in click(round(tick * beat), tick % each == 0)]
    return tuple(sorted(found)), round(count * beat)
