"""What is measured of harmonised melodies and single faults: endings, habits, other given voices, mending."""
