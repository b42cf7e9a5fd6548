"""What a MusicXML file's own durations say, read as plainly as can be, to settle where two readings of it differ.

It shares no code with engine/formats. A bar begins at one moment in all parts and is as long as what its longest part
writes, or as its metre where nothing is written or rounding alone keeps the two apart; silence that is only skipped
does not count in a bar that the file calls irregular. A tie goes to a note of its pitch that begins where it ends, if
that note is in the same voice or is named as the end of the tie."""

import zipfile
from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple
from xml.etree import ElementTree

SEMITONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
ROUNDING = Fraction(1, 10)  # quarters: files with coarse divisions round tuplets and short notes by as much


class Written(NamedTuple):
    """One written note: its bar, start and length in quarters from the bar line, pitch, voice, and its ties."""

    bar: int
    start: Fraction
    length: Fraction
    pitch: float
    voice: str
    ties: frozenset[str]


def read(path, lengths=()):
    """{"notes": sorted (onset, length, pitch) in quarters, "bars": (onset, length)} of a trusted file.

    `lengths` of bars, where given, count instead of the file's own, and what lies beyond them is cut."""
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
                    if measure.get("implicit") != "yes":
                        reaches[bar] = max(reaches[bar], now)
                elif element.tag == "note" and element.find("grace") is None:
                    length = Fraction(element.findtext("duration") or 0) / divisions
                    if element.find("chord") is None:
                        start, now = now, now + length
                    if element.find("rest[@measure='yes']") is None:  # such a rest is as long as the bar is
                        reaches[bar] = max(reaches[bar], start + length)
                    if element.find("pitch") is not None and element.find("cue") is None:
                        parts[-1].append(_note(element, bar, start, length, semitones))
    bars = _bars(reaches, metres, lengths)
    whole = [note for notes in parts for note in _joined([_cut(note, *bars[note.bar]) for note in notes])]
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


def _bars(reaches, metres, lengths):
    """(onset, length) of every bar."""
    found, onset, full = [], Fraction(0), Fraction(4)
    for bar in sorted(reaches):
        full = metres.get(bar, full)
        length = full if abs(reaches[bar] - full) < ROUNDING else reaches[bar] or full
        found.append((onset, Fraction(lengths[bar]) if lengths else length))
        onset += found[-1][1]
    return found


def _cut(note, onset, length):
    """The note at its time from the start of the piece, no longer than its bar."""
    start, stop = min(note.start, length), min(note.start + note.length, length)
    return note._replace(start=onset + start, length=stop - start)


def _joined(notes):
    """(onset, length, pitch) of a part's notes; a tie is joined in its own voice before any other."""
    whole, tied = [], defaultdict(list)  # by pitch: (index of a note that goes on, its voice)
    for note in sorted(notes, key=lambda each: each.start):
        going_on = tied[note.pitch]
        meeting = [each for each in going_on if abs(sum(whole[each[0]][:2]) - note.start) < ROUNDING]
        own = [each for each in meeting if each[1] == note.voice] or (meeting if "stop" in note.ties else [])
        if own:
            index = own[0][0]
            going_on.remove(own[0])
            whole[index] = (whole[index][0], note.start + note.length - whole[index][0], note.pitch)
        else:
            index = len(whole)
            whole.append((note.start, note.length, note.pitch))
        if "start" in note.ties:
            going_on.append((index, note.voice))
    return whole
