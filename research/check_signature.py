"""Compare the node signature of the search with the one on record; --write records a new one."""

import argparse
import sys
from pathlib import Path

from bench import signature

RECORDED = Path(__file__).with_name("signature.txt")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="record a new signature")
    asked = parser.parse_args()
    found = signature()
    if asked.write:
        RECORDED.write_text(found + "\n", encoding="utf-8")
    expected = RECORDED.read_text(encoding="utf-8").strip()
    if found == expected:
        print(f"signature {found}, as recorded")
        return 0
    print(
        f"the search has changed: its signature is {found}, on record is {expected}; "
        f"if that is meant, run {Path(__file__).name} --write",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
