"""Chords as musicians write and ask for them: symbols, lines of chords, closes, and what sounds."""
