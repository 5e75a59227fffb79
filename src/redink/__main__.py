"""The program `redink`, also as `python -m redink`."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; Ctrl-C ends it with code 130 and without a traceback, while it is imported too."""
    try:
        from redink.cli import main as run

        run()
    except BaseException as error:
        # Python 3.11 hides Ctrl-C in another error if it comes while an enumeration is made.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        sys.stderr.write("\nredink: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
