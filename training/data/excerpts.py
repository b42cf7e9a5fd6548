"""`python -m training.data.excerpts`: chooses eight-bar passages of chorales that no network was trained on, and
writes them to assets.

One for each chorale of the valid part that is in 4/4 and has 32 quarters without rests from the start of a phrase to
the end of one (fermatas say where phrases end), so that neither a cut nor a missing close gives it away. Bach's
notes are in the public domain; the encodings are those of music21's corpus."""

import argparse
import json
from importlib.metadata import version
from typing import Any

import numpy as np

import assets
from engine.canvas.edits import note_at
from engine.canvas.edits_bars import crop
from engine.canvas.music import REST, Bar, Piece, sounding
from engine.formats.plain import piece_to_plain
from engine.theory.excerpts import STEPS
from training.data.chorales import load_chorales
from training.data.split import read_split

COUNT = 32


def phrase_ends(piece: Piece) -> set[int]:
    """The steps after each soprano note with a fermata, and the end."""
    held = (note_at(piece.voices[0], step) for step in piece.fermatas or ())
    return {note.start + note.length for note in held if note is not None} | {piece.steps}


def eight_bars(piece: Piece) -> list[int]:
    """The steps at which 32 quarters from phrase to phrase begin, all voices singing; none unless all is in 4/4."""
    if any(bar[:2] != Bar.full()[:2] for bar in piece.bars):
        return []
    ends = phrase_ends(piece)
    sung = np.all(sounding(piece.grid()) != REST, axis=0)
    return sorted(start for start in {0, *ends} if start + STEPS in ends and sung[start : start + STEPS].all())


def bwv_of(stem: str) -> str:
    """'bwv36.4-2' as '36.4-2'."""
    return stem.removeprefix("bwv")


def names() -> dict[str, str]:
    """The hymn's first line by number of the catalogue, from music21's list of the chorales."""
    from music21.corpus.chorales import ChoraleListRKBWV

    return {
        number: str(row["title"]).replace("’", "'").replace("AAch", "Ach")
        for number, row in ChoraleListRKBWV().byBWV.items()
    }


def collect(count: int, seed: int) -> list[dict[str, Any]]:
    """Rows of the file; which chorales and which of their passages is left to chance."""
    rng = np.random.default_rng(seed)
    pieces, titles = load_chorales(), names()
    found = [
        (stem, starts) for stem in read_split()["valid"] if stem in pieces and (starts := eight_bars(pieces[stem]))
    ]
    chosen = sorted(rng.permutation(len(found))[:count].tolist())
    rows = []
    for stem, starts in (found[index] for index in chosen):
        piece, start = pieces[stem], int(rng.choice(starts))
        rows.append(
            {
                "bwv": bwv_of(stem),
                "name": titles.get(bwv_of(stem), ""),
                "piece": piece_to_plain(crop(piece, start, start + STEPS)),
            }
        )
    return rows


def main(argv: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    rows = collect(args.count, args.seed)
    about = {
        "source": (
            "Four-part chorales of J. S. Bach (public domain), as encoded in the corpus of music21"
            f" {version('music21')}; valid part of the JSB split"
        ),
        "command": f"python -m training.data.excerpts --count {args.count} --seed {args.seed}",
        "excerpts": rows,
    }
    path = assets.bach_excerpts()
    path.write_text(json.dumps(about, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(rows)} passages, {path.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
