"""Evaluate: the only room that joins the others; files and settings in, result records out."""
