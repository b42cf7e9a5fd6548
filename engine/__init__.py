"""Palimpsest's engine: canvas, formats, samplers, likelihood and jobs. No Qt here; torch only under engine.neural."""

__version__ = "0.1.0"
