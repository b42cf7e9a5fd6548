"""Words and sentences in words: for the status line, the panel, and screen readers, which get the draft as a list
with one item for each word, in reading order."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from PySide6.QtCore import QPointF, QRectF

from app.document.document import Document
from app.document.preview import Preview
from app.sentence import changes
from app.sentence.painting.direction import direction
from app.widgets.list_face import Place
from app.words import brush_word, count, tr
from engine.canvas.mask import PINNED, Brush
from engine.canvas.project import Project
from engine.canvas.text import BLANK_WORD

NAMED = 4  # words that are called by name before the others are only counted


def listed(words: Sequence[str]) -> str:
    """“tour”, “disaster” and “band”; many words are counted."""
    quoted = [quoted_word(word) for word in words[:NAMED]]
    if len(words) > NAMED:
        return tr("{first} and {n} more", first=", ".join(quoted), n=len(words) - NAMED)
    return (
        tr("{first} and {last}", first=", ".join(quoted[:-1]), last=quoted[-1]) if len(quoted) > 1 else "".join(quoted)
    )


def quoted_word(word: str) -> str:
    """“tour”; one that is read from right to left does not turn what is around it."""
    return tr("“{word}”", word=f"\u2068{word}\u2069" if direction(word) < 0 else word)


def word_words(project: Project, part: int, at: int, unknown: bool = False, shown: str | None = None) -> str:
    """'Word 14 of 16, “play”, to be rewritten'; `shown` is what an alternative has there."""
    words = changes.words_of(project, part)
    if at >= len(words):
        return tr("End of sentence {n}", n=part + 1)
    brush = brush_word(changes.brush_at(project, (part, at)))
    word = words[at] if shown is None else shown
    name = tr("blank") if word == BLANK_WORD else quoted_word(word)
    said = (
        tr("Word {n} of {all}, {name}, {brush}", n=number, all=changes.word_count(words), name=name, brush=brush)
        if (number := changes.word_number(words, at)) > changes.word_count(words[:at])
        else tr("{name} after word {n}, {brush}", n=number, name=name, brush=brush)
    )
    if shown is not None and shown != words[at]:
        said = tr("{said}, was {old}", said=said, old=quoted_word(words[at]) if words[at] else tr("blank"))
    return tr("{said}, not in the model's vocabulary", said=said) if unknown else said


def place_words(project: Project, part: int) -> str:
    """'Sentence 2 of 3'."""
    return tr("Sentence {n} of {all}", n=part + 1, all=len(project.masks))


def rewrite_words(project: Project, part: int) -> str:
    """What the next rewrite of a sentence keeps and writes."""
    words, states = changes.words_of(project, part), changes.states_of(project, part)
    kept = [
        word
        for word, state in zip(words, states, strict=True)
        if state is Brush.KEEP and any(sign.isalnum() for sign in word)
    ]
    free = sum(not state & PINNED for state in states)
    writes = tr("Rewrites {n}.", n=count(free, "word", "words"))
    if not kept:
        return writes
    lead = tr("Keeps {kept} and lets it lead.") if len(kept) == 1 else tr("Keeps {kept} and lets them lead.")
    return f"{lead.format(kept=listed(kept))} {writes}"


def selected_words(document: Document) -> int:
    """How many words are selected; signs are none."""
    draft, chosen = changes.draft_of(document.project), sorted(document.selection)
    return sum(
        changes.word_count([draft.sentences[part].words[at] for _, at in places])
        for part, places in groupby(chosen, key=lambda place: place[0])
    )


def summary_words(project: Project, preview: Preview, chosen: int) -> str:
    """What the status bar says of the whole draft."""
    total = sum(changes.word_count(sentence.words) for sentence in changes.draft_of(project).sentences)
    if preview.running and preview.settled is not None and preview.request is not None:
        free = int((~preview.request.mask.pinned()).sum())
        placed = round(free * preview.placed(preview.index))
        return tr("{n} to write, {m} placed", n=count(free, "word", "words"), m=placed)
    if chosen:
        return tr("{what} selected", what=count(chosen, "word", "words"))
    return tr("{n} in the draft", n=count(total, "word", "words"))


class DraftItems:
    """The draft as a list of words, for screen readers; its view is a SentenceView."""

    def __init__(self, view: Any) -> None:
        self.view = view

    def items(self) -> Sequence[Any]:
        return self.view.picture.layout.boxes

    def place(self, item: Any) -> Place:
        return item.part, item.at

    def place_at(self, point: QPointF) -> Place | None:
        box = self.view.picture.layout.word_at(point)
        return None if box is None else self.place(box)

    def box(self, item: Any) -> QRectF | None:
        return self.view.picture.word_rect(*self.place(item))

    def words(self, item: Any) -> str:
        shown = self.view.shown
        return word_words(shown.project, *self.place(item), unknown=shown.unknown(shown.words(item.part)[item.at]))

    def more_words(self, item: Any) -> str:
        """Nothing more."""
        return ""

    def current(self) -> Place | None:
        return self.view.word_cursor.place
