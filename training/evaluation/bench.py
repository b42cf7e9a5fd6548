"""python -m training.evaluation.bench: how fast the engine is on this machine. Ratios within one run; never a test.

Prints, for 8 bars and for 20 words, with 1 and 2 threads: the matmul rate, the network's GFLOP and, on both backends in
turns, its milliseconds of processor time and its share of that rate; the sampler's overhead as a share of network time,
seconds for each method as it comes and against steps, from the start to the first preview and to the end, memory, and
the time from process start to the first event."""

import argparse
import json
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Note, Piece, blank_piece, cells_of
from engine.canvas.project import CanvasPart
from engine.canvas.text import BLANK_WORD, Sentence
from engine.errors import ModelError
from engine.jobs.job import run
from engine.jobs.models import configure, load_predictor, weights_path
from engine.jobs.request import Done, Failed, Placed, Request, Started
from engine.neural.network import Network, NetworkInput
from engine.sampling.cells import Predictor
from engine.sampling.methods import METHODS
from engine.sampling.modalities import MODALITIES
from engine.sampling.questions import last, surprise
from training.evaluation.section import Timed

if TYPE_CHECKING:
    from engine.neural.torch_network import TorchNetwork

REPEATS = 7
LENGTHS = (8, 16, 32, 64, 128, 256, 512)  # bars
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "sunmask": [{}, {"steps": 8}, {"steps": 32}, {"steps": 128}],
    "mac": [{}],
    "sfarm": [{}, {"groups": 16}, {"groups": 64}],
}


def matmul_rate(threads: int) -> float:
    """GFLOP/s of a 1024 x 1024 float32 product."""
    import torch

    torch.set_num_threads(threads)
    a = torch.randn(1024, 1024)
    times = []
    for _ in range(REPEATS):
        began = time.process_time()
        for _ in range(5):
            a @ a
        times.append((time.process_time() - began) / 5 / threads)
    return 2 * 1024**3 / min(times) / 1e9


def gflop(network: "TorchNetwork", rows: int, steps: int) -> float:
    """GFLOP of one pass over one canvas, counted by torch."""
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    with FlopCounterMode(display=False) as counter, torch.inference_mode():
        network.logits(question(network, 1, rows, steps))
    return counter.get_total_flops() / 1e9


def question(network: Network, batch: int, rows: int, steps: int) -> NetworkInput:
    """Canvases of which every second cell is hidden and asked for."""
    rng = np.random.default_rng(batch)
    tokens = rng.integers(0, network.vocabulary, (batch, rows, steps))
    channels = len(network.card["config"].get("side", ()))
    shown = rng.random(tokens.shape) < 0.5
    return NetworkInput(tokens, shown, np.zeros((steps, channels), dtype=np.int64), np.flatnonzero(~shown))


def elapsed(network: Network, asked: NetworkInput) -> float:
    """Seconds that one pass takes by the clock, the best of some."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        network.logits(asked)
        times.append(time.perf_counter() - began)
    return min(times)


def passes(path: Path, rows: int, steps: int, rate: float) -> Iterator[dict[str, Any]]:
    """Milliseconds of one pass on one core by each backend, its share of the matmul rate, and what a second core
    gains."""
    from engine.neural.backend import load_network
    from engine.neural.torch_network import TorchNetwork

    plain = TorchNetwork.load(path, "cpu")
    networks: dict[str, Network] = {"onnxruntime": load_network(path, "cpu", 1), "torch": plain}
    cores = networks["onnxruntime"], load_network(path, "cpu", 2)
    work = gflop(plain, rows, steps)
    for batch in (1, 4, 16):
        asked, best = question(plain, batch, rows, steps), dict.fromkeys(networks, float("inf"))
        for _ in range(REPEATS):
            for name, network in networks.items():
                began = time.process_time()
                network.logits(asked)
                best[name] = min(best[name], time.process_time() - began)
        yield {
            "canvases": batch,
            "gflop": round(work * batch, 3),
            **{f"{name}_ms": round(seconds * 1000, 1) for name, seconds in best.items()},
            **{f"{name}_share": f"{work * batch / seconds / rate:.0%}" for name, seconds in best.items()},
            "times_faster": round(best["torch"] / best["onnxruntime"], 2),
            "elapsed_ms_on_one_and_two_cores": [round(1000 * elapsed(each, asked), 1) for each in cores],
        }


def melody(bars: int) -> tuple[Piece, Mask]:
    """Bars of quarters in the soprano, which is kept."""
    page = blank_piece(bars)
    notes = [Note(4 * i, 4, 67 + (0, 2, 4, 5, 4, 2, 0, -1)[i % 8]) for i in range(4 * bars)]
    grid = page.grid()
    grid[0] = cells_of(notes, page.steps)
    return page.with_grid(grid), Mask.filled(4, page.steps, Brush.REWRITE).paint(Brush.KEEP, 0, 0, page.steps)


def canvases() -> dict[str, tuple[CanvasPart, Mask]]:
    """Eight bars with the soprano kept, and twenty words with two kept."""
    words = ["the", "war", *[BLANK_WORD] * 17, "."]
    text_mask = Mask.filled(1, 20, Brush.REWRITE).paint(Brush.KEEP, 0, 0, 2).paint(Brush.KEEP, 0, 19, 20)
    return {
        "music": melody(8),
        "text": (Sentence(tuple(words)), text_mask),
    }


def one_job(
    canvas: CanvasPart, mask: Mask, method: str, options: dict[str, Any], count: int, predict: Timed
) -> dict[str, Any]:
    """Seconds of one job, of its first event after loading, and the share that is not the network."""
    predict.seconds, predict.calls = 0.0, 0
    began, busy = time.perf_counter(), time.process_time()
    first: dict[type, float] = {}
    for event in run(Request(canvas, mask, method, options, count), models=lambda modality, name: predict):
        first.setdefault(type(event), time.perf_counter() - began)
        if isinstance(event, Failed):
            raise ModelError(event.sentence, event.details)
    assert isinstance(event, Done)
    total = time.perf_counter() - began
    return {
        "method": method,
        **options,
        "alternatives": count,
        "seconds": round(total, 3),
        "processor_seconds": round(time.process_time() - busy, 3),
        "first_event_ms": round(first[Started] * 1000, 1),
        "first_preview_ms": round(first[Placed] * 1000, 1),
        "network_calls": predict.calls,
        "overhead": f"{(total - predict.seconds) / max(predict.seconds, 1e-9):.1%} of network time",
    }


def long_pages() -> Iterator[dict[str, Any]]:
    """Harmonising longer and longer melodies, one alternative by SUNMASK on two threads."""
    configure("cpu", 2)
    predict = load_predictor("music", "sunmask")
    for bars in LENGTHS:
        yield {"bars": bars, **one_job(*melody(bars), "sunmask", {}, 1, Timed(predict))}


def usual() -> Iterator[dict[str, Any]]:
    """Each method at its defaults on two threads, eight bars with the soprano kept, twice: one alternative, and four by
    SUNMASK."""
    configure("cpu", 2)
    for method, count in (("sunmask", 1), ("sunmask", 4), ("mac", 1), ("sfarm", 1)):
        predict = load_predictor("music", method)
        for _ in range(2):
            yield one_job(*melody(8), method, {}, count, Timed(predict))


def measure(modality: str, threads: int, passes_only: bool) -> Iterator[dict[str, Any]]:
    """All rows of one modality at one number of threads."""
    rate = matmul_rate(threads)
    yield {"threads": threads, "matmul_gflops": round(rate, 1)}
    configure("cpu", threads)
    canvas, mask = canvases()[modality]
    rows, steps = mask.shape
    for method in (name for name, m in METHODS.items() if not m.baseline):
        try:
            predict = load_predictor(modality, method)
        except ModelError as error:
            yield {"method": method, "missing": str(error)}
            continue
        if threads == 1:
            for row in passes(weights_path(modality, method), rows, steps, rate):
                yield {"network": method, **row}
        if passes_only:
            continue
        if method == "mac":
            yield heat_map(canvas, mask.shape, predict)
        for options in SETTINGS[method]:
            for count in (1, 4):
                yield one_job(canvas, mask, method, options, count, Timed(predict))


def heat_map(canvas: CanvasPart, shape: tuple[int, int], predict: Predictor) -> dict[str, Any]:
    """Seconds for the surprise of a full page: every note of four voices in quarters, or every word."""
    spans = [(row, step, step + 1) for row in range(shape[0]) for step in range(shape[1])]
    if isinstance(canvas, Piece):
        melody = canvas.grid()[0]
        canvas = canvas.with_grid(np.stack([np.where(melody >= 0, melody - 5 * voice, melody) for voice in range(4)]))
        spans = [
            (row, note.start, note.start + note.length)
            for row, voice in enumerate(canvas.voices)
            for note in voice.notes
        ]
    codec = MODALITIES[type(canvas)].open(canvas, Mask.filled(*shape, Brush.KEEP), predict)
    began = time.perf_counter()
    last(surprise(predict, codec.cells, spans))
    return {"surprise_of": f"{len(spans)} notes or words", "seconds": round(time.perf_counter() - began, 2)}


START = """
import sys, time
from engine.jobs.job import run
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import blank_piece
from engine.jobs.request import Placed, Request
for event in run(Request(blank_piece(8), Mask.filled(4, 128, Brush.REWRITE), sys.argv[1])):
    if isinstance(event, Placed):
        break
"""


def cold_start(method: str) -> float:
    """Seconds from starting a process to the first placed notes."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", START, method], check=True, capture_output=True)
    return time.perf_counter() - began


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("music", "text"), help="one of the two")
    parser.add_argument("--passes", action="store_true", help="only what one pass of each network costs")
    parser.add_argument("--bars", action="store_true", help="only how long pages of more and more bars take")
    parser.add_argument("--plot", type=Path, help="with --bars: a PNG file for a picture of it")
    parser.add_argument("--defaults", action="store_true", help="only each method of music at its defaults")
    args = parser.parse_args()
    if args.bars or args.defaults:
        rows = []
        for row in long_pages() if args.bars else usual():
            print(json.dumps(row), flush=True)
            rows.append(row)
        if args.bars and args.plot:
            from training.results.plots import by_bars

            by_bars(rows, args.plot)
        return
    print(
        json.dumps(
            {"machine": platform.machine(), "processor": platform.processor(), "python": platform.python_version()}
        )
    )
    for modality in [args.only] if args.only else ["music", "text"]:
        print(f"# {modality}")
        for threads in (1,) if args.passes else (1, 2):
            for row in measure(modality, threads, args.passes):
                print(json.dumps(row), flush=True)
    if args.only != "text" and not args.passes:
        try:
            print(json.dumps({"start_to_first_notes_s": round(cold_start("sunmask"), 2)}))
        except subprocess.CalledProcessError:
            print(json.dumps({"start_to_first_notes_s": None}))
    print(json.dumps({"peak_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)}))


if __name__ == "__main__":
    main()
