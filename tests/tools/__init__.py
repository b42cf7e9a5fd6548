"""Benchmarks, screenshots and stand-ins for networks: tools, not parts of the app."""
