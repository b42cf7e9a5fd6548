"""What the program keeps on this computer for itself: settings, recovery copies, the log, and where they are stored."""
