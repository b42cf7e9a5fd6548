"""Live MIDI: out to a chosen port or to a virtual one named Palimpsest, with clock if wanted, and in from a keyboard.

Knows ports and messages, no pages."""

import heapq
import threading
import time
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.sound.schedule import CLICKS, ON, RATE, MidiEvent, Performance
from app.words import tr
from engine.errors import PalimpsestError

VIRTUAL = "Palimpsest"
TICKS = 6  # of MIDI clock in a sixteenth
NOTE_ON, NOTE_OFF, CONTROL, PROGRAM = 0x90, 0x80, 0xB0, 0xC0
POSITION, CLOCK, START, CONTINUE, STOP = 0xF2, 0xF8, 0xFA, 0xFB, 0xFC
VOLUME, SOUNDS_OFF, NOTES_OFF = 7, 120, 123
CHANNELS = (0, 1, 2, 3, CLICKS)
POLL_MS = 5


class PortError(PalimpsestError, OSError):
    """MIDI that this computer does not have."""


def system() -> Any:
    """python-rtmidi, imported late: the app works without it."""
    try:
        import rtmidi
    except ImportError as error:
        raise PortError(
            tr("MIDI ports need the package python-rtmidi, which is not installed; export a MIDI file instead."),
            repr(error),
        ) from None
    return rtmidi


def _made(midi: Any, kind: str) -> Any:
    """A MidiIn or MidiOut of the first MIDI system that works (on Linux ALSA, then JACK); without any rtmidi raises
    its own OSError."""
    try:
        return getattr(midi, kind)(name=VIRTUAL)
    except OSError as error:
        for system_number in midi.get_compiled_api() if hasattr(midi, "get_compiled_api") else []:
            try:
                return getattr(midi, kind)(system_number, VIRTUAL)
            except OSError:
                continue
        raise PortError(
            tr("This computer has no MIDI system; export a MIDI file or drag it into the DAW instead."), repr(error)
        ) from None


def port_names(kind: str = "MidiOut", midi: Any = None) -> list[str]:
    """The ports to send to (MidiOut) or listen to (MidiIn)."""
    made = _made(midi or system(), kind)
    try:
        return [str(name) for name in made.get_ports()]
    except OSError as error:
        raise PortError(
            tr("The MIDI ports could not be listed; check that this computer's MIDI system is running."), repr(error)
        ) from None
    finally:
        made.delete()


def _opened(kind: str, name: str | None, midi: Any) -> Any:
    """A port by name, or with None a virtual one."""
    midi = midi or system()
    made = _made(midi, kind)
    try:
        if name is None:
            made.open_virtual_port(VIRTUAL)
            return made
        names = [str(each) for each in made.get_ports()]
        if name in names:
            made.open_port(names.index(name))
            return made
    except NotImplementedError as error:
        made.delete()
        raise PortError(
            tr("This system has no virtual MIDI ports; choose a loopback driver's port instead."), repr(error)
        ) from None
    except OSError as error:
        made.delete()
        raise PortError(
            tr("The MIDI port could not be opened; another program may be using it."), repr(error)
        ) from None
    made.delete()
    raise PortError(tr("The MIDI port {name} is gone; connect it again or choose another.", name=name))


class OutPort:
    """Receives what the renderer plays (its `Port`) and sends each message at its moment, from its own thread."""

    def __init__(self, name: str | None = None, clock: bool = False, midi: Any = None) -> None:
        self.name = name or VIRTUAL
        self.clock = clock
        self._port = _opened("MidiOut", name, midi)
        self._due: list[tuple[float, int, list[int]]] = []
        self._count = 0
        self._held: set[tuple[int, int]] = set()
        self._ready = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._loop, name="palimpsest-midi", daemon=True)
        self._thread.start()

    # Called by the renderer

    def begin(self, performance: Performance, step: float) -> None:
        """Instruments and volumes, then start or continue."""
        for voice in range(4):
            self._put([PROGRAM | voice, performance.programs[voice]])
            self._put([CONTROL | voice, VOLUME, round(127 * performance.strips[voice].volume)])
        if self.clock:
            at = min(0x3FFF, round(step))
            self._put([POSITION, at & 0x7F, at >> 7])
            self._put([CONTINUE if at else START])

    def play(self, event: MidiEvent, after: int) -> None:
        """A note on or off."""
        kind = NOTE_ON if event.kind == ON else NOTE_OFF
        self._put([kind | event.channel, event.pitch, event.velocity if event.kind == ON else 0], after)

    def advance(self, performance: Performance, first: int, stop: int, after: int) -> None:
        """Ticks of the clock between two samples of the piece."""
        if self.clock:
            clock = performance.clock
            tick = int(-(-clock.step(first) * TICKS // 1))
            while (sample := clock.sample(tick / TICKS)) < stop:
                if sample >= first:
                    self._put([CLOCK], after + sample - first)
                tick += 1

    def end(self, after: int | None = None) -> None:
        """Silence: at once, when what waits is dropped, or after that many samples, when what waits is still played."""
        with self._ready:
            if after is None:
                self._due.clear()
            held = sorted(self._held)
        for channel, pitch in held if after is None else []:
            self._put([NOTE_OFF | channel, pitch, 0])
        for channel in CHANNELS:
            self._put([CONTROL | channel, NOTES_OFF, 0], after or 0)
            self._put([CONTROL | channel, SOUNDS_OFF, 0], after or 0)
        if self.clock:
            self._put([STOP], after or 0)

    def close(self) -> None:
        """Silence, then give the port back."""
        self.end()
        with self._ready:
            self._closed = True
            self._ready.notify()
        self._thread.join(1.0)
        self._port.close_port()
        self._port.delete()

    # The thread

    def _put(self, message: list[int], after: int = 0) -> None:
        with self._ready:
            self._count += 1  # messages of one moment keep their order
            heapq.heappush(self._due, (time.monotonic() + after / RATE, self._count, message))
            self._ready.notify()

    def _loop(self) -> None:
        while True:
            with self._ready:
                while not self._due and not self._closed:
                    self._ready.wait()
                if not self._due:
                    return
                wait = self._due[0][0] - time.monotonic()
                if wait > 0 and not self._closed:
                    self._ready.wait(wait)
                    continue
                message = heapq.heappop(self._due)[2]
                key = (message[0] & 0x0F, message[min(1, len(message) - 1)])
                if message[0] & 0xF0 == NOTE_ON:
                    self._held.add(key)
                elif message[0] & 0xF0 == NOTE_OFF:
                    self._held.discard(key)
            self._send(message)

    def _send(self, message: list[int]) -> None:
        try:
            self._port.send_message(message)
        except (OSError, RuntimeError):
            pass  # the device was pulled out: nothing is left to silence, and closing still works


class InPort(QObject):
    """A keyboard; `struck` carries each key as it is pressed, `released` as it comes up."""

    struck = Signal(int)
    released = Signal(int)

    def __init__(self, name: str | None = None, midi: Any = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._port = _opened("MidiIn", name, midi)
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self.poll)
        self._timer.start()

    def poll(self) -> None:
        """Emit what came since the last check."""
        while (got := self._port.get_message()) is not None:
            for pitch in struck([got[0]]):
                self.struck.emit(pitch)
            for pitch in released([got[0]]):
                self.released.emit(pitch)

    def close(self) -> None:
        """Give the port back."""
        self._timer.stop()
        self._port.close_port()
        self._port.delete()


def released(messages: list[list[int]]) -> list[int]:
    """The pitches whose keys come up: note-offs, and note-ons without a velocity."""
    return [
        m[1]
        for m in messages
        if len(m) == 3 and m[0] & 0x0F != CLICKS and (m[0] & 0xF0 == NOTE_OFF or (m[0] & 0xF0 == NOTE_ON and not m[2]))
    ]


def struck(messages: list[list[int]]) -> list[int]:
    """The pitches that messages strike: note-ons with a velocity; the drum channel is no melody."""
    return [m[1] for m in messages if len(m) == 3 and m[0] & 0xF0 == NOTE_ON and m[0] & 0x0F != CLICKS and m[2] > 0]
