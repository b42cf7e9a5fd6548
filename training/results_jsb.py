"""The chorale tables of docs/RESULTS.md, beside the published rows. Measures nothing."""

from training.tables import Rows, Table, markdown

PARTS = ("note", "rhythm", "parallels", "harmony", "soprano", "alto", "tenor", "bass", "repeats")
PUBLISHED = {  # medians of Table 2 of the SUNMASK paper, best 20 of 200 where so named
    "Bach, whole chorales (paper)": (0.24, 0.23, 0.0, 0.41, 0.47, 0.49, 0.53, 0.69, 1.29, 4.91),
    "SUNMASK with typical sampling, best 20 of 200 (paper)": (0.39, 0.53, 0.0, 0.68, 0.59, 0.88, 0.80, 0.71, 1.44, 7.16),
    "BachMock transformer (paper)": (0.37, 0.26, 2.16, 0.54, 0.53, 0.71, 0.73, 0.89, 1.86, 8.94),
    "Coconet (paper)": (0.44, 1.85, 2.61, 1.38, 0.70, 0.86, 0.86, 1.02, 6.07, 17.0),
    "SUNMASK with typical sampling, unselected (paper)": (0.57, 0.69, 1.28, 0.93, 0.80, 0.99, 1.20, 1.40, 1.81, 13.43),
    "SUNDAE (paper)": (0.59, 0.93, 6.42, 0.98, 1.17, 2.65, 1.57, 2.57, 2.45, 23.25),
}


def samples(rows: Rows) -> str:
    """Grades of samples from scratch."""
    head = ["set", *PARTS, "overall, unselected", "best 20 (selected by the grade)", "n", "s a piece"]
    lines = []
    for row in rows:
        parts = [f"{row['parts'][name][0]:.2f} ± {row['parts'][name][1]:.2f}" for name in PARTS]
        seconds = f"{row['seconds']:.2f}" if "seconds" in row else ""
        lines.append(
            [
                row["label"],
                *parts,
                f"**{row['median']:.2f}** ± {row['std']:.2f}",
                f"{row['best_median']:.2f} ± {row['best_std']:.2f}" if row["count"] >= 60 else "",
                str(row["count"]),
                seconds,
            ]
        )
    lines += [[label, *(f"{v:.2f}" for v in values), "", "", ""] for label, values in PUBLISHED.items()]
    return (
        "Medians ± population standard deviation; lower is better. Compare only equal lengths: these are 8 bars, the first published row is whole chorales.\n\n"
        + markdown(head, lines)
    )


def harmony(rows: Rows) -> str:
    """Harmonisations."""
    head = ["method", "grade, unselected", "Bach's own", "sixteenths as Bach's (A, T, B)", "soprano intact", "n"]
    lines = []
    for row in rows:
        ours, theirs = row["ours"], row["bach"]
        lines.append(
            [
                row["label"],
                f"**{ours['median']:.2f}** ± {ours['std']:.2f}",
                f"{theirs['median']:.2f} ± {theirs['std']:.2f}",
                f"{row['agreement']:.1%}",
                "yes" if row["soprano_intact"] else "NO",
                str(ours["count"]),
            ]
        )
    return markdown(head, lines)


def likelihood(rows: Rows) -> str:
    """Nats a cell."""
    return markdown(
        ["method", "nats a cell", "standard error", "orders", "pieces"],
        [[r["label"], f"{r['nats_per_cell']:.4f}", f"{r['error']:.4f}", str(r["orders"]), str(r["pieces"])] for r in rows],
    )


def steps(rows: Rows) -> str:
    """Grade against steps."""
    lines = [[group["label"], str(r["steps"]), f"{r['median']:.2f} ± {r['std']:.2f}", f"{r['seconds']:.2f}"] for group in rows for r in group["rows"]]
    return markdown(["method", "network calls", "grade, unselected", "s a piece (batch of 25)"], lines)


TABLES = {
    "jsb-samples": Table("Eight bars from nothing, graded", "", samples),
    "jsb-twins-samples": Table("The same by networks trained equally long", "", samples),
    "jsb-harmony": Table("Held-out melodies harmonised", "", harmony),
    "jsb-likelihood": Table("Likelihood of held-out chorales", "", likelihood),
    "jsb-twins-likelihood": Table("The same by networks trained equally long", "", likelihood),
    "jsb-steps": Table("Grade against steps", "", steps),
}
