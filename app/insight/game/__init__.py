"""Is it Bach? Eight bars of Bach against eight of a model's or a person's own, heard blind."""
