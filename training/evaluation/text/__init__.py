"""How written and guessed sentences are measured: BLEU, infilling, emphasis, phrases known by heart, trust."""
