"""``minicheckers verify``: check the proofs of what mini is worth."""

import argparse
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
        record, why = _check(name, content)
        shared.print_result(arguments, record, _lines(Output.standard(), record))
        if why:
            code = 1
            shared.complain(f"{quoted(name, 200)}: {why}")
    return code


def _contents(names: list[str]) -> Iterator[tuple[str, bytes]]:
    if not names:
        yield from certificate.shipped()
    for name in names:
        yield name, read_file(name, LONGEST_FILE)


def _check(name: str, content: bytes) -> tuple[dict[str, Any], str]:
    """The record of a file, and why its claim does not hold if it does not."""
    seconds = shared.stopwatch()
    claim, positions, why = None, 0, ""
    try:
        proof = certificate.Certificate.from_bytes(content)
        claim = str(proof.claim)
        positions = certificate.check(proof)
    except ValueError as error:
        why = str(error)
    found = {"claim": claim, "ok": not why, "positions": positions, "seconds": seconds()}
    return {"file": name, **found}, why


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
