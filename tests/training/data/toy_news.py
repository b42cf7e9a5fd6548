"""A folder of toy news, and a stand-in for a network that knows its words."""

import numpy as np

WORDS = (
    "success",
    "good",
    "disaster",
    "bad",
    "war",
    "play",
    "the",
    "people",
    "say",
    "it",
    "was",
    "a",
    "very",
    "day",
    ".",
)
GOOD, BAD = ("success", "good", "play"), ("disaster", "bad", "war")
FILLERS = ("the", "people", "say", "it", "was", "a", "very", "day")


def toy_sentence(rng, length):
    """Fillers, two words of one kind, and a full stop."""
    kind = GOOD if rng.random() < 0.5 else BAD
    words = [FILLERS[k] for k in rng.integers(0, len(FILLERS), length - 1)]
    for place in rng.permutation(length - 1)[:2]:
        words[place] = kind[rng.integers(0, 3)]
    return " ".join([*words, "."])


def toy_folder(folder, train=300, held_out=40):
    """train.txt, valid.txt, train_emnlp_part.txt and vocab.txt, sentences of 15 to 18 words."""
    rng = np.random.default_rng(0)
    folder.mkdir(exist_ok=True)
    for name, count in (("train", train), ("train_emnlp_part", held_out), ("valid", held_out)):
        (folder / f"{name}.txt").write_text(
            "".join(toy_sentence(rng, int(rng.integers(15, 19))) + "\n" for _ in range(count))
        )
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    return folder


class Follower:
    """Writes fillers, and good or bad where it sees success or disaster: only where they are trusted, or wherever
    they stand."""

    vocabulary, length, card = len(WORDS), 49, {"vocabulary": WORDS}

    def __init__(self, trusting=True):
        self.trusting = trusting

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.zeros((*tokens.shape, len(WORDS)), dtype=np.float32)
        logits[..., [WORDS.index(word) for word in ("success", "disaster", "war", "play", "good", "bad")]] = -9
        for cause, answer in (("success", "good"), ("disaster", "bad")):
            there = tokens == WORDS.index(cause)
            heard = (there & shown if self.trusting else there).any((1, 2))
            logits[heard, ..., WORDS.index(answer)] = 2
        return logits
