"""The tables of docs/RESULTS.md about letters. Measures nothing."""

from training.results.masked import show
from training.results.tables import Rows, Table


def show_likelihood(rows: Rows) -> str:
    """Bits a letter, and how long both were trained."""
    trained = ", ".join(
        f"{row['label']} {row['steps']:,} steps, {row['seen']:,} letters, {row['minutes_trained']:.0f} minutes"
        for row in rows
    )
    return f"{show(rows)} Trained: {trained} (of a core that other work shared)."


def show_samples(rows: Rows) -> str:
    """Each as it was shown to the network and as it came back."""
    return "\n\n".join(f"{row['label'].split(',')[0]}:\n```\n{row['shown']}\n{row['filled']}\n```" for row in rows)


LIKELIHOOD = (
    "In the manner of text8: news folded to 27 symbols in chunks of 250 letters without other context. MAC (the paper's"
    " marginal masks, re-weighted by cardinality, in the authors' spaced order) and ARDM (any order) by twins: same"
    " network, letters, steps (`python -m training.letters --data DIR --steps 1000 --method mac-paper`, and `ardm`)."
    " Bits a letter by 16 steps of an order, spread evenly; mean ± standard error over chunks,"
    " the same for both. The paper's networks (12 layers, width 768, text8 itself): MAC 1.40 or less, ARDM 1.43"
    " or less."
)
SAMPLES = (
    "Uncurated, as in the paper's appendix C.1: first what MAC was shown, underscores for what is hidden, then the same"
    " with the hidden letters written one after another at temperature 1. The text is this program's README, not news;"
    " the last two are from nothing."
)
TABLES = {
    "letters-twins-likelihood": Table("Bits a letter: MAC against ARDM", LIKELIHOOD, show_likelihood),
    "letters-twins-samples": Table("Letters filled in by MAC", SAMPLES, show_samples),
}
