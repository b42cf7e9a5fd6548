"""One open page: layout, tool strip, panels, alternatives, history and timeline."""
