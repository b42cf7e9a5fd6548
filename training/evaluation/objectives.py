"""`python -m training.evaluation.objectives [FILE]`: nats a cell of a chorale network under each of its objectives, on
held-out chorales as they are and stretched to compound time."""

import sys
from pathlib import Path

import torch

import assets
from engine.jobs.library import methods_of
from engine.neural import weights
from training.fitting.objectives import OBJECTIVES
from training.jsb import JsbConfig, corpus_data

HELD_OUT = {"as they are": (0.0, 3), "in compound time": (1.0, 1)}  # share that is stretched, batches


def main(path: Path) -> None:
    """Print a line for each kind of chorale; the same batches for every network."""
    torch.set_num_threads(1)
    net, card = weights.load(path)
    for name, (compound, count) in HELD_OUT.items():
        data = corpus_data(JsbConfig(compound=compound))
        for method in methods_of(card):
            batches = data.validation()[:count]  # made again, so that every objective draws the same masks
            with torch.no_grad():
                nats = sum(float(OBJECTIVES[method].loss(net, batch)) for batch in batches) / count
            print(f"{path.name}, chorales {name}, {method}: {nats:.4f} nats a cell", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else assets.weights("music", "mac"))
