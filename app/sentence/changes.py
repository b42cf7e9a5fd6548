"""Edits of a draft as pure functions from a project to a project: typing, blanks, painting, length, sentences.

Knows no widget."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from app.words import tr
from engine.canvas.mask import Brush, Mask
from engine.canvas.project import Project
from engine.canvas.text import BLANK_WORD, GAPS, MAX_WORDS, Draft, Sentence, detokenise
from engine.canvas.writing import stands_free
from engine.errors import CanvasError
from engine.formats.plain_text import sentence_rows

Place = tuple[int, int]  # sentence, word
CYCLE = (Brush.KEEP, Brush.WHISPER, Brush.SUGGEST, Brush.REWRITE)
TURNING = frozenset(
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)  # Unicode's embeddings, overrides and isolates
MOST_ACCENTS = 30  # on one letter; more are dropped when a text is pasted


def draft_of(project: Project) -> Draft:
    """The project's draft."""
    assert isinstance(project.canvas, Draft)
    return project.canvas


def words_of(project: Project, part: int) -> tuple[str, ...]:
    """The words of a sentence."""
    return draft_of(project).sentences[part].words


def states_of(project: Project, part: int) -> tuple[Brush, ...]:
    """The brush of each word of a sentence."""
    return tuple(Brush(state) for state in project.masks[part].rows[0])


def brush_at(project: Project, place: Place) -> Brush:
    """The brush of one word."""
    return Brush(project.masks[place[0]].rows[0][place[1]])


def written(project: Project, part: int, words: Sequence[str], states: Sequence[int]) -> Project:
    """The project with one sentence and its mask replaced; a blank is always to be written."""
    row = bytes(Brush.REWRITE if word == BLANK_WORD else state for word, state in zip(words, states, strict=True))
    return project.with_mask(part, Mask((row,)), draft_of(project).with_sentence(part, Sentence(tuple(words))))


def retyped(project: Project, part: int, words: Sequence[str]) -> Project:
    """A sentence after typing: what is before and after the change keeps its brush, a word changed in place too;
    new words are kept."""
    old, states, new = words_of(project, part), states_of(project, part), tuple(words)
    head = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    room = min(len(old), len(new)) - head
    tail = next((i for i in range(room) if old[-1 - i] != new[-1 - i]), room)
    gone, came = old[head : len(old) - tail], new[head : len(new) - tail]
    in_place = len(gone) == len(came)
    middle = [states[head + i] if in_place and gone[i] != BLANK_WORD else Brush.KEEP for i in range(len(came))]
    return written(project, part, new, (*states[:head], *middle, *states[len(old) - tail :]))


def cleaned(text: str) -> str:
    """Text without what no file could hold or no line show: control signs, halves of characters, signs that turn all
    after them, accents without end."""
    kept, accents = [], 0
    for sign in text.encode("utf-8", "ignore").decode("utf-8"):
        kind = unicodedata.category(sign)
        accents = accents + 1 if kind in ("Mn", "Me") else 0
        if accents <= MOST_ACCENTS and (kind != "Cc" or sign.isspace()) and sign not in TURNING:
            kept.append(sign)
    return "".join(kept)


def read_text(text: str) -> list[Sentence]:
    """The sentences of pasted text as rows of words, in their paragraphs."""
    return sentence_rows(cleaned(text))


def pasted(project: Project, part: int, at: int, text: str) -> tuple[Project, Place]:
    """The text inserted before a word; several sentences split the one they are inserted into.

    Also the place after what was inserted."""
    rows = read_text(text)
    if not rows:
        return project, (part, at)
    words, states = words_of(project, part), states_of(project, part)
    if len(rows) == 1:
        row = rows[0].words
        whole = written(
            project, part, (*words[:at], *row, *words[at:]), (*states[:at], *[Brush.KEEP] * len(row), *states[at:])
        )
        return whole, (part, at + len(row))
    into = draft_of(project).sentences[part]
    first, last = (*words[:at], *rows[0].words), (*rows[-1].words, *words[at:])
    made = [into.with_words(first), *rows[1:-1], rows[-1].with_words(last)]
    masks = [
        (*states[:at], *[Brush.KEEP] * len(rows[0].words)),
        *([Brush.KEEP] * len(row.words) for row in rows[1:-1]),
        (*[Brush.KEEP] * len(rows[-1].words), *states[at:]),
    ]
    return _with_parts(project, part, made, masks), (part + len(rows) - 1, len(rows[-1].words))


def _with_parts(
    project: Project, part: int, made: Sequence[Sentence], masks: Sequence[Sequence[int]], instead: int = 1
) -> Project:
    """The project with `instead` sentences from `part` on replaced by others."""
    draft = draft_of(project)
    parts = (*draft.sentences[:part], *made, *draft.sentences[part + instead :])
    fresh = tuple(
        Mask((bytes(Brush.REWRITE if w == BLANK_WORD else s for w, s in zip(sentence.words, states, strict=True)),))
        for sentence, states in zip(made, masks, strict=True)
    )
    return replace(
        project,
        canvas=replace(draft, sentences=parts),
        masks=(*project.masks[:part], *fresh, *project.masks[part + instead :]),
    )


def with_word(project: Project, place: Place, word: str, brush: Brush) -> Project:
    """One word put in the place of another."""
    part, at = place
    words, states = words_of(project, part), states_of(project, part)
    return written(project, part, (*words[:at], word, *words[at + 1 :]), (*states[:at], brush, *states[at + 1 :]))


def with_blanks(project: Project, place: Place, number: int = 1) -> Project:
    """Blanks inserted before a word."""
    part, at = place
    words, states = words_of(project, part), states_of(project, part)
    return written(
        project,
        part,
        (*words[:at], *[BLANK_WORD] * number, *words[at:]),
        (*states[:at], *[Brush.REWRITE] * number, *states[at:]),
    )


def without(project: Project, places: Iterable[Place]) -> Project:
    """The words removed; their sentences stay, empty if need be."""
    for part, chosen in groupby(sorted(places), key=lambda place: place[0]):
        gone = {at for _, at in chosen}
        left = [i for i in range(len(words_of(project, part))) if i not in gone]
        words, states = words_of(project, part), states_of(project, part)
        project = written(project, part, [words[i] for i in left], [states[i] for i in left])
    return project


def painted(project: Project, places: Iterable[Place], brush: Brush) -> Project:
    """The words painted; a blank stays to be written."""
    for part, chosen in groupby(sorted(places), key=lambda place: place[0]):
        mask = project.masks[part].paint_cells(
            brush, ((0, at) for _, at in chosen if words_of(project, part)[at] != BLANK_WORD)
        )
        project = project.with_mask(part, mask)
    return project


def split(project: Project, place: Place) -> Project:
    """A sentence split before a word."""
    part, at = place
    words, states = words_of(project, part), states_of(project, part)
    if not 0 < at < len(words):
        raise CanvasError(tr("Put the cursor on the word where the new sentence should start."))
    halves = draft_of(project).sentences[part].with_words(words[:at]), Sentence(words[at:], GAPS[0])
    return _with_parts(project, part, halves, (states[:at], states[at:]))


def joined(project: Project, part: int) -> Project:
    """A sentence and the one after it as one."""
    if part + 1 >= len(project.masks):
        raise CanvasError(tr("There is no sentence after this one to join."))
    both = draft_of(project).sentences[part].with_words(words_of(project, part) + words_of(project, part + 1))
    return _with_parts(project, part, (both,), (states_of(project, part) + states_of(project, part + 1),), instead=2)


def added(project: Project, part: int, words: tuple[str, ...] = ()) -> Project:
    """A sentence inserted before sentence `part`."""
    return _with_parts(project, part, (Sentence(words),), ([Brush.KEEP] * len(words),), instead=0)


def removed(project: Project, part: int) -> Project:
    """A sentence removed; the last one is only emptied."""
    if len(project.masks) == 1:
        return written(project, 0, (), ())
    return _with_parts(project, part, (), (), instead=1)


def resized(project: Project, part: int, length: int) -> Project:
    """The sentence with a given number of words: blanks are added where words are rewritten, free words removed;
    nothing pinned moves or goes."""
    words, states = words_of(project, part), states_of(project, part)
    if length > len(words):
        return _longer(project, part, length - len(words))
    free = [i for i, state in enumerate(states) if not state & 1]
    spare = len(words) - length
    if spare > len(free):
        raise CanvasError(
            tr("Only {n} words can be removed; paint more of them with Rewrite or Suggest first.", n=len(free))
        )
    order = sorted(free, key=lambda i: (words[i] != BLANK_WORD, states[i], -i))
    return without(project, [(part, i) for i in order[:spare]])


def _longer(project: Project, part: int, more: int) -> Project:
    """Blanks inserted after the words that are rewritten, in rotation; without any, before the closing signs."""
    words, states = list(words_of(project, part)), list(states_of(project, part))
    if len(words) + more > MAX_WORDS:
        raise CanvasError(tr("A sentence may have at most {n} words and punctuation marks.", n=MAX_WORDS))
    free = [i for i, state in enumerate(states) if not state & 1]
    end = closing(words)
    gaps = [free[(k * len(free)) // more] + 1 for k in range(more)] if free else [end] * more
    for gap in sorted(gaps, reverse=True):
        words.insert(gap, BLANK_WORD)
        states.insert(gap, Brush.REWRITE)
    return written(project, part, words, states)


def closing(words: Sequence[str]) -> int:
    """Where the signs that close a sentence begin; its length if there are none."""
    end = len(words)
    while end and words[end - 1] and not stands_free(words[end - 1]):
        end -= 1
    return end


def word_count(words: Sequence[str]) -> int:
    """How many words a reader counts: punctuation is none, "it's" is one, a blank is one."""
    written_out = detokenise([word or "x" for word in words])
    return sum(any(sign.isalnum() for sign in piece) for piece in written_out.split())


def word_number(words: Sequence[str], at: int) -> int:
    """Which word of its sentence this is, as a reader counts; a sign has the number of the word before it."""
    return word_count(words[: at + 1])


def text_of(project: Project, places: Iterable[Place] = ()) -> str:
    """The whole draft as the user writes it, or only some of its words; sentences stay in their paragraphs."""
    chosen, draft = set(places), draft_of(project)
    rows = [
        sentence.with_words(tuple(word for at, word in enumerate(sentence.words) if (part, at) in chosen))
        for part, sentence in enumerate(draft.sentences)
    ]
    return (replace(draft, sentences=tuple(rows)) if chosen else draft).text()
