"""Where the program starts: ``minicheckers``, and ``python -m minicheckers``.

Ctrl-C while it is loading, or when it has done its work, is not worth a traceback.
"""

import signal
import sys


def main() -> int:
    """Load the program and run the command that the arguments name; the exit code."""
    listening = signal.getsignal(signal.SIGINT) == signal.default_int_handler
    if listening:  # a program that was started with it ignored keeps ignoring it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    if listening:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run()
    finally:
        if listening:
            signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
