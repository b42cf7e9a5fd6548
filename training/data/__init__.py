"""Where training data comes from: chorales, news text, a user's folder, and what is written to assets."""
