"""A shared task as a folder: submissions, stored results, the pages that are published, and a Codabench bundle."""
