"""The report: one page of sections that the questions contribute."""
