"""The keys of sentences in words, for the sheet of keys; those of the window's actions stand in its table."""

SENTENCE_KEYS = (
    ("Left", "Previous word; with Shift select"),
    ("Right", "Next word; with Shift select"),
    ("Up", "The line above; with Shift select"),
    ("Down", "The line below; with Shift select"),
    ("Home", "Start of the sentence; with Shift select"),
    ("End", "End of the sentence; with Shift select"),
    ("Ctrl+Home", "Start of the draft"),
    ("Ctrl+End", "End of the draft"),
    ("PgUp", "Previous sentence"),
    ("PgDown", "Next sentence"),
    ("4", "Keep the selected words; 5, 6 and 7 paint the other brushes"),
    ("Space", "Next brush for the word at the cursor"),
    ("Return", "Type here"),
    ("F2", "Type here"),
    ("Ins", "Insert a blank"),
    ("+", "Wider blank"),
    ("-", "Narrower blank"),
    ("Del", "Remove the words"),
    ("Backspace", "Remove the words"),
)
