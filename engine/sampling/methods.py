"""The methods in one table: a description for the user, the options, and the sampler.

Adding a method is adding a row."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np

from engine.sampling.annealed import AnnealedOptions, Variant, annealed_calls, sample_annealed
from engine.sampling.cells import Cells, Predictor, SamplerState
from engine.sampling.options import MAX_COUNT, Option, Value, check_fields, typed
from engine.sampling.ordered import (
    IN_TIME,
    UNIFORM,
    GroupOptions,
    mac_order,
    random_order,
    sample_ordered,
    sfarm_calls,
    sfarm_order,
)
from engine.sampling.placing import DrawOptions

# What differs on a kind of page from an option's own default: a sentence has few cells, each drawn at once
# (docs/SPEED.md), and its SFARM keeps the paper's order.
OWN_DEFAULTS: dict[str, dict[str, Value]] = {
    "text": {
        "temperature": 0.8,
        "top_p": 1.0,
        "steps": 12,
        "a_min": 0.1,
        "eta": 0.5,
        "pool": 24,
        "polish": 3,
        "groups": 16,
        "kernel": UNIFORM,
    }
}
Rngs = tuple[np.random.Generator, ...]
Fields = TypeVar("Fields", bound=DrawOptions)
Sampler = Callable[[Predictor, Cells, Fields, Rngs], Iterator[SamplerState]]


POOL = Option(
    "pool",
    1,
    "Draw this many and show the best distinct ones: sentences by likelihood, fit and a critic, music by grade; 1"
    " shows them in the order drawn.",
    "Best of",
    1,
    MAX_COUNT,
)
TIDY = Option(
    "tidy",
    True,
    "Sentences start with a capital, end with a full stop or similar, and have no stray quotes or brackets.",
    "Tidy sentences",
    kinds=("text",),
)
CHORD_STRENGTH = Option(
    "chord_strength",
    0.6,
    "How closely the chords asked for are followed: from a hint to only their notes on strong places.",
    "Chords",
    0.0,
    1.0,
    ends=("a hint", "strictly"),
    advanced=False,
    kinds=("music",),
)
KEY_GUIDANCE = Option(
    "key_guidance",
    0.4,
    "How firmly a page without kept notes keeps to its key; 0 leaves it to the model. Takes two network calls for one.",
    "Keep to the key",
    0.0,
    3.0,
    kinds=("music",),
)
CHORD_PLACES = Option(
    "chord_places",
    "beats",
    "Where notes should belong to the chord: on beats, only where a chord begins, everywhere, or nowhere (chords are"
    " not followed).",
    "Strong places",
    choices=("beats", "changes", "everywhere", "nowhere"),
    kinds=("music",),
)
RESTS = Option(
    "rests",
    False,
    "Written voices may rest; otherwise they sing from the first kept note to the last.",
    "Rests",
    kinds=("music",),
)
PAGE_OPTIONS = (CHORD_STRENGTH, CHORD_PLACES, KEY_GUIDANCE, RESTS)  # how a page's chords and key are followed
JOB_OPTIONS = (POOL, TIDY, *PAGE_OPTIONS)  # what a job does with any method's draws, and with the page before


def with_defaults(options: tuple[Option, ...], own: Mapping[str, Value]) -> tuple[Option, ...]:
    """The options with other defaults where there are some."""
    return tuple(replace(option, default=own.get(option.name, option.default)) for option in options)


@dataclass(frozen=True)
class Method(Generic[Fields]):
    """One way of rewriting: its options as declared, the same as the fields a sampler reads, the sampler, how many
    steps it takes, and how many network calls the first of them take."""

    label: str
    sentence: str
    options: tuple[Option, ...]
    fields: type[Fields]
    sampler: Sampler[Fields]
    steps: Callable[[Cells, Fields], int]
    calls: Callable[[Cells, Fields, int], int] = lambda cells, options, step: step
    baseline: bool = False
    firm: bool = True  # what is placed stays; else it may change until the end

    def __post_init__(self) -> None:
        check_fields(self.fields, self.options)

    def sample(
        self, predict: Predictor, cells: Cells, options: Mapping[str, Value], rngs: Rngs
    ) -> Iterator[SamplerState]:
        """One state a network call; `options` are filled (engine.sampling.options)."""
        return self.sampler(predict, cells, self._read(options), rngs)

    def total(self, cells: Cells, options: Mapping[str, Value]) -> int:
        """How many steps a request takes."""
        return self.steps(cells, self._read(options))

    def calls_of(self, cells: Cells, options: Mapping[str, Value], step: int) -> int:
        """How many network calls the first `step` steps take; polishing and correcting come after the last."""
        return self.calls(cells, self._read(options), step)

    def _read(self, options: Mapping[str, Value]) -> Fields:
        """What the sampler reads of the options; the rest is the job's. What a kind of page does not have is off."""
        return typed(self.fields, {option.name: options.get(option.name, option.default) for option in self.options})

    def options_for(self, kind: str) -> tuple[Option, ...]:
        """The options of the method and of every job, with the defaults of a kind of page."""
        here = tuple(option for option in (*self.options, *JOB_OPTIONS) if kind in option.kinds)
        return with_defaults(here, OWN_DEFAULTS.get(kind, {}))


TEMPERATURE = Option(
    "temperature",
    0.8,
    "Low follows the rules of the style, high takes risks.",
    "Harmony",
    0.0,
    2.0,
    ends=("conventional", "surprising"),
    advanced=False,
)
TYPICAL = Option(
    "typical",
    1.0,
    "Below 1, only choices that are about as surprising as usual are allowed.",
    "Typicality",
    0.05,
    1.0,
    ends=("typical only", "anything goes"),
    advanced=False,
)
TOP_K = Option("top_k", 0, "Choose only among this many most likely values; 0 means all.", "Top k", 0, 100)
TOP_P = Option(
    "top_p", 1.0, "Choose among the most likely values that together have this probability.", "Top p", 0.05, 1.0
)
CORRECT = Option(
    "correct",
    16,
    "Maximum number of rounds at the end that rewrite the notes of parallel fifths and octaves and of leaps too large"
    " to sing; 0 fixes nothing.",
    "Fix parallels and leaps",
    0,
    100,
)
ENDING = Option(
    "ending",
    4,
    "Maximum number of times the last two beats are rewritten until they end on the tonic in root position with all"
    " voices together; 0 leaves the end as it is.",
    "Proper endings",
    0,
    20,
)
POLISH = Option(
    "polish",
    0,
    "Rounds in which each new word is drawn again given the words around it, so that it fits both sides; 0 leaves the"
    " draft as first written.",
    "Polish",
    0,
    20,
    kinds=("text",),
)
SHAPE = (TEMPERATURE, TYPICAL, TOP_K, TOP_P, CORRECT, ENDING, POLISH)
# What is drawn again and again comes out tamer than what is drawn once (docs/CHORALES.md)
REDRAWN: dict[str, Value] = {"temperature": 1.0, "top_p": 0.93}
ONE_BY_ONE: dict[str, Value] = {"temperature": 1.0, "top_p": 0.97}  # a tamer MAC repeats its chords on a blank page


ANNEALED = (
    Option(
        "steps",
        12,
        "How many times the page is rewritten; more is slower and better.",
        "Effort",
        1,
        2000,
        ends=("quick", "thorough"),
        advanced=False,
    ),
    *with_defaults(SHAPE, REDRAWN),
    Option(
        "hold",
        0.5,
        "Share of the steps during which suggested cells are trusted before they may change.",
        "Similarity to the original",
        0.0,
        1.0,
        ends=("different", "similar"),
        advanced=False,
    ),
    Option("a_max", 0.999, "Share of the free cells that are open at first.", "Open at first", 0.0, 1.0),
    Option("a_min", 0.5, "Share of the free cells that are open at the end.", "Open at the end", 0.0, 1.0),
    Option("eta", 0.4, "Share of the steps after which the final share is reached.", "Settled after", 0.05, 1.0),
    Option(
        "accept",
        "constant",
        "Accept the same share of proposals throughout, or few at first, then more, then few.",
        "Accepting",
        choices=("constant", "triangular"),
    ),
    Option("accept_low", 0.1, "Smallest chance of accepting a proposal (triangular).", "Accept at least", 0.0, 1.0),
    Option("accept_high", 1.0, "Largest chance of accepting a proposal.", "Accept at most", 0.01, 1.0),
    Option(
        "update",
        "masked",
        "Update only the cells open in a step, or every free cell.",
        "Update",
        choices=("masked", "all"),
    ),
    Option(
        "balance", False, "Cells that changed least often are more likely to change (active balance).", "Active balance"
    ),
    Option("renoise", False, "Open cells forget their value before each step.", "Forget each step"),
    Option(
        "grain",
        0,
        "Open this many neighbouring cells of a voice together; 0 opens whole beats of music and single words.",
        "Open together",
        0,
        64,
    ),
    Option(
        "turns",
        0,
        "Network calls for cells opened together, once settled: 1 draws them all at once, 0 one by one.",
        "Calls per group",
        0,
        16,
    ),
    Option("mask_hold", 1, "Number of steps that use the same open cells.", "Keep open cells", 1, 50),
    Option("dwell", 2, "Extra steps at the end, with the final share open.", "Extra steps", 0, 100),
)
GROUPS = Option(
    "groups",
    128,
    "Maximum number of steps: cells are grouped to fit; 0 is no limit, slowest and best.",
    "Effort",
    0,
    4096,
    ends=("quick", "thorough"),
    advanced=False,
)
KERNEL = Option(
    "kernel",
    IN_TIME,
    "Write from left to right, the voices of a sixteenth together, or any cell next (the paper's order).",
    "Order",
    choices=(IN_TIME, UNIFORM),
)


def _annealed_steps(cells: Cells, options: AnnealedOptions) -> int:
    return options.steps + options.dwell


def _cell_steps(cells: Cells, options: DrawOptions) -> int:
    return int(cells.free.sum())


def _group_steps(cells: Cells, options: GroupOptions) -> int:
    return sfarm_calls(cells.free, options.groups, options.kernel)


def _mac(predict: Predictor, cells: Cells, options: DrawOptions, rngs: Rngs) -> Iterator[SamplerState]:
    return sample_ordered(predict, cells, options, rngs, [mac_order(cells)] * len(rngs))


def _ardm(predict: Predictor, cells: Cells, options: DrawOptions, rngs: Rngs) -> Iterator[SamplerState]:
    return sample_ordered(predict, cells, options, rngs, [random_order(cells, rng) for rng in rngs])


def _sfarm(predict: Predictor, cells: Cells, options: GroupOptions, rngs: Rngs) -> Iterator[SamplerState]:
    orders = [sfarm_order(cells, rng, options.groups, kernel=options.kernel) for rng in rngs]
    return sample_ordered(predict, cells, options, rngs, orders, staged=True)


def _annealed(variant: Variant) -> Sampler[AnnealedOptions]:
    return lambda predict, cells, options, rngs: sample_annealed(predict, cells, options, rngs, variant)


METHODS: dict[str, Method[Any]] = {
    "sunmask": Method(
        "SUNMASK",
        "Uses all four brushes; rewrites everything at once, in many steps.",
        ANNEALED,
        AnnealedOptions,
        _annealed(Variant()),
        _annealed_steps,
        annealed_calls,
        firm=False,
    ),
    "mac": Method(
        "MAC",
        "Writes one cell after another in a fixed order, with exact probabilities; treats Keep and Whisper alike.",
        with_defaults(SHAPE, ONE_BY_ONE),
        DrawOptions,
        _mac,
        _cell_steps,
    ),
    "sfarm": Method(
        "SFARM",
        "Writes groups of cells, music from left to right, sentences in random order; treats Keep and Whisper alike.",
        (GROUPS, *SHAPE, KERNEL),
        GroupOptions,
        _sfarm,
        _group_steps,
    ),
    "ardm": Method(
        "ARDM",
        "A baseline: one cell at a time in a random order.",
        SHAPE,
        DrawOptions,
        _ardm,
        _cell_steps,
        baseline=True,
    ),
    "sundae": Method(
        "SUNDAE",
        "A baseline: SUNMASK without knowing what to trust.",
        ANNEALED,
        AnnealedOptions,
        _annealed(Variant(mask_input=False)),
        _annealed_steps,
        annealed_calls,
        baseline=True,
        firm=False,
    ),
    "coconet": Method(
        "Coconet",
        "A baseline: blocked Gibbs sampling with blanks.",
        ANNEALED,
        AnnealedOptions,
        _annealed(Variant(blank=True)),
        _annealed_steps,
        annealed_calls,
        baseline=True,
        firm=False,
    ),
}
