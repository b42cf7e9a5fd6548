"""The window's one player: play, stop, change and audition, and where the playhead is. Chooses the device; samples are the renderer's business."""

import logging
import threading

from PySide6.QtCore import QObject, QTimer, Signal

from app.sound.output import DeviceOutput, Output, SilentOutput, default_device
from app.sound.renderer import Port, Renderer
from app.sound.schedule import Hearing
from app.sound.synth import Synth, make_synth
from app.words import tr

log = logging.getLogger(__name__)

IDLE_MS = 15_000  # a device that nobody uses is given back after this long


class Player(QObject):
    """Plays whatever it is given; `said` carries a sentence for the person."""

    said = Signal(str)

    def __init__(self, output: Output | None = None, synth: Synth | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._output = output
        self._given = output is not None
        self._synth = synth
        self._renderer: Renderer | None = None
        self._making = threading.Lock()
        self._told = False
        self._port: Port | None = None
        self._idle = QTimer(self)
        self._idle.setInterval(IDLE_MS)
        self._idle.timeout.connect(self._rest)

    def warm(self) -> None:
        """Read the SoundFont beside the window, so that the first note does not wait."""
        threading.Thread(target=self._ready, name="palimpsest-soundfont", daemon=True).start()

    @property
    def port(self) -> Port | None:
        """The MIDI port that hears everything too."""
        return self._port

    @port.setter
    def port(self, port: Port | None) -> None:
        if self._port is not None:
            self._port.end()
        self._port = port
        if self._renderer is not None:
            self._renderer.port = port

    # What a person asks for

    def play(self, hearing: Hearing, step: float) -> None:
        """Play from a step."""
        self._ready().play(hearing, step)
        self._sound()

    def change(self, hearing: Hearing) -> None:
        """Go on at the same place with this."""
        if self._renderer is not None:
            self._renderer.change(hearing)

    def stop(self) -> None:
        """Stop; every note ends."""
        if self._renderer is not None:
            self._renderer.stop()

    def audition(self, pitch: int, voice: int, program: int, volume: float = 0.8) -> None:
        """Sound one note at once."""
        self._ready().audition(pitch, voice, program, volume)
        self._sound()

    @property
    def playing(self) -> bool:
        """Whether something plays or is still to be heard."""
        return self._renderer is not None and (self._renderer.playing or self.place() is not None)

    def place(self) -> float | None:
        """The step being heard now; None if nothing plays."""
        if self._renderer is None or self._output is None:
            return None
        return self._renderer.place(self._output.heard())

    def close(self) -> None:
        """Silence, and give everything back; the window is closing."""
        self._idle.stop()
        self.stop()
        self.port = None
        if self._output is not None:
            self._output.stop()

    # Inside

    def _ready(self) -> Renderer:
        with self._making:
            if self._renderer is None:
                self._renderer = Renderer(self._synth or make_synth())
                self._renderer.port = self._port
            return self._renderer

    def _sound(self) -> None:
        """See that a device pulls; where there is none, say so once."""
        if not self._given and (self._output is None or (self._output.silent and not self._output.running)):
            device = default_device()
            if device is not None:
                self._output = DeviceOutput(device, self)
            elif self._output is None:
                self._output = SilentOutput(self)
            if device is None and not self._told:
                self._told = True
                self.said.emit(tr("No sound device found; everything else works."))
        assert self._output is not None
        self._output.start(self._ready().render)
        self._idle.start()

    def _rest(self) -> None:
        if self._output is not None and self._renderer is not None and not self._renderer.busy:
            self._output.stop()
            self._idle.stop()
