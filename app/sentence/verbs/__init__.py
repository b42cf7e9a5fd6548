"""One-click verbs for a sentence, and what they ask first."""
