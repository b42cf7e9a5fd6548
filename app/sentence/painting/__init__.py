"""How sentences are measured and painted."""
