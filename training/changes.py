"""python -m training.changes FILE: a network that went on from a shipped one is shipped as its changes, a fifth of its
size (engine.neural.weight_file).

Writes them beside the shipped weights of its kind of page. Whole numbers, as count tables have, must be the same."""

import argparse
from pathlib import Path

import assets
from engine.errors import ModelError
from engine.neural import weight_file
from engine.neural.mixing import shapes_of, tensors_of

INHERITED = ("vocabulary", "pieces")  # long, and the same


def write(after: Path, shipped: Path) -> Path:
    """Write the changes that make the shipped file the other one."""
    path = shipped.with_suffix(".changes")
    path.unlink(missing_ok=True)  # changes are counted from the file, not from older changes
    before, learned = tensors_of(shipped), tensors_of(after)
    old, card = weight_file.read_card(shipped), weight_file.read_card(after)
    same = shapes_of(before) == shapes_of(learned)
    whole = all(value.dtype.kind == "f" or (value == learned[name]).all() for name, value in before.items() if same)
    if not same or not whole or any(old.get(name) != card.get(name) for name in INHERITED):
        raise ModelError(f"{after.name} did not go on from {shipped.name}.")
    weight_file.write_changes(
        path, before, learned, {name: value for name, value in card.items() if name not in INHERITED}
    )
    return path


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the weights that went on from the shipped ones")
    args = parser.parse_args()
    modality = str(weight_file.read_card(args.file).get("modality"))
    path = write(args.file, assets.weights(modality, "all"))
    print(f"Wrote {path.name} ({path.stat().st_size / 1e6:.1f} MB).")


if __name__ == "__main__":
    main()
