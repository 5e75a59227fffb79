"""One folder per question that a user asks."""
