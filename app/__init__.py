"""Palimpsest's window: what the user sees and does.

Imports the engine's torch-free part, never torch and never training."""
