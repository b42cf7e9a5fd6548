"""Palimpsest's window: what a person sees and does.

Imports the engine's torch-free part, never torch and never training."""
