"""Pictures of every screen, of the guide and of harmonised tunes, made by one command each."""
