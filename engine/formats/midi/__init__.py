"""MIDI files out (type 1, one track per voice) and in (type 0 and 1, any resolution).

Bytes are read in midi.events and written in midi.writer; fitting is done by import_plan."""

from engine.canvas.music import MAX_BARS, Key, Piece, Tempo
from engine.errors import FormatError
from engine.formats.import_plan import ImportPlan, apply, plan
from engine.formats.midi.bars import SIGNATURE, bars_from_metres
from engine.formats.midi.chords import chords_of
from engine.formats.midi.events import DEFAULT_VELOCITY, LIMIT, META, OURS, parse
from engine.formats.pickup import proposed
from engine.formats.plain import printable
from engine.formats.raw_score import RawNote, RawPart, RawScore, check_notes, nearest

__all__ = ["LIMIT", "LOSSES", "apply", "inspect", "read", "write"]

LOSSES = (
    "Fermatas and the spelling of notes have no place in MIDI: they come back unknown and by key.",
    "Incomplete bars are written as bars of a shorter metre with a mark beside them; other programs may lose the mark.",
    "An incomplete bar longer than 64 beats of any note down to a sixteenth comes back as several bars.",
    "A note without a velocity is written with 80, and 80 comes back as none.",
    "A tempo is kept to a microsecond for each quarter and not below 3.6 quarters a minute.",
    "A voice without a name gets its usual one; control characters in names and syllables are dropped.",
    "A file has at most 100,000 notes.",
)
FRAMES = {24: 24.0, 25: 25.0, 29: 30000 / 1001, 30: 30.0}  # a second, by what the file calls them
DRUMS = 9
PEDAL = 64
LOST_LYRICS = "Lyrics that stand at no note of their track were left out."
SEQUENCER = 0x7F
TEXT, TRACK_NAME, INSTRUMENT_NAME, LYRIC, MARKER, TEMPO, METRE, KEY = 0x01, 0x03, 0x04, 0x05, 0x06, 0x51, 0x58, 0x59


def write(piece: Piece) -> bytes:
    """The piece as a MIDI file of type 1."""
    from engine.formats.midi.writer import write_song  # mido takes a while to import

    return write_song(piece)


def read(data: bytes) -> tuple[Piece, tuple[str, ...]]:
    """(the piece by the sensible guess, sentences on what is not as in the file)."""
    return apply(inspect(data))


def inspect(data: bytes) -> ImportPlan:
    """The file and the sensible guess for it; nothing is decided yet."""
    song = parse(data)
    if song.kind == 2:
        raise FormatError("This MIDI file holds separate patterns (type 2); export it as type 0 or 1.")
    remarks: list[str] = []
    metas = [(tick, payload) for events, _ in song.tracks for tick, status, payload in events if status == META]
    metas.sort(key=lambda meta: meta[0])
    speeds = [(tick, int.from_bytes(load[1:4], "big")) for tick, load in metas if load[0] == TEMPO and len(load) == 4]
    quarter = _ticks_per_quarter(song.division, speeds[0][1] if speeds else 500_000, remarks)
    parts = [
        part
        for number, (events, last) in enumerate(song.tracks)
        for part in _parts(events, last, number, quarter, remarks)
    ]
    end = max(last for _, last in song.tracks) * 4 / quarter
    metres = [
        (nearest(tick * 4 / quarter), load[1], load[2]) for tick, load in metas if load[0] == METRE and len(load) >= 3
    ]
    texts: dict[int, str] = {}
    for tick, load in metas:
        ours = load[0] == SEQUENCER and load[1 : 1 + len(OURS)] == OURS
        if (ours or load[0] == TEXT) and len(texts) < MAX_BARS:  # earlier versions wrote texts
            step = nearest(tick * 4 / quarter)
            texts[step] = f"{texts.get(step, '')[:1000]}\n{_text(load[len(OURS) :] if ours else load)}"
    latest = max((note.stop for part in parts for note in part.notes), default=0.0)
    bars = bars_from_metres(metres, texts, nearest(latest), nearest(end), remarks)
    keys = [load for _, load in metas if load[0] == KEY and len(load) == 3]
    own, steps = SIGNATURE in texts.get(0, ""), sum(bar.steps for bar in bars)
    named = [
        [(nearest(tick * 4 / quarter), _text(load)) for tick, load in metas if load[0] == kind]
        for kind in (MARKER, TEXT)
    ]
    score = RawScore(
        parts=tuple(parts),
        bars=bars,
        key=_key(keys, remarks),
        tempos=_tempos(speeds, quarter, steps, remarks),
        title=_title(song.tracks[0][0]),
        remarks=tuple(dict.fromkeys(remarks)),
        chords=next((found for events in named if (found := chords_of(events, steps, own))), ()),
    )
    guess = plan(score)
    return guess if own else guess.with_pickup(proposed(score))


def _ticks_per_quarter(division: int, microseconds: int, remarks: list[str]) -> float:
    """Ticks for each quarter; a file that counts seconds is read at its first tempo."""
    if division < 0x8000:
        return float(division)
    frames, ticks = FRAMES.get(256 - (division >> 8), 0.0), division & 0xFF
    if not ticks or not frames:
        raise FormatError("The start of this MIDI file is damaged; export it again from the original program.")
    remarks.append("The file counts seconds, not beats; beats were derived from its first tempo.")
    return frames * ticks * max(1, microseconds) / 1e6


def _text(payload: bytes) -> str:
    """The text of a meta event."""
    try:
        text = payload[1:1001].decode("utf-8")
    except UnicodeDecodeError:
        text = payload[1:1001].decode("latin-1")
    return printable(text)


def _title(events: list[tuple[int, int, bytes]]) -> str:
    """The name of the first track, if it has no notes: then it is the name of the whole."""
    if any(status & 0xF0 == 0x90 for _, status, _ in events if status < 0xF0):
        return ""
    return next((_text(load) for _, status, load in events if status == META and load[0] == TRACK_NAME), "")


def _parts(
    events: list[tuple[int, int, bytes]], last: int, number: int, quarter: float, remarks: list[str]
) -> list[RawPart]:
    """The parts of one track: one for each channel that has notes; a named track without notes is a silent part."""
    name = next((_text(load) for _, status, load in events if status == META and load[0] == TRACK_NAME), "")
    instrument = next((_text(load) for _, status, load in events if status == META and load[0] == INSTRUMENT_NAME), "")
    lyrics = {tick: _text(load) for tick, status, load in events if status == META and load[0] == LYRIC}
    channels: dict[int, list[tuple[int, int, bytes]]] = {}
    for event in events:
        if event[1] < 0xF0:
            channels.setdefault(event[1] & 0x0F, []).append(event)
    parts = []
    sung: set[int] = set()
    for channel, own in sorted(channels.items()):
        notes = _notes(own, last, quarter, lyrics)
        if channel == DRUMS and notes:
            remarks.append(f"The drums in track {number + 1} were left out.")
            continue
        sung.update(tick for tick, status, load in own if status & 0xF0 == 0x90 and load[1])
        if notes or instrument:
            program = next((load[0] for _, status, load in own if status & 0xF0 == 0xC0), None)
            label = f"Track {number + 1}" + (f" '{name}'" if name else "") + f", channel {channel + 1}"
            hints = (instrument, name) if len(channels) == 1 else ()
            parts.append(RawPart(label, tuple(notes), name, hints, program))
    if any(text and tick not in sung for tick, text in lyrics.items()):
        remarks.append(LOST_LYRICS)
    return parts


def _notes(events: list[tuple[int, int, bytes]], last: int, quarter: float, lyrics: dict[int, str]) -> list[RawNote]:
    """The notes of one channel of one track; a pitch struck again ends the one before, the pedal holds what is let
    go."""
    open_: dict[int, tuple[int, int]] = {}
    held: dict[int, tuple[int, int]] = {}
    done: list[tuple[int, int, int, int, bool]] = []
    pedal = False
    for tick, status, load in events:
        kind = status & 0xF0
        if kind == 0x90 or kind == 0x80:
            pitch, velocity = load
            for sounding, sustained in ((open_, False), (held, True)):
                if pitch in sounding and ((velocity and kind == 0x90) or (not sustained and not pedal)):
                    start, loud = sounding.pop(pitch)
                    done.append((start, tick, pitch, loud, sustained))
            if kind == 0x90 and velocity:
                open_[pitch] = (tick, velocity)
            elif pedal and pitch in open_:
                held[pitch] = open_.pop(pitch)
        elif kind == 0xB0 and load[0] == PEDAL:
            pedal = load[1] >= 64
            if not pedal:
                done += [(start, tick, pitch, loud, True) for pitch, (start, loud) in held.items()]
                held.clear()
    done += [
        (start, max(last, start + 1), pitch, loud, True)
        for sounding in (open_, held)
        for pitch, (start, loud) in sounding.items()
    ]
    check_notes(len(done))
    done.sort()
    scale = 4 / quarter
    return [
        RawNote(
            start * scale,
            stop * scale,
            pitch,
            None if loud == DEFAULT_VELOCITY else loud,
            lyrics.get(start, ""),
            None,
            sustained,
        )
        for start, stop, pitch, loud, sustained in done
    ]


def _key(found: list[bytes], remarks: list[str]) -> Key | None:
    """The first key signature."""
    keys = [Key(int.from_bytes(load[1:2], "big", signed=True), load[2] == 1) for load in found]
    keys = [key for key in keys if -7 <= key.fifths <= 7]
    if len(set(keys)) > 1:
        remarks.append("The key changes; only the first key was used.")
    return keys[0] if keys else None


def _tempos(speeds: list[tuple[int, int]], quarter: float, steps: int, remarks: list[str]) -> tuple[Tempo, ...]:
    """Tempos on the grid; of several in one sixteenth the last counts."""
    found = {0: 120.0}  # what the standard says where the file says nothing
    for tick, microseconds in speeds:
        step = nearest(tick * 4 / quarter)
        if step < steps:
            found[step] = _quarters(microseconds)
    if any(not 1 <= value <= 1000 for value in found.values()):
        remarks.append("A tempo beyond 1,000 quarters a minute was slowed down to that.")
    return tuple(Tempo(step, min(1000.0, max(1.0, found[step]))) for step in sorted(found))


def _quarters(microseconds: int) -> float:
    """Quarters a minute in as few decimals as give the same microseconds."""
    exact = 60e6 / max(1, microseconds)
    return next(
        (value for digits in range(5) if (value := round(exact, digits)) > 0 and round(60e6 / value) == microseconds),
        exact,
    )
