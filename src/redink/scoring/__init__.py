"""Score: edits and texts to numbers."""
