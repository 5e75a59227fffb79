"""Human choices and scores in, what they say about each other out."""
