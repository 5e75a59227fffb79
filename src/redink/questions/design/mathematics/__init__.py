"""Arrays and records in, numbers out."""
