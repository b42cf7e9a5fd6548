"""Playing a melody in, in real time: what was played, how it falls on the grid, and the dialog around it."""
