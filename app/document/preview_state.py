"""All that a preview shows, as one frozen value: to be kept and put back. Knows no signals and no widgets."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

import numpy as np

from engine.canvas.project import Canvas, Project
from engine.jobs.reel import Reel
from engine.jobs.request import Request

T = TypeVar("T")


@dataclass(frozen=True)
class PreviewState:
    """The alternatives of the running or last generation, and which of them is in view."""

    running: bool = False
    began: float = 0.0  # seconds of the monotonic clock
    loading: str = ""  # what is being loaded, while nothing can be written yet
    step: int = 0
    total: int = 0
    eta_seconds: float | None = None
    seconds: float = 0.0
    canvases: tuple[Canvas, ...] = ()
    cells: tuple[Any, ...] = ()
    settled: np.ndarray | None = None
    nats: tuple[float | None, ...] = ()
    grades: tuple[float | None, ...] = ()  # of music
    bits: tuple[float | None, ...] = ()  # per rewritten word, where the method did not say the nats
    remarks: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()  # the model of each alternative, where two were asked
    index: int = 0
    before: Project | None = None
    laid_over: Canvas | None = None  # the page they came over, where that is not the one of `before`
    part: int = 0
    request: Request | None = None
    name: str = ""
    hold_original: bool = False
    reel: Reel | None = None  # the steps of the alternatives, where they are known
    frame: int | None = None  # which of them is watched; None: the result


class Field(Generic[T]):
    """A field of an object's `state`, read as the object's own."""

    @overload
    def __get__(self, owner: None, kind: type) -> "Field[T]": ...
    @overload
    def __get__(self, owner: Any, kind: type) -> T: ...
    def __get__(self, owner: Any, kind: type) -> "Field[T] | T":
        return self if owner is None else getattr(owner.state, self._name)

    def __set__(self, owner: Any, value: T) -> None:
        raise AttributeError(f"{self._name} changes only with the whole state")

    def __set_name__(self, kind: type, name: str) -> None:
        self._name = name
