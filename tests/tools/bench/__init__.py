"""How fast and how large the program is: start-up, stalls, painting, the longest piece."""
