"""The tables of docs/RESULTS.md about endings, keys, compound time and trust in chorales. Measures nothing."""

from training.results.tables import Rows, Table, markdown


def share(counts: list[int]) -> str:
    """So many of so many."""
    return f"{counts[0]} of {counts[1]} ({counts[0] / max(1, counts[1]):.0%})"


def endings(rows: Rows) -> str:
    """Last chords before and after the rule."""
    head = [
        "",
        "tonic in root position, as first drawn",
        "with the rules",
        "all voices together, as first drawn",
        "with the rules",
        "a third in the last chord, as first drawn",
        "with the rules",
    ]
    lines = [
        [
            row["label"],
            *(share(row[when][name]) for name in ("tonic", "together", "third") for when in ("before", "after")),
        ]
        for row in rows
    ]
    return markdown(head, lines)


def keys(rows: Rows) -> str:
    """How many pieces are in the chosen key, and how many end in it."""
    lines = [[row["label"], *(share([row[name], row["count"]]) for name in ("kept", "known", "tonic"))] for row in rows]
    head = [
        "",
        "found in the key, by all notes alike",
        "by all notes and the last",
        "last chord its tonic in root position",
    ]
    return markdown(head, lines)


def compound(rows: Rows) -> str:
    """Where voices move in 6/8."""
    lines = [
        [row["label"], *(str(count) for count in row["moves"].values()), f"{row['6 to 4']:.1f}", f"{row['6 to 8']:.1f}"]
        for row in rows
    ]
    return markdown(["", "moves on 4", "on 6", "on 8", "6 to 4", "6 to 8"], lines)


def trust(rows: Rows) -> str:
    """What notes without trust show."""
    head = ["", "noise", "true, bit 0", "true, bit 1", "gap closed", "cells asked"]
    lines = [
        [
            row["label"],
            *(f"{row[name]:.3f}" for name in ("noise", "true", "trusted")),
            f"**{row['closed']:.0%}**",
            str(row["count"]),
        ]
        for row in rows
    ]
    return markdown(head, lines)


def voices(rows: Rows) -> str:
    """Other voices given than the soprano."""
    lines = [
        [row["label"], f"**{row['median']:.2f}** ± {row['std']:.2f}", share(row["intact"]), str(row["count"])]
        for row in rows
    ]
    return markdown(["given", "grade, unselected", "given notes intact", "n"], lines)


TABLES = {
    "jsb-voices": Table(
        "Other voices given",
        "Eight bars of held-out chorales: the voices that the row names are kept, the others written once; nothing"
        " is selected. A melody two octaves too low is moved for the network, comes back where it was, and is moved up"
        " only for the grade.",
        voices,
    ),
    "jsb-endings": Table(
        "How harmonised melodies end",
        "The last bars of held-out chorales whose melody ends on a note of the tonic triad: the soprano is kept and the"
        " other voices are written once: as the network drew them, and after the rules for endings, parallels and"
        " leaps; nothing is selected. Bach's own beside them; and folk tunes of Fink's collection (1843), whole, seven"
        " each in 4/4, 3/4 and 6/8.",
        endings,
    ),
    "jsb-keys": Table(
        "Composing in a chosen key",
        "Eight bars from nothing in each of the 24 keys in turn; a key is kept if the notes are found to be in it: by"
        " how long each sounds, or by that and the last note of the bass (engine/theory/key_finder.py, weighed on the"
        " training part). How far either can be trusted: the same for the last eight bars of Bach's chorales and the"
        " key of the whole.",
        keys,
    ),
    "jsb-compound": Table(
        "Compound metres",
        "Held-out chorales stretched to 6/8, their melodies set in eighths and harmonised: how often alto, tenor and"
        " bass begin a note on sixteenths 4, 6 and 8 of a bar, of which 6 is the second beat; Bach's voices beside"
        " them; and ten folk tunes in 6/8.",
        compound,
    ),
    "jsb-trust": Table(
        "Notes without trust",
        "Half of a passage's cells are hidden and one of them is asked for, while the others are noise, true with trust"
        " bit 0, or trusted: nats, and how much of the way from the first to the third the second goes.",
        trust,
    ),
}
