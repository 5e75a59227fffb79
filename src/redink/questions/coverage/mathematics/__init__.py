"""How many corrections people give, how much of them M references hold, and what that does to scores."""
