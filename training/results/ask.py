"""The tables of docs/RESULTS.md about Ask me, for chorales and for sentences. Measures nothing."""

from training.results import plots
from training.results.tables import Rows, Table, markdown


def show(rows: Rows) -> str:
    """What is open and what matches after some questions, and the difference from asking at random, averaged over
    the questions."""
    last = len(rows[0]["bits"]["mean"]) - 1
    turns = sorted({turn for turn in (0, 2, 4, 8, last) if turn <= last})
    head = ["the next question", *(f"bits open after {turn}" for turn in turns), "fewer than at random"]
    head += [*(f"match after {turn}" for turn in turns), "more than at random", "pages", "s a question"]
    lines = []
    for row in rows:
        bits = [f"{row['bits']['mean'][turn]:.1f} ± {row['bits']['error'][turn]:.1f}" for turn in turns]
        match = [f"{row['match']['mean'][turn]:.1%} ± {row['match']['error'][turn]:.1%}" for turn in turns]
        fewer = f"**{-row['bits_less_random']['mean'][0]:.1f}** ± {row['bits_less_random']['error'][0]:.1f}"
        more = f"**{row['match_less_random']['mean'][0]:.1%}** ± {row['match_less_random']['error'][0]:.1%}"
        base = row["label"] == "at random"
        lines.append(
            [
                row["label"],
                *bits,
                "" if base else fewer,
                *match,
                "" if base else more,
                str(row["pages"]),
                f"{row['seconds_a_question']:.2f}",
            ]
        )
    return markdown(head, lines)


COMMON = (
    "Again and again one {cell} is asked for and answered with the truth, which is then kept. *Acquisition* chooses, of"
    " the 24 most uncertain, the {cell} with which most of what is open should be settled, itself included (SFARM's"
    " section 3.7: four draws for each); the others choose the one that is itself most uncertain, or any. *Ask me* in"
    " the app takes {app}. *Bits open* is the meter of the app: the entropy of every open cell, added up. *Match* is"
    " the share of {what} that are found when every open cell takes its most likely value; answered ones count too."
    " *Fewer* and *more than at random* are means over all questions, page by page, ± standard error."
)
TABLES = {
    "jsb-ask": Table(
        "Ask me, against asking at random: chorales",
        "A held-out passage of eight bars of which only the soprano is given. "
        + COMMON.format(
            cell="beat of another voice", what="Bach's alto, tenor and bass notes", app="the first of these"
        ),
        show,
        plots.questions,
    ),
    "emnlp-ask": Table(
        "Ask me, against asking at random: sentences",
        "A held-out sentence of which only the number of words is given. "
        + COMMON.format(cell="word", what="its words", app="the second, which settles more"),
        show,
        plots.questions,
    ),
}
