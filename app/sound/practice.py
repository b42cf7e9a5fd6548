"""Practice tracks: a file for each voice that has notes, in which that voice is in front and the others are quieter, as
WAV or MIDI. No file that is there already is written over."""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from app.sound.schedule import Performance, Strip
from app.sound.wav import IsCancelled, Progress, export_wav
from engine.canvas.music import VOICES, Mark, Piece, Voice
from engine.errors import FormatError
from engine.formats import midi
from engine.formats.files import write_bytes

FRONT, BACK = 1.0, 0.28  # volumes of the voice to practise and of the others
LOUD, SOFT = 104, 42  # the same as velocities in MIDI

Export = Callable[[Path, Performance, int, Progress, IsCancelled], bool]


def practised(piece: Piece) -> list[int]:
    """The voices with notes."""
    return [voice for voice in range(4) if piece.voices[voice].notes]


def strips_of(voice: int) -> tuple[Strip, Strip, Strip, Strip]:
    """How loud each voice is in the track of one."""
    made = [Strip(volume=FRONT if other == voice else BACK) for other in range(4)]
    return made[0], made[1], made[2], made[3]


def with_velocities(piece: Piece, front: int) -> Piece:
    """The piece with one voice loud and the others soft."""
    return replace(
        piece,
        voices=tuple(_struck(voice, LOUD if place == front else SOFT) for place, voice in enumerate(piece.voices)),
    )


def _struck(voice: Voice, velocity: int) -> Voice:
    marks = {mark.step: mark for mark in voice.marks}
    struck = (marks.get(note.start, Mark(note.start))._replace(velocity=velocity) for note in voice.notes)
    return replace(voice, marks=tuple(struck))


def track_path(path: Path, voice: int) -> Path:
    """The file of one voice beside the name that was chosen: "Ode, alto.wav", else "Ode, alto 2.wav"."""
    names = (f"{path.stem}, {VOICES[voice].name.lower()}{more}{path.suffix}" for more in ("", *_numbers()))
    return next(made for name in names if not os.path.lexists(made := path.with_name(name)))


def _numbers() -> list[str]:
    return [f" {number}" for number in range(2, 1000)]


def _wav(path: Path, played: Performance, voice: int, progress: Progress, cancelled: IsCancelled) -> bool:
    return export_wav(path, replace(played, strips=strips_of(voice)), progress, cancelled)


def _midi(path: Path, played: Performance, voice: int, _progress: Progress, _cancelled: IsCancelled) -> bool:
    write_bytes(path, midi.write(with_velocities(played.piece, voice)))
    return True


EXPORTS: dict[str, Export] = {".wav": _wav, ".mid": _midi}


def export_practice(path: Path, played: Performance, progress: Progress, cancelled: IsCancelled) -> list[Path]:
    """Write a track for each voice beside `path`, whose suffix says as what; the files that were finished."""
    voices = practised(played.piece)
    if not voices:
        raise FormatError("There are no notes to practise; write or import some first.")
    done: list[Path] = []
    for place, voice in enumerate(voices):
        target = track_path(path, voice)
        share = partial(_share, progress, place, len(voices))
        if cancelled() or not EXPORTS[path.suffix.lower()](target, played, voice, share, cancelled):
            break
        done.append(target)
    progress(1.0)
    return done


def _share(progress: Progress, place: int, number: int, share: float) -> None:
    progress((place + share) / number)
