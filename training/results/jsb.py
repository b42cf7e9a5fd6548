"""The chorale tables of docs/RESULTS.md, beside the published rows. Measures nothing."""

from functools import partial
from typing import Any

import numpy as np

from training.results import plots
from training.results.plots import PARTS
from training.results.tables import Rows, Table, markdown

PUBLISHED = {  # medians of Table 2 of the SUNMASK paper, best 20 of 200 where so named
    "Bach, whole chorales (paper)": (0.24, 0.23, 0.0, 0.41, 0.47, 0.49, 0.53, 0.69, 1.29, 4.91),
    "SUNMASK-T, best 20 of 200, selected by the grade (paper)": (
        0.39,
        0.53,
        0.0,
        0.68,
        0.59,
        0.88,
        0.80,
        0.71,
        1.44,
        7.16,
    ),
    "BachMock transformer (paper)": (0.37, 0.26, 2.16, 0.54, 0.53, 0.71, 0.73, 0.89, 1.86, 8.94),
    "Coconet (paper)": (0.44, 1.85, 2.61, 1.38, 0.70, 0.86, 0.86, 1.02, 6.07, 17.0),
    "SUNMASK (paper)": (0.87, 0.63, 1.38, 1.02, 1.41, 2.02, 1.94, 2.91, 2.32, 22.47),
    "SUNMASK-A (paper)": (1.02, 0.47, 3.92, 0.91, 2.32, 3.54, 2.74, 5.96, 2.23, 27.82),
    "SUNMASK-T (paper)": (0.57, 0.69, 1.28, 0.93, 0.80, 0.99, 1.20, 1.40, 1.81, 13.43),
    "SUNMASK-AT (paper)": (0.66, 0.55, 2.76, 0.94, 0.91, 1.10, 1.26, 1.45, 2.05, 16.50),
    "SUNMASK-ATN (paper)": (2.24, 0.58, 6.82, 1.56, 6.46, 8.51, 7.21, 7.60, 1.47, 43.85),
    "SUNDAE (paper)": (0.59, 0.93, 6.42, 0.98, 1.17, 2.65, 1.57, 2.57, 2.45, 23.25),
    "SUNDAE-T (paper)": (0.63, 0.60, 3.82, 0.96, 1.21, 3.40, 3.02, 2.36, 1.52, 20.09),
    "SUNDAE-AT (paper)": (0.52, 0.60, 3.18, 0.96, 1.24, 3.93, 2.22, 2.00, 1.80, 18.90),
}
SELECTED_FROM = 60  # samples, of which the best 20 say something


def samples(rows: Rows, twins: bool = False) -> str:
    """Grades of samples from scratch; twins with their minutes of training, without the published rows."""
    head = [
        "set",
        *(["minutes trained"] * twins),
        "overall, unselected",
        *PARTS,
        "n",
        "best 20 of n (selected by the grade)",
        "network calls",
        "s a piece",
    ]
    lines = []
    for row in rows:
        minutes = f"{row['minutes_trained']:.0f}" if "minutes_trained" in row else ""
        parts = [f"{row['parts'][name][0]:.2f} ± {row['parts'][name][1]:.2f}" for name in PARTS]
        best = f"{row['best_median']:.2f} ± {row['best_std']:.2f}" if row["count"] >= SELECTED_FROM else ""
        seconds = f"{row['seconds']:.2f}" if "seconds" in row else ""
        overall = f"**{row['median']:.2f}** ± {row['std']:.2f}"
        lines.append(
            [row["label"], *([minutes] * twins), overall, *parts, str(row["count"]), best, _calls(row), seconds]
        )
    if not twins:
        lines += [
            [label, f"{overall:.2f}", *(f"{v:.2f}" for v in parts), "", "", "", ""]
            for label, (*parts, overall) in PUBLISHED.items()
        ]
    return "\n\n".join(filter(None, (markdown(head, lines), habits(rows))))


def habits(rows: Rows) -> str:
    """Part writing of the same pieces, those of tables that have it."""
    rules = ("doubled leading note", "crossing", "range")
    head = ["set", *(f"{rule}, per 100 notes" for rule in rules), "beats that repeat their chord", "n"]
    lines = [
        [row["label"], *(f"{found[rule]:.2f}" for rule in rules), f"{found['repeated chords']:.1%}", str(row["count"])]
        for row in rows
        if (found := row.get("habits"))
    ]
    words = (
        "What the grade does not see of the same pieces: leading notes in two voices, crossed voices and notes out of"
        " range, and how often all four voices stand still from one quarter to the next."
    )
    return f"{words}\n\n{markdown(head, lines)}" if lines else ""


def harmony(rows: Rows) -> str:
    """Harmonisations."""
    head = [
        "method",
        "grade, unselected",
        "Bach's own",
        "notes as Bach's (A, T, B)",
        "sixteenths as Bach's",
        "soprano notes intact",
        "melodies",
    ]
    lines = []
    for row in rows:
        ours, theirs = row["ours"], row["bach"]
        intact = "{:,} of {:,}".format(*row["soprano_notes"]) if "soprano_notes" in row else ""
        lines.append(
            [
                row["label"],
                f"**{ours['median']:.2f}** ± {ours['std']:.2f}",
                f"{theirs['median']:.2f} ± {theirs['std']:.2f}",
                f"{row['notes_agree']:.1%}" if "notes_agree" in row else "",
                f"{row['agreement']:.1%}",
                f"{intact} {'(all)' if row['soprano_intact'] else '**(NOT ALL)**'}",
                str(ours["count"]),
            ]
        )
    return markdown(head, lines)


def likelihood(rows: Rows) -> str:
    """Nats a cell, and MAC against ARDM on the same pieces."""
    lines = []
    for row in rows:
        one = "exact" if row["method"] == "mac" else f"{_mean(row['nats_one_order'])}, one order at a time"
        lines.append([row["label"], _mean(row["nats"]), one, str(row["orders"]), str(row["pieces"])])
    shown = markdown(["method", "nats a cell ± standard error", "", "orders", "passages"], lines)
    by_method = {row["method"]: row for row in reversed(rows)}  # the first of each
    if {"mac", "ardm"} <= by_method.keys() and by_method["mac"]["pieces"] == by_method["ardm"]["pieces"]:
        mac, ardm = (np.array(by_method[method]["nats"]) for method in ("mac", "ardm"))
        alone = np.array(by_method["ardm"]["nats_one_order"])
        shown += (
            f"\n\nMAC less ARDM on the same passages: **{_mean(mac - ardm)}** against the mixture of orders,"
            f" **{_mean(mac - alone)}** against one order."
        )
    return shown


def _mean(values: np.ndarray | list[float]) -> str:
    """Mean ± standard error."""
    array = np.array(values)
    return (
        f"{array.mean():.4f} ± {array.std(ddof=1) / np.sqrt(len(array)):.4f}"
        if len(array) > 1
        else f"{array.mean():.4f}"
    )


def steps(rows: Rows) -> str:
    """Grade against steps."""
    taken = ["network calls", "grade, unselected", "s a piece (batch of 25)"]
    head = [
        "method",
        "steps asked for",
        *(f"{words}: {name}" for words in ("first drawn", "corrected") for name in taken),
    ]
    lines = [
        [group["label"], str(row["steps"])] + [cell for stage in (row.get("first"), row) for cell in _taken(stage)]
        for group in rows
        for row in group["rows"]
    ]
    return markdown(head, lines)


def _taken(row: dict[str, Any] | None) -> tuple[str, ...]:
    """Calls, grade and seconds; older tables lack those of what was first drawn."""
    return (_calls(row), f"{row['median']:.2f} ± {row['std']:.2f}", f"{row['seconds']:.2f}") if row else ("",) * 3


def _calls(row: dict[str, Any]) -> str:
    """Counted network calls; older tables have none."""
    return f"{row['calls']:,.0f}" if "calls" in row else ""


def mend(rows: Rows) -> str:
    """Faults before and after fixing."""
    head = [
        "samples",
        "pieces",
        "parallels before",
        "after",
        "removed",
        "tries",
        "gone after one",
        "notes a try",
        "s a try",
        "all findings",
        "grade",
    ]
    lines = []
    for row in rows:
        counts = [
            str(row["pieces"]),
            str(row["before"]),
            str(row["after"]),
            f"**{row['removed']:.0%}**",
            str(row["tried"]),
            f"{row['mended']:.0%}",
        ]
        changes = ["{} → {}".format(*row["findings"]), "{:.2f} → {:.2f}".format(*row["grade"])]
        kept = (
            f"{row['kept_cells']:,} {'(all)' if row['kept_intact'] else '**(NOT ALL)**'}"
            if row["kept_cells"]
            else "none kept"
        )
        lines.append(
            [row["label"], *counts, f"{row['notes_a_fault']:.1f}", f"{row['seconds_a_fault']:.2f}", *changes, kept]
        )
    return markdown([*head, "kept cells intact"], lines)


TABLES = {
    "jsb-samples": Table(
        "Eight bars from nothing",
        "Each method writes eight bars on an empty page, at its default settings unless the row says otherwise (A, T"
        " and N are the paper's letters: active balance, typical sampling, re-noising). The grade is the published"
        " *Bach or Mock* function: nine distances from Bach's habits, added up; lower is better. Figures are medians ±"
        " population standard deviation over all samples. Only the column that says so is selected: the best 20 of n by"
        " the grade itself, which flatters, Bach too. Compare equal lengths only: the published samples are eight bars"
        " too, but the paper's Bach is whole chorales. Network calls are counted, those of correcting a batch"
        " of at most 25 pieces among them. The dots in the picture are medians, the lines the middle half of the"
        " samples, the band Bach's.",
        samples,
        plots.by_feature,
    ),
    "jsb-twins-samples": Table(
        "Eight bars from nothing, by networks trained equally long",
        "The shipped networks were trained for different times, some from one another. These were not: same width and"
        " depth, same data, the same minutes of one core each, each from nothing, so that the methods can be compared,"
        " the paper's baselines among them, each with its own sampler. They are far from converged and are not shipped;"
        " parallels are left as they come. Rows whose name goes on after the method's are of other networks: a"
        " transformer over sixteenths for the U-Net; the optimiser and clipping of SUNMASK's paper; and what the paper"
        " learns from, a pitch for each sixteenth without held notes, equal neighbours joined before grading (by the"
        " paper's own objective, in bfloat16 and for longer, as the minutes say). Grades"
        " and their columns are those of the table above, and again only the column that says so is selected.",
        partial(samples, twins=True),
        plots.by_feature,
    ),
    "jsb-steps": Table(
        "Grade and time against steps",
        "Eight bars from nothing with fewer or more steps, with and without correcting the end, parallels and leaps."
        " Network calls are counted: once settled, a step of SUNMASK takes a call for each sixteenth of a beat, and"
        " correcting goes on until the last piece of a batch is done. Nothing is selected; the bands in the picture are"
        " the middle half of the samples.",
        steps,
        plots.against_steps,
    ),
    "jsb-harmony": Table(
        "Held-out melodies harmonised",
        "The soprano of a chorale that no network was trained on is kept, and the three other voices are written once;"
        " nothing is selected. Agreement with Bach is no aim in itself, as there are many good answers. The soprano"
        " must come back note for note, and the column says how many notes did.",
        harmony,
    ),
    "jsb-likelihood": Table(
        "How likely the networks find Bach",
        "Nats a cell (one sixteenth of one voice) of whole held-out passages from nothing, mean ± standard error over"
        " passages; lower is better. MAC's figure is exact, in its one order. SFARM and ARDM have no such order: theirs"
        " is that of a mixture of random orders, and beside it the mean of one order at a time.",
        likelihood,
    ),
    "jsb-twins-likelihood": Table(
        "How likely equally long trained networks find Bach",
        "The same for networks trained for the same minutes, so that MAC can be compared with its baseline ARDM (any"
        " order, uniform masks).",
        likelihood,
    ),
    "jsb-mend": Table(
        "Parallels fixed",
        "Eight-bar samples from nothing, not corrected while they were written. Every parallel fifth and octave is"
        " fixed as the Fix button does it: the fewest notes are freed, eight alternatives written, the best taken,"
        " and more notes freed if the fault is still there; a result that breaks more rules than before is not taken."
        " In half of the samples the soprano is kept.",
        mend,
    ),
}
