"""Training: data, losses, the loop, evaluation. Imports the engine, never the app."""
