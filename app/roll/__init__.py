"""The piano roll: four voices on one page, with ruler, keyboard, lanes, brushes and preview."""
