"""The user's own folder of MIDI, MusicXML or project files as pieces to train on; unusable files are reported, not
silently dropped."""

from pathlib import Path

from engine.canvas.music import Piece
from engine.errors import PalimpsestError
from engine.formats import FORMATS, open_file

SHORTEST = 32  # sixteenths


def load_folder(folder: str) -> list[Piece]:
    """Every piece below the folder in order of name; a file needs notes in all four voices."""
    endings = {extension for each in FORMATS.values() if "music" in each.holds for extension in each.extensions}
    pieces = []
    for path in sorted(p for p in Path(folder).rglob("*") if p.suffix.lower() in endings):
        try:
            canvas = open_file(path).project.canvas
            if (
                not isinstance(canvas, Piece)
                or canvas.steps < SHORTEST
                or not all(voice.notes for voice in canvas.voices)
            ):
                raise PalimpsestError("it needs two bars or more with notes in all four voices.")
            pieces.append(canvas)
        except PalimpsestError as error:
            print(f"{path.name} is left out: {error}", flush=True)
    if len(pieces) < 2:
        raise SystemExit(
            f"Only {len(pieces)} usable pieces in {folder}; training needs at least two with four voices each."
        )
    print(f"{len(pieces)} pieces found.", flush=True)
    return pieces
