"""docs/RESULTS.md from the JSON that the evaluation left: tables and plots."""
