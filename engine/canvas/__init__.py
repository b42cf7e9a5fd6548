"""Pieces, drafts, masks and projects as frozen values, and the edits that return new ones."""
