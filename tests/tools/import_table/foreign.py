"""How music21 and mido read a file, as plain numbers: notes as (onset, length, pitch) in quarters, bars, metres, key.

music21 is slow, so what it reads is kept as JSON, a file for each score, beside the MIDI file it writes of it."""

import io
import json
import signal
import warnings
from importlib.util import find_spec
from pathlib import Path

import mido

MUSICXML = (".mxl", ".xml", ".musicxml")
PLACES = 6  # decimals of a quarter
SHARP_MAJOR = ("C", "G", "D", "A", "E", "B", "F#", "C#")
FLAT_MAJOR = ("C", "F", "Bb", "Eb", "Ab", "Db", "Gb", "Cb")
SHARP_MINOR = ("Am", "Em", "Bm", "F#m", "C#m", "G#m", "D#m", "A#m")
FLAT_MINOR = ("Am", "Dm", "Gm", "Cm", "Fm", "Bbm", "Ebm", "Abm")
FIFTHS = {name: sharps for names in (SHARP_MAJOR, SHARP_MINOR) for sharps, name in enumerate(names)}
FIFTHS |= {name: -flats for names in (FLAT_MAJOR, FLAT_MINOR) for flats, name in enumerate(names)}


def corpus_files():
    """All MusicXML files of music21's corpus and the MIDI files that come with it, as (name, path)."""
    root = Path(find_spec("music21").origin).parent
    scores = sorted(path for path in (root / "corpus").rglob("*") if path.suffix in MUSICXML)
    songs = sorted(root.rglob("*.mid"))
    return [(str(path.relative_to(root)), path) for path in (*scores, *songs)]


class TooSlow(Exception):
    """A file took longer than its share."""


def dump(path, target, seconds, midi):
    """Keep music21's reading of a score as JSON, and its MIDI file if asked; what goes wrong is kept as a sentence."""
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        reading = by_music21(path, target.with_suffix(".mid") if midi else None)
    except TooSlow:
        reading = {"error": f"music21 took longer than {seconds} s"}
    except Exception as error:
        reading = {"error": f"music21: {type(error).__name__}: {str(error)[:200]}"}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(reading))


def _stop(*_):
    raise TooSlow


def by_music21(path, midi):
    """music21's reading of a MusicXML file: sounding pitches, tied notes made one, grace notes left out."""
    import music21

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = music21.converter.parse(path, forceSource=True)
        reading = {}
        if midi is not None:
            reading |= _midi(score, midi)
        score.toSoundingPitch(inPlace=True)
        parts = list(score.parts) or [score]
        first = list(parts[0].getElementsByClass("Measure"))
        reading["bars"] = [
            (_time(bar.offset), _time(bar.duration.quarterLength), _time(bar.barDuration.quarterLength))
            for bar in first
        ]
        reading["numbers"] = [bar.number for bar in first[:2]]
        reading["metres"] = _metres(parts)
        reading["keys"] = _keys(score)
        reading["notes"] = sorted(note for part in parts for note in _notes(part))
    return reading


def _midi(score, midi):
    """Have music21 write a score's MIDI file; {"midi": why not} where it cannot."""
    midi.parent.mkdir(parents=True, exist_ok=True)
    try:
        score.write("midi", fp=midi)
    except TooSlow:
        raise
    except Exception as error:
        return {"midi": f"{type(error).__name__}: {str(error)[:200]}"}
    return {}


def _time(quarters):
    return round(float(quarters), PLACES)


def _metres(parts):
    found = {}
    for part in parts:
        for sign in part.recurse().getElementsByClass("TimeSignature"):
            found.setdefault(_time(sign.getOffsetInHierarchy(part)), sign.ratioString)
    return sorted(found.items())


def _keys(score):
    return [
        (_time(sign.getOffsetInHierarchy(score)), sign.sharps, getattr(sign, "mode", None))
        for sign in score.recurse().getElementsByClass("KeySignature")
    ]


def _notes(part):
    whole = part.stripTies(inPlace=True) or part
    for element in whole.recurse().notes:
        if element.duration.isGrace or "ChordSymbol" in element.classes or "Unpitched" in element.classes:
            continue
        if not hasattr(element, "pitches"):
            continue
        start = _time(element.getOffsetInHierarchy(whole))
        for pitch in element.pitches:
            yield (start, _time(element.duration.quarterLength), float(pitch.ps))


def by_mido(data):
    """mido's reading of a MIDI file: notes by track and channel, a pitch struck again ends the one before."""
    song = mido.MidiFile(file=io.BytesIO(data), clip=True)
    notes, metres, keys = [], [], []
    for track in song.tracks:
        tick = 0
        open_ = {}
        for message in track:
            tick += message.time
            if message.type == "time_signature":
                metres.append((tick, f"{message.numerator}/{message.denominator}"))
            elif message.type == "key_signature":
                keys.append((tick, FIFTHS[message.key]))
            elif message.type in ("note_on", "note_off") and message.channel != 9:
                place = (message.channel, message.note)
                if place in open_:
                    start = open_.pop(place)
                    notes.append((start, tick - start, message.note))
                if message.type == "note_on" and message.velocity:
                    open_[place] = tick
        notes += [(start, tick - start, note) for (_, note), start in open_.items()]
    quarter = song.ticks_per_beat
    return {
        "notes": sorted((_time(start / quarter), _time(length / quarter), pitch) for start, length, pitch in notes),
        "metres": sorted((_time(tick / quarter), metre) for tick, metre in metres) or [(0.0, "4/4")],  # the standard's
        "keys": sorted(keys),
    }
