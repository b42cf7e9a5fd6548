"""How the roll is painted: paper, notes, overlays, and the store of painted squares."""
