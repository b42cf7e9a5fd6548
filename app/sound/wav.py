"""A piece as a WAV file: rendered faster than real time, normalised, with progress and cancel, and written all at
once."""

import struct
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy as np

from app.sound.schedule import CLICKS, ON, RATE, MidiEvent, Performance
from app.sound.synth import Synth, make_synth
from engine.errors import FormatError
from engine.formats.files import place, replacing, unsaved

PEAK = 10 ** (-1 / 20)  # -1 dBFS
QUIET = 10 ** (-66 / 20)  # of the peak: below this the tail has died away
TAIL_STEP, TAIL_MOST = 0.25, 6.0  # seconds
BLOCK = RATE  # frames rendered between two looks at the progress
LONGEST = 0xFFFFFFFF - 64  # bytes of samples that a WAV file can hold

Progress = Callable[[float], None]  # 0 to 1
IsCancelled = Callable[[], bool]


class _Stopped(Exception):
    """The user no longer wants the file."""


def export_wav(
    path: Path,
    performance: Performance,
    progress: Progress | None = None,
    cancelled: IsCancelled | None = None,
    synth: Synth | None = None,
) -> bool:
    """Write the whole piece (the loop is not followed) as 16-bit stereo; False if it was cancelled, and then nothing
    is left behind."""
    target = place(path)  # refused now, not after minutes
    frames_most = performance.ends + round(TAIL_MOST * RATE)
    if frames_most * 4 > LONGEST:
        raise FormatError("The piece is longer than a WAV file can hold; export it in parts, or as MIDI.")
    report, stopped = progress or (lambda _share: None), cancelled or (lambda: False)
    try:
        with tempfile.TemporaryFile(dir=target.parent) as raw:
            frames, peak = _render(raw, performance, synth or make_synth(), report, stopped)
            if frames < 0:
                return False
            with replacing(target) as out:
                _write(out, raw, frames, PEAK / peak if peak > 0 else 1.0, report, stopped)
    except _Stopped:
        return False
    except OSError as error:
        raise unsaved(target.name, error) from None
    report(1.0)
    return True


def _render(
    raw: IO[bytes], performance: Performance, synth: Synth, report: Progress, stopped: IsCancelled
) -> tuple[int, float]:
    """(frames, peak) of the floats written to `raw`; frames -1 if stopped.

    A file, not memory: an hour is 1.2 GB of floats."""
    for voice in range(4):
        synth.program(voice, performance.programs[voice])
        synth.volume(voice, performance.strips[voice].volume)
    synth.volume(CLICKS, 0.9)
    at, index, peak, events = 0, 0, 0.0, performance.events
    while at < performance.ends:
        if stopped():
            return -1, 0.0
        goal = min(at + BLOCK, performance.ends)
        parts = []
        while at < goal:
            while index < len(events) and events[index].sample <= at:
                _perform(synth, events[index])
                index += 1
            count = min(goal, events[index].sample if index < len(events) else goal) - at
            parts.append(synth.render(count))
            at += count
        samples = np.concatenate(parts)
        peak = max(peak, float(np.abs(samples).max(initial=0.0)))
        raw.write(samples.tobytes())
        report(0.8 * at / max(1, performance.ends))
    for event in events[index:]:
        _perform(synth, event)
    synth.release()
    while at < performance.ends + TAIL_MOST * RATE and not stopped():
        samples = synth.render(round(TAIL_STEP * RATE))
        loudest = float(np.abs(samples).max(initial=0.0))
        peak = max(peak, loudest)
        raw.write(samples.tobytes())
        at += len(samples)
        if loudest <= peak * QUIET:
            break
    return (-1, 0.0) if stopped() else (at, peak)


def _perform(synth: Synth, event: MidiEvent) -> None:
    if event.kind == ON:
        synth.on(event.channel, event.pitch, event.velocity)
    else:
        synth.off(event.channel, event.pitch)


def _write(out: IO[bytes], raw: IO[bytes], frames: int, gain: float, report: Progress, stopped: IsCancelled) -> None:
    """The header and the samples at their final loudness."""
    size = frames * 4
    out.write(
        struct.pack(
            "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, 2, RATE, RATE * 4, 4, 16, b"data", size
        )
    )
    raw.seek(0)
    done = 0
    while done < frames:
        if stopped():
            raise _Stopped
        block = np.frombuffer(raw.read(BLOCK * 8), np.float32)
        out.write(np.rint(block * (gain * 32767)).astype("<i2").tobytes())
        done += len(block) // 2
        report(0.8 + 0.2 * done / frames)
