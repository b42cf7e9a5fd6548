"""The table of chords asked for, and whether they came."""

from training.results.tables import Rows, Table, markdown


def chords(rows: Rows) -> str:
    """How closely each method follows, beside Bach, and our reader beside music21's."""
    head = ["", "beats with the chord asked for", "chords on their bass", "notes outside the chord", "grade"]
    lines = [
        [row["label"], f"{row['beats']:.1%}", f"{row['basses']:.1%}", f"{row['outside']:.1%}", f"{row['grade']:.2f}"]
        for row in rows
        if "basses" in row
    ]
    reader = [
        f"{row['label'].capitalize()} agree on {row['same']:.1%} of {row['named']:,} chords (root, third and seventh)."
        for row in rows
        if "same" in row
    ]
    return "\n\n".join([markdown(head, lines), *reader])


TABLES = {
    "jsb-chords": Table(
        "Chords asked for",
        "The soprano of a held-out chorale is kept and its own chords, read by the program, are given as"
        " chord symbols; the three other voices are written once, nothing is selected. A beat counts where the chord"
        " that sounds has just the notes of the one asked for, a bass where a chord begins on its root or slash bass;"
        " notes outside the chord are those of the lower three voices that do not belong to it where they begin.",
        chords,
    )
}
