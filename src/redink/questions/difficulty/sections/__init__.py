"""The sections that `difficulty` adds to the report."""
