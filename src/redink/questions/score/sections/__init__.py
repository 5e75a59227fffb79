"""The sections that `score` adds to the report."""
