"""The steps of a result, recorded compactly, to watch and branch from afterwards.

Knows pages and tokens, no sampling and no widgets."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.canvas.project import CanvasPart
from engine.canvas.start import Start
from engine.sampling.cells import SamplerState
from engine.sampling.modalities import CanvasCodec

FRAMES = 200  # steps kept of a run, evenly spread; the first and the last always are
# cells of all kept steps of all alternatives together (3 bytes each): the longer the page, the fewer steps
MAX_CELLS = 4_000_000


@dataclass(frozen=True, eq=False)
class Reel:
    """Kept steps:

    `steps` (frames,) their numbers, of `total`; tokens and settled (0 to 255) (frames, alternatives, rows, T); nats
    (frames, alternatives)."""

    codec: CanvasCodec
    method: str
    total: int
    steps: tuple[int, ...]
    tokens: np.ndarray
    settled: np.ndarray
    nats: np.ndarray

    @property
    def last(self) -> int:
        """The frame of the result."""
        return len(self.steps) - 1

    def chosen(self, order: tuple[int, ...]) -> "Reel":
        """The reel of some of its alternatives, in that order."""
        some = list(order)
        return replace(self, tokens=self.tokens[:, some], settled=self.settled[:, some], nats=self.nats[:, some])

    def shown(self, frame: int, index: int) -> tuple[Any, np.ndarray]:
        """An alternative's cells at a frame, as Placed has them, and how settled they are (rows, T), 0 to 1."""
        return self.codec.show(self.tokens[frame, index].astype(np.int64)), self.settled[frame, index] / 255

    def open(self, frame: int, index: int) -> np.ndarray:
        """Bool (rows, T): free cells that hold nothing yet, or only go on from such a one."""
        return self.codec.open(self.tokens[frame, index].astype(np.int64))

    def canvas(self, frame: int, index: int) -> CanvasPart:
        """An alternative as it stood at a frame; what was open is empty."""
        return self.codec.finish(self.tokens[frame, index].astype(np.int64))[0]

    def start(self, frame: int, index: int) -> Start:
        """What a branch from this frame begins with."""
        nats = float(self.nats[frame, index])
        rows = self.codec.write(self.tokens[frame, index].astype(np.int64))
        return Start(rows, self.steps[frame], self.total, self.method, nats if np.isfinite(nats) else None)

    def activity(self, index: int) -> np.ndarray:
        """Float (frames,): the share of an alternative's free cells that changed since the frame before."""
        free = self.codec.cells.free
        tokens = self.tokens[:, index][:, free]
        changed = (tokens[1:] != tokens[:-1]).mean(1) if free.any() else np.zeros(self.last)
        return np.concatenate([[0.0], changed])


class Recorder:
    """Gathers a reel from a sampler's states; what it keeps is bounded before the first one comes."""

    def __init__(self, codec: CanvasCodec, method: str, first: SamplerState, total: int) -> None:
        self._codec, self._method, self._total = codec, method, total
        room = MAX_CELLS // max(1, len(first.tokens) * codec.cells.tokens.size)
        spread = np.linspace(first.step, total, min(FRAMES, room, total - first.step + 1))
        self._wanted = frozenset(spread.round().astype(int).tolist() if room > 1 else ())
        self._kept: list[tuple[int, np.ndarray, np.ndarray, np.ndarray]] = []
        self.add(first)

    def add(self, state: SamplerState) -> None:
        """A state; of several with one number the latest is kept."""
        if self._kept and self._kept[-1][0] == state.step:
            self._kept.pop()
        elif state.step not in self._wanted:
            return
        self._kept.append(self._small(state))

    def _small(self, state: SamplerState) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
        kind = np.int16 if self._codec.cells.vocabulary < 32_000 else np.int32
        nats = np.full(len(state.tokens), np.nan) if state.nats is None else state.nats
        return state.step, state.tokens.astype(kind), np.round(state.settled * 255).astype(np.uint8), nats.copy()

    def reel(self, last: SamplerState) -> Reel | None:
        """What was gathered, ending with the last state; None of a page too large for it."""
        if not self._kept:
            return None
        if self._kept[-1][0] == last.step:
            self._kept.pop()
        self._kept.append(self._small(last))
        steps, tokens, settled, nats = zip(*self._kept, strict=True)
        return Reel(
            self._codec,
            self._method,
            max(self._total, last.step),
            steps,
            np.stack(tokens),
            np.stack(settled),
            np.stack(nats),
        )
