"""Where two readings of one file differ: a row of the table, each column with "same" or the reason of its difference.

A difference is "reported" where our import tells the user, and "by the file" where ours is what the file's own
durations say (plain_reader) and the other program's is not; EXPLAINED names the others, and docs/IMPORT.md why."""

from collections import Counter

from tests.tools.import_table import plain_reader

CLOSE = 0.002  # quarters: other programs round times to their own ticks
GRID = 960  # of a quarter: fine enough for all tuplets that are met
NOTES = ("notes", "onsets", "pitches", "lengths")
COLUMNS = (*NOTES, "metre", "key", "pick-up")
OTHER_BARS = ("beyond the end of the bar", "past the end of the bar", "were made longer")  # remarks on bars' lengths
TELLING = {  # words of a remark that report a difference in a column
    "metre": ("metre", *OTHER_BARS),
    "key": ("key", "Key"),
    "pick-up": ("pick-up", *OTHER_BARS),
}
STRUCK_AGAIN = "a tied note struck again"
OTHER_LENGTH = "a note of another length"
SHIFTED = "notes at another time"
EXPLAINED = {
    "corpus/trecento/PMFC_24_6-Gloria_Spiritus_et_alme.xml": "parts in two metres at once",
    "midi/testPrimitive/test02.mid": "two metres at once",
    "midi/testPrimitive/test03.mid": "notes that the pedal holds",
}


def row(ours, theirs, by_file=None):
    """{column: "same", "reported", "by the file", or what differs in a few words} for one file.

    `by_file` is the row of ours against the file's own durations."""
    if "error" in ours or "error" in theirs:
        return {"error": ours.get("error") or theirs["error"]}
    found = {**_notes(ours, theirs), **_bars(ours, theirs)}
    remarks = " ".join(ours["remarks"])
    for column, words in found.items():
        if words != "same" and any(word in remarks for word in TELLING.get(column, ())):
            found[column] = "reported"
        elif words != "same" and column in (*NOTES, "pick-up") and by_file:
            ways = set(by_file.values())
            found[column] = "by the file" if ways == {"same"} else "reported" if ways <= {"same", "reported"} else words
    return found


def file_row(ours, path):
    """The same for our reading against what the file's own durations say.

    It is "reported" where a remark names bars that were made shorter or longer, and nothing but that differs."""
    if "error" in ours:
        return {"error": ours["error"]}
    plain = plain_reader.read(path)
    found = _notes(ours, plain)
    first, other = ours["bars"][0][1], plain["bars"][0][1]
    found["pick-up"] = "same" if abs(first - other) < CLOSE else f"{first} for {other}"
    if set(found.values()) != {"same"} and any(words in remark for words in OTHER_BARS for remark in ours["remarks"]):
        fitted = _notes(ours, plain_reader.read(path, [length for _, length, _ in ours["bars"]]))
        found = {column: words if words == "same" else "reported" for column, words in found.items()} | {
            column: words for column, words in fitted.items() if words != "same"
        }
    return found


def kinds(ours, theirs):
    """How the notes of another reading differ from ours, as {kind: number of our notes}."""
    mine, other = Counter(_rounded(ours["notes"])), Counter(_rounded(theirs["notes"]))
    extra, missing = mine - other, other - mine
    starts = {(start, pitch) for start, _, pitch in missing}
    inside = {}
    for start, _, pitch in missing:
        inside.setdefault(pitch, []).append(start)
    found = Counter()
    for (start, length, pitch), count in extra.items():
        if any(start < each < start + length for each in inside.get(pitch, ())) and (start, pitch) in starts:
            found[STRUCK_AGAIN] += count
        else:
            found[OTHER_LENGTH if (start, pitch) in starts else SHIFTED] += count
    return found


def _notes(ours, theirs):
    mine, other = _rounded(ours["notes"]), _rounded(theirs["notes"])
    if mine == other:
        return dict.fromkeys(NOTES, "same")
    found = {"notes": "same" if len(mine) == len(other) else f"{len(mine)} for {len(other)}"}
    for column, part in (("onsets", 0), ("pitches", 2), ("lengths", slice(0, 3))):
        extra = Counter(note[part] for note in mine) - Counter(note[part] for note in other)
        missing = Counter(note[part] for note in other) - Counter(note[part] for note in mine)
        count = max(extra.total(), missing.total())
        first = min((*extra, *missing), default="")
        found[column] = "same" if not count else f"{count} differ, first {first}"
    return found


def _rounded(notes):
    return sorted((round(start * GRID), round(length * GRID), round(pitch, 1)) for start, length, pitch in notes)


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
