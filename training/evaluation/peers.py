"""python -m training.evaluation.peers: what eight bars with the soprano kept cost beside DeepBach's and Coconet's own
procedures, in seconds of processor time on one core, all in one run.

The two are stood in for by untrained networks of their published sizes, of which one pass is timed and multiplied by
the number of passes of their procedures: it is the time that is compared, not the music. DeepBach (Hadjeres and
others): for each voice two LSTMs of two layers of 256 units over 16 sixteenths to both sides and a layer of 256;
500 turns, each of one pass over 8 places for each of the three voices that are written. Coconet (Huang and others):
64 convolutions of 3 x 3 with 128 channels over the piano roll; 1,024 passes."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor, nn

from engine.jobs.models import configure, load_predictor
from training.evaluation.bench import melody, one_job
from training.evaluation.section import Timed

BARS, STEPS, PITCHES, VOICES = 8, 128, 46, 4
REPEATS = 3


class DeepBachVoice(nn.Module):
    """Of one voice: embedded notes and metadata (B, 16, 160) before and after a place, and what sounds there."""

    EMBEDDED, HIDDEN, REACH, PLACES, TURNS = 8 * 20, 256, 16, 8, 500

    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = (
            nn.LSTM(self.EMBEDDED, self.HIDDEN, num_layers=2, batch_first=True) for _ in range(2)
        )
        self.now = nn.Sequential(nn.Linear(self.EMBEDDED, self.HIDDEN), nn.ReLU())
        self.answer = nn.Sequential(
            nn.Linear(3 * self.HIDDEN, self.HIDDEN), nn.ReLU(), nn.Linear(self.HIDDEN, PITCHES + 10)
        )

    def forward(self, x: Tensor) -> Tensor:
        sides = [lstm(x)[0][:, -1] for lstm in (self.before, self.after)]
        return self.answer(torch.cat([*sides, self.now(x[:, 0])], -1))


class CoconetStack(nn.Module):
    """Piano rolls and masks (1, 8, steps, pitches) to logits of the same size for each voice."""

    LAYERS, CHANNELS, PASSES = 64, 128, 1024

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(2 * VOICES, self.CHANNELS, 3, padding=1)
        self.inner = nn.ModuleList(
            nn.Sequential(nn.Conv2d(self.CHANNELS, self.CHANNELS, 3, padding=1), nn.BatchNorm2d(self.CHANNELS))
            for _ in range(self.LAYERS - 2)
        )
        self.last = nn.Conv2d(self.CHANNELS, VOICES, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        x = self.first(x).relu()
        for first, second in zip(self.inner[::2], self.inner[1::2], strict=True):
            x = (x + second(first(x).relu())).relu()
        return self.last(x)


def seconds(once: Callable[[], object]) -> float:
    """Processor time of one call, the best of some."""
    times = []
    for _ in range(REPEATS):
        began = time.process_time()
        once()
        times.append(time.process_time() - began)
    return min(times)


@torch.inference_mode()
def peers() -> Iterator[dict[str, Any]]:
    """What each peer's procedure takes."""
    torch.set_num_threads(1)
    voice, stack = DeepBachVoice().eval(), CoconetStack().eval()
    places = torch.randn(DeepBachVoice.PLACES, DeepBachVoice.REACH, DeepBachVoice.EMBEDDED)
    roll = torch.randn(1, 2 * VOICES, STEPS, PITCHES)
    for name, passes, once in (
        ("DeepBach's size and procedure", DeepBachVoice.TURNS * (VOICES - 1), lambda: voice(places)),
        ("Coconet's size and procedure", CoconetStack.PASSES, lambda: stack(roll)),
    ):
        yield {"what": name, "passes": passes, "processor_seconds": round(passes * seconds(once), 1)}


def ours() -> Iterator[dict[str, Any]]:
    """What each method takes as it comes, the better of two runs."""
    configure("cpu", 1)
    for method in ("sunmask", "mac", "sfarm"):
        predict = Timed(load_predictor("music", method))
        made = [one_job(*melody(BARS), method, {}, 1, predict) for _ in range(2)]
        best = min(made, key=lambda job: float(job["processor_seconds"]))
        yield {"what": method, "passes": best["network_calls"], "processor_seconds": best["processor_seconds"]}


def main() -> None:
    """The command."""
    rows = [*ours(), *peers()]
    quickest = min(row["processor_seconds"] for row in rows)
    for row in rows:
        print(json.dumps({**row, "times_the_quickest": round(row["processor_seconds"] / quickest, 1)}), flush=True)


if __name__ == "__main__":
    main()
