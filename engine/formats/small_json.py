"""Small untrusted JSON files and texts: one object or list of bounded size and depth with finite numbers, or one
ValueError."""

import json
import math
import os
from typing import Any

from engine.formats.files import read_bytes

LIMIT = 4_000_000  # bytes
DEPTH = 40


def parse(data: bytes | str) -> Any:
    """What a JSON text says; a ValueError if it is none, is nested too deeply or holds numbers that are none."""
    try:
        plain = json.loads(data, parse_float=_finite, parse_constant=_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    level, depth = [plain], 0
    while level := [inner for each in level for inner in _inside(each)]:
        depth += 1
        if depth > DEPTH:
            raise ValueError("nested too deeply")
    return plain


def read_object(path: str | os.PathLike[str], limit: int = LIMIT) -> dict[str, Any]:
    """The object in a small file; a ValueError (a FormatError if it is missing or no file) if there is none."""
    plain = parse(read_bytes(path, limit))
    if not isinstance(plain, dict):
        raise ValueError("no object")
    return plain


def _inside(plain: Any) -> list[Any]:
    """The lists and objects directly inside one."""
    values = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ()
    return [value for value in values if isinstance(value, (dict, list))]


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is not a number")
    return value
