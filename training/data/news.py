"""News sentences as arrays of tokens, from a folder of text that the user names.

Checks tokenisation and vocabulary and explains mismatches.

The folder holds train*.txt[.gz], valid.txt, test.txt (one tokenised sentence a line) and vocab.txt (one word a
line). The public EMNLP 2017 WMT News files of the language-GAN benchmarks (look for Texygen's or GansFallingShort's
data) fit; so does any text tokenised alike."""

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.canvas.text import tokenise
from engine.errors import PalimpsestError
from training.data.chorales import cache_folder

SHORTEST, LONGEST = 5, 49  # words of a sentence that is read


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text file, gzipped or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield line.strip()


def read_vocabulary(folder: Path) -> tuple[str, ...]:
    """The words of vocab.txt; where it is missing, the 5,720 most frequent words of the training text."""
    path = folder / "vocab.txt"
    if path.exists():
        return tuple(lines_of(path))
    counts: dict[str, int] = {}
    for file in part_files(folder, "train"):
        for line in lines_of(file):
            for word in line.split():
                counts[word] = counts.get(word, 0) + 1
    return tuple(sorted(counts, key=lambda word: (-counts[word], word))[:5720])


def part_files(folder: Path, part: str) -> list[Path]:
    """The files of one part, or one sentence that says what is missing."""
    files = sorted(folder.glob(f"{part}*.txt")) + sorted(folder.glob(f"{part}*.txt.gz"))
    if not files:
        raise PalimpsestError(
            f"There is no {part}.txt in {folder.name}; the folder needs train.txt, valid.txt and test.txt, one"
            " tokenised sentence a line."
        )
    return files


def read_parts(folder: Path, part: str, vocabulary: tuple[str, ...]) -> list[dict[int, np.ndarray]]:
    """The sentences of each file of a part, {length: int16 array (sentences, length)}."""
    return [read_file(file, vocabulary) for file in part_files(folder, part)]


def read_part(folder: Path, part: str, vocabulary: tuple[str, ...]) -> dict[int, np.ndarray]:
    """The sentences of a part, its files together."""
    files = read_parts(folder, part, vocabulary)
    return {
        length: np.concatenate([file[length] for file in files if length in file])
        for length in sorted(set().union(*files))
    }


def read_file(file: Path, vocabulary: tuple[str, ...]) -> dict[int, np.ndarray]:
    """{length: int16 array (sentences, length)} of one file; cached by its content.

    Sentences with unknown words or of other lengths are left out."""
    digest = hashlib.sha256("\n".join(vocabulary).encode())
    digest.update(file.read_bytes())
    cache = cache_folder() / f"news-{digest.hexdigest()[:16]}.npz"
    if cache.exists():
        with np.load(cache) as stored:
            return {int(name): stored[name] for name in stored.files}
    index = {word: i for i, word in enumerate(vocabulary)}
    rows: dict[int, list[list[int]]] = {}
    total = odd = 0
    for line in lines_of(file):
        words = line.split()
        total += 1
        odd += total <= 2000 and tuple(words) != tokenise(line)
        tokens = [index.get(word, -1) for word in words]
        if SHORTEST <= len(words) <= LONGEST and -1 not in tokens:
            rows.setdefault(len(words), []).append(tokens)
    used = sum(map(len, rows.values()))
    if odd > min(total, 2000) * 0.05:
        raise PalimpsestError(
            f"{file.name} is tokenised differently: words and signs must be apart, as in don ' t and U . S ."
            " (wordpunct)."
        )
    if used < total * 0.5:
        raise PalimpsestError(
            f"Only {used:,} of {total:,} sentences of {file.name} have {SHORTEST} to {LONGEST} known words; is"
            " vocab.txt the one of this text?"
        )
    arrays = {length: np.array(found, dtype=np.int16) for length, found in sorted(rows.items())}
    named: dict[str, Any] = {str(length): array for length, array in arrays.items()}
    np.savez(cache.with_suffix(".part.npz"), **named)
    cache.with_suffix(".part.npz").replace(cache)
    return arrays
