"""`python -m tests.tools.bench.program_start`: how long the program takes from being started to a painted window, in
seconds that passed and in seconds of processor time (which other programs do not lengthen).

The model, which is loaded once the window can be seen, is not loaded here, or its work would be counted too. The
frozen program where PALIMPSEST_PROGRAM names its folder, else the source tree; the first start is not
counted."""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.tools.driven_program import Gui, Screen, new_place, until

SPOT = "8x8+400+300"  # of the screen; black until a window is painted there
PAPER = 150  # brightness, of 255, that only a painted page has


def main(arguments: list[str] | None = None) -> int:
    """Start it some times and print the medians."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.program_start", description="Time to a window.")
    parser.add_argument("--times", type=int, default=5, help="how often; the median counts")
    chosen = parser.parse_args(arguments)
    figures = [one_start() for _ in range(chosen.times + 1)][1:]
    passed, worked = (statistics.median(column) for column in zip(*figures, strict=True))
    print(f"painted after {passed:.2f} s, {worked:.2f} s of processor time (median of {chosen.times})")
    return 0


def one_start() -> tuple[float, float]:
    """Seconds that passed, and seconds of processor time, from the start to the painted window."""
    screen, place = Screen(), new_place()
    (place / "own").mkdir(mode=0o777)
    (place / "own/settings.json").write_text('{"preload": false}')
    time.sleep(1)
    began = time.monotonic()
    gui = Gui(screen, place)
    until(lambda: painted(screen.display), "a painted window")
    passed, worked = time.monotonic() - began, processor_time(gui.pid)
    gui.kill()
    screen.close()
    shutil.rmtree(place, ignore_errors=True)
    return passed, worked


def painted(display: str) -> bool:
    """Whether something bright is on the screen."""
    words = ["import", "-window", "root", "-crop", SPOT, "-depth", "8", "gray:-"]
    shown = subprocess.run(words, env={**os.environ, "DISPLAY": display}, capture_output=True).stdout
    return bool(shown) and min(shown) > PAPER


def processor_time(pid: int) -> float:
    """Seconds that a process has worked so far, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
