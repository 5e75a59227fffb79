"""Corpora in, human judgements out: the questions, the page that asks them, and the file that stores the answers."""
