"""The panels around a page's canvas: tool strip, brushes, rewrite panel, progress, alternatives, history, timeline."""
