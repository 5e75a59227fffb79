"""Trust: arrays of per-sentence statistics to intervals, tests and rankings."""
