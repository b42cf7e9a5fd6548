"""The tables of docs/RESULTS.md about networks under masks. Measures nothing."""

import numpy as np

from training.results.tables import Rows, Table, markdown


def spread(values: list[float] | np.ndarray, digits: int = 3) -> str:
    """Mean ± standard error."""
    array = np.array(values)
    error = f" ± {array.std(ddof=1) / np.sqrt(len(array)):.{digits}f}" if len(array) > 1 else ""
    return f"{array.mean():.{digits}f}{error}"


def show(rows: Rows, digits: int = 3) -> str:
    """A line a kind of mask, a column a method, and the first less the second on the same pages."""
    first, *others = rows
    head = ["mask", *(row["label"] for row in rows), *(f"{first['label']} less {row['label']}" for row in others)]
    lines = []
    for kind, values in first["nats"].items():
        apart = [f"**{spread(np.array(values) - row['nats'][kind], digits)}**" for row in others]
        lines.append([kind, *(spread(row["nats"][kind], digits) for row in rows), *apart])
    pages = len(next(iter(first["nats"].values())))
    return markdown(head, lines) + f"\n\nPages: {pages}."


HOW = (
    " Nats a cell along an order, by 16 steps of it spread evenly; mean ± standard error over passages, the same masks"
    " for both networks. Lower is better."
)
CLAIM = "SFARM's claim is that one network trained on several masks holds under all of them (figures 3 and 4). "
KEPT = (
    " is kept in part, and the rest is written in a random order. *Kept* names the region that a mode of"
    " SFARM activates first, its boundary drawn at random; neither network was trained on *every other* "
)
MASKS = CLAIM + "A passage of eight bars" + KEPT + "beat." + HOW
WORDS = CLAIM + "A held-out sentence" + KEPT + "word." + HOW
MARGINALS = (
    "MAC's marginal queries p(x_e): how likely some cells are, whatever the others hold. MAC answers in its one order,"
    " which is exact; ARDM in a random one." + HOW
)
TWINS = " Networks trained from nothing for the same minutes; they are small, far from converged and not shipped."
TABLES = {
    "jsb-masks": Table("What is hidden under SFARM's masks, by the shipped network", MASKS, show),
    "jsb-twins-masks": Table("What is hidden under SFARM's masks", MASKS + TWINS, show),
    "emnlp-masks": Table("What is hidden of sentences under SFARM's masks, by the shipped network", WORDS, show),
    "emnlp-twins-masks": Table("What is hidden of sentences under SFARM's masks", WORDS + TWINS, show),
    "jsb-twins-marginals": Table("Marginal queries: MAC against ARDM", MARGINALS + TWINS, show),
}
