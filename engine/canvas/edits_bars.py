"""Edits of time: bars, metre, key, tempo, fermatas and crops, the chords that go along, and the same cuts for masks.

Notes are edited in engine.canvas.edits.

A mask stays in step with its piece when the same span is inserted or deleted: `bar_span` names it."""

from dataclasses import replace

import numpy as np

from engine.canvas import edits_chords
from engine.canvas.edits import copy, note_at, tail_mark
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import REST, Bar, Key, Piece, Tempo, Voice
from engine.errors import CanvasError


def bar_span(piece: Piece, first: int, count: int = 1) -> tuple[int, int]:
    """The (start, stop) steps of `count` bars from bar index `first` on; with a count of 0, index = number of bars
    means the end."""
    if not 0 <= first <= first + count <= len(piece.bars):
        raise CanvasError("These bars do not exist.")
    edges = (*piece.bar_starts, piece.steps)
    return edges[first], edges[first + count]


def insert_bars(piece: Piece, index: int, count: int = 1, bar: Bar | None = None) -> Piece:
    """The piece with empty bars before bar `index`, in the metre of the bar before unless given; a note across the
    place is cut there."""
    at, _ = bar_span(piece, index, 0)
    near = piece.bars[max(0, index - 1)]
    bars = ((bar or Bar.full(near.beats, near.unit)),) * max(0, count)
    steps = sum(each.steps for each in bars)
    if not steps:
        return piece
    voices = tuple(_spliced(voice, at, at, steps) for voice in piece.voices)
    tempos = tuple(
        tempo._replace(step=tempo.step + steps * (tempo.step >= at > 0 or tempo.step > at)) for tempo in piece.tempos
    )
    fermatas = None if piece.fermatas is None else tuple(step + steps * (step >= at) for step in piece.fermatas)
    return replace(
        piece,
        voices=voices,
        bars=(*piece.bars[:index], *bars, *piece.bars[index:]),
        tempos=tempos,
        fermatas=fermatas,
        chords=edits_chords.inserted(piece.chords, at, steps),
    )


def delete_bars(piece: Piece, index: int, count: int = 1) -> Piece:
    """The piece without `count` bars from bar `index` on; the tempo after the cut stays what it was."""
    start, stop = bar_span(piece, index, count)
    if count >= len(piece.bars):
        raise CanvasError("A piece keeps at least one bar.")
    voices = tuple(_spliced(voice, start, stop, 0) for voice in piece.voices)
    late = (
        [] if stop == piece.steps else [_tempo_at(piece, stop), *(tempo for tempo in piece.tempos if tempo.step > stop)]
    )
    tempos = [tempo for tempo in piece.tempos if tempo.step < start]
    if tempos and late and tempos[-1].quarters == late[0].quarters:
        late = late[1:]  # it goes on as before the cut
    tempos += [tempo._replace(step=max(start, tempo.step - (stop - start))) for tempo in late]
    fermatas = (
        None
        if piece.fermatas is None
        else tuple(s - (stop - start) * (s >= stop) for s in piece.fermatas if not start <= s < stop)
    )
    bars = piece.bars[:index] + piece.bars[index + count :]
    chords = edits_chords.deleted(piece.chords, start, stop, piece.steps)
    return replace(piece, voices=voices, bars=bars, tempos=tuple(tempos), fermatas=fermatas, chords=chords)


def _spliced(voice: Voice, start: int, stop: int, rests: int) -> Voice:
    """The voice with steps start..stop-1 replaced by rests; only a note that ran right through a mere deletion goes
    on as one."""
    tail = voice.cells[stop:]
    late = {mark.step: mark for mark in voice.marks if mark.step >= stop}
    note = note_at(voice, stop)
    if note is not None and note.start < stop and (rests or note.start >= start):
        tail = (note.pitch, *tail[1:])
        late |= tail_mark(voice, note, stop)
    shift = start + rests - stop
    marks = [mark for mark in voice.marks if mark.step < start] + [
        late[step]._replace(step=step + shift) for step in sorted(late)
    ]
    return replace(voice, cells=voice.cells[:start] + (REST,) * rests + tail, marks=tuple(marks))


def _tempo_at(piece: Piece, step: int) -> Tempo:
    """The tempo in force at a step."""
    return max(tempo for tempo in piece.tempos if tempo.step <= step)


def set_metre(piece: Piece, index: int, beats: int, unit: int) -> Piece:
    """The piece with a metre from bar `index` to the next change of metre; notes keep their places, the last such
    bar may be incomplete."""
    bar_span(piece, index)
    old = piece.bars[index]
    until = index
    while until < len(piece.bars) and piece.bars[until][:2] == old[:2]:
        until += 1
    full = Bar.full(beats, unit) if beats > 0 and unit in (1, 2, 4, 8, 16) else None
    if full is None:
        raise CanvasError(f"The metre {beats}/{unit} is not possible; take 1 to 64 beats of a whole to a sixteenth.")
    steps = sum(bar.steps for bar in piece.bars[index:until])
    bars = []
    if index == 0 and piece.has_pickup and old.steps < full.steps:
        bars.append(Bar(beats, unit, old.steps))
        steps -= old.steps
    bars += [full] * (steps // full.steps)
    if steps % full.steps:
        bars.append(Bar(beats, unit, steps % full.steps))
    return replace(piece, bars=(*piece.bars[:index], *bars, *piece.bars[until:]))


def set_pickup(piece: Piece, steps: int) -> Piece:
    """The piece with a pick-up of `steps` sixteenths (0 = none) before its first metre's bars; notes keep their places,
    the last bar of that metre may be incomplete."""
    first = piece.bars[0]
    full = Bar.full(first.beats, first.unit)
    if not 0 <= steps < full.steps:
        raise CanvasError(f"A pick-up has 0 to {full.steps - 1} sixteenths in {first.beats}/{first.unit}, not {steps}.")
    until = next((i for i, bar in enumerate(piece.bars) if bar[:2] != first[:2]), len(piece.bars))
    length = sum(bar.steps for bar in piece.bars[:until])
    steps = min(steps, length)
    whole, left = divmod(length - steps, full.steps)
    bars = [full._replace(steps=steps)] * (steps > 0) + [full] * whole + [full._replace(steps=left)] * (left > 0)
    return replace(piece, bars=(*bars, *piece.bars[until:]))


def set_key(piece: Piece, key: Key) -> Piece:
    """The piece in another key signature; notes with their own spelling keep it."""
    return replace(piece, key=key)


def set_tempo(piece: Piece, step: int, quarters: float | None) -> Piece:
    """The piece with a tempo from `step` on, or with the change at `step` removed; the first tempo cannot be
    removed."""
    others = [tempo for tempo in piece.tempos if tempo.step != step]
    if quarters is None:
        return piece if step == 0 else replace(piece, tempos=tuple(others))
    return replace(piece, tempos=tuple(sorted((*others, Tempo(step, quarters)))))


def toggle_fermata(piece: Piece, step: int) -> Piece:
    """The piece with a fermata at `step` set or taken away; from then on its fermatas are known."""
    return replace(piece, fermatas=tuple(sorted({*(piece.fermatas or ())} ^ {step})))


def crop(piece: Piece, start: int, stop: int) -> Piece:
    """The steps start..stop-1 as their own piece; notes cut at the left begin with an onset, bars cut at an
    edge are incomplete."""
    start, stop = max(0, start), min(piece.steps, stop)
    if start >= stop:
        raise CanvasError("Nothing is selected.")
    clip = copy(piece, range(4), start, stop)
    voices = tuple(
        replace(voice, cells=row, marks=marks)
        for voice, row, marks in zip(piece.voices, clip.rows, clip.marks, strict=True)
    )
    edges = np.array((*piece.bar_starts, piece.steps))
    lengths = np.minimum(edges[1:], stop) - np.maximum(edges[:-1], start)
    bars = tuple(bar._replace(steps=int(length)) for bar, length in zip(piece.bars, lengths, strict=True) if length > 0)
    tempos = [
        _tempo_at(piece, start)._replace(step=0),
        *(t._replace(step=t.step - start) for t in piece.tempos if start < t.step < stop),
    ]
    fermatas = (
        None if piece.fermatas is None else tuple(step - start for step in piece.fermatas if start <= step < stop)
    )
    chords = edits_chords.cropped(piece.chords, start, stop)
    return replace(piece, voices=voices, bars=bars, tempos=tuple(tempos), fermatas=fermatas, chords=chords)


def insert_in_mask(mask: Mask, start: int, steps: int, brush: Brush = Brush.REWRITE) -> Mask:
    """The mask with `steps` cells of one brush inserted before `start`."""
    return Mask(tuple(row[:start] + bytes([brush]) * steps + row[start:] for row in mask.rows))


def delete_in_mask(mask: Mask, start: int, stop: int) -> Mask:
    """The mask without the cells start..stop-1."""
    return Mask(tuple(row[:start] + row[stop:] for row in mask.rows))
