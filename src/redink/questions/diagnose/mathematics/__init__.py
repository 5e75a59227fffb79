"""Claims, settings, changes of texts, and the score of every setting."""
