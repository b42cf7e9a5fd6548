"""Parts that every room draws with: theme, icons, labels, controls, popover, motion. They know no document."""
