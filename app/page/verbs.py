"""One-click verbs: pure functions from a project to the project they prepare (mask painted, bars added) and the
options they want. No widgets, no model."""

from dataclasses import replace

import numpy as np

from app.document.plans import Plan, Verb, Where
from app.sentence.verbs.verbs import TEXT_VERBS
from app.words import tr
from engine.canvas.edits_bars import insert_bars
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import REST, Bar, Piece, blank_piece, sounding
from engine.canvas.project import Project, fresh
from engine.errors import CanvasError
from engine.theory.finding import voice_name

__all__ = ["VERBS", "Plan", "Verb", "Where"]

CONTINUE_BARS = 4
COMPOSE_BARS = 8


def harmonise(project: Project, where: Where) -> Plan:
    """Keep the melody (the only voice with notes, else the soprano), write the other three."""
    piece = _piece(project)
    sounding_voices = [i for i, voice in enumerate(piece.voices) if voice.notes]
    if not sounding_voices:
        raise CanvasError(tr("There is no melody yet; draw one with the Draw tool, or import a file."))
    melody = sounding_voices[0]
    states = np.full((4, piece.steps), Brush.REWRITE)
    states[melody] = Brush.KEEP
    count = len(piece.voices[melody].notes)
    others = _names(piece, [i for i in range(4) if i != melody])
    return Plan(
        _painted(project, states),
        says=tr(
            "Keeps your {n} {voice} notes. Writes {others} around them.",
            n=count,
            voice=_name(piece, melody),
            others=others,
        ),
    )


def harmonise_with_chords(project: Project, where: Where) -> Plan:
    """Harmonise, following the chords asked for."""
    piece = _piece(project)
    if not any(chord.tones for _, chord in piece.chords):
        raise CanvasError(tr("There are no chords yet; click in the chord lane above the notes and type some."))
    plan = harmonise(project, where)
    return replace(plan, says=tr("{plan} Follows your {n} chords.", plan=plan.says, n=len(piece.chords)))


def suggest_chords(project: Project, where: Where) -> Plan:
    """Harmonise without regard to the chords asked for: each alternative is a reading of the melody."""
    plan = harmonise(project, where)
    says = tr("Harmonises the melody several ways. Listen, then choose Ask for these chords.")
    return replace(plan, says=says, options={"chord_places": "nowhere"})


def new_bass(project: Project, where: Where) -> Plan:
    """Keep the three upper voices, write the bass."""
    piece = _piece(project)
    if not any(voice.notes for voice in piece.voices[:3]):
        raise CanvasError(tr("There is nothing above the bass yet; draw or import a melody first."))
    states = np.full((4, piece.steps), Brush.KEEP)
    states[3, _columns(piece, where.bars)] = Brush.REWRITE
    return Plan(
        _painted(project, states),
        says=tr("Keeps the upper voices. Writes a new bass{where}.", where=_in_bars(piece, where.bars)),
    )


def vary(project: Project, where: Where) -> Plan:
    """Start from what is in the chosen bars and let it change; keep the rest."""
    piece = _piece(project)
    if not where.bars:
        raise CanvasError(tr("Select some notes or drag over the ruler to choose the bars to vary."))
    states = np.full((4, piece.steps), Brush.KEEP)
    states[:, _columns(piece, where.bars)] = Brush.SUGGEST
    return Plan(
        _painted(project, states),
        says=tr(
            "Starts from the notes{where} and lets them change. Keeps the rest.", where=_in_bars(piece, where.bars)
        ),
    )


def fill_gap(project: Project, where: Where) -> Plan:
    """Rewrite the chosen bars; without any, every silence of a beat or more."""
    piece = _piece(project)
    states = np.full((4, piece.steps), Brush.KEEP)
    if where.bars:
        states[:, _columns(piece, where.bars)] = Brush.REWRITE
        return Plan(
            _painted(project, states),
            says=tr("Writes all four voices{where}. Keeps the rest.", where=_in_bars(piece, where.bars)),
        )
    gaps = _silences(piece)
    if not gaps.any():
        raise CanvasError(tr("There is no gap: no voice is ever silent. Select the bars to rewrite."))
    states[gaps] = Brush.REWRITE
    return Plan(
        _painted(project, states), says=tr("Writes where a voice is silent for a beat or more. Keeps every note.")
    )


def compose(project: Project, where: Where) -> Plan:
    """Eight bars from scratch; a page with notes is left alone and a new one is opened."""
    piece = _piece(project)
    blank = not any(voice.notes for voice in piece.voices)
    metre = piece.bars[-1]
    page = blank_piece(COMPOSE_BARS, metre.beats, metre.unit, title="" if not blank else piece.title)
    page = replace(page, key=piece.key, tempos=piece.tempos[:1])
    return Plan(
        replace(fresh(page, Brush.REWRITE), takes=project.takes if blank else ()),
        says=tr("Writes eight bars for four voices from scratch."),
        new_page=not blank,
    )


def carry_on(project: Project, where: Where) -> Plan:
    """Add four bars and write them, keeping everything before."""
    piece = _piece(project)
    if not any(voice.notes for voice in piece.voices):
        raise CanvasError(tr("There is nothing to continue yet; draw some notes or import a file."))
    metre = piece.bars[-1]
    longer = insert_bars(piece, len(piece.bars), CONTINUE_BARS, Bar.full(metre.beats, metre.unit))
    states = np.full((4, longer.steps), Brush.KEEP)
    states[:, piece.steps :] = Brush.REWRITE
    return Plan(
        replace(project, canvas=longer, masks=(Mask.from_array(states),)),
        says=tr("Keeps what is there. Writes {n} more bars.", n=CONTINUE_BARS),
    )


VERBS = {
    verb.name: verb
    for verb in (
        Verb(
            "harmonise",
            "Harmonise this melody",
            "Keep the melody and write three voices around it",
            "harmonise",
            harmonise,
        ),
        Verb(
            "chords",
            "Harmonise with these chords",
            "Keep the melody and write three voices that follow the chords in the lane",
            "harmonise",
            harmonise_with_chords,
        ),
        Verb(
            "suggest_chords",
            "Suggest chords",
            "Harmonise the melody several ways and show the chords of each",
            "question",
            suggest_chords,
        ),
        Verb("bass", "New bass line", "Keep the upper voices and write another bass", "bassline", new_bass),
        Verb("vary", "Vary these bars", "Start from the selected bars and let them change", "vary", vary),
        Verb("fill", "Fill the gap", "Write where voices are silent, or in the selected bars", "gap", fill_gap),
        Verb("continue", "Continue", "Add four bars at the end and write them", "continue", carry_on),
        Verb("compose", "Compose 8 bars", "Write eight bars from scratch", "compose", compose),
        *TEXT_VERBS,
    )
}


def _piece(project: Project) -> Piece:
    if not isinstance(project.canvas, Piece):
        raise CanvasError(tr("This works on a music page."))
    return project.canvas


def _painted(project: Project, states: np.ndarray) -> Project:
    return replace(project, masks=(Mask.from_array(states),))


def _columns(piece: Piece, bars: tuple[int, ...]) -> np.ndarray:
    """Bool array (steps): inside the bars, or everywhere if none is given."""
    inside = np.zeros(piece.steps, dtype=bool)
    for bar in bars or range(len(piece.bars)):
        inside[piece.bar_starts[bar] : piece.bar_starts[bar] + piece.bars[bar].steps] = True
    return inside


def _silences(piece: Piece) -> np.ndarray:
    """Bool array (4, steps): runs of at least a quarter in which a voice does not sound."""
    silent = sounding(piece.grid()) == REST
    long = np.zeros_like(silent)
    for row, line in enumerate(silent):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for start, stop in edges.reshape(-1, 2):
            long[row, start:stop] = stop - start >= 4
    return long


def _in_bars(piece: Piece, bars: tuple[int, ...]) -> str:
    if not bars:
        return ""
    first, last = (piece.place(piece.bar_starts[bar])[0] for bar in (bars[0], bars[-1]))
    return (
        tr(" in bar {first}", first=first)
        if first == last
        else tr(" in bars {first} to {last}", first=first, last=last)
    )


def _name(piece: Piece, voice: int) -> str:
    return tr(voice_name(piece, voice))


def _names(piece: Piece, voices: list[int]) -> str:
    names = [_name(piece, voice) for voice in voices]
    return tr("{first} and {last}", first=", ".join(names[:-1]), last=names[-1])
