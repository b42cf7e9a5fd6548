"""How closely rewrites follow the chords asked for, and our chord reader beside music21's."""
