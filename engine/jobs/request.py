"""What crosses between a caller and the engine: one frozen request in, a stream of events out, exactly one of them
final."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.canvas.mask import Mask
from engine.canvas.music import Piece
from engine.canvas.project import SHIPPED_MODEL, CanvasPart, ModelTag
from engine.canvas.start import Start
from engine.errors import CanvasError
from engine.sampling.options import MAX_COUNT, Value

if TYPE_CHECKING:
    from engine.jobs.reel import Reel


def check_count(count: int) -> None:
    """One sentence for more alternatives than can be asked for, or none."""
    if not 1 <= count <= MAX_COUNT:
        raise CanvasError(f"Ask for 1 to {MAX_COUNT} alternatives, not {count:,}.")


def check_seed(seed: int) -> None:
    """One sentence for what cannot seed a random source."""
    if not 0 <= seed < 2**64:
        raise CanvasError("A seed is a whole number from 0 to 2^64 - 1.")


@dataclass(frozen=True)
class Request:
    """Rewrite the free cells of a canvas.

    Captures all that a job needs; a job never changes it. With `start` it is a branch: it goes on from there. With
    `ranked` the alternatives come best first, even where none are left out. `model` is a name of the library, or "" for
    the shipped one; with `beside` a second model writes as many alternatives again."""

    canvas: CanvasPart
    mask: Mask
    method: str = "sunmask"
    options: Mapping[str, Value] = field(default_factory=dict)
    count: int = 1
    seed: int = 0
    start: Start | None = None
    ranked: bool = False
    model: str = ""
    beside: str | None = None

    def __post_init__(self) -> None:
        rows, steps = (4, self.canvas.steps) if isinstance(self.canvas, Piece) else (1, len(self.canvas.words))
        if self.mask.shape != (rows, steps):
            raise CanvasError(
                f"The mask is {self.mask.shape[0]} x {self.mask.shape[1]} cells but the page is {rows} x {steps}."
            )
        if self.start is not None and (
            self.start.shape != self.mask.shape or self.start.musical != isinstance(self.canvas, Piece)
        ):
            raise CanvasError("This branch starts from another page; branch from a result of this one.")
        check_count(self.count)
        check_seed(self.seed)


@dataclass(frozen=True)
class Loading:
    """The model is being read, which can take seconds."""

    what: str


@dataclass(frozen=True)
class Started:
    """Sampling begins; `total` network calls are expected, of which a branch has `step` behind it."""

    total: int
    step: int = 0


@dataclass(frozen=True)
class Placed:
    """The state after a network call:

    `canvases` holds each alternative's cells (music: int array (4, steps) as in Piece.grid; text: words), `settled`
    (count, rows, steps) from 0 = still open to 1 = will hardly change."""

    step: int
    canvases: tuple[Any, ...]
    settled: np.ndarray


@dataclass(frozen=True)
class Done:
    """The alternatives, the nats of each one's rewritten cells where the method knows them, what had to be bent
    (sentences), the steps they took, the grades of ranked pieces, and the models that wrote them."""

    canvases: tuple[CanvasPart, ...]
    nats: tuple[float | None, ...]
    seconds: float
    remarks: tuple[str, ...] = ()
    reel: "Reel | None" = None
    grades: tuple[float | None, ...] = ()
    model: ModelTag = SHIPPED_MODEL
    beside: ModelTag | None = None


@dataclass(frozen=True)
class Partial:
    """What is known so far of the answer to a question."""

    value: Any


@dataclass(frozen=True)
class Answered:
    """The whole answer to a question."""

    value: Any


@dataclass(frozen=True)
class Cancelled:
    """The caller asked to stop; nothing changed."""


@dataclass(frozen=True)
class Failed:
    """One sentence for the user, details for a report; nothing changed."""

    sentence: str
    details: str = ""


Event = Loading | Started | Placed | Done | Partial | Answered | Cancelled | Failed
FINAL = (Done, Answered, Cancelled, Failed)
