"""Is it Bach? Eight bars of Bach against eight of a model's or the user's own, heard blind."""
