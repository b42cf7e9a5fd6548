"""What must happen before Qt is loaded. Only Windows needs it: there torch's libraries fail to load after Qt's."""

import ctypes
import importlib.util
import os
from pathlib import Path


def preload() -> None:
    """WORKAROUND for torch on Windows (WinError 1114, github.com/pytorch/pytorch/issues/166628): load c10.dll first;
    torch itself waits for its thread."""
    if os.name != "nt":
        return
    found = importlib.util.find_spec("torch")
    if found is None or found.origin is None:
        return
    libraries = Path(found.origin).parent / "lib"
    try:
        os.add_dll_directory(str(libraries))  # type: ignore[attr-defined]
        ctypes.CDLL(str(libraries / "c10.dll"))
    except OSError:
        pass  # the engine will say so in a sentence when it is first asked
