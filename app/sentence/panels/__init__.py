"""What is around or floats over a page of words: alternatives, length, topic, legend, the words to choose from."""
