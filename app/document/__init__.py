"""What a page holds and does, without widgets: document and undo, preview, accepting, generation, worker, autosave,
settings, log."""
