"""Paths of shipped files. The only place that computes such a path."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def grade_reference() -> Path:
    """The distributions the grade compares with, collected by `python -m training.data.reference`."""
    return HERE / "grade" / "reference.json"


def chord_kinds() -> Path:
    """The table of chord kinds by interval structure."""
    return HERE / "grade" / "chord_kinds.json"


def weights(modality: str, method: str, folder: Path | None = None) -> Path:
    """The weights of a method ('sunmask') for a modality ('music'): its own file, or that of all methods together."""
    here = folder or HERE / "weights"
    own = here / f"{modality}-{method}.safetensors"
    return own if own.exists() else here / f"{modality}.safetensors"


def critic() -> Path:
    """What the sentence network learned in order to judge drafts (`training.preferences --method judged`)."""
    return HERE / "weights" / "text.critic"


def weight_parts(path: Path) -> tuple[Path, ...]:
    """A weight file and what a shipped one has learned since it was written, in order: from further text, from drafts
    that readers marked, and, where the path is the critic's, to judge them. Others are a file by themselves."""
    if path.resolve().parent != HERE / "weights" or path.suffix not in (".safetensors", ".critic"):
        return (path,)
    kept = (path.with_suffix(suffix) for suffix in (".changes", ".preferences"))
    changes = tuple(part for part in kept if part.exists())
    return (path.with_suffix(".safetensors"), *changes, *((path,) if path.suffix == ".critic" else ()))


def examples() -> Path:
    """The folder of example pieces."""
    return HERE / "examples"


def bach_excerpts() -> Path:
    """Eight-bar passages of held-out chorales, collected by `python -m training.data.excerpts`."""
    return HERE / "bach-excerpts.json"


def percentiles(modality: str) -> Path:
    """How surprising real passages are to the network, measured by `python -m training.data.percentiles`."""
    return HERE / "percentiles" / f"{modality}.json"


def graphs() -> Path:
    """The folder of the networks' graphs, written by `python -m training.export_graph`."""
    return HERE / "graphs"


def fonts() -> list[Path]:
    """The text face and the serif for systems without fitting ones; their licences are beside them."""
    return sorted((HERE / "fonts").glob("*.otf"))


def guide() -> Path:
    """The guide that Help opens; packages put it beside the program's folders as the source tree does."""
    return HERE.parent / "docs" / "GUIDE.md"


def soundfont() -> Path:
    """The General MIDI SoundFont of a frozen program; the source tree has none, for its licence is another (GPL-2)."""
    return HERE / "soundfont" / "TimGM6mb.sf2"


def build() -> Path:
    """Which commit a frozen program was built from; the source tree has no such file."""
    return HERE / "build.json"
