"""Ways to make a file wrong: at its bytes, at the values of its JSON, at the elements of its XML, inside its zip, in
the header of its weights. Each is a function of dice and data, so that a number gives the same file again."""

import io
import json
import re
import struct
import zipfile
from copy import deepcopy

import mido

NUMBERS = (0, 1, -1, 2, 3, 7, 127, 128, 255, 256, 4095, 65536, 2**31, 2**53, -(2**63), 10**30, 0.5, -0.0, 1e308)
TEXTS = (
    "",
    " ",
    "0",
    "-1",
    "1e400",
    "NaN",
    "٣",
    "x" * 300,
    "\u202e\u0301",
    "\ud800",
    "<b>&",
    "../..",
    "\0",
    "\U0001f3b5",
)
PLAIN = (*NUMBERS, *TEXTS, None, True, False, [], {}, [[]], {"": {}}, float("nan"), float("inf"))
INTERESTING = (0, 0x7F, 0x80, 0xFF, 0x39, 0x2D, 0x22, 0x3C, 0x5B, 0x7B)


def in_bytes(dice, data):
    """A few bytes changed, put in, doubled or dropped."""
    broken = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        at = dice.randrange(len(broken) + 1)
        kind = dice.randrange(6)
        if kind == 0 and at < len(broken):
            broken[at] = dice.randrange(256)
        elif kind == 1 and at < len(broken):
            broken[at] ^= 1 << dice.randrange(8)
        elif kind == 2:
            broken[at:at] = bytes(dice.choices(INTERESTING, k=dice.randrange(1, 6)))
        elif kind == 3:
            del broken[at : at + dice.choice((1, 2, 8, 64))]
        elif kind == 4 and broken:
            other = dice.randrange(len(broken))
            broken[at:at] = broken[other : other + dice.randrange(1, 200)]
        elif kind == 5 and dice.random() < 0.3:
            del broken[at:]
    return bytes(broken)


def in_json(dice, data):
    """Values of a JSON text replaced, doubled, dropped or nested; the text stays JSON."""
    plain = json.loads(data)
    for _ in range(dice.choice((1, 1, 2, 4))):
        plain = _json_step(dice, plain)
    text = json.dumps(plain, ensure_ascii=dice.random() < 0.5)
    return text.encode("utf-8", "surrogatepass")


def _json_step(dice, plain):
    places = list(_places(plain))
    if not places:
        return deepcopy(dice.choice(PLAIN))
    inside, key = dice.choice(places)
    kind = dice.randrange(6)
    if kind < 3:
        inside[key] = deepcopy(dice.choice(PLAIN))
    elif kind == 3 and isinstance(inside[key], (int, float)) and not isinstance(inside[key], bool):
        inside[key] += dice.choice((1, -1, 1000, 0.5))
    elif kind == 4:
        inside[key] = _nested(dice, inside[key])
    elif isinstance(inside, dict):
        value = inside.pop(key)
        inside[dice.choice((*inside, *TEXTS))] = value
    else:
        inside[key : key + 1] = [deepcopy(inside[key]) for _ in range(dice.choice((0, 2, 40)))]
    return plain


def _nested(dice, value):
    for _ in range(dice.choice((1, 5, 100))):
        value = [value] if dice.random() < 0.5 else {"a": value}
    return value


def _places(plain):
    """Every (container, key) of nested lists and objects."""
    stack = [plain]
    while stack:
        inside = stack.pop()
        keys = list(inside) if isinstance(inside, dict) else range(len(inside)) if isinstance(inside, list) else ()
        for key in keys:
            yield inside, key
            stack.append(inside[key])


_TAG = re.compile(rb"<(/?)([A-Za-z-]+)([^<>]*)>([^<]*)")


def in_xml(dice, data):
    """Elements, attributes and texts of XML exchanged, doubled or dropped; now and then no longer XML."""
    pieces = [match.group(0) for match in _TAG.finditer(data)]
    start = data[: len(data) - sum(map(len, pieces))] if pieces else data
    for _ in range(dice.choice((1, 1, 2, 5))):
        if not pieces:
            break
        at = dice.randrange(len(pieces))
        kind = dice.randrange(7)
        if kind == 0:
            pieces[at] = re.sub(rb">[^<]*$", b">" + _text(dice), pieces[at])
        elif kind == 1:
            pieces[at] = re.sub(rb'"[^"]*"', b'"' + _text(dice) + b'"', pieces[at])
        elif kind == 2:
            pieces[at] = re.sub(rb"[A-Za-z-]+", dice.choice(_names(pieces)), pieces[at], count=1)
        elif kind == 3:
            length = dice.choice((1, 2, 8))
            pieces[at:at] = pieces[at : at + length] * dice.choice((1, 1, 30))
        elif kind == 4:
            del pieces[at : at + dice.choice((1, 2, 8))]
        elif kind == 5:
            other = dice.randrange(len(pieces))
            pieces[at], pieces[other] = pieces[other], pieces[at]
        else:
            whole = _element(pieces, at)
            other = dice.randrange(len(pieces))
            pieces[other:other] = whole
    return start + b"".join(pieces)


def _names(pieces):
    return [match.group(2) for piece in pieces if (match := _TAG.match(piece))]


def _element(pieces, at):
    """One element with what is in it, as far as it can be found."""
    match = _TAG.match(pieces[at])
    if match is None or match.group(1) or match.group(3).endswith(b"/"):
        return pieces[at : at + 1]
    for end in range(at + 1, min(len(pieces), at + 60)):
        if pieces[end].startswith(b"</" + match.group(2)):
            return pieces[at : end + 1]
    return pieces[at : at + 1]


def _text(dice):
    value = str(dice.choice((*NUMBERS, *TEXTS))).encode("utf-8", "replace")
    return value.replace(b"&", b"&amp;").replace(b"<", b"&lt;") if dice.random() < 0.9 else value


def in_mxl(dice, data):
    """The score inside the zip, its list of files, or the zip's own bytes."""
    if dice.random() < 0.4:
        return in_bytes(dice, data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [(name, archive.read(name)) for name in archive.namelist()]
    at = dice.randrange(len(entries))
    entries[at] = (entries[at][0], in_xml(dice, entries[at][1]))
    if dice.random() < 0.2:
        entries.append((dice.choice(("../x.xml", "/x.xml", "META-INF/", "x" * 200, entries[0][0])), b"<a/>"))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", dice.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as archive:
        for name, inner in dict(entries).items():
            archive.writestr(zipfile.ZipInfo(name), inner)
    return buffer.getvalue()


def in_weights(dice, data):
    """The header of a safetensors file: its sizes, kinds and places, the card in it, or the bytes."""
    if dice.random() < 0.3:
        return in_bytes(dice, data)
    length = struct.unpack("<Q", data[:8])[0]
    header, tensors = data[8 : 8 + length], data[8 + length :]
    if dice.random() < 0.6:
        plain = json.loads(header)
        card = json.loads(in_json(dice, plain["__metadata__"]["card"].encode()).decode("utf-8", "replace"))
        plain["__metadata__"]["card"] = json.dumps(card)
        header = json.dumps(plain).encode()
    else:
        header = in_json(dice, header)
    if dice.random() < 0.1:
        tensors = in_bytes(dice, tensors)
    return struct.pack("<Q", len(header) if dice.random() < 0.95 else dice.choice((0, 2**40, 2**63))) + header + tensors


def in_midi(dice, data):
    """Events of a MIDI file changed, moved, doubled or dropped; the file stays MIDI."""
    song = mido.MidiFile(file=io.BytesIO(data))
    for _ in range(dice.choice((1, 2, 5, 20))):
        track = dice.choice(song.tracks)
        if not track:
            continue
        at = dice.randrange(len(track))
        kind = dice.randrange(6)
        if kind == 0:
            track[at] = track[at].copy(time=dice.choice((0, 1, 7, 480, 10**6, 0x0FFFFFFF)))
        elif kind == 1:
            del track[at : at + dice.choice((1, 5))]
        elif kind == 2:
            track[at:at] = track[at : at + 5] * dice.choice((1, 20))
        elif kind == 3:
            track.insert(at, dice.choice(_EVENTS)(dice))
        elif kind == 4:
            other = dice.choice(song.tracks)
            other.extend(track[at:])
        else:
            song.ticks_per_beat, song.type = dice.choice((1, 7, 96, 480, 32767)), dice.choice((0, 1, 1, 1, 2))
    if song.type == 0:
        song.tracks[1:] = []
    buffer = io.BytesIO()
    song.save(file=buffer)
    return buffer.getvalue()


_EVENTS = (
    lambda dice: mido.MetaMessage(
        "time_signature", numerator=dice.randrange(256), denominator=2 ** dice.randrange(8), time=dice.randrange(2000)
    ),
    lambda dice: mido.MetaMessage("set_tempo", tempo=dice.choice((0, 1, 500_000, 0xFFFFFF)), time=dice.randrange(99)),
    lambda dice: mido.MetaMessage("track_name", name=dice.choice(("Bass", "Melody", "", "\xe9" * 90)), time=0),
    lambda dice: mido.Message("control_change", control=64, value=dice.randrange(128), time=dice.randrange(999)),
    lambda dice: mido.Message(
        "note_on", note=dice.randrange(128), velocity=dice.randrange(128), time=dice.randrange(999)
    ),
    lambda dice: mido.Message("program_change", program=dice.randrange(128), channel=dice.randrange(16)),
    lambda dice: mido.UnknownMetaMessage(dice.randrange(128), data=[dice.randrange(128)] * dice.randrange(5)),
)


def in_text(dice, data):
    """A text with strange signs put in, in one of several encodings."""
    text = data.decode()
    for _ in range(dice.randrange(8)):
        at = dice.randrange(len(text) + 1)
        put = dice.choice(
            (*TEXTS, "\u2014", "\u2019", ". ", '"', "____", "\n\n", "e\u0301" * 40, chr(dice.randrange(0x20, 0xD000)))
        )
        text = text[:at] + put * dice.choice((1, 1, 1, 50)) + text[at + dice.choice((0, 0, 5)) :]
    coded = text.encode(dice.choice(("utf-8", "utf-8", "utf-16", "latin-1")), "replace")
    return in_bytes(dice, coded) if dice.random() < 0.3 else coded


def either(*ways):
    """One of several ways, each as often."""
    return lambda dice, data: dice.choice(ways)(dice, data)
