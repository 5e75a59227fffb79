"""Side-by-side measurements: corpora in, ratios to the peers out. Run `python -m bench --help`."""
