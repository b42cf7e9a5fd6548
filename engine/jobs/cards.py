"""The model card in the header of a weight file: read without the weights and without torch."""

from pathlib import Path
from typing import Any

import assets
from engine.errors import ModelError
from engine.formats.small_json import LIMIT, parse


def read_card(path: Path) -> dict[str, Any]:
    """The metadata in the header of a safetensors file, with what the changes beside a shipped one say instead."""
    try:
        if path.exists() and not path.is_file():
            raise ValueError("no file")
        found, *newer = map(_header, assets.weight_parts(path))
        for changes in newer:
            found = {key: value | changes[key] if key in changes else value for key, value in found.items()}
    except FileNotFoundError:
        raise ModelError(
            "There are no weights for this method yet; train them with python -m training.jsb or training.emnlp."
        ) from None
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise ModelError(f"{path.name} is damaged; replace it with a good copy.", repr(error)) from None
    return found


def _header(path: Path) -> dict[str, Any]:
    """8 bytes of length, then JSON."""
    with path.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if not 2 <= length <= LIMIT:
            raise ValueError("no header")
        found = parse(stream.read(length)).get("__metadata__", {})
    return {key: _value(text) for key, text in found.items()} if isinstance(found, dict) else {}


def _value(text: Any) -> Any:
    try:
        return parse(text)
    except (TypeError, ValueError):
        return text
