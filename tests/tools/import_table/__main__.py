"""`python -m tests.tools.import_table read FOLDER` keeps music21's reading of its corpus (slow; --only haydn/ reads the
files with that in their names), `... table FOLDER` writes the tables of docs/IMPORT.md: ours beside what the files' own
durations say, beside music21's reading as far as FOLDER has it, and beside mido's."""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

from tests.tools.import_table import compare, foreign, ours

WAYS = ("same", "reported", "by the file", "explained", "open")


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.import_table", description=__doc__)
    parser.add_argument("command", choices=("read", "table"))
    parser.add_argument("folder", type=Path, help="where music21's readings are kept")
    parser.add_argument("--only", nargs="+", default=[""], help="read files that have one of these in their names")
    parser.add_argument("--chunk", type=int, default=0)
    parser.add_argument("--of", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300.0, help="CPU seconds that music21 may take for a file")
    parser.add_argument("--no-midi", action="store_true", help="do not write MIDI files, which takes music21 longest")
    args = parser.parse_args()
    return {"read": read, "table": table}[args.command](args)


def read(args):
    """Keep music21's readings; those that are there stay."""
    named = [each for each in foreign.corpus_files() if any(words in each[0] for words in args.only)]
    small_first = sorted(named, key=lambda each: each[1].stat().st_size)
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
    """Print a table for MusicXML against the files' durations, one against music21, one for MIDI against mido."""
    files = foreign.corpus_files()
    by_file, by_music21, ways = [], [], Counter()
    for name, path in files:
        if path.suffix == ".mid":
            continue
        mine = ours.read(path)
        by_file.append((name, compare.file_row(mine, path)))
        kept = args.folder / f"{name}.json"
        if kept.exists():
            other = json.loads(kept.read_text())
            by_music21.append((name, compare.row(mine, other, by_file[-1][1])))
            if "by the file" in by_music21[-1][1].values():
                found = compare.kinds(mine, other)
                ways.update(found.keys())
                print(f"{name}: by the file, {dict(found)}")
    songs = [(name, path.read_bytes()) for name, path in files if path.suffix == ".mid"]
    songs += [(f"{path.relative_to(args.folder)}", path.read_bytes()) for path in sorted(args.folder.rglob("*.mid"))]
    left = show("MusicXML against the file's own durations", by_file)
    left += show("MusicXML against music21", by_music21)
    print(
        f"{len(by_music21)} of {len(by_file)} scores were read by music21; scores by the file, by kind: {dict(ways)}\n"
    )
    left += show(
        "MIDI against mido",
        [(name, compare.row(ours.read_bytes(data, True), foreign.by_mido(data))) for name, data in songs],
    )
    return 1 if left else 0


def show(title, rows):
    """Print one table; the number of differences that nobody has explained."""
    counts = Counter((column, _way(name, words)) for name, row in rows for column, words in row.items())
    print(f"{title}: {len(rows)} files\n")
    print(f"| | {' | '.join(WAYS)} |\n|{'---|' * (len(WAYS) + 1)}")
    for column in (*compare.COLUMNS, "error"):
        cells = [counts[column, way] for way in WAYS]
        if any(cells):
            print(f"| {column} | {' | '.join(map(str, cells))} |")
    print()
    for name, row in rows:
        odd = {column: words for column, words in row.items() if _way(name, words) in ("explained", "open")}
        if odd:
            print(f"{name}: {compare.EXPLAINED.get(name, '')} {odd}")
    return sum(count for (_, way), count in counts.items() if way == "open")


def _way(name, words):
    return words if words in WAYS else "explained" if name in compare.EXPLAINED else "open"


if __name__ == "__main__":
    sys.exit(main())
