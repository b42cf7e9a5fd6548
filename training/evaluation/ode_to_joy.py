"""python -m training.evaluation.ode_to_joy OUTDIR: the queries of figures 3 to 5 of the SUNMASK paper on Ode to Joy,
repeated notes and all, as MIDI files.

3: the whole melody kept and trusted. 4: all of it stays, only its left half is trusted (the right half is
whispered). 5: its left half stays, its right half is rewritten. The other voices are always written."""

import argparse
from pathlib import Path

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece
from engine.canvas.project import Project
from engine.canvas.tunes import TUNES, read_tune
from engine.errors import PalimpsestError
from engine.formats import save_file
from engine.jobs.job import Models, default_models
from engine.jobs.request import Request
from training.evaluation.jsb import generate


def queries() -> dict[str, tuple[Piece, Mask]]:
    """The melody under the mask of each figure."""
    piece = read_tune(TUNES["ode"])
    half, steps = piece.steps // 2, piece.steps
    blank = Mask.filled(4, steps, Brush.REWRITE)
    left = blank.paint(Brush.KEEP, 0, 0, half)
    return {
        "figure-3": (piece, blank.paint(Brush.KEEP, 0, 0, steps)),
        "figure-4": (piece, left.paint(Brush.WHISPER, 0, half, steps)),
        "figure-5": (piece, left),
    }


def answer(piece: Piece, mask: Mask, seed: int = 1, models: Models = default_models, **options: float) -> Piece:
    """The piece that SUNMASK makes of a query."""
    result = generate(Request(piece, mask, "sunmask", options, seed=seed), models).canvases[0]
    assert isinstance(result, Piece)
    return result


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name, (piece, mask) in queries().items():
        try:
            save_file(args.folder / f"{name}.mid", Project(answer(piece, mask, args.seed), (mask,)))
        except PalimpsestError as error:
            raise SystemExit(str(error)) from None
        print(args.folder / f"{name}.mid")


if __name__ == "__main__":
    main()
