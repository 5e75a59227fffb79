"""How many sentences, references and judges a test set needs."""
