"""Language: sentences to analysed tokens."""
