"""`python -m redink` is the same as `redink`."""

from redink.cli import main

main()
