"""Turns what is played into samples, buffer by buffer, and knows which place each sample belongs to.

Any thread may pull it; knows no device and no Qt."""

import threading
from collections import deque
from typing import NamedTuple, Protocol

import numpy as np

from app.sound.schedule import CLICKS, OFF, ON, RATE, VELOCITY, MidiEvent, Performance, lead_in
from app.sound.synth import Synth, soft_clip

AUDITION = 10  # auditions sound on channels 10 to 13, so that playing and trying never cut each other off
AUDITION_SECONDS = 0.5


class Port(Protocol):
    """Another receiver of the events: a MIDI port. `after` is samples from the start of the buffer being made."""

    def begin(self, performance: Performance, step: float) -> None:
        """Playing begins or goes on at a step."""

    def play(self, event: MidiEvent, after: int) -> None:
        """A note begins or ends."""

    def advance(self, performance: Performance, first: int, stop: int, after: int) -> None:
        """Time goes from one sample of the piece to another: for the clock."""

    def end(self, after: int | None = None) -> None:
        """Playing ends: silence, at once or `after` that many samples."""


class _Stretch(NamedTuple):
    """From output frame `frame` on the place is `sample` of the piece and runs; `performance` None: nothing plays.

    During a count-in the place does not move."""

    frame: int
    performance: Performance | None
    sample: int
    stands: bool = False


class Renderer:
    """Plays one performance at a time, and auditions beside it."""

    def __init__(self, synth: Synth) -> None:
        self.synth = synth
        self.port: Port | None = None
        self.rendered = 0  # frames given out so far
        self.playing = False
        self._lock = threading.RLock()
        self._performance: Performance | None = None
        self._sample = 0
        self._index = 0
        self._held: dict[tuple[int, int], MidiEvent] = {}
        self._lead: tuple[tuple[MidiEvent, ...], int] = ((), 0)
        self._lead_at: int | None = None
        self._tries: dict[tuple[int, int], int] = {}  # (channel, pitch): output frame at which it ends
        self._stretches: deque[_Stretch] = deque([_Stretch(0, None, 0)])

    # What the user asks for

    def play(self, performance: Performance, step: float) -> None:
        """Play from a step, after the count-in if there is one."""
        with self._lock:
            self._let_go()
            self._take(performance, performance.clock.sample(step))
            self.playing = True
            self._lead = lead_in(performance, step) if performance.count_in else ((), 0)
            self._lead_at = 0 if self._lead[1] else None
            self._mark(stands=self._lead_at is not None)
            if self._lead_at is None:
                self._enter()
            if self.port:
                self.port.begin(performance, step)

    def change(self, performance: Performance) -> None:
        """Go on from the same place with another performance: an edit, another tempo, mute, solo, loop.

        Notes that are in both go on sounding."""
        with self._lock:
            if not self.playing or self._performance is None:
                return
            step = self._performance.clock.step(self._sample)
            self._take(performance, min(performance.clock.sample(step), performance.ends))
            self._mark(stands=self._lead_at is not None)
            if self._lead_at is None:
                self._enter()

    def stop(self) -> None:
        """Stop; every note ends."""
        with self._lock:
            self._let_go()
            self.synth.release()
            self.playing, self._lead_at = False, None
            self._mark()
            if self.port:
                self.port.end()

    def audition(
        self, pitch: int, voice: int, program: int, volume: float = 0.8, seconds: float = AUDITION_SECONDS
    ) -> None:
        """Sound one note beside whatever plays; it begins with the next buffer."""
        channel = AUDITION + voice
        with self._lock:
            for other, sounding in list(self._tries):
                if other == channel:
                    self._end_try(other, sounding)
            self.synth.program(channel, program)
            self.synth.volume(channel, volume)
            self.synth.on(channel, pitch, VELOCITY)
            self._tries[channel, pitch] = self.rendered + round(seconds * RATE)
            if self.port:
                self.port.play(MidiEvent(0, ON, voice, pitch, VELOCITY), 0)

    @property
    def busy(self) -> bool:
        """Whether anything was asked for that is not over."""
        return self.playing or bool(self._tries)

    def place(self, frame: int) -> float | None:
        """The step that belongs to an output frame; None where nothing plays. Frames must not go back."""
        with self._lock:
            while len(self._stretches) > 1 and self._stretches[1].frame <= frame:
                self._stretches.popleft()
            stretch = self._stretches[0]
            if stretch.performance is None:
                return None
            past = 0 if stretch.stands else max(0, frame - stretch.frame)
            return min(stretch.performance.clock.step(stretch.sample + past), float(stretch.performance.piece.steps))

    # What the device pulls

    def render(self, frames: int) -> np.ndarray:
        """The next samples: float32 (frames, 2), within -1 to 1."""
        with self._lock:
            parts, done = [], 0
            while done < frames:
                count = self._until_next(frames - done, done)
                if count:
                    parts.append(self.synth.render(count))
                    if self.playing and self._lead_at is None and self._performance is not None:
                        if self.port:
                            self.port.advance(self._performance, self._sample, self._sample + count, done)
                        self._sample += count
                    elif self._lead_at is not None:
                        self._lead_at += count
                    self.rendered += count
                    done += count
            return soft_clip(np.concatenate(parts)) if parts else np.zeros((0, 2), np.float32)

    def _until_next(self, room: int, done: int) -> int:
        """Do what is due now; samples until something is due again, at most `room`."""
        for (channel, pitch), frame in list(self._tries.items()):
            if frame <= self.rendered:
                self._end_try(channel, pitch)
            else:
                room = min(room, frame - self.rendered)
        if not self.playing or self._performance is None:
            return room
        if self._lead_at is not None:
            return self._count_in(room, done)
        performance = self._performance
        turn = performance.turns
        if turn is not None and self._sample == turn[1]:
            self._let_go(done)
            self._take(performance, turn[0])
            self._mark()
            self._enter(done)
        events = performance.events
        while self._index < len(events) and events[self._index].sample <= self._sample:
            self._perform(events[self._index], done)
            self._index += 1
        if turn is not None and self._sample < turn[1]:
            room = min(room, turn[1] - self._sample)
        if self._index < len(events):
            room = min(room, events[self._index].sample - self._sample)
        if self._sample >= performance.ends and not (turn is not None and self._sample < turn[1]):
            self._let_go(done)
            self.playing = False
            self._mark()
            if self.port:
                self.port.end(done)
            return room if room > 0 else 0
        return min(room, performance.ends - self._sample)

    def _count_in(self, room: int, done: int) -> int:
        assert self._lead_at is not None
        events, length = self._lead
        due = [event for event in events if event.sample == self._lead_at]
        for event in due:
            self._perform(event, done)
        if self._lead_at >= length:
            self._lead_at = None
            self._let_go(done)
            self._mark()
            self._enter(done)
            return 0
        later = [event.sample for event in events if event.sample > self._lead_at]
        return min(room, (later[0] if later and later[0] < length else length) - self._lead_at)

    # Small steps

    def _take(self, performance: Performance, sample: int) -> None:
        self._performance, self._sample, self._index = performance, sample, performance.first_event(sample)
        for voice in range(4):
            self.synth.program(voice, performance.programs[voice])
            self.synth.volume(voice, performance.strips[voice].volume)
        self.synth.volume(CLICKS, 0.9)

    def _enter(self, after: int = 0) -> None:
        """Sound what should be sounding here and end what should not: both lists agree afterwards."""
        assert self._performance is not None
        wanted = self._performance.sounding(self._sample)
        ending = {
            event[2:4]
            for event in self._performance.events[self._index : self._index + 16]
            if event.sample == self._sample and event.kind == OFF
        }
        for key, event in list(self._held.items()):
            if key not in wanted and key not in ending and key[0] != CLICKS:
                self._perform(event._replace(kind=OFF), after)
        for key, event in wanted.items():
            if key not in self._held:
                self._perform(event, after)

    def _perform(self, event: MidiEvent, after: int = 0) -> None:
        key = (event.channel, event.pitch)
        if event.kind == ON:
            self.synth.on(event.channel, event.pitch, event.velocity)
            self._held[key] = event
        else:
            self.synth.off(event.channel, event.pitch)
            self._held.pop(key, None)
        if self.port:
            self.port.play(event, after)

    def _let_go(self, after: int = 0) -> None:
        for event in list(self._held.values()):
            self._perform(event._replace(kind=OFF), after)

    def _end_try(self, channel: int, pitch: int) -> None:
        self.synth.off(channel, pitch)
        del self._tries[channel, pitch]
        if self.port:
            self.port.play(MidiEvent(0, OFF, channel - AUDITION, pitch), 0)

    def _mark(self, stands: bool = False) -> None:
        self._stretches.append(
            _Stretch(self.rendered, self._performance if self.playing else None, self._sample, stands)
        )
