"""What a MusicXML file's own durations say, read as plainly as can be: an arbiter where our reading and music21's differ.

It shares no code with engine/formats. A bar begins at one moment in all parts and is as long as what its longest part
writes, or as its metre where nothing is written; a tie is joined where the file names both its ends."""

import zipfile
from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple
from xml.etree import ElementTree

SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
MEET = Fraction(1, 32)  # quarters: files round the parts of tuplets, so tied notes may miss each other by a little


class Written(NamedTuple):
    """One written note: its bar, start and length in quarters from the bar line, pitch, voice, and its ties."""

    bar: int
    start: Fraction
    length: Fraction
    pitch: float
    voice: str
    ties: frozenset[str]


def read(path):
    """{"notes": sorted (onset, length, pitch) in quarters, "bars": (onset, length)} of a trusted file."""
    reaches, metres, parts = defaultdict(Fraction), {}, []
    for part in _root(path).iterfind("part"):
        parts.append([])
        divisions, semitones = Fraction(1), 0
        for bar, measure in enumerate(part.iterfind("measure")):
            now = start = Fraction(0)
            reaches[bar] += 0
            for element in measure:
                if element.tag == "attributes":
                    divisions = Fraction(element.findtext("divisions") or divisions)
                    semitones = _transposition(element, semitones)
                    if element.find("time/beats") is not None:
                        metres.setdefault(bar, _metre(element.find("time")))
                elif element.tag in ("backup", "forward"):
                    step = Fraction(element.findtext("duration")) / divisions
                    now = max(Fraction(0), now + (step if element.tag == "forward" else -step))
                    reaches[bar] = max(reaches[bar], now)
                elif element.tag == "note" and element.find("grace") is None:
                    length = Fraction(element.findtext("duration") or 0) / divisions
                    if element.find("chord") is None:
                        start, now = now, now + length
                    if element.find("rest[@measure='yes']") is None:  # such a rest is as long as the bar is
                        reaches[bar] = max(reaches[bar], now)
                    if element.find("pitch") is not None and element.find("cue") is None:
                        parts[-1].append(_note(element, bar, start, length, semitones))
    bars = _bars(reaches, metres)
    whole = [note for notes in parts for note in _joined(notes, [onset for onset, _ in bars])]
    return {
        "notes": sorted((round(float(onset), 6), round(float(length), 6), pitch) for onset, length, pitch in whole),
        "bars": [(float(onset), float(length)) for onset, length in bars],
    }


def _root(path):
    if not zipfile.is_zipfile(path):
        return ElementTree.parse(path).getroot()
    with zipfile.ZipFile(path) as archive:
        container = ElementTree.fromstring(archive.read("META-INF/container.xml"))
        name = next(each.get("full-path") for each in container.iter() if each.tag.endswith("rootfile"))
        return ElementTree.fromstring(archive.read(name))


def _transposition(attributes, before):
    found = attributes.find("transpose")
    if found is None:
        return before
    return int(found.findtext("chromatic") or 0) + 12 * int(found.findtext("octave-change") or 0)


def _metre(time):
    """The length of a full bar in quarters."""
    pairs = zip(time.findall("beats"), time.findall("beat-type"), strict=True)
    return sum(Fraction(4 * sum(map(int, beats.text.split("+"))), int(unit.text)) for beats, unit in pairs)


def _note(element, bar, start, length, semitones):
    pitch = element.find("pitch")
    height = 12 * int(pitch.findtext("octave")) + 12 + SEMITONES[pitch.findtext("step").strip()] + semitones
    ties = frozenset(tie.get("type") for path in ("tie", "notations/tied") for tie in element.findall(path))
    voice = f"{element.findtext('staff')} {element.findtext('voice')}"
    return Written(bar, start, length, height + float(pitch.findtext("alter") or 0), voice, ties)


def _bars(reaches, metres):
    """(onset, length) of every bar."""
    found, onset, full = [], Fraction(0), Fraction(4)
    for bar in sorted(reaches):
        full = metres.get(bar, full)
        found.append((onset, reaches[bar] or full))
        onset += found[-1][1]
    return found


def _joined(notes, onsets):
    """(onset, length, pitch) of a part's notes; a tie is joined in its own voice before any other."""
    whole, tied = [], defaultdict(list)  # by pitch: (index of a note that goes on, its voice)
    for note in sorted(notes, key=lambda each: (each.bar, each.start)):
        onset, index = onsets[note.bar] + note.start, None
        if "stop" in note.ties:
            before = [each for each in tied[note.pitch] if abs(sum(whole[each[0]][:2]) - onset) < MEET]
            before.sort(key=lambda each: each[1] != note.voice)
            if before:
                tied[note.pitch].remove(before[0])
                index = before[0][0]
                whole[index] = (whole[index][0], onset + note.length - whole[index][0], note.pitch)
        if index is None:
            index = len(whole)
            whole.append((onset, note.length, note.pitch))
        if "start" in note.ties:
            tied[note.pitch].append((index, note.voice))
    return whole
