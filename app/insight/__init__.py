"""The Insight panel: what the grade, the rules and the networks say of a page, and what can be done about it.

Changes the page only through the document."""
