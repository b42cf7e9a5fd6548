"""MIDI out and in: what survives, what is reported, what a caller can choose."""

import io
from dataclasses import replace

import mido
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas.music import HOLD, REST, VOICES, Bar, Key, Mark, Note, Piece, Tempo, Voice
from engine.errors import FormatError
from engine.formats import midi
from engine.formats.import_plan import apply
from engine.formats.midi.events import META, parse
from tests.engine.pieces import pieces


def up_to_losses(piece):
    """What is left of a piece by MIDI's declared losses."""
    voices = []
    for kind, voice in zip(VOICES, piece.voices, strict=True):
        marks = [
            mark._replace(
                spelling=None, velocity=None if mark.velocity == 80 else mark.velocity, lyric=mark.lyric.strip()
            )
            for mark in voice.marks
        ]
        kept = tuple(mark for mark in marks if mark.velocity is not None or mark.lyric)
        voices.append(replace(voice, name=voice.name.strip() or kind.name, marks=kept))
    return replace(piece, voices=tuple(voices), fermatas=None, title=piece.title.strip())


@given(pieces())
def test_any_piece_comes_back_up_to_the_declared_losses(piece):
    assert midi.read(midi.write(piece))[0] == up_to_losses(piece)


def test_chorales_come_back_equal(chorales, full):
    names = list(chorales) if full else list(chorales)[::18][:20]
    for name in names:
        assert midi.read(midi.write(chorales[name]))[0] == up_to_losses(chorales[name]), name


def test_the_file_is_what_a_daw_expects(chorales):
    song = mido.MidiFile(file=io.BytesIO(midi.write(chorales["bwv66.6"])))
    assert song.type == 1 and len(song.tracks) == 5
    assert [track.name for track in song.tracks[1:]] == ["Soprano", "Alto", "Tenor", "Bass"]
    kinds = {message.type for message in song.tracks[0]}
    assert {"track_name", "key_signature", "time_signature", "set_tempo"} <= kinds
    for channel, track in enumerate(song.tracks[1:]):
        channels = {message.channel for message in track if not message.is_meta}
        assert channels == {channel} and any(message.type == "program_change" for message in track)
    lengths = [sum(message.time for message in track) for track in song.tracks]
    assert set(lengths) == {chorales["bwv66.6"].steps * 120}


def test_pretty_midi_reads_the_same_notes(chorales):
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own import of an old interface
        import pretty_midi
    piece = chorales["bwv66.6"]
    song = pretty_midi.PrettyMIDI(io.BytesIO(midi.write(piece)))
    for voice, instrument in zip(piece.voices, song.instruments, strict=True):
        step = 60 / 96 / 4
        assert [(round(note.start / step), round(note.end / step), note.pitch) for note in instrument.notes] == [
            (note.start, note.start + note.length, note.pitch) for note in voice.notes
        ]


@given(pieces())
def test_the_reader_finds_the_events_that_mido_finds(piece):
    data = midi.write(piece)
    song = mido.MidiFile(file=io.BytesIO(data), charset="utf-8")
    ours = parse(data)
    for track, (events, last) in zip(song.tracks, ours.tracks, strict=True):
        tick = 0
        expected = []
        for message in track:
            tick += message.time
            if not message.is_meta:
                expected.append((tick, bytes(message.bytes())))
        assert last == tick
        assert expected == [(at, bytes([status]) + load) for at, status, load in events if status != META]


def file(*tracks, ticks=480, kind=1):
    """A MIDI file of tracks of (absolute tick, message)."""
    song = mido.MidiFile(type=kind, ticks_per_beat=ticks)
    for events in tracks:
        track = mido.MidiTrack()
        last = 0
        for tick, message in events:
            track.append(message.copy(time=tick - last))
            last = tick
        song.tracks.append(track)
    stream = io.BytesIO()
    song.save(file=stream)
    return stream.getvalue()


def note(start, stop, pitch, channel=0, velocity=80):
    """The two events of one note."""
    return [
        (start, mido.Message("note_on", channel=channel, note=pitch, velocity=velocity)),
        (stop, mido.Message("note_off", channel=channel, note=pitch)),
    ]


def events(*notes):
    """Events of several notes in order of time, ends before starts."""
    return sorted((event for each in notes for event in each), key=lambda event: (event[0], event[1].type == "note_on"))


def test_one_single_line_is_the_melody():
    piece, _ = midi.read(file(events(note(0, 480, 48), note(480, 960, 50))))
    assert piece.voices[0].notes == (Note(0, 4, 48), Note(4, 4, 50)) and not any(
        voice.notes for voice in piece.voices[1:]
    )


def test_the_highest_track_is_the_soprano_whatever_its_place():
    tracks = [events(note(0, 480, pitch)) for pitch in (48, 72, 55, 64)]
    plan = midi.inspect(file(*tracks))
    assert plan.voices == (1, 3, 2, 0)
    assert [part.label for part in plan.parts] == [f"Track {number}, channel 1" for number in (1, 2, 3, 4)]


def test_channels_of_one_track_are_parts_of_their_own():
    plan = midi.inspect(
        file(events(*(note(0, 480, pitch, channel) for channel, pitch in enumerate((72, 64, 55, 48)))), kind=0)
    )
    assert plan.voices == (0, 1, 2, 3)


def test_names_go_before_pitch():
    def named(name, pitch):
        return [(0, mido.MetaMessage("track_name", name=name)), *events(note(0, 480, pitch))]

    plan = midi.inspect(file(named("Bass", 72), named("Tenor", 71), named("Alt", 70), named("Sopran", 69)))
    assert plan.voices == (3, 2, 1, 0)


def test_chords_in_one_track_are_divided_and_two_hands_give_two_voices_each():
    def chord(*pitches):
        return events(*(note(0, 480, pitch) for pitch in pitches), *(note(480, 960, pitch + 2) for pitch in pitches))

    piece, remarks = midi.read(file(chord(72, 67, 60, 48)))
    assert [voice.notes[0].pitch for voice in piece.voices] == [72, 67, 60, 48] and not any(
        "left out" in remark for remark in remarks
    )
    hands = midi.inspect(file(chord(72, 67), chord(60, 48)))
    assert hands.voices == (0, 0, 1, 1)
    assert [voice.notes[1].pitch for voice in apply(hands)[0].voices] == [74, 69, 62, 50]
    five, remarks = midi.read(file(chord(76, 72, 67, 60, 48)))
    assert [voice.notes[0].pitch for voice in five.voices] == [76, 72, 60, 48] and any(
        "2 notes had no free voice" in remark for remark in remarks
    )


def test_a_caller_overrides_the_guess():
    plan = midi.inspect(file(events(note(0, 480, 60)), events(note(0, 480, 72))))
    piece, remarks = apply(plan.with_voices(None, 0, None, None))
    assert piece.voices[1].notes == (Note(0, 4, 60),) and not piece.voices[0].notes
    assert any("Not used: Track 2" in remark for remark in remarks)
    with pytest.raises(FormatError, match="Choose one of the parts"):
        plan.with_voices(0, 1, 2, 3)


@pytest.mark.parametrize("ticks", [24, 96, 100, 480, 960, 9600])
def test_any_resolution_lands_on_the_same_sixteenths(ticks):
    piece, remarks = midi.read(file(events(note(0, ticks, 72), note(ticks, 2 * ticks, 74)), ticks=ticks))
    assert piece.voices[0].notes == (Note(0, 4, 72), Note(4, 4, 74)) and not any(
        "moved" in remark for remark in remarks
    )


def test_what_moves_is_counted_and_measured():
    findings = midi.inspect(file(events(note(0, 470, 72), note(510, 950, 74), note(960, 1440, 76)))).findings
    assert (findings.notes, findings.moved) == (3, 1) and findings.largest == pytest.approx(0.25)
    assert any("1 note of 3 moved to the nearest sixteenth, by 0.25" in sentence for sentence in findings.sentences)


def test_a_note_played_slightly_short_lasts_to_the_next_but_a_written_rest_stays():
    piece, _ = midi.read(file(events(note(0, 1824, 72), note(1920, 2280, 74), note(2400, 2640, 76))))
    assert piece.voices[0].notes == (Note(0, 16, 72), Note(16, 3, 74), Note(20, 2, 76))


def test_triplets_are_reported_with_their_bars():
    triplet = events(*(note(1920 + third * 160, 1920 + third * 160 + 160, 72 + third) for third in range(3)))
    findings = midi.inspect(file(events(note(0, 480, 72)) + triplet)).findings
    assert findings.triplet_bars == (2,) and findings.moved == 2
    assert "Triplets do not fit on sixteenths and were moved to the nearest ones in bar 2." in findings.sentences
    straight = midi.inspect(file(events(*(note(120 * step, 120 * step + 120, 72) for step in range(8)))))
    assert straight.findings.triplet_bars == ()


def test_overlapping_notes_and_a_pitch_struck_again():
    overlapping = [*note(0, 960, 72), *note(480, 960, 74)]
    piece, _ = midi.read(file(sorted(overlapping, key=lambda event: event[0])))
    assert next(voice.notes for voice in piece.voices if voice.notes)[0].pitch == 72
    again = [
        (0, mido.Message("note_on", note=72, velocity=80)),
        (480, mido.Message("note_on", note=72, velocity=80)),
        (960, mido.Message("note_off", note=72)),
        (1200, mido.Message("note_off", note=72)),
    ]
    assert midi.read(file(again))[0].voices[0].notes == (Note(0, 4, 72), Note(4, 4, 72))


def test_a_line_that_overlaps_is_cut_and_told():
    plan = midi.inspect(file(events(note(0, 960, 72), note(480, 960, 74)))).with_voices(0, None, None, None)
    piece, remarks = apply(plan)
    assert piece.voices[0].notes == (Note(0, 4, 72), Note(4, 4, 74)) and any(
        "were cut there" in remark for remark in remarks
    )


def test_the_pedal_holds_what_is_let_go_and_the_next_note_ends_it():
    pedal = [
        (0, mido.Message("control_change", control=64, value=127)),
        (1920, mido.Message("control_change", control=64, value=0)),
    ]
    data = file(sorted([*pedal, *note(0, 240, 72), *note(960, 1200, 74)], key=lambda event: event[0]))
    piece, remarks = apply(midi.inspect(data).with_voices(0, None, None, None))
    assert piece.voices[0].notes == (Note(0, 8, 72), Note(8, 8, 74)) and not any("cut" in remark for remark in remarks)


@pytest.mark.parametrize(("value", "length"), [(63, 2), (64, 8)])
def test_the_pedal_is_down_from_64_on(value, length):
    pedal = [
        (0, mido.Message("control_change", control=64, value=value)),
        (960, mido.Message("control_change", control=64, value=0)),
    ]
    data = file(sorted([*pedal, *note(0, 240, 72), *note(1920, 2400, 74)], key=lambda event: event[0]))
    piece, _ = apply(midi.inspect(data).with_voices(0, None, None, None))
    assert piece.voices[0].notes[0] == Note(0, length, 72)


def test_running_status_and_note_on_with_velocity_nought():
    track = bytes([0, 0x90, 72, 80, 0x83, 0x60, 72, 0, 0, 74, 80, 0x83, 0x60, 74, 0, 0, 0xFF, 0x2F, 0])
    data = (
        b"MThd"
        + (6).to_bytes(4, "big")
        + bytes([0, 0, 0, 1, 1, 0xE0])
        + b"MTrk"
        + len(track).to_bytes(4, "big")
        + track
    )
    assert midi.read(data)[0].voices[0].notes == (Note(0, 4, 72), Note(4, 4, 74))
    assert midi.read(b"RIFF\0\0\0\0RMIDdata\0\0\0\0" + data)[0].voices[0].notes == (Note(0, 4, 72), Note(4, 4, 74))


def test_drums_are_left_out_and_a_missing_key_is_guessed():
    piece, remarks = midi.read(
        file(
            events(*(note(480 * at, 480 * at + 480, pitch) for at, pitch in enumerate((67, 69, 71, 72, 74, 66, 67)))),
            events(note(0, 480, 36, 9)),
        )
    )
    assert (
        piece.key == Key(1)
        and "The file has no key; it sounds like G major." in remarks
        and any("drums" in remark for remark in remarks)
    )


def test_a_pick_up_metre_changes_and_a_metre_in_thirty_seconds():
    metas = [
        (0, mido.MetaMessage("time_signature", numerator=1, denominator=4)),
        (480, mido.MetaMessage("time_signature", numerator=4, denominator=4)),
        (480 + 1920, mido.MetaMessage("time_signature", numerator=6, denominator=8)),
        (480 + 1920 + 1440, mido.MetaMessage("time_signature", numerator=3, denominator=32)),
    ]
    piece, remarks = midi.read(file(metas, events(note(0, 4800, 72))))
    assert piece.bars[:3] == (Bar(4, 4, 4), Bar.full(), Bar.full(6, 8)) and any("3/32" in remark for remark in remarks)


def test_tempos_lyrics_and_velocities():
    metas = [(0, mido.MetaMessage("set_tempo", tempo=500_000)), (480, mido.MetaMessage("set_tempo", tempo=618_557))]
    track = [(0, mido.MetaMessage("lyrics", text="la")), *events(note(0, 480, 72, velocity=33), note(480, 960, 74))]
    piece, _ = midi.read(file(metas, track))
    assert piece.tempos == (Tempo(0, 120.0), Tempo(4, 97.0)) and piece.voices[0].marks == (Mark(0, 33, "la"),)


def test_notes_outside_a_voice_are_explained_with_a_way_out():
    plan = midi.inspect(file(events(note(0, 480, 48), note(480, 960, 52))))
    outside = plan.findings.outside
    assert [(out.voice, out.notes, out.lowest, out.highest) for out in outside] == [(0, 2, 48, 52)]
    assert "2 notes of the soprano lie outside C4 to A5 (it spans C3 to E3)." in plan.findings.sentences
    octave, everything = plan.findings.offers
    assert (octave.voice, octave.semitones, octave.outside) == (0, 12, 0) and octave.sentence.startswith(
        "Move the soprano 1 octave up"
    )
    piece, remarks = apply(plan.with_offer(octave))
    assert piece.voices[0].notes == (Note(0, 4, 60), Note(4, 4, 64)) and not any(
        "outside" in remark for remark in remarks
    )
    assert everything.voice is None and everything.outside < 2


def test_transposing_everything_takes_the_key_along():
    metas = [(0, mido.MetaMessage("key_signature", key="C"))]
    plan = midi.inspect(file(metas, events(note(0, 480, 59))))
    offer = next(offer for offer in plan.findings.offers if offer.voice is None)
    assert offer.semitones == 1 and apply(plan.with_offer(offer))[0].key == Key(-5)


def test_a_long_silence_at_the_end_is_left_out():
    track = [*events(note(0, 480, 72)), (2**28 - 1, mido.Message("program_change", program=1))]
    piece, remarks = midi.read(file(track))
    assert len(piece.bars) == 1 and any("long silence" in remark for remark in remarks)


def test_seconds_instead_of_beats():
    data = file(events(note(0, 500, 72)), ticks=480)
    frames = data[:12] + bytes([256 - 25, 40]) + data[14:]  # 1,000 ticks a second
    piece, remarks = midi.read(frames)
    assert piece.voices[0].notes == (Note(0, 4, 72),) and any("counts seconds" in remark for remark in remarks)


@pytest.mark.parametrize(("name", "frames"), [(24, 24), (25, 25), (29, 30000 / 1001), (30, 30)])
def test_two_minutes_of_frames_end_where_their_seconds_end(name, frames):
    last = round(120 * frames * 40)  # two minutes at 120: 960 sixteenths
    data = file(events(note(0, 10, 60), note(last, last + 400, 72)), ticks=480)
    piece, _ = midi.read(data[:12] + bytes([256 - name, 40]) + data[14:])
    assert piece.voices[0].notes[-1].start == 960


def test_lyrics_without_a_note_are_named():
    words = [(0, mido.MetaMessage("lyrics", text="la")), (480, mido.MetaMessage("lyrics", text="lu"))]
    sung = events(note(0, 480, 72), note(480, 960, 74))
    assert midi.LOST_LYRICS not in midi.read(file(sorted([*words, *sung], key=lambda event: event[0])))[1]
    assert midi.read(file(words, sung))[1].count(midi.LOST_LYRICS) == 1


def test_frames_that_no_clock_has_are_refused():
    data = file(events(note(0, 500, 72)), ticks=480)
    with pytest.raises(FormatError, match="damaged"):
        midi.read(data[:12] + bytes([256 - 77, 40]) + data[14:])


@given(
    st.lists(
        st.tuples(st.integers(0, 4000), st.integers(1, 3000), st.integers(0, 127), st.integers(0, 15)), max_size=30
    ),
    st.sampled_from([7, 96, 480]),
)
def test_any_heap_of_notes_gives_a_valid_piece(heap, ticks):
    data = file(
        events(*(note(start, start + length, pitch, channel) for start, length, pitch, channel in heap)), ticks=ticks
    )
    if all(channel == 9 for *_, channel in heap):
        with pytest.raises(FormatError, match="no notes"):
            midi.read(data)
    else:
        assert isinstance(midi.read(data)[0], Piece)


def test_a_maximal_piece_is_refused_by_the_writer_not_only_by_the_reader():
    voice = Voice("", 0, (60,) * 65_536)
    with pytest.raises(FormatError, match="more than 100,000 notes"):
        midi.write(Piece((voice,) * 4, (Bar.full(),) * 4096))


def test_a_very_long_incomplete_bar_comes_back_as_several():
    voice = Voice("", 0, (60,) + (HOLD,) * 270)
    rest = Voice("", 0, (REST,) * 271)
    piece = Piece((voice, rest, rest, rest), (Bar(17, 1, 271),))
    back, _ = midi.read(midi.write(piece))
    assert back.steps >= 271 and back.voices[0].notes == (Note(0, 271, 60),)
