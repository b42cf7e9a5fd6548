"""Hearing a piece: what sounds when (schedule), with what (synth), through what (player, output, MIDI ports), and
into a file (wav)."""
