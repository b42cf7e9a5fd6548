"""Which chorale belongs to which part of the public JSB split (Boulanger-Lewandowski: 229/76/77).

The ids are in jsb_split.json. They were derived by `python -m training.data.split Jsb16thSeparated.json`: a chorale of
music21's corpus belongs to the part whose sequences it shares most of its music with, transposition aside; copies of
one chorale under two numbers stay together, and the part that must not be seen in training wins. The file is public:
look for Jsb16thSeparated.json in czhuang/JSB-Chorales-dataset."""

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from engine.canvas.music import Piece, sounding
from training.data.chorales import load_chorales

SPLIT_FILE = Path(__file__).with_name("jsb_split.json")
PARTS = ("test", "valid", "train")  # the order in which a doubtful chorale is given away
WINDOW = 16  # sixteenths
ALIKE = 0.35  # share of a piece's windows found in another, above which they are the same chorale


def read_split() -> dict[str, list[str]]:
    """The chorale ids of each part."""
    return json.loads(SPLIT_FILE.read_text())


def windows(pitches: np.ndarray) -> set[bytes]:
    """Every window of (steps, 4) sounding pitches, as intervals from its first soprano note."""
    rows = [pitches[i : i + WINDOW] for i in range(len(pitches) - WINDOW + 1)]
    return {(row - row[0, 0]).astype(np.int8).tobytes() for row in rows}


def derive(pieces: dict[str, Piece], sequences: dict[str, list[list[list[int]]]]) -> dict[str, list[str]]:
    """{part: chorale ids}."""
    own = {name: windows(sounding(piece.grid()).T) for name, piece in pieces.items()}
    index: dict[bytes, set[str]] = {}
    for name, found in own.items():
        for window in found:
            index.setdefault(window, set()).add(name)
    parts = {name: set() for name in own}  # type: dict[str, set[str]]
    for part, items in sequences.items():
        for item in items:
            shared = Counter(name for window in windows(np.array(item)) for name in index.get(window, ()))
            for name, count in shared.items():
                if count >= ALIKE * len(own[name]):
                    parts[name].add(part)
    group = {name: name for name in own}
    for name, found in own.items():
        shared = Counter(other for window in found for other in index[window])
        for other, count in shared.items():
            if count >= ALIKE * min(len(found), len(own[other])):
                old, new = group[other], group[name]
                group = {k: new if g == old else g for k, g in group.items()}
    together: dict[str, set[str]] = {}
    for name, leader in group.items():
        together.setdefault(leader, set()).update(parts[name])
    chosen = {name: next((p for p in PARTS if p in together[group[name]]), "train") for name in own}
    return {part: sorted(name for name, p in chosen.items() if p == part) for part in PARTS}


def main() -> None:
    """Derive the split again and write the list of ids."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sequences", type=Path, help="Jsb16thSeparated.json, the public file")
    split = derive(load_chorales(), json.loads(parser.parse_args().sequences.read_text()))
    SPLIT_FILE.write_text(json.dumps(split, indent=1) + "\n")
    print({part: len(ids) for part, ids in split.items()})


if __name__ == "__main__":
    main()
