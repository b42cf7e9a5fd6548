"""Sentences of the gallery: one word was changed and stressed; a rewrite shows how the rest follows it."""

from engine.canvas.mask import Brush, Mask
from engine.canvas.project import Project
from engine.canvas.text import Draft, Sentence, tokenise

# title: (the sentence before, the word that was changed, what it became, words that stay)
TITLES = {"success": "Success or disaster", "war": "War or play"}
PAIRS: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "success": (
        "The tour was a great success, and the band said they would come back next year.",
        "success",
        "disaster",
        ("The", "was", "and"),
    ),
    "war": (
        "They said the war would be long, but they knew that they could win it.",
        "war",
        "play",
        ("They", "the", "but", "that"),
    ),
}


def stressed_project(name: str) -> Project:
    """The sentence with its word changed and stressed; the others start from what they are."""
    text, old, new, quiet = PAIRS[name]
    words = tuple(new if word == old else word for word in tokenise(text))
    states = []
    for place, word in enumerate(words):
        last = place == len(words) - 1
        states.append(
            Brush.KEEP
            if word == new or last
            else Brush.WHISPER
            if word in quiet
            else Brush.SUGGEST
            if word.islower()
            else Brush.REWRITE
        )
    states = [Brush.WHISPER if word == "," else state for word, state in zip(words, states, strict=True)]
    return Project(Draft((Sentence(words),), TITLES[name]), (Mask((bytes(states),)),))


def pair(name: str) -> tuple[str, str] | None:
    """(the old word, the new one) of a sentence of the gallery."""
    return PAIRS[name][1:3] if name in PAIRS else None
