"""Drafts of sentences that readers marked, and pairs of them of which one is better.

A file of marks holds a line of JSON a prompt: {"prompt": "She _ _ home .", "drafts": [{"words": [...], "mark": 2}]},
higher marks for better drafts; one that the prompt's author had in mind says "author". In the four files here
language models wrote the prompts and marked the drafts: 3 usable as it is, 2 after one small edit, 1 wrong in sense, 0
broken. Knows nothing of networks."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.canvas.markup import read_markup
from engine.errors import PalimpsestError
from engine.formats.small_json import parse
from engine.sampling.placing import THIRDS
from training.data.news import lines_of

HERE = Path(__file__).parent
# What the shipped network learned from, and what was left out.
LEARNED, LEFT_OUT = HERE / "marks.jsonl.gz", HERE / "marks_left_out.jsonl.gz"
# What its critic learned from besides LEARNED, and what was left out of that.
CRITIC_LEARNED, CRITIC_LEFT_OUT = HERE / "critic_marks.jsonl.gz", HERE / "critic_marks_left_out.jsonl.gz"


@dataclass(frozen=True)
class MarkedPrompt:
    """A prompt as it is typed, the words of its drafts, and their marks."""

    text: str
    drafts: tuple[tuple[str, ...], ...]
    marks: tuple[float, ...]


@dataclass(frozen=True)
class Marked:
    """A prompt's free words (T,), its drafts as tokens (n, T), and their marks (n,)."""

    free: np.ndarray
    drafts: np.ndarray
    marks: np.ndarray


@dataclass(frozen=True)
class Pairs:
    """Drafts (n, 2, T), better and worse, what hides their hidden words (n, 2, T; -1: a blank), which are hidden, which
    of these are asked for, and which words are new, all (n, T)."""

    drafts: np.ndarray
    hints: np.ndarray
    hidden: np.ndarray
    asked: np.ndarray
    free: np.ndarray


def read_prompts(path: Path) -> list[MarkedPrompt]:
    """All prompts of a file, gzipped or not."""
    found = []
    try:
        for line in lines_of(path):
            row = parse(line)
            length = len(read_markup(row["prompt"])[0].words)
            drafts = tuple(tuple(map(str, draft["words"])) for draft in row["drafts"])
            if any(len(draft) != length for draft in drafts):
                raise ValueError(f"a draft has not the length of its prompt: {row['prompt']}")
            found.append(MarkedPrompt(row["prompt"], drafts, tuple(float(draft["mark"]) for draft in row["drafts"])))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PalimpsestError(f"The marks in {path.name} cannot be read.", str(error)) from None
    return found


def read_marks(path: Path, vocabulary: tuple[str, ...], longest: int) -> list[Marked]:
    """The prompts of at most so many words of which some drafts have better marks than others; drafts with unknown
    words are left out."""
    index = {word: number for number, word in enumerate(vocabulary)}
    found = []
    for prompt in read_prompts(path):
        free = ~read_markup(prompt.text)[1].pinned()[0]
        drafts = [[index.get(word, -1) for word in draft] for draft in prompt.drafts]
        tokens, marks = np.array(drafts, dtype=np.int64).reshape(len(drafts), len(free)), np.array(prompt.marks)
        known = (tokens >= 0).all(1)
        if free.any() and len(free) <= longest and len(set(marks[known])) > 1:
            found.append(Marked(free, tokens[known], marks[known]))
    return found


def drawn_pair(prompt: Marked, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(better, worse, any draft) of a prompt."""
    while True:
        one, two, other = rng.integers(len(prompt.marks), size=3)
        if prompt.marks[one] > prompt.marks[two]:
            return prompt.drafts[one], prompt.drafts[two], prompt.drafts[other]


def drawn_pairs(prompts: list[Marked], rngs: tuple[np.random.Generator, ...]) -> Pairs:
    """A pair for each random source, of prompts of one length, asked about as drafts are written: every third word
    given all others, blank (MAC) or shown as some draft has it (SUNMASK), or the next word given those before it."""
    rows = []
    for rng in rngs:
        prompt = prompts[rng.integers(len(prompts))]
        better, worse, other = drawn_pair(prompt, rng)
        places = np.flatnonzero(prompt.free)
        hidden, asked = np.zeros((2, len(prompt.free)), dtype=bool)
        way = rng.integers(3)
        if way == 2:
            turn = rng.integers(len(places))
            hidden[places[turn:]], asked[places[turn]] = True, True
        else:
            hidden[places[rng.integers(min(THIRDS, len(places))) :: THIRDS]] = True
            asked = hidden
        hint = other if way == 1 else np.full_like(other, -1)
        rows.append((np.stack([better, worse]), np.stack([hint, hint]), hidden, asked, prompt.free))
    return Pairs(*(np.stack(column) for column in zip(*rows, strict=True)))
