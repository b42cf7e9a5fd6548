"""Where shipped files lie. The only place that computes such a path."""

from pathlib import Path

HERE = Path(__file__).resolve().parent


def grade_reference() -> Path:
    """The distributions the grade compares with, collected by `python -m training.data.reference`."""
    return HERE / "grade" / "reference.json"


def chord_kinds() -> Path:
    """The table of chord kinds by interval structure."""
    return HERE / "grade" / "chord_kinds.json"


def weights(modality: str, method: str) -> Path:
    """The weights of one method ('sunmask') for one modality ('music')."""
    return HERE / "weights" / f"{modality}-{method}.safetensors"


def examples() -> Path:
    """The folder of example pieces."""
    return HERE / "examples"


def bach_excerpts() -> Path:
    """Eight-bar passages of held-out chorales, collected by `python -m training.data.excerpts`."""
    return HERE / "bach-excerpts.json"


def percentiles(modality: str) -> Path:
    """How surprising real passages are to the network, measured by `python -m training.data.percentiles`."""
    return HERE / "percentiles" / f"{modality}.json"
