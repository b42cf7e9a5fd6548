"""python -m training.changes FILE: a network that went on from a shipped one is shipped as its changes, a fifth of its
size (engine.neural.weight_file).

Writes them beside the shipped weights of its kind of page. Whole numbers, as count tables have, must be the same."""

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import assets
from engine.errors import ModelError
from engine.neural import weight_file
from engine.neural.mixing import shapes_of, tensors_of

INHERITED = ("vocabulary", "pieces")  # long, and the same


def write(after: Path, shipped: Path) -> Path:
    """Write the changes that make the shipped file the other one."""
    weight_file.read_card(shipped)  # says so where the file is missing
    with TemporaryDirectory() as folder:  # changes are counted from the file, not from older changes beside it
        alone = Path(shutil.copy(shipped, folder))
        before, old = tensors_of(alone), weight_file.read_card(alone)
    learned, card = tensors_of(after), weight_file.read_card(after)
    same = shapes_of(before) == shapes_of(learned)
    whole = all(value.dtype.kind == "f" or (value == learned[name]).all() for name, value in before.items() if same)
    if not same or not whole or any(old.get(name) != card.get(name) for name in INHERITED):
        raise ModelError(f"{after.name} did not go on from {shipped.name}.")
    path, new = shipped.with_suffix(".changes"), {key: value for key, value in card.items() if key not in INHERITED}
    weight_file.write_changes(path, before, learned, new)
    for later in (".preferences", ".critic"):  # they went on from the older changes
        shipped.with_suffix(later).unlink(missing_ok=True)
    return path


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the weights that went on from the shipped ones")
    args = parser.parse_args()
    try:
        modality = str(weight_file.read_card(args.file).get("modality"))
        path = write(args.file, assets.weights(modality, "all"))
    except ModelError as error:
        raise SystemExit(str(error)) from None
    print(f"Wrote {path.name} ({path.stat().st_size / 1e6:.1f} MB).")


if __name__ == "__main__":
    main()
