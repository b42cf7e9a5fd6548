"""How the roll is edited: commands, keys, the mouse and its gestures."""
