"""Read music21's corpus: `python -m tests.tools.import_table read FOLDER --chunk 0 --of 20`, then `table FOLDER`."""

import argparse
import time
from pathlib import Path

from tests.tools.import_table import foreign


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("read", "table"))
    parser.add_argument("folder", type=Path, help="where music21's readings are kept")
    parser.add_argument("--chunk", type=int, default=0)
    parser.add_argument("--of", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300.0, help="CPU seconds that music21 may take for a file")
    args = parser.parse_args()
    if args.command == "read":
        read(args)


def read(args):
    small_first = sorted(foreign.corpus_files(), key=lambda each: each[1].stat().st_size)
    size = -(-len(small_first) // args.of)
    for name, path in small_first[args.chunk * size : (args.chunk + 1) * size]:
        target = args.folder / f"{name}.json"
        if path.suffix == ".mid" or target.exists():
            continue
        begun = time.process_time()
        foreign.dump(path, target, args.seconds)
        print(f"{time.process_time() - begun:.1f} s {name}", flush=True)


if __name__ == "__main__":
    main()
