"""Live MIDI with a stand-in for the MIDI system, and with this computer's own: a port, or one clear sentence."""

import time

import pytest

from app.document.document import Document
from app.roll.editing.step_record import StepRecorder, recorded
from app.sound import midi_ports
from app.sound.midi_ports import (
    CLOCK,
    CONTINUE,
    NOTE_OFF,
    NOTE_ON,
    START,
    STOP,
    InPort,
    OutPort,
    PortError,
    port_names,
    struck,
)
from app.sound.player import Player
from app.sound.schedule import RATE, Performance
from engine.canvas.mask import Brush
from engine.canvas.music import Tempo, blank_piece
from engine.canvas.project import fresh
from tests.app.sound_stage import FakeDevice, Scribe, piece_of_notes, scale


class FakeMidi:
    """As much of rtmidi as is used: two ports, and what was sent."""

    def __init__(self, virtual=True):
        self.sent, self.came, self.opened, self.closed, self.virtual = [], [], [], 0, virtual
        system = self

        class Side:
            def __init__(self, name):
                self.name = name

            def get_ports(self):
                return ["Synth A", "Synth B"]

            def open_port(self, number):
                system.opened.append(number)

            def open_virtual_port(self, name):
                if not system.virtual:
                    raise NotImplementedError("no virtual ports here")
                system.opened.append(name)

            def send_message(self, message):
                system.sent.append((time.monotonic(), list(message)))

            def get_message(self):
                return (system.came.pop(0), 0.0) if system.came else None

            def close_port(self):
                system.closed += 1

            def delete(self):
                pass

        self.MidiOut = self.MidiIn = Side

    @property
    def messages(self):
        return [message for _, message in self.sent]


class NoMidi:
    """A computer without a MIDI system."""

    def MidiOut(self, name):
        raise ConnectionError("no ALSA")

    MidiIn = MidiOut


def eventually(condition):
    """Wait for the sending thread, as long as a busy computer may need."""
    until = time.monotonic() + 20
    while not condition() and time.monotonic() < until:
        time.sleep(0.005)
    assert condition()


def sounding(messages):
    held = set()
    for message in messages:
        if message[0] & 0xF0 == NOTE_ON:
            held.add((message[0] & 0x0F, message[1]))
        elif message[0] & 0xF0 == NOTE_OFF:
            held.discard((message[0] & 0x0F, message[1]))
    return held


def test_no_midi_system_is_one_sentence():
    for ask in (lambda: port_names(midi=NoMidi()), lambda: OutPort(midi=NoMidi()), lambda: InPort("x", midi=NoMidi())):
        with pytest.raises(PortError, match="has no MIDI system; export a MIDI file"):
            ask()


def test_where_the_first_midi_system_is_missing_the_next_is_taken():
    class Jack(FakeMidi):
        """ALSA, number 2, is not there; JACK, number 3, is."""

        def __init__(self):
            super().__init__()
            side = self.MidiOut

            def made(system=0, name=""):
                if system != 3:
                    raise ConnectionError("no ALSA")
                return side(name)

            self.MidiOut = made

        def get_compiled_api(self):
            return [2, 3]

    assert port_names(midi=Jack()) == ["Synth A", "Synth B"]


def test_no_virtual_ports_is_one_sentence():
    with pytest.raises(PortError, match="no virtual MIDI ports"):
        OutPort(midi=FakeMidi(virtual=False))


def test_a_port_that_is_gone_is_named():
    with pytest.raises(PortError, match="Synth C is gone"):
        OutPort("Synth C", midi=FakeMidi())


def test_this_computer_has_a_virtual_port_or_says_why_not():
    said = ""
    try:
        OutPort().close()
    except PortError as error:
        said = str(error)
    assert said in ("", "This computer has no MIDI system; export a MIDI file or drag it into the DAW instead.")


def test_the_ports_are_listed_and_opened_by_name():
    midi = FakeMidi()
    assert port_names(midi=midi) == ["Synth A", "Synth B"]
    OutPort("Synth B", midi=midi).close()
    OutPort(midi=midi).close()
    assert midi.opened == [1, "Palimpsest"] and midi.closed == 2


def test_notes_go_out_and_stop_silences(qapp):
    midi, device = FakeMidi(), FakeDevice()
    player = Player(device, Scribe())
    player.port = OutPort("Synth A", midi=midi)
    player.play(Performance(scale(tempos=(Tempo(0, 1000.0),))), 0)
    device.pull(RATE // 10)
    eventually(lambda: [0xC0, 52] in midi.messages and [NOTE_ON, 60, 80] in midi.messages and sounding(midi.messages))
    player.stop()
    eventually(lambda: [0xB9, 120, 0] in midi.messages)
    assert not sounding(midi.messages) and [0xB0, 123, 0] in midi.messages
    player.close()


def test_closing_silences(qapp):
    midi, device = FakeMidi(), FakeDevice()
    player = Player(device, Scribe())
    port = OutPort("Synth A", midi=midi)
    player.port = port
    player.play(Performance(scale()), 0)
    device.pull(512)
    port.close()
    assert not sounding(midi.messages) and midi.closed == 1


def test_messages_of_one_buffer_are_spread_over_its_time(qapp):
    midi, device = FakeMidi(), FakeDevice(buffer=RATE // 2)
    player = Player(device, Scribe())
    player.port = OutPort("Synth A", midi=midi)
    player.play(Performance(scale(tempos=(Tempo(0, 600.0),))), 0)  # a quarter each 0.1 s
    began = time.monotonic()
    device.pull(RATE // 2)
    times = lambda: [moment for moment, message in midi.sent if message[0] == NOTE_ON]  # noqa: E731
    eventually(lambda: len(times()) == 5)
    assert times() == sorted(times())
    assert all(
        moment >= began + 0.1 * number for number, moment in enumerate(times())
    )  # none before its moment, though all were made at once
    player.close()


@pytest.mark.parametrize(("step", "first"), [(0, START), (8, CONTINUE)])
def test_the_clock_starts_or_goes_on_ticks_and_stops(qapp, step, first):
    midi, device = FakeMidi(), FakeDevice()
    player = Player(device, Scribe())
    port = OutPort("Synth A", clock=True, midi=midi)
    player.port = port
    performance = Performance(scale(tempos=(Tempo(0, 1000.0),)))
    player.play(performance, step)
    device.pull(performance.ends + 4096)
    eventually(lambda: [STOP] in midi.messages)
    kinds = [message[0] for message in midi.messages]
    assert kinds.index(first) < kinds.index(CLOCK)
    port.close()


def test_the_clock_ticks_24_times_a_quarter_without_gaps():
    ticks = []
    port = OutPort("Synth A", clock=True, midi=FakeMidi())
    port._put = lambda message, after=0: ticks.append((message[0], after))
    performance = Performance(scale())
    for first in range(0, performance.ends, 512):
        port.advance(performance, first, min(first + 512, performance.ends), 0)
    assert len(ticks) == 32 * 6 and {kind for kind, _ in ticks} == {CLOCK}
    del port._put
    port.close()


def test_struck_keys_of_messages():
    assert struck([[0x90, 60, 90], [0x90, 60, 0], [0x80, 60, 0], [0x93, 64, 1], [0x99, 36, 90], [0xF8]]) == [60, 64]


def test_a_keyboard_emits_its_keys(qtbot):
    midi = FakeMidi()
    port = InPort("Synth A", midi=midi)
    keys = []
    port.struck.connect(keys.append)
    midi.came += [[0x90, 60, 90], [0x80, 60, 0], [0x90, 62, 90]]
    qtbot.waitUntil(lambda: keys == [60, 62], timeout=5000)
    port.close()


def test_a_melody_is_recorded_step_by_step():
    project, step = recorded(fresh(blank_piece(1), Brush.REWRITE), 0, 4, 2, [60, 62, 64])
    assert [tuple(note) for note in project.canvas.voices[0].notes] == [
        (4, 2, 60),
        (6, 2, 62),
        (8, 2, 64),
    ] and step == 10
    assert set(project.masks[0].rows[0][4:10]) == {Brush.KEEP} and set(project.masks[0].rows[1]) == {Brush.REWRITE}


def test_recording_stops_at_the_end_of_the_page():
    project, step = recorded(fresh(blank_piece(1)), 0, 8, 4, [60, 62, 64])
    assert len(project.canvas.voices[0].notes) == 2 and step == 16


def test_recording_moves_the_cursor_and_can_be_undone(qapp):
    document = Document(fresh(blank_piece(1)))
    document.cursor = (1, 0, 60)
    recorder = StepRecorder()
    for pitch in (65, 67):
        recorder.strike(document, pitch)
    assert document.cursor == (1, 8, 67) and document.stack.count() == 2
    document.stack.undo()
    assert [note.pitch for note in document.project.canvas.voices[1].notes] == [65]


def notes(document, voice=1):
    return [tuple(note) for note in document.project.canvas.voices[voice].notes]


def test_steps_may_be_of_any_value_dotted_and_silent_and_taken_back(qapp):
    document, recorder = Document(fresh(piece_of_notes((1, 4, 4, 50), bars=2))), StepRecorder()
    document.cursor = (1, 0, 60)
    recorder.dot()
    recorder.strike(document, 65)
    assert notes(document) == [(0, 6, 65), (6, 2, 50)], (
        "a dotted quarter; what it leaves of the note it cuts starts afresh"
    )
    recorder.change(-1)
    recorder.dot()
    recorder.strike(document, 67)
    recorder.rest(document)
    recorder.change(2)
    recorder.strike(document, 69)
    assert notes(document) == [(0, 6, 65), (6, 2, 67), (10, 8, 69)] and document.cursor == (1, 18, 69)
    for _ in range(3):
        assert recorder.back(document)
    assert notes(document) == [(0, 6, 65), (6, 2, 50)] and document.cursor == (1, 6, 65)
    assert recorder.back(document) and notes(document) == [(4, 4, 50)], "what stood there is back"
    assert not recorder.back(document)


def test_a_rest_silences_what_stood_there_and_undo_brings_it_back(qapp):
    document, recorder = Document(fresh(piece_of_notes((1, 0, 8, 50), bars=1))), StepRecorder()
    document.cursor = (1, 0, 60)
    recorder.rest(document)
    assert not [note for note in notes(document) if note[0] < 4] and document.cursor[1] == 4
    document.stack.undo()
    assert notes(document) == [(0, 8, 50)]


def test_after_another_edit_a_step_back_moves_the_cursor_only(qapp):
    document, recorder = Document(fresh(blank_piece(1))), StepRecorder()
    document.cursor = (1, 0, 60)
    recorder.strike(document, 65)
    document.apply("Draw note", recorded(document.project, 0, 0, 4, [72])[0])
    assert recorder.back(document) and document.cursor[1] == 0
    assert notes(document) == [(0, 4, 65)] and notes(document, 0) == [(0, 4, 72)]


def test_without_the_package_it_is_one_sentence(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "rtmidi", None)
    with pytest.raises(PortError, match="python-rtmidi"):
        midi_ports.system()
