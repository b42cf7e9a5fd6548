"""The tables of docs/RESULTS.md about SFARM on tables of numbers. Measures nothing."""

from training.results.tables import Rows, Table, markdown


def show_imputation(rows: Rows) -> str:
    """Ours beside the paper's."""
    head = [
        "table",
        "nats a hidden feature, ours",
        "held-out rows",
        "splits",
        "SFARM (paper)",
        "MIWAE (paper)",
        "VAE (paper)",
    ]
    lines = [
        [row["label"], f"**{row['nats']:.2f}** ± {row['error']:.2f}", str(row["rows"]), str(row["splits"])]
        + [f"{row[key]:.2f}" for key in ("sfarm", "miwae", "vae")]
        for row in rows
    ]
    return markdown(head, lines)


def show_acquisition(rows: Rows) -> str:
    """The error of the last feature after some others are known, and its mean over all turns but the first and last."""
    longest = max(len(row["error"]) for row in rows)
    head = ["table, next feature", *(f"after {turn}" for turn in range(longest)), "mean", "nats, mean", "splits"]
    lines = []
    for row in rows:
        inner = slice(1, len(row["error"]) - 1)
        error, nats = row["error"][inner], row["nats"][inner]
        after = [*(f"{value:.3f}" for value in row["error"]), *[""] * (longest - len(row["error"]))]
        means = f"**{sum(error) / len(error):.3f}**", f"{sum(nats) / len(nats):.2f}"
        lines.append([row["label"], *after, *means, str(row["splits"])])
    return markdown(head, lines)


IMPUTATION = (
    "SFARM on three UCI tables (its Table 1): three layers of 32 units, a normal distribution for each feature, 2,000"
    " epochs in batches of 100 at a rate of 0.001, step embeddings. One row in ten is held out; half of its features,"
    " drawn at random, are hidden; their nats under a mixture of 16 random orders (eq. 14, uniform mode), divided by"
    " their number, mean ± standard error over held-out rows. Features have mean 0 and variance 1; standard deviations"
    " below 0.01 count as 0.01. The paper does not say which features it hides, so its figures stand beside ours and"
    " are not the same measurement."
)
ACQUISITION = (
    "SFARM's figure 5: the last column is wanted, and one other feature after another becomes known. *Acquisition*"
    " takes the feature that says most about the wanted one (eq. 15, 16 draws a feature), the others the one that is"
    " itself most uncertain, or any. Root mean square error of the wanted feature (normalised) after each, mean over"
    " at most 40 held-out rows a split; the last two columns are means over the turns in which the rules can differ."
)
TABLES = {
    "uci-imputation": Table("Hidden features of tables", IMPUTATION, show_imputation),
    "uci-acquisition": Table("Which feature to ask for", ACQUISITION, show_acquisition),
}
