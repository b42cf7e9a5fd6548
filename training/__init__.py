"""Palimpsest's training room: data, losses, the loop, evaluation. Imports the engine, never the app."""
