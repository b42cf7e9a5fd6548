"""The user's own folder of MIDI, MusicXML or project files as pieces to train on; unusable files are reported, not
silently dropped."""

from pathlib import Path

from engine.canvas.music import Piece
from engine.errors import ModelError
from engine.jobs.lessons import Lessons, prepared

FEWEST = 2  # pieces: one to learn from, one to measure on


def read_folder(folder: str, quiet: bool = False, enough: bool = False) -> Lessons:
    """What is in the folder, with what was left out said on the screen; `enough` asks for as many pieces as going on
    from a trained network needs."""
    lessons = prepared(Path(folder), "music")
    if not quiet:
        print_summary(lessons)
    if enough and lessons.trouble:
        raise ModelError(lessons.trouble)
    if len(lessons) < FEWEST:
        raise SystemExit(
            f"Only {len(lessons)} usable pieces in {folder}; training needs at least two with four voices each."
        )
    return lessons


def print_summary(lessons: Lessons) -> None:
    """What was found and what was left out, on the screen."""
    for each in lessons.left_out:
        verb = "are" if each.name.endswith("sentences") else "is"
        print(f"{each.name} {verb} left out: {each.why}", flush=True)
    print(lessons.summary, flush=True)


def parted(lessons: Lessons) -> tuple[list[Piece], list[Piece]]:
    """(pieces to learn from, pieces held out to measure on)."""
    pieces = [piece for _, piece in lessons.pieces]
    held_out = pieces[:: lessons.apart]
    return [piece for place, piece in enumerate(pieces) if place % lessons.apart] or pieces, held_out
