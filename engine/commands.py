"""What each command of `python -m engine` does: files in, one job, files out.

Knows no flags (engine.__main__) and no algorithms."""

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.canvas.markup import read_markup
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import UNITS, VOICES, Piece, blank_piece
from engine.canvas.project import SHIPPED_MODEL, CanvasPart, Project, fresh
from engine.canvas.text import Draft, Sentence, detokenise
from engine.errors import CanvasError, ModelError, PalimpsestError
from engine.formats import format_of, open_file, save_file
from engine.formats.files import check_place
from engine.jobs import library
from engine.jobs.job import Models, models_of, run
from engine.jobs.request import Cancelled, Done, Failed, Placed, Request, Started, check_count, check_seed
from engine.sampling.methods import METHODS, PAGE_OPTIONS
from engine.sampling.modalities import MODALITIES
from engine.sampling.music_cells import FIRST_PITCH, HOLD_TOKEN, LOW
from engine.sampling.questions import ask as ask_cells
from engine.sampling.questions import last, surprise
from engine.theory.chords.lines import placed_in, read_lines
from engine.theory.finding import where
from engine.theory.grade import grade
from engine.theory.spelling import KEY_NAMES, pitch_name

MOST_ANSWERS = 1000
VOICE_NAMES = tuple(kind.name.lower() for kind in VOICES)


def options_of(args: Namespace) -> dict[str, Any]:
    """The method's options that were given as flags."""
    known = (*METHODS[args.method].options, *PAGE_OPTIONS)
    return {o.name: getattr(args, o.name) for o in known if getattr(args, o.name, None) is not None}


def asked_of(canvas: CanvasPart, mask: Mask, args: Namespace, kind: str) -> Request:
    """The request that the flags make; a model that is not there, or is for something else, is refused now."""
    model = "" if args.model.casefold() == library.SHIPPED else args.model
    if model:
        library.admit(model)
        library.asked(model, kind).file(args.method)
    return Request(canvas, mask, args.method, options_of(args), args.count, args.seed, model=model)


def with_chords(piece: Piece, text: str) -> Piece:
    """The piece with the chords of a line such as "C | G7 | Am F | G" instead of its own, from its first whole bar."""
    if not text:
        return piece
    bars = read_lines(text)
    room = len(piece.bars) - (1 if piece.has_pickup else 0)
    if len(bars) > room:
        raise CanvasError(f"--chords has {len(bars)} bars, but the music has {room}.")
    return replace(piece, chords=placed_in(piece, bars))


def finish(request: Request, args: Namespace, models: Models | None = None) -> Done:
    """Run a job to its end with a progress bar; a failure is raised as one sentence."""
    from tqdm import tqdm

    bar = tqdm(disable=None if not args.json else True, file=sys.stderr, unit="step", leave=False)
    try:
        for event in run(request, models=models):
            match event:
                case Started(total):
                    bar.reset(total)
                case Placed():
                    bar.update(1)
                case Failed(sentence, details):
                    raise PalimpsestError(sentence, details)
                case Done():
                    return event
    finally:
        bar.close()
    raise PalimpsestError(f"The job ended without a result ({Cancelled.__name__}).")


def open_piece(path: str) -> Piece:
    """The piece in a music file; what is not as in the file is said on standard error."""
    opened = open_file(path)
    for remark in opened.remarks:
        print(remark, file=sys.stderr)
    if not isinstance(opened.project.canvas, Piece):
        raise CanvasError(f"{Path(path).name} holds text; this command needs music.")
    return opened.project.canvas


def outputs(path: str, count: int) -> list[Path]:
    """OUT.mid, or OUT-001.mid, OUT-002.mid ... for more than one.

    What would fail after minutes of writing fails now: an unknown ending, a missing folder, a name that is taken."""
    check_count(count)
    target = Path(path)
    format_of(target)
    files = (
        [target]
        if count == 1
        else [target.with_name(f"{target.stem}-{k:03d}{target.suffix}") for k in range(1, count + 1)]
    )
    for file in files:
        check_place(file)
    return files


def rewrite_music(piece: Piece, mask: Mask, args: Namespace, models: Models | None) -> dict[str, Any]:
    """Run a music job and write its alternatives."""
    files = outputs(args.output, args.count)
    done = finish(asked_of(piece, mask, args, "music"), args, models)
    results = []
    for file, canvas, nats in zip(files, done.canvases, done.nats, strict=True):
        assert isinstance(canvas, Piece)
        save_file(file, Project(canvas, (mask,), model=done.model if done.model.name else SHIPPED_MODEL))
        results.append({"file": str(file), "grade": round(grade(canvas).overall, 2), "bits": bits(nats)})
    return report(results, done, args)


def bits(nats: float | None) -> float | None:
    """Nats as bits, to one place; None where a method gives none."""
    return None if nats is None else round(nats / np.log(2), 1)


def report(results: list[dict[str, Any]], done: Done, args: Namespace) -> dict[str, Any]:
    """What a job's command prints: its results, and how they came about."""
    return {
        "results": results,
        "seconds": round(done.seconds, 2),
        "seed": args.seed,
        "method": args.method,
        "remarks": list(done.remarks),
    }


def voices_of(text: str) -> tuple[int, ...]:
    """The numbers of the voices named in a list such as alto,bass."""
    names = tuple(text.split(","))
    unknown = [name for name in names if name not in VOICE_NAMES]
    if unknown:
        raise CanvasError(f"There is no voice {unknown[0]!r}; the voices are {', '.join(VOICE_NAMES)}.")
    return tuple(VOICE_NAMES.index(name) for name in names)


def harmonize(args: Namespace, models: Models | None = None) -> dict[str, Any]:
    """Keep one voice or more, write the others."""
    piece, kept = open_piece(args.input), voices_of(args.voice)
    mask = Mask.filled(4, piece.steps, Brush.REWRITE)
    for voice in kept:
        if not piece.voices[voice].notes:
            has = ", ".join(name for name, v in zip(VOICE_NAMES, piece.voices, strict=True) if v.notes) or "no voice"
            raise CanvasError(f"The {VOICE_NAMES[voice]} has no notes to harmonise; in this file {has} has.")
        mask = mask.paint(Brush.KEEP, voice, 0, piece.steps)
    if len(set(kept)) == len(VOICE_NAMES):
        raise CanvasError("Every voice is kept, so there is nothing to write; name the voices that you have.")
    return rewrite_music(with_chords(piece, args.chords), mask, args, models)


def compose(args: Namespace, models: Models | None = None) -> dict[str, Any]:
    """Write some bars from nothing, in a key and metre."""
    beats, _, unit = args.metre.partition("/")
    if not (beats.isdecimal() and unit.isdecimal() and 1 <= int(beats) <= 64 and int(unit) in UNITS):
        raise CanvasError(f"--metre takes one such as 3/4 or 6/8, not {args.metre!r}.")
    if args.key and args.key not in KEY_NAMES:
        raise CanvasError(f"There is no key {args.key!r}; name one such as D minor, F# minor or Bb major.")
    blank = blank_piece(args.bars, int(beats), int(unit), title=Path(args.output).stem)
    piece = with_chords(replace(blank, key=KEY_NAMES[args.key]) if args.key else blank, args.chords)
    return rewrite_music(piece, Mask.filled(4, piece.steps, Brush.REWRITE), args, models)


def bar_range(piece: Piece, text: str) -> tuple[int, int]:
    """(first step, step after the last) of bars as a musician counts them: '3-4' or '3', both ends included, a
    pick-up is 0."""
    first, _, last = text.partition("-")
    lowest = 0 if piece.has_pickup else 1
    highest = len(piece.bars) - 1 + lowest
    try:
        a, b = int(first) - lowest, int(last or first) - lowest
    except ValueError:
        raise CanvasError(f"--bars takes a number or a range such as 3-4, not {text!r}.") from None
    if not 0 <= a <= b < len(piece.bars):
        raise CanvasError(f"--bars {text} is not inside the piece, whose bars are {lowest} to {highest}.")
    return piece.bar_starts[a], piece.bar_starts[b] + piece.bars[b].steps


def rewrite(args: Namespace, models: Models | None = None) -> dict[str, Any]:
    """Rewrite some bars of some voices, keep the rest."""
    piece = open_piece(args.input)
    voices = range(4) if args.voices == "all" else voices_of(args.voices)
    start, stop = bar_range(piece, args.bars) if args.bars else (0, piece.steps)
    mask = Mask.filled(4, piece.steps, Brush.KEEP)
    for voice in voices:
        mask = mask.paint(Brush.REWRITE, voice, start, stop)
    return rewrite_music(with_chords(piece, args.chords), mask, args, models)


def write(args: Namespace, models: Models | None = None) -> dict[str, Any]:
    """Draft sentences around the words that are given."""
    sentence, mask = read_markup(args.sentence, args.length)
    if mask.pinned().all():
        raise CanvasError(
            "Every word is kept, so there is nothing to write; put _ for a blank, ?word for one that may change, or"
            ' "..." for as many as are needed.'
        )
    if args.output:
        if "text" not in format_of(args.output).holds:
            raise CanvasError(
                f"{Path(args.output).name} is a kind of file for music; name one that ends in .txt or .palimpsest."
            )
        check_place(args.output)
    done = finish(asked_of(sentence, mask, args, "text"), args, models)
    results = []
    for canvas, nats in zip(done.canvases, done.nats, strict=True):
        assert isinstance(canvas, Sentence)
        results.append({"text": detokenise(canvas.words), "bits": bits(nats)})
    if args.output:
        save_file(args.output, fresh(Draft(tuple(c for c in done.canvases if isinstance(c, Sentence)))))
    return report(results, done, args)


def score(args: Namespace, models: Models | None = None) -> dict[str, Any]:
    """How surprising each voice or sentence is under MAC, and the BachMock grade of music."""
    canvas = open_file(args.input).project.canvas
    report: dict[str, Any] = {"file": args.input, "remarks": []}
    if isinstance(canvas, Piece):
        report |= graded(canvas)
    try:
        networks = models or models_of(args.model)
        report["parts"] = piece_bits(canvas, networks) if isinstance(canvas, Piece) else draft_bits(canvas, networks)
    except ModelError as error:
        report["remarks"].append(str(error))
    return report


def graded(piece: Piece) -> dict[str, Any]:
    """The BachMock grade with its parts and findings, as plain values."""
    result = grade(piece)
    return {
        "grade": round(result.overall, 2),
        "grade_parts": {name: round(value, 2) for name, value in result.parts.items()},
        "findings": [finding.sentence for finding in result.findings],
    }


def piece_bits(piece: Piece, models: Models) -> list[dict[str, Any]]:
    """Mean bits per note for each voice, each note hidden whole and everything else shown."""
    predict = models("music", "mac")
    page = MODALITIES[Piece].open(piece, Mask.filled(4, piece.steps, Brush.KEEP), predict)
    spans = [(v, n.start, n.start + n.length) for v, voice in enumerate(piece.voices) for n in voice.notes]
    bits = last(surprise(predict, page.cells, spans)) if spans else np.zeros(0)
    rows = np.array([span[0] for span in spans])
    return [
        {"name": name, "notes": int((rows == v).sum()), "bits_per_note": round(float(bits[rows == v].mean()), 3)}
        for v, name in enumerate(VOICE_NAMES)
        if (rows == v).any()
    ]


def draft_bits(draft: Draft, models: Models) -> list[dict[str, Any]]:
    """Mean bits per word for each sentence, each word hidden and everything else shown."""
    predict = models("text", "mac")
    parts = []
    for sentence in draft.sentences:
        page = MODALITIES[Sentence].open(sentence, Mask.filled(1, len(sentence.words), Brush.KEEP), predict)
        known = [(0, i, i + 1) for i, token in enumerate(page.cells.tokens[0]) if token < predict.vocabulary]
        bits = last(surprise(predict, page.cells, known)) if known else np.zeros(0)
        parts.append(
            {
                "name": detokenise(sentence.words),
                "words": len(known),
                "bits_per_word": round(float(bits.mean()), 3) if len(known) else None,
            }
        )
    return parts


def ask(args: Namespace, models: Models | None = None) -> dict[str, Any]:
    """Which open cell would settle most of what is open (SFARM's acquisition)."""
    project = open_file(args.input).project
    piece = project.canvas
    if not isinstance(piece, Piece):
        raise CanvasError("Ask needs a music project; for a sentence, use the app.")
    check_seed(args.seed)
    if not 1 <= args.top <= MOST_ANSWERS:
        raise CanvasError(f"--top must be from 1 to {MOST_ANSWERS}, not {args.top}.")
    predict = (models or models_of(args.model))("music", "sfarm")
    page = MODALITIES[Piece].open(piece, project.masks[0], predict)
    candidates = [(int(v), int(t)) for v, t in np.argwhere(page.cells.free) if page.cells.side[t, 0] == 0]
    if not candidates:
        raise CanvasError(
            "Nothing is open on a beat, so there is nothing to ask; paint what may change with Rewrite or Suggest."
        )
    answers = last(ask_cells(predict, page.cells, candidates, np.random.default_rng(args.seed)))
    rows = []
    for answer in answers[: args.top]:
        values = [{"value": _value(token, piece), "probability": round(p, 3)} for token, p in answer.values]
        place = f"{VOICE_NAMES[answer.row]}, {where(piece, answer.step)}"
        bits, error = (round(nats / np.log(2), 2) for nats in (answer.nats, answer.error))
        rows.append({"cell": place, "share": round(answer.share, 3), "bits": bits, "error": error, "values": values})
    return {"answers": rows}


def _value(token: int, piece: Piece) -> str:
    """A token as a musician says it."""
    if token < FIRST_PITCH:
        return "hold" if token == HOLD_TOKEN else "rest"
    return pitch_name(token - FIRST_PITCH + LOW, piece.key)
