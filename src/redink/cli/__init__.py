"""The command line: one file per command, each declares its options, calls a function, renders the result."""

from redink.cli.main import main

__all__ = ["main"]
