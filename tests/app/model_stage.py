"""Models for tests of the window: files with a card and no network, and a trainer that says what a real one would."""

import json
import sys

from engine.jobs import library
from tests.engine.choir import choir

TRAINER = """
import json, pathlib, sys, threading, time
place, name, weights, pace = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4])
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.readline(), stop.set()), daemon=True).start()
say = lambda **event: print(json.dumps(event), flush=True)
mark = place / "run.txt"
step = int(mark.read_text()) if mark.exists() else 0
say(event="began", step=step, total=8, before=0.8, best=0.8)
while step < 8:
    step += 1
    mark.write_text(str(step))
    own = 0.8 - step / 40
    say(event="measured", step=step, total=8, seconds=step, left=8 - step, before=0.8, own=own, best=own)
    if stop.wait(pace):
        say(event="stopped", step=step)
        sys.exit()
library = pathlib.Path(weights)
library.mkdir(parents=True, exist_ok=True)
(library / f"{name}.safetensors").write_bytes(bytes.fromhex(sys.argv[5]))
say(event="done", model=name, sentence=f"The model {name} is in your library.", own=0.6, before=0.8)
"""


def weight_bytes(kind="music", numbers=b"1234", **card):
    """A weight file with a card, as far as a header goes."""
    about = {"modality": kind, "methods": ["sunmask", "mac", "sfarm"], "data": "toys", "core_hours": 0.1, **card}
    header = {
        "__metadata__": {"card": json.dumps(about)},
        "w": {"dtype": "U8", "shape": [len(numbers)], "data_offsets": [0, len(numbers)]},
    }
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + numbers


def put_model(name, kind="music", numbers=b"1234", **card):
    """A model in the library."""
    library.folder().mkdir(parents=True, exist_ok=True)
    path = library.folder() / f"{name}.safetensors"
    path.write_bytes(weight_bytes(kind, numbers, **card))
    return path


def trainer(pace=0.0):
    """A command that teaches nothing, as quickly as is asked."""

    def command(plan, place):
        given = [str(place), plan.name, str(library.folder()), str(pace), weight_bytes(plan.kind).hex()]
        return [sys.executable, "-c", TRAINER, *given]

    return command


def choir_piece():
    """Two bars of four voices."""
    return choir("C5 D5 E5 C5 " * 2, "G4 G4 G4 E4 " * 2, "E4 D4 C4 C4 " * 2, "C3 B2 C3 A2 " * 2)
