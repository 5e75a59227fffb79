"""Arrays of per-sentence statistics in; intervals, tests and rankings out."""
