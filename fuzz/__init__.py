"""Coverage-guided fuzzing of every reader: `python -m fuzz NAME [libFuzzer options]`, or `make fuzz` for all."""
