"""The MIDI file that goes to a DAW, read by three programs that did not write it: all must find the same music in
it."""

import io
from collections import Counter

import mido
import pretty_midi
import pytest

from engine.canvas.music import VOICES
from engine.formats import midi
from engine.formats.midi.bars import metres_of

COUNT = 20


def by_mido(data):
    """{voice: notes as (start, length, pitch) in sixteenths}, tempos, metres, names, programs."""
    song = mido.MidiFile(file=io.BytesIO(data))
    each = song.ticks_per_beat / 4
    notes, programs, names, tempos, metres = {}, {}, [], [], []
    for number, track in enumerate(song.tracks):
        now, begun = 0, {}
        for message in track:
            now += message.time
            if message.type == "note_on" and message.velocity:
                begun[message.note] = now
            elif message.type in ("note_off", "note_on"):
                start = begun.pop(message.note)
                notes.setdefault(message.channel, []).append((start / each, (now - start) / each, message.note))
            elif message.type == "program_change":
                programs[message.channel] = message.program
            elif message.type == "track_name" and number:
                names.append(message.name)
            elif message.type == "set_tempo":
                tempos.append((now / each, round(mido.tempo2bpm(message.tempo), 3)))
            elif message.type == "time_signature":
                metres.append((now / each, message.numerator, message.denominator))
    return {v: sorted(found) for v, found in notes.items()}, tempos, metres, names, [programs[v] for v in range(4)]


def by_pretty_midi(data):
    song = pretty_midi.PrettyMIDI(io.BytesIO(data))
    sixteenth = song.resolution / 4
    place = lambda seconds: song.time_to_tick(seconds) / sixteenth  # noqa: E731
    notes = {
        v: sorted((place(n.start), place(n.end) - place(n.start), n.pitch) for n in i.notes)
        for v, i in enumerate(song.instruments)
    }
    times, values = song.get_tempo_changes()
    tempos = [(place(t), round(float(v), 3)) for t, v in zip(times, values, strict=True)]
    metres = [(place(s.time), s.numerator, s.denominator) for s in song.time_signature_changes]
    return notes, tempos, metres, [i.name for i in song.instruments], [i.program for i in song.instruments]


def by_music21(data):
    from music21 import instrument
    from music21 import midi as m21midi

    file = m21midi.MidiFile()
    file.readstr(data)
    score = m21midi.translate.midiFileToStream(file, quantizePost=False)
    notes, names, programs = {}, [], []
    for part in (p for p in score.parts if p.recurse().notes):
        voice = len(notes)
        flat = part.stripTies().flatten()
        found = [(float(n.offset) * 4, float(n.quarterLength) * 4, p.midi) for n in flat.notes for p in n.pitches]
        notes[voice] = sorted(found)
        names.append(part.partName)
        programs.append(
            [i.midiProgram for i in part.recurse().getElementsByClass(instrument.Instrument)][-1]
        )  # it guesses others from the names first
    flat = score.flatten()
    tempos = sorted(
        {(float(m.offset) * 4, round(m.number, 3)) for m in flat.getElementsByClass("MetronomeMark")}
    )  # every part carries them
    metres = [
        (float(t.offset) * 4, t.numerator, t.denominator)
        for t in score.parts[0].flatten().getElementsByClass("TimeSignature")
    ]
    return notes, tempos, metres, names, programs


@pytest.fixture(scope="module")
def some(chorales, full):
    names = sorted(chorales)
    return [chorales[name] for name in (names if full else names[:: len(names) // COUNT][:COUNT])]


READERS = {"mido": by_mido, "pretty_midi": by_pretty_midi, "music21": by_music21}


@pytest.mark.parametrize("reader", READERS)
def test_twenty_chorales_read_by_another_program(some, reader):
    assert len(some) >= COUNT
    for piece in some:
        notes, tempos, metres, names, programs = READERS[reader](midi.write(piece))
        for voice in range(4):
            wanted = [tuple(note) for note in piece.voices[voice].notes]
            assert Counter((round(s, 2), round(n, 2), p) for s, n, p in notes[voice]) == Counter(wanted), (
                piece.title,
                voice,
            )
        assert tempos == [(t.step, round(t.quarters, 3)) for t in piece.tempos]
        assert metres == [(step, beats, unit) for step, beats, unit in metres_of(piece.bars)]
        assert names == [v.name or k.name for v, k in zip(piece.voices, VOICES, strict=True)]
        assert programs == [voice.program for voice in piece.voices]
