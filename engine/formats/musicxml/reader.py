"""The elements of partwise MusicXML: cursor, notes, voices and staves, transposition, fermatas, tempo.

They are collected in musicxml.parts."""

import math
from collections.abc import Callable
from xml.etree.ElementTree import Element

from engine.canvas.music import MAX_BARS, SPELLINGS
from engine.errors import FormatError
from engine.formats.musicxml.bars import BarReach
from engine.formats.musicxml.harmony import read_harmony
from engine.formats.musicxml.parts import ParsedNote, PartState, Reading, assembled
from engine.formats.musicxml.repeats import Signs
from engine.formats.musicxml.xml_bounds import parse
from engine.formats.plain import clean
from engine.formats.raw_score import MAX_WRITTEN, RawNote, RawScore, check_notes, possible_metre
from engine.theory.spelling import STEP_SEMITONES, place_of

FORTE = 90  # the velocity that MusicXML calls 100 %
BEAT_UNITS = {"breve": 8.0, "whole": 4.0, "half": 2.0, "quarter": 1.0, "eighth": 0.5, "16th": 0.25}
LEFT_OUT = {"dynamics": "dynamics"} | dict.fromkeys(
    ("slur", "articulations", "ornaments", "technical", "arpeggiate", "glissando", "slide"), "ornaments"
)  # what is written beside a note and reported
JUMPS = ("dacapo", "dalsegno", "tocoda", "fine", "segno", "coda")
MOST_PARTS = 500
SHORTEST = 1e-3  # divisions of a quarter; they are whole numbers, but fractions have been seen
SLOWEST, FASTEST = 1.0, 1000.0  # quarters a minute
WIDEST = 1e6  # sixteenths; more is not music


def number(text: str | None, what: str, low: float = -1e9) -> float:
    """A finite number of a sensible size, not below `low`."""
    try:
        value = float(text or "")
    except ValueError:
        value = math.nan
    if not low <= value <= 1e9:
        raise FormatError(f"The {what} in this score cannot be read; export it again from the original program.")
    return value


def read_score(data: bytes) -> RawScore:
    """The raw score in the bytes of a .musicxml file."""
    root = parse(data)
    if root.tag != "score-partwise":
        raise FormatError("This is not a partwise MusicXML score; export it as MusicXML, partwise.")
    reading = Reading()
    titles = [clean(root.findtext(path) or "").strip() for path in ("work/work-title", "movement-title")]
    reading.title = titles[0] or titles[1]
    for element in root.iterfind("part-list/score-part"):
        _score_part(element, reading)
    for element in root.iterfind("part"):
        part = reading.parts.setdefault(element.get("id", ""), PartState())
        _check_parts(reading)
        part.bar = -1
        for measure in element.iterfind("measure"):
            _measure(measure, part, reading)
    return assembled(reading)


def _check_parts(reading: Reading) -> None:
    """One clear sentence for a flood of parts."""
    if len(reading.parts) > MOST_PARTS:
        raise FormatError(f"This score has more than {MOST_PARTS:,} parts; export fewer of them.")


def _score_part(element: Element, reading: Reading) -> None:
    """A line of the part list."""
    part = PartState(
        clean(element.findtext("part-name") or "").strip(),
        clean(element.findtext("score-instrument/instrument-name") or "").strip(),
    )
    program = element.findtext("midi-instrument/midi-program")
    if program is not None and 1 <= number(program, "instrument") <= 128:
        part.program = int(number(program, "instrument")) - 1
    reading.parts[element.get("id", "")] = part
    _check_parts(reading)


def _measure(element: Element, part: PartState, reading: Reading) -> None:
    """One bar of one part."""
    part.bar += 1
    if part.bar >= MAX_BARS:
        raise FormatError(
            f"The score is longer than {MAX_BARS:,} bars, the most a piece can have; export a shorter part of it."
        )
    part.now = part.reach = part.written = part.chord_start = part.last = part.sounding = 0.0
    for child in element:
        handler = HANDLERS.get(str(child.tag))
        if handler is not None:
            handler(child, part, reading)
    if element.get("implicit") == "yes":
        reading.irregular.add(part.bar)
    reading.lengths[part.bar] = max(reading.lengths.get(part.bar, 0.0), part.reach)
    reading.written[part.bar] = max(reading.written.get(part.bar, 0.0), part.written)
    if part.written:
        span = BarReach(part.name, part.last, part.sounding, max(part.written, part.sounding))
        reading.spans.setdefault(part.bar, []).append(span)


def _attributes(element: Element, part: PartState, reading: Reading) -> None:
    """Divisions, transposition, key and metre."""
    divisions = element.findtext("divisions")
    if divisions is not None:
        part.scale = 4 / number(divisions, "length of a note", SHORTEST)
    transpose = element.find("transpose")
    if transpose is not None:
        chromatic = number(transpose.findtext("chromatic") or "0", "transposition")
        octaves = number(transpose.findtext("octave-change") or "0", "transposition")
        diatonic = transpose.findtext("diatonic")
        letters = number(diatonic or "0", "transposition")
        if abs(chromatic) > 127 or abs(octaves) > 10 or abs(letters) > 80:
            raise FormatError(
                "The transposition in this score cannot be read; export it again from the original program."
            )
        part.semitones = int(chromatic) + 12 * int(octaves)
        part.spelled = diatonic is not None or int(chromatic) == 0
        part.fifths = 7 * int(chromatic) - 12 * int(letters) if part.spelled else 0
    fifths = element.findtext("key/fifths")
    if fifths is not None:
        reading.keys.append((int(number(fifths, "key")) + part.fifths, (element.findtext("key/mode") or "").strip()))
    time = element.find("time")
    if time is not None:
        reading.metres.setdefault(part.bar, _metre(time, reading.remarks))


def _metre(time: Element, remarks: list[str]) -> tuple[int, int]:
    """The metre; 3+2 is five, several fractions are added in the smaller unit."""
    pairs = list(zip(time.findall("beats"), time.findall("beat-type"), strict=False))
    if not pairs:
        remarks.append("A passage without a metre was read as 4/4.")
        return 4, 4
    units = [int(number(unit.text, "metre")) for _, unit in pairs]
    beats = [sum(int(number(each, "metre")) for each in (beat.text or "").split("+")) for beat, _ in pairs]
    unit = max(1, *units)
    return possible_metre(
        sum(beat * unit // max(1, own) for beat, own in zip(beats, units, strict=True)), unit, remarks
    )


def _move(direction: int) -> Callable[[Element, PartState, Reading], None]:
    """Backup and forward."""

    def move(element: Element, part: PartState, reading: Reading) -> None:
        length = number(element.findtext("duration"), "length of a note", 0.0)
        part.now = max(0.0, part.now + direction * length * part.scale)
        _reach(part)

    return move


def _reach(part: PartState) -> None:
    """Note how far the bar goes."""
    part.reach = max(part.reach, part.now)
    if part.reach > WIDEST:
        raise FormatError(
            f"Bar {part.bar + 1} of the score is far too long; export it again from the original program."
        )


def _note(element: Element, part: PartState, reading: Reading) -> None:
    """A note or rest; the cursor goes on unless it belongs to a chord."""
    fields: dict[str, Element] = {}
    ties = set()
    fermata = False
    for child in element:
        tag = child.tag
        if tag == "tie":
            ties.add(child.get("type"))
        elif tag == "notations":
            ties |= {tied.get("type") for tied in child.findall("tied")}
            fermata = fermata or child.find("fermata") is not None
            for notation in child:
                if notation.tag in LEFT_OUT:
                    reading.seen.add(LEFT_OUT[notation.tag])
        elif tag == "lyric" and tag in fields:
            reading.seen.add("verses")
        elif tag not in fields:
            fields[tag] = child
    if "grace" in fields or "cue" in fields:
        reading.seen.add("grace or cue notes")
        if "grace" in fields:
            return
    length = number(fields["duration"].text, "length of a note", 0.0) * part.scale if "duration" in fields else 0.0
    start = part.chord_start if "chord" in fields else part.now
    stop = start + length
    if "chord" not in fields:
        part.chord_start, part.now = start, stop
        if (
            "rest" not in fields or fields["rest"].get("measure") != "yes"
        ):  # a bar's rest is as long as the bar, whatever it says
            _reach(part)
            part.written = max(part.written, part.now)
    if fermata:
        reading.fermatas.add((part.bar, start))
    if "rest" in fields or "cue" in fields:
        return
    if "pitch" not in fields:
        reading.seen.add("percussion")
        return
    part.last, part.sounding = max(part.last, start), max(part.sounding, stop)
    reading.count += 1
    check_notes(reading.count, MAX_WRITTEN)
    pitch, spelling = _pitch(fields["pitch"], part, reading)
    loud = element.get("dynamics")
    velocity = min(127, max(1, round(number(loud, "loudness") * FORTE / 100))) if loud is not None else None
    staff = fields["staff"].text if "staff" in fields else "1"
    voice = fields["voice"].text if "voice" in fields else "1"
    note = RawNote(start, stop, pitch, velocity, _lyric(fields.get("lyric")), spelling)
    line = (int(number(staff, "staff")), (voice or "1").strip())
    part.notes.append(ParsedNote(part.bar, start, stop, note, "stop" in ties, "start" in ties, line))


def _pitch(element: Element, part: PartState, reading: Reading) -> tuple[int, int | None]:
    """(MIDI pitch that sounds, its place on the line of fifths)."""
    step = (element.findtext("step") or "").strip()
    if step not in STEP_SEMITONES:
        raise FormatError("A note in this score has no name; export it again from the original program.")
    alter = number(element.findtext("alter") or "0", "pitch of a note")
    octave = number(element.findtext("octave"), "pitch of a note")
    if abs(alter) > 12 or abs(octave) > 12:
        raise FormatError(
            "The pitch of a note in this score cannot be read; export it again from the original program."
        )
    if alter % 1:
        reading.seen.add("quarter-tones")
    pitch = (int(octave) + 1) * 12 + STEP_SEMITONES[step] + round(alter) + part.semitones
    if not 0 <= pitch <= 127:
        raise FormatError("A note in this score is outside the MIDI range; transpose it and export again.")
    place = place_of(step, round(alter)) + part.fifths
    return pitch, place if part.spelled and place in SPELLINGS else None


def _lyric(element: Element | None) -> str:
    """The syllable of the first verse; a hyphen says that its word goes on."""
    if element is None:
        return ""
    text = clean("".join((child.text or "") for child in element if child.tag in ("text", "elision"))).strip()
    text = " ".join(text.split())
    return text + "-" if text and element.findtext("syllabic") in ("begin", "middle") else text


def _direction(element: Element, part: PartState, reading: Reading) -> None:
    """Tempo marks; dynamics and jumps are only reported."""
    kinds = {str(child.tag) for kind in element.findall("direction-type") for child in kind}
    if kinds & {"dynamics", "wedge"}:
        reading.seen.add("dynamics")
    if kinds & {"segno", "coda"}:
        reading.seen.add("jumps")
    offset = number(element.findtext("offset") or "0", "place of a tempo") * part.scale
    place = (part.bar, max(0.0, part.now + offset))
    sound = element.find("sound")
    if sound is not None:
        _sound(sound, part, reading, place)
    metronome = element.find("direction-type/metronome")
    if metronome is not None and place not in reading.tempos and (sound is None or sound.get("tempo") is None):
        unit = BEAT_UNITS.get(metronome.findtext("beat-unit") or "", 1.0) * (
            1.5 if metronome.find("beat-unit-dot") is not None else 1.0
        )
        try:
            _tempo(reading, place, unit * float(metronome.findtext("per-minute") or ""))
        except ValueError:
            reading.seen.add("tempo words")  # such as 'c. 80'


def _sound(element: Element, part: PartState, reading: Reading, place: tuple[int, float] | None = None) -> None:
    """A tempo or a jump."""
    tempo = element.get("tempo")
    if tempo is not None:
        _tempo(reading, place or (part.bar, part.now), number(tempo, "tempo"))
    if any(element.get(jump) for jump in JUMPS):
        reading.seen.add("jumps")


def _tempo(reading: Reading, place: tuple[int, float], quarters: float) -> None:
    """Keep a tempo that a piece can have."""
    if not FASTEST >= quarters >= SLOWEST:
        reading.seen.add("tempos")
    if quarters > 0 and len(reading.tempos) < MAX_WRITTEN:
        reading.tempos[place] = min(FASTEST, max(SLOWEST, quarters))


def _barline(element: Element, part: PartState, reading: Reading) -> None:
    """Repeats and endings."""
    if element.find("repeat") is None and element.find("ending") is None and element.find("fermata") is None:
        return
    signs = reading.signs.setdefault(part.bar, Signs())
    repeat, ending = element.find("repeat"), element.find("ending")
    if repeat is not None and repeat.get("direction") == "forward":
        signs.forward = True
    elif repeat is not None:
        times = repeat.get("times") or "2"
        signs.backward = max(
            signs.backward, int(times) if times.isascii() and times.isdigit() and len(times) < 3 else 2
        )
    if ending is not None:
        numbers = {
            int(word)
            for word in (ending.get("number") or "").replace(",", " ").split()
            if word.isascii() and word.isdigit() and len(word) < 3
        }
        if ending.get("type") == "start":
            signs.ending |= numbers or {1}
        else:
            signs.ending_stops = True


def _harmony(element: Element, part: PartState, reading: Reading) -> None:
    """A chord symbol; of several parts that have them the first counts."""
    chord = read_harmony(element, part.fifths)
    if chord is None:
        reading.seen.add("chord symbols")
    elif reading.chord_part in (None, part) and len(reading.chords) < MAX_WRITTEN:
        reading.chord_part = part
        offset = number(element.findtext("offset") or "0", "place of a chord symbol") * part.scale
        reading.chords[part.bar, max(0.0, part.now + offset)] = chord


def _left_out(what: str) -> Callable[[Element, PartState, Reading], None]:
    """Something that a page cannot hold; it is named."""

    def note_it(element: Element, part: PartState, reading: Reading) -> None:
        reading.seen.add(what)

    return note_it


HANDLERS: dict[str, Callable[[Element, PartState, Reading], None]] = {
    "attributes": _attributes,
    "note": _note,
    "backup": _move(-1),
    "forward": _move(1),
    "direction": _direction,
    "sound": _sound,
    "barline": _barline,
    "harmony": _harmony,
    "figured-bass": _left_out("figured bass"),
}
