"""Meaning kept and language improved, without references: graphs or trees of two sentences in, numbers out."""
