"""Our analyser for languages other than English: weights in, parts of speech, features and lemmas out."""
