"""The bytes of a MIDI file as events, read within bounds.

Knows chunks, delta times and running status; nothing of music.

mido writes our files, but it reads a whole file eagerly at some 90,000 events a second, so a hostile one could hold
the program for minutes; this reader counts as it goes and is several times faster. The tests hold it against mido."""

import struct
from typing import NamedTuple

from engine.errors import FormatError
from engine.formats.files import MEGABYTE, check_size

DEFAULT_VELOCITY = 80
OURS = b"\x7dPalimpsest:"  # the number that stands for no maker, and our name
LIMIT = 8 * MEGABYTE
MAX_EVENTS = 500_000
MAX_TRACKS = 1000
DATA_BYTES = {0x80: 2, 0x90: 2, 0xA0: 2, 0xB0: 2, 0xC0: 1, 0xD0: 1, 0xE0: 2}
META, END_OF_TRACK = 0xFF, 0x2F


class MidiEvents(NamedTuple):
    """A file: its type, its division field, and for each track (events, last tick); an event is (tick, status,
    data)."""

    kind: int
    division: int
    tracks: list[tuple[list[tuple[int, int, bytes]], int]]


def parse(data: bytes) -> MidiEvents:
    """The events of a MIDI file; metas have status 0xFF and their type as the first byte of the data."""
    check_size(len(data), LIMIT)
    if data[:4] == b"RIFF" and data[8:12] == b"RMID":
        data = data[20:]
    if data[:4] != b"MThd" or len(data) < 14:
        raise FormatError("This is not a MIDI file; choose one that ends in .mid.")
    length, kind, _, division = struct.unpack(">IHHH", data[4:14])
    if kind > 2 or division == 0 or length < 6:
        raise FormatError("The start of this MIDI file is damaged; export it again from the original program.")
    at = 8 + length
    tracks: list[tuple[list[tuple[int, int, bytes]], int]] = []
    room = MAX_EVENTS
    while at + 8 <= len(data):
        name, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "big")
        at += 8
        if at + length > len(data):
            raise FormatError("This MIDI file ends too early; it may be only partly copied.")
        if name == b"MTrk":
            try:
                events, last = _track(data, at, at + length, room)
            except IndexError:
                raise FormatError(
                    "A track of this MIDI file ends inside an event; export it again from the original program."
                ) from None
            room -= len(events)
            tracks.append((events, last))
            if len(tracks) > MAX_TRACKS:
                raise FormatError(f"This MIDI file has more than {MAX_TRACKS:,} tracks; export fewer of them.")
        at += length
    if not tracks:
        raise FormatError("There is no track in this MIDI file; export it again from the original program.")
    return MidiEvents(kind, division, tracks)


def _number(data: bytes, at: int, stop: int) -> tuple[int, int]:
    """(a number of variable length, the place after it)."""
    value = 0
    for _ in range(4):
        if at >= stop:
            raise IndexError
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    raise FormatError("A time in this MIDI file is too long; export it again from the original program.")


def _track(data: bytes, at: int, stop: int, room: int) -> tuple[list[tuple[int, int, bytes]], int]:
    """(the events of one track, its last tick)."""
    events: list[tuple[int, int, bytes]] = []
    tick = 0
    running = 0
    while at < stop:
        delta = data[at]
        if delta < 0x80:
            at += 1
        else:
            delta, at = _number(data, at, stop)
        tick += delta
        if at >= stop:
            raise IndexError
        status = data[at]
        if status >= 0xF0:
            at += 1
            if status == META:
                start = at
                length, at = _number(data, at + 1, stop)
                if data[start] == END_OF_TRACK:
                    break
                payload = data[start : start + 1] + data[at : at + length]
            else:
                length, at = _number(data, at, stop) if status in (0xF0, 0xF7) else (0, at)
                payload = b""
            at += length
            if at > stop:
                raise IndexError
        else:
            if status >= 0x80:
                running = status
                at += 1
            elif not running:
                raise FormatError(
                    "This MIDI file has data that belongs to no event; export it again from the original program."
                )
            end = at + DATA_BYTES[running & 0xF0]
            if end > stop:
                raise IndexError
            payload = data[at:end]
            at = end
            status = running
            if not payload.isascii():  # data bytes are below 0x80, as ASCII is
                raise FormatError("An event of this MIDI file is damaged; export it again from the original program.")
        events.append((tick, status, payload))
        if len(events) > room:
            raise FormatError(f"This MIDI file has more than {MAX_EVENTS:,} events; export a shorter part of it.")
    return events, tick
