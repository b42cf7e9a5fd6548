"""Music theory: spelling, keys, chords, parallels, voice-leading rules, and the grade."""
