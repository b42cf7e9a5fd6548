"""A sentence typed with its brushes: word = Keep, ~word~ = Whisper, ?word = Suggest, _ = one blank, ... = as many
blanks as are needed, \\ escapes."""

import re

from engine.canvas.mask import Brush, Mask
from engine.canvas.text import BLANK_WORD, MAX_WORDS, Sentence, tokenise
from engine.errors import CanvasError

USUAL_GAP = 8  # words for each "..." when no length is given
USUAL_LENGTH = 20  # words when nothing but "..." is given
KEPT = "\ua7ff"  # stands for \_ while a chunk is parted into words: a letter that no living language has
_CHUNK = re.compile(r"~[^~]*[^~\\]~|\S+")


def read_markup(text: str, length: int | None = None) -> tuple[Sentence, Mask]:
    """(sentence, mask) of a typed line, filled with blanks to `length` words where it has "..."."""
    if length is not None and not 1 <= length <= MAX_WORDS:
        raise CanvasError(f"--length must be from 1 to {MAX_WORDS} words, not {length}.")
    cells: list[tuple[str, Brush] | None] = []  # None = "..."
    for chunk in _CHUNK.findall(text):
        cells.extend(_chunk(chunk))
    gaps = cells.count(None)
    fixed = len(cells) - gaps
    if not gaps and length is not None and length != fixed:
        raise CanvasError(f"The sentence has {fixed} words, not {length}; put ... where words may be added.")
    total = length or (fixed if not gaps else USUAL_LENGTH if not fixed else min(MAX_WORDS, fixed + USUAL_GAP * gaps))
    room = total - fixed
    if room < 0:
        raise CanvasError(f"{fixed} words are given, more than the length of {total}.")
    filled: list[tuple[str, Brush]] = []
    seen = 0
    for cell in cells:
        if cell is not None:
            filled.append(cell)
            continue
        share = room * (seen + 1) // gaps - room * seen // gaps
        filled.extend([(BLANK_WORD, Brush.REWRITE)] * share)
        seen += 1
    if not filled:
        raise CanvasError('There is nothing to write; give some words, _ for a blank, or "..." for a whole sentence.')
    return Sentence(tuple(word for word, _ in filled)), Mask((bytes(brush for _, brush in filled),))


def _chunk(chunk: str) -> list[tuple[str, Brush] | None]:
    """The cells of one piece of typed text without spaces (a whispered phrase may have them)."""
    if chunk == "...":
        return [None]
    brush = Brush.KEEP
    if len(chunk) > 2 and chunk.startswith("~") and chunk.endswith("~") and not chunk.endswith("\\~"):
        brush, chunk = Brush.WHISPER, chunk[1:-1]
    elif len(chunk) > 1 and chunk.startswith("?"):
        brush, chunk = Brush.SUGGEST, chunk[1:]
    words = tokenise(re.sub(r"\\(.)", r"\1", chunk.replace(r"\_", KEPT)))
    return [
        (BLANK_WORD, Brush.REWRITE) if word in ("_", BLANK_WORD) else (word.replace(KEPT, "_"), brush) for word in words
    ]
