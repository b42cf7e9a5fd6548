"""What a verb is, what it gets and what it returns.

The verbs themselves are in app.page.verbs and app.sentence.verbs.verbs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.canvas.project import Project
from engine.sampling.options import Value


@dataclass(frozen=True)
class Where:
    """What the user points at.

    Music: bar indices (from 0, may be empty) and the active voice. Text: the active sentence, its selected words,
    phrases typed besides, and those of its words that the model does not know."""

    bars: tuple[int, ...] = ()
    voice: int = 0
    part: int = 0
    words: tuple[int, ...] = ()
    topics: tuple[tuple[str, ...], ...] = ()
    unknown: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Plan:
    """What a verb wants: the prepared project, options that differ from the panel's, and one sentence that says what
    stays and what is written."""

    project: Project
    options: Mapping[str, Value] = field(default_factory=dict)
    says: str = ""
    new_page: bool = False


@dataclass(frozen=True)
class Verb:
    """A verb as the toolbar shows it; `kind` is the canvas it works on."""

    name: str
    label: str
    tip: str
    icon: str
    prepare: Callable[[Project, Where], Plan]
    kind: str = "music"
