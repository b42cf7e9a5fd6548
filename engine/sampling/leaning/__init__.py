"""What a rewrite leans on besides the network: the chords asked for and the chosen key."""
