"""`python -m tests.tools.fuzz midi --count 5000`: feed wrong files and say how many were read, refused, or a defect."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.tools.fuzz.feeding import fed, summary


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description=__doc__)
    parser.add_argument(
        "targets", nargs="+", help="names of tests/tools/fuzz/targets.py, or window, results, recover, start"
    )
    parser.add_argument("--count", type=int, default=1000, help="inputs for each target")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="where inputs that are a defect are kept")
    chosen = parser.parse_args()
    defects = 0
    with tempfile.TemporaryDirectory() as home:
        os.environ["PALIMPSEST_HOME"] = home
        for name in chosen.targets:
            outcome = fed(name, chosen.count, chosen.seed, chosen.keep)
            defects += len(outcome.defects)
            print(summary(name, outcome), flush=True)
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
