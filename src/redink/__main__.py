"""The program `redink`, also as `python -m redink`."""

import atexit
import gc
import os
import sys
import threading
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; Ctrl-C ends it with code 130 and without a traceback, while it is imported too."""
    # Millions of small records and hardly a cycle among them: the collector need not look so often.
    gc.set_threshold(500_000, 20, 20)
    try:
        from redink.cli import main as run

        run()
    except SystemExit as stop:
        _leave(stop.code)
        raise
    except BaseException as error:
        # Python 3.11 hides Ctrl-C in another error if it comes while an enumeration is made.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        sys.stderr.write("\nredink: interrupted\n")
        sys.exit(130)


def _leave(code: object) -> None:
    """End the process at once: Python would first take every module and record apart, for 15 ms or more.

    Returns if Python must end it: for a message instead of a code, to wait for threads, or for a profiler's report.
    """
    if not isinstance(code, int) or threading.active_count() > 1 or _is_watched():
        return
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # Python says that a stream is closed
    os._exit(code)


def _is_watched() -> bool:
    """Tell whether a profiler or debugger is at work; from Python 3.12 on, they can use `sys.monitoring`."""
    monitoring = getattr(sys, "monitoring", None)
    tools = map(monitoring.get_tool, range(6)) if monitoring else ()
    return bool(sys.getprofile() or sys.gettrace() or any(tools))


if __name__ == "__main__":
    main()
