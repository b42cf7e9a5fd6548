"""The sections of the Insight panel, as widgets: grade, voice leading, surprise, Ask me."""
