"""A draft of sentences as a page: words that wrap, painted with the four brushes, typed, asked about and rewritten."""
