"""The window's one player: play, stop, change and audition, and where the playhead is.

Chooses the device; the renderer makes the samples."""

import logging
import threading

from PySide6.QtCore import QObject, QTimer, Signal

from app.sound.buffers import MUSIC, TRIAL, Buffer
from app.sound.output import Output, SilentOutput, load_device, open_device
from app.sound.renderer import Port, Renderer
from app.sound.schedule import Performance
from app.sound.synth import Synth, make_synth
from app.words import tr

log = logging.getLogger(__name__)

LOOK_MS = 1000  # between two looks at the devices
IDLE = 15  # looks after which a device that nobody uses is given back
STILL = 4  # checks after which a device that has stopped is taken for gone


class _Line:
    """A renderer and the device that pulls it; both are made when first needed."""

    def __init__(self, output: Output | None, synth: Synth | None, buffer: Buffer) -> None:
        self.output, self.buffer = output, buffer
        self.given = output is not None
        self.before = 0  # frames rendered for devices that were used earlier
        self.played, self.still = -1, 0  # frames played at the last look, and for how many looks that did not change
        self._synth = synth
        self.renderer: Renderer | None = None
        self._making = threading.Lock()

    def ready(self) -> Renderer:
        """The renderer; reading the SoundFont takes a moment, so another thread may have begun."""
        with self._making:
            if self.renderer is None:
                self.renderer = Renderer(self._synth or make_synth())
            return self.renderer

    def stalled(self) -> bool:
        """Whether the device should play but has not moved on for several checks: it was unplugged."""
        if self.output is None or self.output.silent or not self.output.running:
            self.still = 0
            return False
        played = self.output.frames_played()
        self.still = self.still + 1 if played == self.played else 0
        self.played = played
        return self.still >= STILL

    def stop(self) -> None:
        """Give the device back; the next sound looks for one again."""
        if self.output is not None:
            self.output.stop()
            if not (self.given or self.output.silent):
                self.output = None


class Player(QObject):
    """Plays whatever it is given; `said` carries a sentence for the user.

    Music and tried notes go to the device on lines of their own, since music wants a long buffer and a click a short
    one; where a single output is given, or none is found, they share one."""

    said = Signal(str)
    taken = Signal(object)  # who plays from now on: there is one player for all pages

    def __init__(self, output: Output | None = None, synth: Synth | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._music = _Line(output, synth, MUSIC)
        self._trial = self._music if output is not None else _Line(None, synth, TRIAL)
        self._reported = False
        self._port: Port | None = None
        self._unused = 0
        self._looks = QTimer(self)
        self._looks.setInterval(LOOK_MS)
        self._looks.timeout.connect(self.look)

    def warm(self) -> None:
        """Read the SoundFont and load the sound library beside the window, so that the first note does not wait."""

        def load() -> None:
            for line in self._lines:
                line.ready()
            load_device()

        threading.Thread(target=load, name="palimpsest-soundfont", daemon=True).start()

    @property
    def _lines(self) -> set[_Line]:
        return {self._music, self._trial}

    @property
    def port(self) -> Port | None:
        """The MIDI port that receives everything too."""
        return self._port

    @port.setter
    def port(self, port: Port | None) -> None:
        if self._port is not None:
            self._port.end()
        self._port = port
        for line in self._lines:
            if line.renderer is not None:
                line.renderer.port = port

    # What the user asks for

    def play(self, performance: Performance, step: float) -> None:
        """Play from a step."""
        self._ready(self._music).play(performance, step)
        self._start(self._music)

    def change(self, performance: Performance) -> None:
        """Go on at the same place with this."""
        if self._music.renderer is not None:
            self._music.renderer.change(performance)

    def stop(self) -> None:
        """Stop; every note ends."""
        if self._music.renderer is not None:
            self._music.renderer.stop()

    def audition(self, pitch: int, voice: int, program: int, volume: float = 0.8) -> None:
        """Sound one note at once."""
        self._ready(self._trial).audition(pitch, voice, program, volume)
        self._start(self._trial)

    @property
    def playing(self) -> bool:
        """Whether something plays or is still to be heard."""
        return self._music.renderer is not None and (self._music.renderer.playing or self.place() is not None)

    @property
    def silent(self) -> bool:
        """Whether the last music went nowhere: no sound device was found."""
        return self._music.output is not None and self._music.output.silent

    def place(self) -> float | None:
        """The step being heard now; None if nothing plays."""
        if self._music.renderer is None or self._music.output is None:
            return None
        return self._music.renderer.place(self._music.before + self._music.output.frames_played())

    def close(self) -> None:
        """Silence, and give everything back; the window is closing."""
        self._looks.stop()
        self.stop()
        self.port = None
        for line in self._lines:
            line.stop()

    # Inside

    def _ready(self, line: _Line) -> Renderer:
        renderer = line.ready()
        renderer.port = self._port
        return renderer

    def _start(self, line: _Line) -> None:
        """Let the line be pulled; where there is no device, say so once and let time pass in silence."""
        assert line.renderer is not None
        if not line.given and (line.output is None or (line.output.silent and not line.output.running)):
            line.before = line.renderer.rendered
            line.output = open_device(line.buffer, line.renderer.render) or SilentOutput()
            if line.output.silent and not self._reported:
                self._reported = True
                self.said.emit(tr("No sound device found; everything else works."))
        assert line.output is not None
        line.output.start(line.renderer.render)
        self._unused = 0
        self._looks.start()

    def look(self) -> None:
        """Move to another device if one is gone; give back those that nobody uses."""
        for line in self._lines:
            if line.stalled() and not line.given and line.renderer is not None:
                log.info("the sound device has stopped; asking for another")
                line.stop()
                self._start(line)
        busy = any(line.renderer is not None and line.renderer.busy for line in self._lines)
        self._unused = 0 if busy else self._unused + 1
        if self._unused >= IDLE:
            for line in self._lines:
                line.stop()
            self._looks.stop()
