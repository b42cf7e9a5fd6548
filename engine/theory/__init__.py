"""What is known of music: spelling, keys, chords, parallels, voice-leading rules, and the grade."""
