"""One-click verbs for a sentence: pure functions from a project to the project they prepare. No widgets, no model."""

from collections.abc import Callable, Sequence

from app.document.plans import Plan, Verb, Where
from app.sentence import changes
from app.sentence.describe import listed
from app.sentence.verbs.placing import FRESH, about
from app.words import count, tr
from engine.canvas.mask import PINNED, Brush
from engine.canvas.project import Project
from engine.canvas.text import BLANK_WORD, MAX_WORDS, Draft, detokenise
from engine.canvas.writing import stands_free
from engine.errors import CanvasError

SHORTER, LONGER = 0.75, 1.3  # of the words there are


def rewrite_rest(project: Project, where: Where) -> Plan:
    """Keep the stressed words and the closing sign, write the others."""
    words = _words(project, where)
    stressed = _stressed(project, where)
    if not stressed:
        raise CanvasError(tr("Select the words to keep, or paint them with Keep; the others are rewritten."))
    if where.words or not _free(project, where):
        made = _paint(project, where, stressed, lambda at: Brush.REWRITE)
    else:
        made = project  # painted already
    return Plan(
        made,
        says=tr("Keeps {kept} and lets them lead. Rewrites {n}.", kept=_named(words, stressed), n=_number(made, where)),
    )


def make_it_about(project: Project, where: Where) -> Plan:
    """Stress some words; the others start from what they are and may change."""
    if where.topics:
        said = tr(
            "Stresses {kept}; the others start as they are and may change.",
            kept=listed([detokenise(topic) for topic in where.topics]),
        )
        return Plan(about(_text(project), where.part, where.topics, where.unknown), says=said)
    words = _words(project, where)
    stressed = _stressed(project, where)
    if not stressed:
        raise CanvasError(tr("Select the words it should be about; the others follow them."))
    made = _paint(project, where, stressed, lambda at: Brush.WHISPER if at in where.unknown else Brush.SUGGEST)
    return Plan(
        made,
        says=tr("Stresses {kept}; the others start as they are and may change.", kept=_named(words, stressed)),
    )


def shorter(project: Project, where: Where) -> Plan:
    """Fewer words around the stressed ones."""
    return _length(project, where, SHORTER, tr("Says it in {n} instead of {old}."))


def longer(project: Project, where: Where) -> Plan:
    """More words around the stressed ones."""
    return _length(project, where, LONGER, tr("Says it in {n} instead of {old}."))


def fill_blank(project: Project, where: Where) -> Plan:
    """Write only the blanks."""
    words = _words(project, where)
    blanks = [at for at, word in enumerate(words) if word == BLANK_WORD]
    if not blanks:
        raise CanvasError(tr("There is no blank; choose the Blank tool and click between two words, or type ____."))
    states = [state if state & PINNED else Brush.KEEP for state in changes.states_of(project, where.part)]
    return Plan(
        changes.written(project, where.part, words, states),
        says=tr("Keeps every word. Fills {n}.", n=count(len(blanks), "blank", "blanks")),
    )


def start_from(project: Project, where: Where) -> Plan:
    """A sentence that begins with the stressed words, and blanks to its end."""
    words = _words(project, where)
    stressed = sorted(_stressed(project, where) or (range(changes.closing(words)) if len(words) <= FRESH // 2 else ()))
    if not stressed:
        raise CanvasError(tr("Select the words to begin with."))
    length = min(MAX_WORDS, max(FRESH, len(words), len(stressed) + 4))
    ends = words[-1:] if changes.closing(words) < len(words) and len(words) - 1 not in stressed else ()
    begins = tuple(words[at] for at in stressed)
    blanks = length - len(begins) - len(ends)
    row = (*begins, *[BLANK_WORD] * blanks, *ends)
    states = [*[Brush.KEEP] * len(begins), *[Brush.REWRITE] * blanks, *[Brush.KEEP] * len(ends)]
    made = changes.written(project, where.part, row, states)
    return Plan(
        made,
        says=tr(
            "Begins with {kept}. Writes {n} after.", kept=_named(words, stressed), n=count(blanks, "word", "words")
        ),
    )


TEXT_VERBS = (
    Verb("rest", "Rewrite the rest", "Keep the stressed words and write the others", "text", rewrite_rest, "text"),
    Verb(
        "about",
        "Make it about…",
        "Stress these words; the others start as they are",
        "pin",
        make_it_about,
        "text",
    ),
    Verb("shorter", "Shorter", "Say it in fewer words", "shorter", shorter, "text"),
    Verb("longer", "Longer", "Say it in more words", "longer", longer, "text"),
    Verb("blank", "Fill the blank", "Write only the blanks", "gap", fill_blank, "text"),
    Verb("start", "Start from these words", "Begin with these words and continue", "continue", start_from, "text"),
)


def stressed_text(project: Project, part: int) -> str:
    """The words that are stressed already, as one would type them: a comma between those that stand apart."""
    words, stressed = changes.words_of(project, part), sorted(_stressed(project, Where(part=part)))
    runs: list[list[str]] = []
    for before, at in zip([-2, *stressed], stressed, strict=False):
        runs.append([]) if at != before + 1 else None
        runs[-1].append(words[at])
    return ", ".join(detokenise(run) for run in runs)


def _text(project: Project) -> Project:
    if not isinstance(project.canvas, Draft):
        raise CanvasError(tr("This works on a text page."))
    return project


def _words(project: Project, where: Where) -> tuple[str, ...]:
    words = changes.words_of(_text(project), where.part)
    if not words:
        raise CanvasError(tr("This sentence is empty; type or paste one first."))
    return words


def _stressed(project: Project, where: Where) -> frozenset[int]:
    """The selected words, else those painted Keep, unless nobody has painted anything yet."""
    if where.words:
        return frozenset(where.words)
    words, states = changes.words_of(project, where.part), changes.states_of(project, where.part)
    kept = frozenset(at for at, state in enumerate(states) if state is Brush.KEEP)
    signs = frozenset(range(changes.closing(words), len(words)))
    return frozenset() if len(kept) == len(words) else kept - signs


def _free(project: Project, where: Where) -> bool:
    return any(not state & PINNED for state in changes.states_of(project, where.part))


def _paint(project: Project, where: Where, stressed: frozenset[int], other: Callable[[int], Brush]) -> Project:
    """The stressed words and the closing sign kept, whispered words as they are (unless words were selected), the
    others by rule."""
    words, states = changes.words_of(project, where.part), changes.states_of(project, where.part)
    end = changes.closing(words)
    made = []
    for at, state in enumerate(states):
        whispered = state is Brush.WHISPER and not where.words
        made.append(Brush.KEEP if at in stressed or at >= end else state if whispered else other(at))
    return changes.written(project, where.part, words, made)


def _length(project: Project, where: Where, factor: float, says: str) -> Plan:
    old, facts = len(_words(project, where)), _facts(project, where)
    stressed = _stressed(project, where)
    made = _paint(project, where, stressed, lambda at: Brush.WHISPER if at in facts else Brush.SUGGEST)
    pinned = sum(bool(state & PINNED) for state in changes.states_of(made, where.part))
    wanted = round(old * factor)
    new = max(wanted, pinned + 1) if factor < 1 else min(max(wanted, old + 1), MAX_WORDS)
    if factor < 1 and new >= old:
        raise CanvasError(tr("It cannot get any shorter; keep fewer words."))
    made = changes.resized(made, where.part, new)
    return Plan(made, says=says.format(n=count(new, "word", "words"), old=old))


def _facts(project: Project, where: Where) -> frozenset[int]:
    """Numbers, names and words the model does not know: no draft may invent them, unless they are painted Rewrite."""
    words, states = changes.words_of(project, where.part), changes.states_of(project, where.part)
    first = next((at for at, word in enumerate(words) if stands_free(word)), 0)
    named = (at for at, word in enumerate(words) if any(map(str.isdigit, word)) or (at > first and word[:1].isupper()))
    return frozenset(at for at in {*named, *where.unknown} if states[at] is not Brush.REWRITE)


def _named(words: Sequence[str], chosen: Sequence[int] | frozenset[int]) -> str:
    return listed([words[at] for at in sorted(chosen) if words[at]])


def _number(project: Project, where: Where) -> str:
    free = sum(not state & PINNED for state in changes.states_of(project, where.part))
    return count(free, "word", "words")
