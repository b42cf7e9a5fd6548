"""A sound stage for tests: a device that pulls buffers on request, a synth that writes down what it was asked, and
pieces to play."""

import numpy as np

from engine.canvas.music import VOICES, Bar, Note, Piece, Tempo, Voice, cells_of


class FakeDevice:
    """The interface of an output; `pull(frames)` is the passing of time."""

    silent = False

    def __init__(self, buffer=512):
        self.buffer, self.running, self.frames = buffer, False, 0
        self.samples = []
        self._pull = None

    def start(self, pull):
        self.running, self._pull = True, pull

    def stop(self):
        self.running = False

    def frames_played(self):
        return self.frames

    def pull(self, frames):
        """Let this many frames pass, buffer by buffer."""
        goal = self.frames + frames
        while self.frames < goal:
            self.samples.append(self._pull(self.buffer))
            self.frames += self.buffer

    def sound(self):
        """Everything that came out: (frames, 2)."""
        return np.concatenate(self.samples)


class Scribe:
    """A synth that is silent and remembers: (frame, "on" or "off", channel, pitch)."""

    name = "scribe"

    def __init__(self):
        self.frames, self.log, self.programs, self.volumes, self.sounding = 0, [], {}, {}, set()

    def program(self, channel, program):
        self.programs[channel] = program

    def volume(self, channel, volume):
        self.volumes[channel] = volume

    def on(self, channel, pitch, velocity):
        self.log.append((self.frames, "on", channel, pitch))
        self.sounding.add((channel, pitch))

    def off(self, channel, pitch):
        self.log.append((self.frames, "off", channel, pitch))
        self.sounding.discard((channel, pitch))

    def release(self):
        self.sounding.clear()

    def render(self, frames):
        self.frames += frames
        return np.full((frames, 2), 0.01 * len(self.sounding), np.float32)

    def onsets(self, channel=None):
        return [(frame, pitch) for frame, kind, ch, pitch in self.log if kind == "on" and channel in (None, ch)]


EVEN = (Tempo(0, 120.0),)


def piece_of_notes(*notes, bars=2, tempos=EVEN):
    """A piece of 4/4 bars with (voice, start, length, pitch) in it; at 120 a sixteenth is 5512.5 samples."""
    each = Bar.full()
    rows = [[Note(*rest) for voice, *rest in notes if voice == v] for v in range(4)]
    voices = tuple(
        Voice(k.name, k.program, cells_of(row, bars * each.steps)) for k, row in zip(VOICES, rows, strict=True)
    )
    return Piece(voices, (each,) * bars, tempos=tempos)


def scale(bars=2, **more):
    """A soprano that climbs in quarters over a bass that holds whole notes."""
    climb = [(0, 4 * i, 4, 60 + i % 24) for i in range(bars * 4)]
    return piece_of_notes(*climb, *[(3, 16 * i, 16, 40 + i % 12) for i in range(bars)], bars=bars, **more)
