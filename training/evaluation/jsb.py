"""The chorale tables: grades of samples, harmonisations of held-out melodies, likelihoods, grade against steps.

Everything through engine.jobs.job.run."""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engine.canvas.edits_bars import crop
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Piece, blank_piece, sounding
from engine.jobs.job import Models, run
from engine.jobs.models import load_predictor
from engine.jobs.request import Done, Failed, Placed, Request, Started
from engine.sampling.cells import Cells, Predictor
from engine.sampling.methods import METHODS
from engine.sampling.modalities import MODALITIES
from engine.sampling.ordered import Order, mac_order, random_order, sfarm_order
from engine.sampling.questions import last, mixture, order_nats
from engine.theory.grade import Grade, grade
from training.data.chorales import load_chorales
from training.data.reference import passages
from training.data.sixteenths import EVERY_SIXTEENTH, joined
from training.data.split import read_split
from training.evaluation.chorales.part_writing import habits
from training.evaluation.section import Rows, Section, Timed, available, state, trained

BARS = 8
STEPS = BARS * 16
BEST = 20
BACH = "Bach, held-out passages"


@dataclass(frozen=True)
class Recipe:
    """One row of a table: a method, the options that differ from its defaults, whether it is a variant of a row
    above, and its share of the samples."""

    label: str
    method: str
    options: dict[str, Any] = field(default_factory=dict)
    variant: bool = False
    share: float = 1.0


A, T, N = {"balance": True}, {"typical": 0.9}, {"renoise": True}
UNCORRECTED = {"correct": 0, "ending": 0}  # as the network writes it; parallels, large leaps and the end stay
ALL = {"update": "all"}  # SUNDAE knows no mask, so it updates every cell
ANYTHING = {"top_p": 1.0, "rests": True}  # nothing that a network may say is left out
# One call a step, the SUNMASK paper's shares of open cells; 1,024 steps are twice the cells of eight bars
ONE_BY_ONE = UNCORRECTED | ANYTHING | {"a_min": 0.001, "a_max": 0.999, "eta": 0.75, "grain": 1, "turns": 1, "dwell": 0}
UNGUIDED = {"key_guidance": 0.0}  # one network call is one
PAPER = ONE_BY_ONE | ALL | T | {"steps": 1024, "temperature": 0.6, "top_k": 3, "accept": "triangular"} | UNGUIDED
GIBBS = ONE_BY_ONE | {"steps": 512}  # Coconet: blocked, as many steps as there are cells, every proposal taken
SUNDAE = ONE_BY_ONE | ALL | {"steps": 512, "accept": "triangular"}
RECIPES = (
    Recipe("SUNMASK", "sunmask"),
    Recipe("SUNMASK-A (active balance)", "sunmask", A, True, 0.1),
    Recipe("SUNMASK-T (typical)", "sunmask", T, True, 0.25),
    Recipe("SUNMASK-AT", "sunmask", A | T, True, 0.1),
    Recipe("SUNMASK-ATN (re-noised)", "sunmask", A | T | N, True, 0.1),
    Recipe("SUNMASK, the paper's schedule", "sunmask", PAPER, True, 0.1),
    Recipe("MAC", "mac"),
    Recipe("SFARM", "sfarm"),
    Recipe("SFARM, 16 groups in any order", "sfarm", {"groups": 16, "kernel": "uniform"}, True, 0.1),
    Recipe("SFARM, one cell at a time", "sfarm", {"groups": 0, "kernel": "uniform"}, True, 0.1),
    Recipe("SUNDAE", "sundae", SUNDAE, share=0.3),
    Recipe("SUNDAE-T", "sundae", SUNDAE | T, True, 0.3),
    Recipe("SUNDAE-AT", "sundae", SUNDAE | A | T, True, 0.3),
    Recipe("Coconet, blocked Gibbs", "coconet", GIBBS, share=0.3),
    Recipe("ARDM", "ardm", share=0.3),
)


def generate(request: Request, models: Models) -> Done:
    """The result of a job, or its sentence as an error."""
    event = last(run(request, models=models))
    if not isinstance(event, Done):
        raise SystemExit(event.sentence if isinstance(event, Failed) else "The job did not finish.")
    return event


@dataclass(frozen=True)
class Samples:
    """Pieces, seconds of each, and network calls of the batch in which it was written."""

    pieces: list[Piece]
    seconds: float
    calls: float


@dataclass(frozen=True)
class Stages:
    """The same pieces as first drawn, and after correction."""

    first: Samples
    corrected: Samples


def samples(recipe: Recipe, count: int, seed: int, models: Models, batch: int = 25) -> Stages:
    """`count` eight-bar pieces from scratch."""
    page, mask = blank_piece(BARS), Mask.filled(4, STEPS, Brush.REWRITE)
    predict = Timed(models("music", recipe.method))
    before, after = Collected(), Collected()
    while len(after.pieces) < count:
        size = min(batch, count - len(after.pieces))
        request = Request(page, mask, recipe.method, recipe.options, size, seed + len(after.pieces))
        began, calls = time.monotonic(), predict.calls
        stages = first_and_final(request, lambda _modality, _method: predict)
        for tally, pieces in zip((before, after), stages, strict=True):
            if predict.card.get(EVERY_SIXTEENTH):
                pieces = [*map(joined, pieces)]
            tally.add(pieces, time.monotonic() - began, predict.calls - calls)
    return Stages(before.samples(), after.samples())


def first_and_final(request: Request, models: Models) -> Iterator[list[Piece]]:
    """The pieces of a job as first drawn, before its end, parallels and leaps are corrected; then its result."""
    drawing = 0
    assert isinstance(request.canvas, Piece)
    for event in run(request, models=models):
        match event:
            case Started(total, _):
                drawing = total
            case Placed(step, grids, _) if step == drawing:
                yield [request.canvas.with_grid(grid) for grid in grids]
                drawing = -1  # what is placed from now on is corrected
            case Done(canvases=canvases):
                yield [piece for piece in canvases if isinstance(piece, Piece)]
            case Failed(sentence):
                raise SystemExit(sentence)


@dataclass
class Collected:
    """Pieces so far, batch after batch, and what they took."""

    pieces: list[Piece] = field(default_factory=list)
    seconds: float = 0.0
    calls: int = 0
    batches: int = 0

    def add(self, pieces: list[Piece], seconds: float, calls: int) -> None:
        """Count one batch."""
        self.pieces += pieces
        self.seconds, self.calls, self.batches = self.seconds + seconds, self.calls + calls, self.batches + 1

    def samples(self) -> Samples:
        """All of them, by piece and batch."""
        return Samples(self.pieces, self.seconds / len(self.pieces), self.calls / self.batches)


def summary(grades: Sequence[Grade]) -> dict[str, Any]:
    """Median and population standard deviation of the grade and its parts; the best twenty apart."""
    overall = np.array([g.overall for g in grades])
    finite = overall[np.isfinite(overall)]
    best = np.sort(finite)[:BEST] if len(finite) else overall
    parts = {
        name: [
            float(np.median([g.parts[name] for g in grades])),
            float(np.std([g.parts[name] for g in grades if np.isfinite(g.overall)])),
        ]
        for name in grades[0].parts
    }
    quarters = {
        name: np.percentile([g.parts[name] for g in grades], (25, 75), method="nearest").tolist()
        for name in grades[0].parts
    }
    return {
        "count": len(grades),
        "median": float(np.median(overall)),
        "std": float(finite.std()) if len(finite) else float("inf"),
        "best_median": float(np.median(best)),
        "best_std": float(best.std()) if len(finite) else float("inf"),
        "ungradable": int(np.isinf(overall).sum()),
        "parts": parts,
        "quarters": quarters | {"overall": np.percentile(overall, (25, 75), method="nearest").tolist()},
    }


def excerpts(part: str, limit: int = 0) -> Iterator[tuple[str, Piece]]:
    """The first eight bars' worth (128 sixteenths from the first full bar) of each chorale of a part that is long
    enough."""
    pieces = load_chorales()
    found = 0
    for name in read_split()[part]:
        piece = pieces[name]
        start = piece.bar_starts[1] if piece.has_pickup else 0
        if piece.steps - start >= STEPS and (not limit or found < limit):
            found += 1
            yield name, crop(piece, start, start + STEPS)


def bach(part: str, count: int, seed: int) -> dict[str, Any]:
    """`count` of Bach's own passages of eight bars, drawn from all of a part that begin with a bar (they may
    overlap), under the same grade."""
    found = passages(read_split()[part], STEPS)
    drawn = np.random.default_rng(seed).permutation(len(found))[:count]
    return of_pieces([found[k] for k in drawn])


def harmonise(recipe: Recipe, part: str, limit: int, seed: int, models: Models) -> dict[str, Any]:
    """Held-out sopranos harmonised once each: grades, Bach's beside them, and how much of the other voices agrees
    with Bach's: sixteenths, and notes where they begin."""
    ours, theirs = [], []
    sixteenths, notes, sung = np.zeros(2, dtype=int), np.zeros(2, dtype=int), np.zeros(2, dtype=int)
    for number, (_, piece) in enumerate(excerpts(part, limit)):
        mask = Mask.filled(4, STEPS, Brush.REWRITE).paint(Brush.KEEP, 0, 0, STEPS)
        result = generate(Request(piece, mask, recipe.method, recipe.options, 1, seed + number), models).canvases[0]
        assert isinstance(result, Piece)
        ours.append(grade(result))
        theirs.append(grade(piece))
        same = sounding(result.grid())[1:] == sounding(piece.grid())[1:]
        begins = piece.grid()[1:] >= 0
        sixteenths += same.sum(), same.size
        notes += same[begins].sum(), begins.sum()
        sung += len(set(result.voices[0].notes) & set(piece.voices[0].notes)), len(piece.voices[0].notes)
    return {
        "ours": summary(ours),
        "bach": summary(theirs),
        "agreement": float(sixteenths[0] / sixteenths[1]),
        "notes_agree": float(notes[0] / notes[1]),
        "soprano_notes": sung.tolist(),
        "soprano_intact": bool(sung[0] == sung[1]),
    }


PLANS: dict[str, Callable[[Cells, np.random.Generator], Order]] = {
    "mac": lambda cells, _: mac_order(cells),
    "ardm": random_order,
    "sfarm": sfarm_order,
}


def likelihood(method: str, predict: Predictor, part: str, limit: int, orders: int, seed: int) -> dict[str, Any]:
    """Nats a cell of whole excerpts from scratch: exact for MAC; for ARDM and SFARM by `orders` random orders, their
    mixture and their mean."""
    mixed, single = [], []
    rng = np.random.default_rng(seed)
    for _, piece in excerpts(part, limit):
        codec = MODALITIES[Piece].open(piece, Mask.filled(4, STEPS, Brush.REWRITE), predict)
        plans = [PLANS[method](codec.cells, rng) for _ in range(1 if method == "mac" else orders)]
        nats = order_nats(predict, codec.cells, plans, staged=method == "sfarm") / (4 * STEPS)
        single.append(float(nats.mean()))
        mixed.append(mixture(nats * 4 * STEPS) / (4 * STEPS))
    return {"orders": len(plans), "pieces": len(mixed), "nats": mixed, "nats_one_order": single}


def against_steps(method: str, counts: Sequence[int], count: int, seed: int, models: Models) -> list[dict[str, Any]]:
    """Grade, network calls and seconds against the number of steps, as corrected and as first drawn."""
    name = "steps" if any(o.name == "steps" for o in METHODS[method].options) else "groups"
    rows = []
    for steps in counts:
        drawn = samples(Recipe(method, method, {name: steps}), count, seed, models)
        rows.append({"steps": steps, **graded(drawn.corrected), "first": graded(drawn.first)})
    return rows


def graded(made: Samples) -> dict[str, Any]:
    """What samples took, and what they are worth."""
    return {"seconds": made.seconds, "calls": made.calls, **of_pieces(made.pieces)}


def of_pieces(pieces: Sequence[Piece]) -> dict[str, Any]:
    """Grades of pieces, and what the grade does not see."""
    return {**summary([grade(piece) for piece in pieces]), "habits": habits(pieces)}


def samples_section(args: argparse.Namespace) -> Rows:
    """Table 2 of the SUNMASK paper for our networks."""
    methods = available("music", tuple(dict.fromkeys(r.method for r in RECIPES)), args.method)
    rows: Rows = [{"label": BACH, **bach(args.part, args.count, args.seed)}]
    for recipe in (r for r in RECIPES if r.method in methods and not (args.defaults and r.variant)):
        if args.weights:  # what the networks know is compared, not what is fixed afterwards
            recipe = replace(recipe, options=recipe.options | UNCORRECTED)
        count = max(1, round(args.count * recipe.share))
        drawn = samples(recipe, count, args.seed, load_predictor)
        about = {"options": recipe.options, "minutes_trained": trained("music", recipe.method)}
        if not UNCORRECTED.items() <= recipe.options.items():
            rows.append({"label": f"{recipe.label}, nothing corrected", **about, **graded(drawn.first)})
        rows.append({"label": recipe.label, **about, **graded(drawn.corrected)})
        print(recipe.label, count, *(round(row["median"], 2) for row in rows[-2:]), flush=True)
        if args.write_card and not recipe.variant:
            state(
                "music",
                recipe.method,
                grade_from_scratch={"median": round(rows[-1]["median"], 2), "pieces": count, "selected": False},
            )
    return rows


def harmony_section(args: argparse.Namespace) -> Rows:
    """Held-out sopranos harmonised."""
    rows: Rows = []
    for method in available("music", ("sunmask", "mac", "sfarm"), args.method):
        recipe = next(r for r in RECIPES if r.method == method)
        rows.append({"label": recipe.label, **harmonise(recipe, args.part, args.count, args.seed, load_predictor)})
        print(recipe.label, round(rows[-1]["ours"]["median"], 2), flush=True)
        if args.write_card:
            ours = rows[-1]["ours"]
            state(
                "music",
                method,
                grade_of_harmonisations={
                    "median": round(ours["median"], 2),
                    "melodies": ours["count"],
                    "part": args.part,
                    "selected": False,
                },
            )
    return rows


def likelihood_section(args: argparse.Namespace) -> Rows:
    """Nats a cell."""
    rows: Rows = []
    for method in available("music", ("mac", "ardm", "sfarm"), args.method):
        rows.append(
            {
                "label": method.upper(),
                "method": method,
                **likelihood(method, load_predictor("music", method), args.part, args.count, args.orders, args.seed),
            }
        )
        print(method, np.mean(rows[-1]["nats"]), flush=True)
    return rows


COUNTS = {"sunmask": (8, 16, 32, 64, 128), "sfarm": (8, 16, 32, 64, 128)}


def steps_section(args: argparse.Namespace) -> Rows:
    """Grade, network calls and seconds against steps, with and without correction."""
    return [
        {
            "label": METHODS[method].label,
            "rows": against_steps(method, COUNTS[method], args.count, args.seed, load_predictor),
        }
        for method in available("music", tuple(COUNTS), args.method)
    ]


SECTIONS = {
    "samples": Section(samples_section, 200),
    "harmony": Section(harmony_section, 100),
    "likelihood": Section(likelihood_section, 20),
    "steps": Section(steps_section, 25),
}
