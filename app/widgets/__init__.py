"""Widgets shared by all rooms: theme, icons, labels, controls, popover, motion. They know no document."""
