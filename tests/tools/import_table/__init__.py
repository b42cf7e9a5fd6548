"""How files are read here beside music21's and mido's own reading: a table over music21's corpus"""
