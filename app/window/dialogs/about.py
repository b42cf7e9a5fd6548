"""About Palimpsest: version, build, what computes, and the networks it came with. Reads headers only, never torch."""

import json
from collections.abc import Iterator
from importlib import metadata

import assets
import engine
from app.words import tr

COMPUTES = ("onnxruntime", "torch")  # packages that can run a network, the usual one first


def built() -> str:
    """Where this program comes from: the source tree, or a package built from a commit."""
    try:
        found = json.loads(assets.build().read_text(encoding="utf-8"))
        return tr("packaged, {commit}, for {system}", commit=found["commit"], system=found["system"])
    except (OSError, ValueError, KeyError, TypeError):
        return tr("from source")


def backends() -> Iterator[str]:
    """The packages that compute here, with their versions."""
    for name in COMPUTES:
        try:
            yield f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue


def models() -> Iterator[str]:
    """The networks' files, each with its size."""
    for path in sorted((assets.HERE / "weights").glob("*.safetensors")):
        yield tr("{name} ({size} MB)", name=path.stem, size=round(path.stat().st_size / 1e6))


def about() -> str:
    """The whole text."""
    return tr(
        "Palimpsest {version} ({built})\n\nPaint what to keep; a model on this computer rewrites the rest. Nothing is"
        " sent anywhere.\n\nThe methods are SUNMASK, MAC and SFARM; the tunes are in the public domain.\n\nComputes"
        " with: {backends}\nNetworks: {models}",
        version=engine.__version__,
        built=built(),
        backends=", ".join(backends()) or tr("nothing"),
        models=", ".join(models()) or tr("none"),
    )
