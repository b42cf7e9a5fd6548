"""Makes the six stored results again:

`python -m tests.engine.stored.make` writes results.json beside this file. Knows the six requests and how they are
written.

Make them again only in a commit that names the behaviour it changes (another sampler, another network): a commit
that only moves or renames code leaves results.json as it is."""

import hashlib
import json
from functools import cache
from pathlib import Path

import numpy as np

import assets
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import HOLD, VOICES, Bar, Key, Piece, Tempo, Voice
from engine.canvas.text import Sentence, tokenise
from engine.formats.plain import piece_to_plain
from engine.jobs.job import run
from engine.jobs.request import Done, Failed, Placed, Request
from engine.neural.backend import NetworkPredictor
from engine.neural.torch_network import TorchNetwork

RESULTS = Path(__file__).with_name("results.json")
METHODS = ("sunmask", "mac", "sfarm")
KINDS = ("music", "text")
SEED = {"music": 11, "text": 5}

# Two bars in G major, four voices in quarters. Few steps and few rounds: all six take seconds.
LINES = (
    (67, 69, 71, 67, 72, 71, 69, 67),
    (62, 62, 62, 64, 64, 62, 60, 59),
    (59, 57, 55, 59, 57, 55, 54, 50),
    (43, 50, 55, 52, 45, 50, 50, 43),
)
KEPT_WORDS = (0, 1, 8)


def piece() -> Piece:
    """The page of music: two bars of 4/4 with one fermata."""
    rows = [tuple(cell for pitch in line for cell in (pitch, HOLD, HOLD, HOLD)) for line in LINES]
    voices = tuple(Voice(kind.name, kind.program, cells) for kind, cells in zip(VOICES, rows, strict=True))
    return Piece(voices, (Bar.full(),) * 2, Key(1), (Tempo(0, 84.0),), (28,), "Two bars")


def sentence() -> Sentence:
    """The page of words: nine of them."""
    return Sentence(tokenise("The government said it would not pay more."))


def request(kind: str, method: str) -> Request:
    """What is asked of a method on a kind of page.

    The soprano is kept, or three words; SUNMASK, which listens to them, gets all four brushes."""
    if kind == "music":
        states = np.full((4, 32), Brush.REWRITE)
        states[0] = Brush.KEEP
        if method == "sunmask":
            states[3, :4], states[1, 16:24] = Brush.WHISPER, Brush.SUGGEST
        options = {"steps": 6, "correct": 4} if method == "sunmask" else {"correct": 4}
        return Request(piece(), Mask.from_array(states), method, options, count=2, seed=SEED[kind])
    words = np.full((1, 9), Brush.REWRITE)
    words[0, KEPT_WORDS] = Brush.KEEP
    if method == "sunmask":
        words[0, 3], words[0, 6] = Brush.WHISPER, Brush.SUGGEST
    return Request(
        sentence(),
        Mask.from_array(words),
        method,
        {"pool": 1, "tidy": False, "polish": 0} | ({"steps": 6} if method == "sunmask" else {}),
        count=2,
        seed=SEED[kind],
    )


def weights_digest(kind: str, method: str) -> str:
    """The beginning of the SHA-256 of a shipped weight file: another network gives another result."""
    return hashlib.sha256(assets.weights(kind, method).read_bytes()).hexdigest()[:16]


@cache
def network(kind: str, method: str) -> NetworkPredictor:
    """A shipped network on one core of the CPU, loaded once."""
    return NetworkPredictor(TorchNetwork.load(assets.weights(kind, method), "cpu"), threads=1)


def result(kind: str, method: str) -> dict[str, object]:
    """One result as plain values: the network, how many steps it took, the alternatives, their nats and what had to
    be bent."""
    events = list(run(request(kind, method), models=network))
    done = events[-1]
    assert isinstance(done, Done), done.details if isinstance(done, Failed) else done
    return {
        "weights": weights_digest(kind, method),
        "steps": sum(isinstance(event, Placed) for event in events),
        "nats": [None if value is None else round(value, 3) for value in done.nats],
        "remarks": list(done.remarks),
        "alternatives": [plain(canvas) for canvas in done.canvases],
    }


def plain(canvas: Piece | Sentence) -> dict[str, str] | str:
    """An alternative as the project file writes it: the bars of each voice, or the sentence."""
    if isinstance(canvas, Sentence):
        return " ".join(canvas.words)
    return {voice["name"]: " | ".join(voice["bars"]) for voice in piece_to_plain(canvas)["voices"]}


def main() -> None:
    """Write the six results."""
    results = {f"{kind}-{method}": result(kind, method) for kind in KINDS for method in METHODS}
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(results)} results written to {RESULTS.name}")


if __name__ == "__main__":
    main()
