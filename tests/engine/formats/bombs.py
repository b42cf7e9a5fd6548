"""Files made to harm: name -> (format, how to build the bytes, words of the sentence they give; None = they open)."""

import io
import json
import struct
import zipfile

from engine.canvas.music import blank_piece
from engine.canvas.project import fresh
from engine.formats import musicxml, project

DOCTYPE = (
    '<?xml version="1.0"?><!DOCTYPE score-partwise'
    " [{}]><score-partwise><work><work-title>{}</work-title></work></score-partwise>"
)
NOTE = "<note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration></note>"


def laughs():
    """Ten entities, each ten times the one before."""
    levels = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 11))
    return DOCTYPE.format(levels, "&a10;").encode()


def score(body):
    """A score of one part."""
    return f'<score-partwise><part-list><score-part id="P"/></part-list><part id="P">{body}</part></score-partwise>'.encode()


def track(data):
    """A chunk."""
    return b"MTrk" + struct.pack(">I", len(data)) + data


def midi(*tracks, kind=1, division=480):
    """A MIDI file of raw tracks."""
    return b"MThd" + struct.pack(">IHHH", 6, kind, len(tracks), division) + b"".join(map(track, tracks))


def zipped(*entries, method=zipfile.ZIP_DEFLATED):
    """A zip of (name, data)."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return buffer.getvalue()


def encrypted():
    """An .mxl that says it needs a password."""
    data = bytearray(musicxml.write_compressed(blank_piece(1)))
    for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(mark, at + 4)
    return bytes(data)


def plain_project(**changes):
    """A project of one bar as JSON, with some fields changed."""
    plain = json.loads(project.write(fresh(blank_piece(1))))
    plain["canvas"] |= changes.pop("canvas", {})
    return json.dumps(plain | changes).encode()


def long_voice(bars):
    """A voice of that many bars of rest."""
    return {"name": "", "program": 0, "bars": ["." * 16] * bars, "marks": []}


def expanding_project():
    """Thousands of takes that are each said to be like the one before: a long piece."""
    first = {
        "title": "",
        "key": [0, False],
        "metres": ["4/4 x4096"],
        "tempos": [[0, 96.0]],
        "fermatas": None,
        "voices": [long_voice(4096)] * 4,
    }
    mask = [["K65536"]] * 4
    head = {"method": "m", "seed": 0, "mask": mask, "alternatives": []}
    takes = [head | {"before": first}] + [head | {"before": {"title": str(n)}} for n in range(20_000)]
    return plain_project(takes=takes)


def note_on(delta, pitch):
    """One note begun, in running status."""
    return bytes([delta, pitch, 64])


BOMBS = {
    "entities in entities": ("musicxml", laughs, "entities of its own"),
    "one long entity many times": (
        "musicxml",
        lambda: DOCTYPE.format(f'<!ENTITY a "{"x" * 100_000}">', "&a;" * 10_000).encode(),
        "entities of its own",
    ),
    "an entity from a file": (
        "musicxml",
        lambda: DOCTYPE.format('<!ENTITY a SYSTEM "file:///etc/passwd">', "&a;").encode(),
        "entities of its own",
    ),
    "a parameter entity": (
        "musicxml",
        lambda: DOCTYPE.format('<!ENTITY % a SYSTEM "http://localhost/a"> %a;', "").encode(),
        "entities of its own",
    ),
    "entities in an mxl": ("mxl", lambda: zipped(("score.xml", laughs())), "entities of its own"),
    "entities in the container": (
        "mxl",
        lambda: zipped(("META-INF/container.xml", laughs()), ("score.xml", b"")),
        "entities of its own",
    ),
    "a hundred thousand levels": ("musicxml", lambda: b"<a>" * 100_000, "far too large"),
    "two million elements": ("musicxml", lambda: score("<measure/>" * 2_000_000), "far too large"),
    "an element of fifty megabytes": ("musicxml", lambda: score("x" * 50_000_000), "MB"),
    "too many notes in xml": ("musicxml", lambda: score("<measure>" + NOTE * 130_000 + "</measure>"), "60,000 notes"),
    "five thousand bars": ("musicxml", lambda: score("<measure/>" * 5000), "4,096 bars"),
    "as many notes as may be": ("musicxml", lambda: score(("<measure>" + NOTE * 24 + "</measure>") * 2490), None),
    "a voice for each note": (
        "musicxml",
        lambda: score(
            "<measure>"
            + "".join(NOTE.replace("</note>", f"<voice>{n}</voice></note>") for n in range(200))
            + "</measure>"
        ),
        None,
    ),
    "a part for each note": (
        "musicxml",
        lambda: score("").replace(
            b"</part-list>", b"".join(b'<score-part id="%d"/>' % n for n in range(5000)) + b"</part-list>"
        ),
        "parts",
    ),
    "a repeat of a million times": (
        "musicxml",
        lambda: score(
            f'<measure>{NOTE * 4}<barline><repeat direction="backward" times="1000000"/></barline></measure>'
        ),
        None,
    ),
    "a bar as long as the world": (
        "musicxml",
        lambda: score(f"<measure>{NOTE.replace('>1<', '>99999999<')}</measure>"),
        "too long",
    ),
    "a transposition to nowhere": (
        "musicxml",
        lambda: score(
            f"<measure><attributes><transpose><diatonic>900000000</diatonic><chromatic>1</chromatic></transpose></attributes>{NOTE}</measure>"
        ),
        "transposition",
    ),
    "a zip bomb": ("mxl", lambda: zipped(("score.xml", b" " * 200_000_000)), "unpacks to more than"),
    "a zip bomb as container": (
        "mxl",
        lambda: zipped(("META-INF/container.xml", b" " * 50_000_000), ("score.xml", b"")),
        "unpacks to more than",
    ),
    "a zip bomb in one block of LZMA": (
        "mxl",
        lambda: zipped(("score.xml", b" " * 400_000_000), method=zipfile.ZIP_LZMA),
        "packed in a way",
    ),
    "a zip bomb in blocks of BZIP2": (
        "mxl",
        lambda: zipped(("score.xml", b" " * 400_000_000), method=zipfile.ZIP_BZIP2),
        "packed in a way",
    ),
    "half a million lines": ("text", lambda: b"a\r" * 499_999, "more than 1,000 sentences"),
    "a format of four thousand digits": ("project", lambda: plain_project(palimpsest=10**4000), "newer Palimpsest"),
    "a path out of the zip": (
        "mxl",
        lambda: zipped(("../../evil.xml", score(f"<measure>{NOTE}</measure>"))),
        "outside itself",
    ),
    "an absolute path in the zip": ("mxl", lambda: zipped(("/etc/evil.xml", b"")), "outside itself"),
    "a drive in the zip": ("mxl", lambda: zipped(("C:\\evil.xml", b"")), "outside itself"),
    "sixty thousand files in a zip": (
        "mxl",
        lambda: zipped(*((f"{n}.xml", b"") for n in range(60_000))),
        "far more files",
    ),
    "a zip with a password": ("mxl", encrypted, "damaged"),
    "a zip without a score": ("mxl", lambda: zipped(("readme", b"")), "no score"),
    "ten million events": ("midi", lambda: midi(b"\0\x90\x3c\x40" + b"\0\x3c\x40" * 10_000_000), "MB"),
    "two million small events": ("midi", lambda: midi(b"\0\xc0\1" + b"\0\1" * 2_000_000), "500,000 events"),
    "two hundred thousand notes": (
        "midi",
        lambda: midi(b"\0\x90\x3c\x40" + note_on(1, 0x3C) * 200_000),
        "100,000 notes",
    ),
    "a hundred thousand notes at once": (
        "midi",
        lambda: midi(b"\0\x90\x3c\x40" + b"".join(note_on(0, n % 128) for n in range(99_000))),
        None,
    ),
    "many notes in four tracks": (
        "midi",
        lambda: midi(
            *(b"\0\x90\x3c\x40" + b"".join(note_on(40, 40 + n % 50) for n in range(24_000)) for _ in range(4))
        ),
        None,
    ),
    "a delta of a hundred megabytes": ("midi", lambda: midi(b"\0\x90\x3c\x40\xff\xff\xff\x7f\x3c\0"), "4,096 bars"),
    "a delta at the very end": ("midi", lambda: midi(b"\0\x90\x3c\x40\x60\x3c\0\xff\xff\xff\x7f\xff\x2f\0"), None),
    "bars of sixty-four wholes": (
        "midi",
        lambda: midi(b"\0\xff\x58\4\x40\0\x18\x08\0\x90\x3c\x40\xc0\x80\x80\0\x3c\0"),
        "4,096 bars",
    ),
    "bars of one sixteenth": (
        "midi",
        lambda: midi(b"\0\xff\x58\4\1\4\x18\x08\0\x90\x3c\x40\x88\x80\0\x3c\0", division=24),
        None,  # such a metre is not believed
    ),
    "a metre at every tick": (
        "midi",
        lambda: midi(
            b"".join(b"\x78\xff\x58\4" + bytes([1 + n % 9, 2, 24, 8]) for n in range(200_000))
            + b"\0\x90\x3c\x40\x60\x3c\0"
        ),
        "4,096 bars",
    ),
    "three hundred thousand tempos": (
        "midi",
        lambda: midi(b"\0\x90\x3c\x40" + b"\1\xff\x51\3\1\2\3" * 300_000 + b"\0\x80\x3c\0"),
        None,
    ),
    "a sysex that lies about its length": ("midi", lambda: midi(b"\0\xf0\xff\xff\xff\x7f"), "ends inside an event"),
    "a track that lies about its length": ("midi", lambda: midi(b"")[:-4] + b"\xff\xff\xff\xff", "ends too early"),
    "five thousand tracks": ("midi", lambda: midi(*(b"",) * 5000), "1,000 tracks"),
    "brackets without end": ("project", lambda: b"[" * 10_000_000, "not a Palimpsest project"),
    "millions of empty lists": (
        "project",
        lambda: b'{"palimpsest": 1, "a": [' + b"[]," * 5_000_000 + b"[]]}",
        "not a Palimpsest project",
    ),
    "a number of a million digits": (
        "project",
        lambda: b'{"palimpsest": ' + b"9" * 1_000_000 + b"}",
        "not a Palimpsest project",
    ),
    "a project of fifty megabytes": ("project", lambda: b" " * 50_000_000, "MB"),
    "a metre of a billion bars": (
        "project",
        lambda: plain_project(canvas={"metres": ["64/1 x9999"] * 1000}),
        "4,096 bars",
    ),
    "bars of a million holds": (
        "project",
        lambda: plain_project(canvas={"voices": [{"bars": ["60" + "_" * 10_000_000], "name": "", "program": 0}] * 1}),
        "not as long as its metre",
    ),
    "a mask of a billion cells": (
        "project",
        lambda: plain_project(masks=[[["K999999"] * 1000] * 4]),
        "mask in it cannot be read",
    ),
    "a hundred thousand masks": ("project", lambda: plain_project(masks=[[["K262144"]] * 4] * 100_000), "not one mask"),
    "takes that unfold": ("project", expanding_project, "more results than can be opened"),
    "stops without end": ("text", lambda: b"." * 900_000, None),
    "abbreviations without end": ("text", lambda: b"Mr. Mr. " * 120_000, "words"),
    "accents without end": ("text", lambda: ("a" + "\u0316\u0301" * 200_000).encode(), "accents"),
    "a text of fifty megabytes": ("text", lambda: b"a " * 25_000_000, "MB"),
}
