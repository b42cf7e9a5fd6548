"""`python -m tests.tools.import_table read FOLDER` keeps music21's reading of its corpus (slow; --chunk 3 --of 40 reads
a part), `... table FOLDER` writes the table of docs/IMPORT.md from it: ours beside music21's and mido's."""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

from tests.tools.import_table import compare, foreign, ours


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.import_table", description=__doc__)
    parser.add_argument("command", choices=("read", "table"))
    parser.add_argument("folder", type=Path, help="where music21's readings are kept")
    parser.add_argument("--chunk", type=int, default=0)
    parser.add_argument("--of", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300.0, help="CPU seconds that music21 may take for a file")
    parser.add_argument("--no-midi", action="store_true", help="do not write MIDI files, which takes music21 longest")
    args = parser.parse_args()
    return {"read": read, "table": table}[args.command](args)


def read(args):
    """Keep music21's readings; those that are there stay."""
    small_first = sorted(foreign.corpus_files(), key=lambda each: each[1].stat().st_size)
    size = -(-len(small_first) // args.of)
    for name, path in small_first[args.chunk * size : (args.chunk + 1) * size]:
        target = args.folder / f"{name}.json"
        if path.suffix == ".mid" or target.exists():
            continue
        begun = time.process_time()
        foreign.dump(path, target, args.seconds, not args.no_midi)
        print(f"{time.process_time() - begun:.1f} s {name}", flush=True)
    return 0


def table(args):
    """Print a table for MusicXML against music21 and one for MIDI against mido, and every difference left."""
    files = foreign.corpus_files()
    readings = {name: args.folder / f"{name}.json" for name, path in files if path.suffix != ".mid"}
    scores = [
        (name, ours.read(path), json.loads(readings[name].read_text()))
        for name, path in files
        if name in readings and readings[name].exists()
    ]
    songs = [(name, path.read_bytes()) for name, path in files if path.suffix == ".mid"]
    songs += [(f"{path.relative_to(args.folder)}", path.read_bytes()) for path in sorted(args.folder.rglob("*.mid"))]
    left = show("MusicXML against music21", [(name, compare.row(mine, other)) for name, mine, other in scores])
    print(f"{len(scores)} of {len(readings)} scores were read by music21 so far")
    left += show(
        "MIDI against mido",
        [(name, compare.row(ours.read_bytes(data, True), foreign.by_mido(data))) for name, data in songs],
    )
    return 1 if left else 0


def show(title, rows):
    """Print one table; the number of differences that nobody has explained."""
    counts = Counter((column, _kind(name, words)) for name, row in rows for column, words in row.items())
    print(f"{title}: {len(rows)} files\n")
    print("| | same | reported | explained | open |\n|---|---|---|---|---|")
    for column in (*compare.COLUMNS, "error"):
        cells = [counts[column, kind] for kind in ("same", "reported", "explained", "open")]
        if any(cells):
            print(f"| {column} | {' | '.join(map(str, cells))} |")
    print()
    for name, row in rows:
        odd = {column: words for column, words in row.items() if _kind(name, words) in ("explained", "open")}
        if odd:
            print(f"{name}: {compare.EXPLAINED.get(name, '')} {odd}")
    return sum(count for (_, kind), count in counts.items() if kind == "open")


def _kind(name, words):
    return words if words in ("same", "reported") else "explained" if name in compare.EXPLAINED else "open"


if __name__ == "__main__":
    sys.exit(main())
