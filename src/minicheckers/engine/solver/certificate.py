"""Certificates: proofs of what a side can reach in mini, which anybody can check.

A certificate claims that one side, the *prover*, ends with at least a given lead over the
other, whatever the other does, from each of some positions. It is a file of text lines ::

    mini-checkers certificate 1
    black +0
    B:W13,14,15,16,17,18:B1,2,3,4,5,6

(format, prover and difference, one or more positions), an empty line, and then bits: the moves
that the prover chooses. To check it, walk through the positions in order:

* A position that was walked through before is left at once.
* Where the game is over the prover must have the difference that was claimed.
* The moves of a position are taken in the order of the square they start from, then of the square
  they lead to.
* Where the other side moves, walk through the positions after all of its moves, one by one.
* Where the prover moves, walk through the position after the chosen move only. With n > 1 moves to
  choose from, the number of that move, from 0, is read from the next bits: as few as n - 1 needs,
  the highest first. It must be less than n.

Bytes are read from their highest bit. At the end less than eight bits may be left, all of them 0.
So nothing can be cut off or added, and every choice there is counts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from ...rules.movegen import State, Trail, generator
from ...rules.position import Position
from ...rules.variant import COLOURS, MINI, Colour

FORMAT = "mini-checkers certificate 1"

_SUFFIX = ".certificate"
_FOLDER = "certificates"


class CertificateError(ValueError):
    """A certificate proves nothing; the text says why."""


@dataclass(frozen=True)
class Claim:
    """What is claimed: the prover ends with at least `difference` men more than the other."""

    prover: Colour
    difference: int
    positions: tuple[Position, ...]

    def __str__(self) -> str:
        where = " and from ".join(position.fen() for position in self.positions)
        return f"{self.prover} ends at least {self.difference:+d} from {where}"


@dataclass(frozen=True)
class Certificate:
    """A claim, and the moves that prove it, as bytes."""

    claim: Claim
    choices: bytes

    def to_bytes(self) -> bytes:
        claim = self.claim
        lines = [
            FORMAT,
            f"{claim.prover} {claim.difference:+d}",
            *(position.fen() for position in claim.positions),
        ]
        return "".join(f"{line}\n" for line in [*lines, ""]).encode() + self.choices

    @classmethod
    def from_bytes(cls, content: bytes) -> "Certificate":
        """Read the content of a file; CertificateError if it is no certificate."""
        header, empty_line, choices = content.partition(b"\n\n")
        lines = header.decode("ascii", errors="replace").split("\n")
        if not empty_line or lines[0] != FORMAT or len(lines) < 3:
            raise CertificateError("this is not a proof about mini")
        prover, _, difference = lines[1].partition(" ")
        if prover not in [str(colour) for colour in COLOURS]:
            raise CertificateError("the second line does not name the prover, black or white")
        try:
            positions = tuple(Position.from_fen(line, MINI) for line in lines[2:])
            claim = Claim(Colour(prover), int(difference), positions)
        except ValueError as error:
            raise CertificateError(f"the claim cannot be read: {error}") from None
        certificate = cls(claim, choices)
        # There is one way to write a claim, so that nothing can be added to it.
        if certificate.to_bytes() != content:
            raise CertificateError("the claim is not written as it should be")
        return certificate


def check(certificate: Certificate) -> int:
    """Walk through the whole proof; returns how many positions it has.

    Raises CertificateError if it does not prove the claim.
    """
    choices = _Bits(certificate.choices)
    walked = walk(certificate.claim, choices.choose)
    if choices.left >= 8 or choices.read_bits(choices.left):
        raise CertificateError("the proof is complete before the certificate ends")
    return walked


class _Bits:
    """Bits to read one after the other, the highest of a byte first."""

    def __init__(self, content: bytes) -> None:
        self._bits = int.from_bytes(content)
        self.left = 8 * len(content)

    def read_bits(self, count: int) -> int:
        if count > self.left:
            raise CertificateError("the certificate ends before the proof is complete")
        self.left -= count
        return self._bits >> self.left & (1 << count) - 1

    def choose(self, replies: list[State]) -> int:
        """The number of the move that was chosen."""
        choice = self.read_bits((len(replies) - 1).bit_length())
        if choice >= len(replies):
            raise CertificateError("the certificate chooses an illegal move")
        return choice


_successors = generator(MINI)


def walk(claim: Claim, choose: Callable[[list[State]], int]) -> int:
    """Walk through a proof, asking for the prover's moves; returns how many positions it has."""
    prover = claim.prover.side
    seen: set[State] = set()

    def visit(state: State) -> None:
        if state in seen:
            return
        seen.add(state)
        replies = ordered_replies(state)
        if not replies:
            _check_end(claim, state)
        elif state[4] != prover:
            for reply in replies:
                visit(reply)
        else:
            visit(replies[choose(replies) if len(replies) > 1 else 0])

    for position in claim.positions:
        visit(position.state)
    return len(seen)


def ordered_replies(state: State) -> list[State]:
    """The states after all moves, in the order of the squares they start from and lead to."""
    trails: list[Trail] = []
    replies = _successors(state, trails)
    return [reply for _, reply in sorted(zip(trails, replies, strict=True))]


def _check_end(claim: Claim, state: State) -> None:
    men, _, foes, _, side = state
    difference = men.bit_count() - foes.bit_count()
    if side != claim.prover.side:
        difference = -difference
    if difference < claim.difference:
        end = Position(MINI, state)
        raise CertificateError(f"{claim.prover} ends {difference:+d}, not better, at {end}")


def shipped() -> Iterator[tuple[str, bytes]]:
    """The certificates that come with the package: names and contents."""
    folder = files(__package__).joinpath(_FOLDER)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(_SUFFIX):
            yield file.name, file.read_bytes()
