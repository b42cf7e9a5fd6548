"""Dialogs of the window: import preview, piece, settings, log, model card."""
