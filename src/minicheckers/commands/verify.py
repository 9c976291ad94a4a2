"""``minicheckers verify``: check the proofs of what mini is worth."""

import argparse
import time
from collections.abc import Iterator
from typing import Any

from ..engine.solver import certificate
from ..support.named_files import read_file
from ..support.text import printable, quoted
from . import shared
from .output import Output

#: Far longer than any proof.
LONGEST_FILE = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="certificates; default: those that come with the program",
    )
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print for each file what it claims and whether that holds; 1 if one does not."""
    code = 0
    for name, content in _contents(arguments.files):
        started = time.perf_counter()
        record = _check(name, content)
        record["seconds"] = round(time.perf_counter() - started, 3)
        if not record["ok"]:
            code = 1
        why = record.pop("why")
        shared.print_result(arguments, record, _lines(Output.standard(), record))
        if why:
            shared.complain(f"{quoted(name, 200)}: {why}")
    return code


def _contents(names: list[str]) -> Iterator[tuple[str, bytes]]:
    if not names:
        yield from certificate.shipped()
    for name in names:
        yield name, read_file(name, LONGEST_FILE)


def _check(name: str, content: bytes) -> dict[str, Any]:
    record: dict[str, Any] = {
        "file": name,
        "claim": None,
        "ok": False,
        "positions": 0,
        "seconds": 0.0,
        "why": "",
    }
    try:
        proof = certificate.Certificate.from_bytes(content)
        record["claim"] = str(proof.claim)
        record["positions"] = certificate.check(proof)
        record["ok"] = True
    except ValueError as error:
        record["why"] = str(error)
    return record


def _lines(output: Output, record: dict[str, Any]) -> list[str]:
    """The verdict and the claim: one line, or on a terminal as many as they need."""
    name = printable(record["file"])
    claim = printable(record["claim"] or "no readable claim")
    effort = f"{record['positions']:,} positions, {record['seconds']:.2f} s"
    verdict = f"proved ({effort})" if record["ok"] else "NOT proved"
    if not output.is_terminal:
        return [f"{name}: {claim}: {verdict}"]
    ink = "good" if record["ok"] else "bad"
    return [f"{output.paint(name, 'strong')}: {output.paint(verdict, ink)}", *output.wrap(claim)]
