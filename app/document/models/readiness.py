"""Whether this computer can teach a model now: the source installation, torch, room on the disk, mains power. Sentences
only; knows no widgets and imports nothing heavy."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import assets
from app.words import tr

COMMAND = "python3 packaging/prepare.py train"  # brings torch into the source installation
ROOM = 1_000_000_000  # bytes: checkpoints of the network, its average and the optimiser, twice
SUPPLIES = Path("/sys/class/power_supply")


def installed(package: str) -> bool:
    """Whether a package could be imported; it is not."""
    return importlib.util.find_spec(package) is not None


def frozen() -> bool:
    """Whether this program came as one folder, without its trainer."""
    return bool(vars(sys).get("frozen")) or not (assets.HERE.parent / "training" / "jsb.py").exists()


def hindrance() -> str:
    """Why nothing can be taught with this installation, in one sentence; "" if it can."""
    if frozen():
        return tr(
            "Teaching needs the source installation of Palimpsest. Save the prepared folder here, and teach from it"
            " there."
        )
    if not installed("torch"):
        return tr("Teaching needs torch, which is not installed; this command brings it: {command}", command=COMMAND)
    return ""


def no_room(folder: Path) -> str:
    """Why there is no room for a training in a folder, "" if there is."""
    here = next((each for each in (folder, *folder.parents) if each.exists()), Path.home())
    free = shutil.disk_usage(here).free
    if free >= ROOM:
        return ""
    return tr(
        "Teaching needs {need} GB of free disk space, and there is {free} GB; free some first.",
        need=f"{ROOM / 1e9:.0f}",
        free=f"{free / 1e9:.1f}",
    )


def on_battery() -> bool:
    """Whether this computer runs on its battery, as far as can be known."""
    if sys.platform == "darwin":
        answer = subprocess.run(["pmset", "-g", "batt"], capture_output=True, text=True, check=False, timeout=5)
        return "Battery Power" in answer.stdout
    if sys.platform == "win32":
        import ctypes

        status = (ctypes.c_ubyte * 12)()
        ctypes.windll.kernel32.GetSystemPowerStatus(status)
        return status[0] == 0
    return any(_says(path, "Discharging") for path in SUPPLIES.glob("BAT*/status"))


def warning() -> str:
    """What to mind before teaching, "" if nothing."""
    try:
        battery = on_battery()
    except (OSError, subprocess.SubprocessError):
        battery = False
    return tr("This computer runs on its battery; plug it in, or choose fewer minutes.") if battery else ""


def _says(path: Path, word: str) -> bool:
    try:
        return path.read_text().strip() == word
    except OSError:
        return False
