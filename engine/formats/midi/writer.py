"""MIDI files out: type 1, a track for title, key, metres, tempos and chords, and one for each voice."""

import io

import mido

from engine.canvas.music import VOICES, Piece
from engine.formats.midi.bars import metres_of, texts_of
from engine.formats.midi.events import DEFAULT_VELOCITY, OURS
from engine.formats.plain import printable
from engine.formats.raw_score import check_notes
from engine.theory.chords.symbols import chord_symbol
from engine.theory.spelling import class_name, tonic_place

TICKS = 480  # for each quarter
TICKS_PER_STEP = TICKS // 4
SLOWEST = 0xFFFFFF  # microseconds for each quarter that fit in the file


def write_song(piece: Piece) -> bytes:
    """The piece as a MIDI file of type 1."""
    check_notes(sum(len(voice.notes) for voice in piece.voices))
    song = mido.MidiFile(type=1, ticks_per_beat=TICKS, charset="utf-8")
    song.tracks.append(_conductor(piece))
    for channel in range(4):
        song.tracks.append(_voice_track(piece, channel))
    stream = io.BytesIO()
    song.save(file=stream)
    return stream.getvalue()


def _conductor(piece: Piece) -> mido.MidiTrack:
    """The track of title, key, metres, tempos and chord symbols."""
    events = [(0, 0, mido.MetaMessage("track_name", name=printable(piece.title)))] if printable(piece.title) else []
    name = class_name(tonic_place(piece.key)) + ("m" if piece.key.minor else "")
    events.append((0, 1, mido.MetaMessage("key_signature", key=name)))
    for step, beats, unit in metres_of(piece.bars):
        events.append((step, 2, mido.MetaMessage("time_signature", numerator=beats, denominator=unit)))
    for step, text in texts_of(piece.bars):  # not as a text event: notation programs print those
        events.append((step, 2, mido.MetaMessage("sequencer_specific", data=(*OURS, *text.encode()))))
    for step, chord in piece.chords:
        events.append((step, 2, mido.MetaMessage("marker", text=chord_symbol(chord))))
    for tempo in piece.tempos:
        events.append((tempo.step, 3, mido.MetaMessage("set_tempo", tempo=min(SLOWEST, round(60e6 / tempo.quarters)))))
    return _track(events, piece.steps)


def _voice_track(piece: Piece, channel: int) -> mido.MidiTrack:
    """The track of one voice; the instrument's name says which voice it is, whatever the user calls it."""
    voice = piece.voices[channel]
    events = [(0, 0, mido.MetaMessage("track_name", name=printable(voice.name)))] if printable(voice.name) else []
    events.append((0, 1, mido.MetaMessage("instrument_name", name=VOICES[channel].name)))
    events.append((0, 2, mido.Message("program_change", channel=channel, program=voice.program)))
    marks = {mark.step: mark for mark in voice.marks}
    for note in voice.notes:
        mark = marks.get(note.start)
        if mark is not None and printable(mark.lyric):
            events.append((note.start, 4, mido.MetaMessage("lyrics", text=printable(mark.lyric))))
        velocity = mark.velocity if mark is not None and mark.velocity is not None else DEFAULT_VELOCITY
        events.append((note.start, 5, mido.Message("note_on", channel=channel, note=note.pitch, velocity=velocity)))
        events.append(
            (note.start + note.length, 3, mido.Message("note_off", channel=channel, note=note.pitch, velocity=0))
        )
    return _track(events, piece.steps)


def _track(events: list[tuple[int, int, mido.Message]], steps: int) -> mido.MidiTrack:
    """A track of (step, order within the step, message), ended where the piece ends."""
    events.sort(key=lambda event: event[:2])
    track = mido.MidiTrack()
    last = 0
    for step, _, message in (*events, (steps, 9, mido.MetaMessage("end_of_track"))):
        message.time = (step - last) * TICKS_PER_STEP
        track.append(message)
        last = step
    return track
