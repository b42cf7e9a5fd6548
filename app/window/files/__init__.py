"""What the File menu does: from paths to pages and back. Formats themselves live in the engine."""
