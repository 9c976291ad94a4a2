"""``python -m minicheckers`` is the same as ``minicheckers``."""

import sys

from .cli import main

sys.exit(main())
