"""One folder a question that a user asks."""
