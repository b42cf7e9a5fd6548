"""Where two readings of one file differ: a row of the table, each column with "same" or the reason of its difference.

A difference is "reported" where a remark of ours says it; EXPLAINED names the others, and docs/IMPORT.md why."""

from collections import Counter

CLOSE = 0.002  # quarters: other programs round times to their own ticks
COLUMNS = ("notes", "onsets", "pitches", "lengths", "metre", "key", "pick-up")
TELLING = {  # words of a remark that report a difference in a column
    "notes": ("left out", "Percussion", "drums", "Drums", "Grace", "cut at the end", "Repeats"),
    "onsets": ("beyond the end", "made longer", "cut at the end", "seconds, not beats"),
    "pitches": ("Quarter-tones", "left out"),
    "lengths": ("cut at the end", "beyond the end", "made longer", "seconds, not beats"),
    "metre": ("metre", "made longer", "beyond the end"),
    "key": ("key", "Key"),
    "pick-up": ("pick-up", "beyond the end", "made longer"),
}
EXPLAINED = {
    "corpus/beethoven/opus18no1/movement3.mxl": "a bar that one part does not fill",
    "corpus/haydn/opus1no1/movement3.mxl": "a bar that music21 makes longer than its metre",
    "corpus/haydn/opus1no1/movement4.mxl": "a bar that one part does not fill",
    "corpus/mozart/k156/movement3.mxl": "a bar that one part does not fill",
    "corpus/schumann_robert/opus41no1/movement2.mxl": "a chord of which one note is tied",
    "corpus/schoenberg/opus19/movement6.mxl": "tied chords that music21 strikes again",
    "corpus/monteverdi/madrigal.3.5.mxl": "a tie that music21 leaves open",
    "corpus/bach/bwv248.9-1.mxl": "a tie that music21 leaves open",
    "corpus/bach/bwv248.23-2.mxl": "a tie that music21 leaves open",
    "corpus/trecento/PMFC_13_14-Gloria.xml": "a tie that music21 leaves open",
    "midi/testPrimitive/test02.mid": "two metres at once",
    "midi/testPrimitive/test03.mid": "notes that the pedal holds",
}


def row(ours, theirs):
    """{column: "same", "reported", or what differs in a few words} for one file."""
    if "error" in ours or "error" in theirs:
        return {"error": ours.get("error") or theirs["error"]}
    found = {**_notes(ours, theirs), **_bars(ours, theirs)}
    remarks = " ".join(ours["remarks"])
    return {
        column: "reported" if words != "same" and any(word in remarks for word in TELLING[column]) else words
        for column, words in found.items()
    }


def _notes(ours, theirs):
    mine, other = _rounded(ours["notes"]), _rounded(theirs["notes"])
    if mine == other:
        return dict.fromkeys(("notes", "onsets", "pitches", "lengths"), "same")
    found = {"notes": "same" if len(mine) == len(other) else f"{len(mine)} for {len(other)}"}
    for column, part in (("onsets", 0), ("pitches", 2), ("lengths", slice(0, 3))):
        extra = Counter(note[part] for note in mine) - Counter(note[part] for note in other)
        missing = Counter(note[part] for note in other) - Counter(note[part] for note in mine)
        count = max(extra.total(), missing.total())
        first = min((*extra, *missing), default="")
        found[column] = "same" if not count else f"{count} differ, first {first}"
    return found


def _rounded(notes):
    """Notes with times on a grid fine enough for all tuplets that are met."""
    grid = 1 / 960
    return sorted((round(start / grid), round(length / grid), round(pitch, 1)) for start, length, pitch in notes)


def _bars(ours, theirs):
    found = {}
    if "bars" in theirs:
        found["pick-up"] = _pickup(ours["bars"], theirs["bars"])
    mine = _changes(ours["metres"])
    other = _changes(theirs["metres"])
    found["metre"] = "same" if mine == other else f"{mine[:3]} for {other[:3]}"
    if theirs.get("keys"):
        first = theirs["keys"][0][1]
        found["key"] = "same" if ours["key"] == first else f"{ours['key']} for {first}"
    return found


def _pickup(mine, other):
    if not other or not mine:
        return "no bars"
    left, right = (bars[0][1] if bars[0][1] < bars[0][2] - CLOSE else 0 for bars in (mine, other))
    return "same" if abs(left - right) < CLOSE else f"{left} for {right}"


def _changes(metres):
    """Metres where they change, times left to the bars."""
    found = []
    for _, metre in metres:
        if not found or found[-1] != metre:
            found.append(metre)
    return found
