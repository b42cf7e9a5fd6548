"""The main window: tabs, menus, actions, palette, start page and dialogs."""
