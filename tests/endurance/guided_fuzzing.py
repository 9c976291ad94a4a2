"""The targets of the fuzzer, guided by coverage. It needs atheris (`pip install atheris`).

From the folder of the tests, for one target, with any options of libFuzzer:

    python -m endurance.guided_fuzzing pdn -max_total_time=600

Inputs that reach new code are kept in the folder found/TARGET. The first one that is handled
wrongly ends the run and is written to a file, to become a test.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]

with atheris.instrument_imports(include=["minicheckers"]):
    from endurance import fuzzing


def answered(target: Callable[[bytes], None], data: bytes) -> None:
    """Try an input of reasonable length."""
    target(data[: fuzzing.LONGEST])


def main() -> None:
    """Fuzz until interrupted or until an option ends it."""
    name, *options = sys.argv[1:]
    target = fuzzing.TARGETS[name]
    found = Path("found") / name
    found.mkdir(parents=True, exist_ok=True)
    folders = [str(found), str(fuzzing.CORPUS / name)]
    atheris.Setup([sys.argv[0], *options, *folders], lambda data: answered(target, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
