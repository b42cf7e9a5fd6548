"""Playing a piece: when notes sound (schedule), how (synth), where (player, output, MIDI ports), and to a file
(wav)."""
