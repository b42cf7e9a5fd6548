"""The user's own models in the app: the library as the window sees it, what teaching needs, and teaching itself."""
