"""Certificates: the shipped ones hold, and a damaged one is refused or still a proof."""

import importlib.util
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from mini_files import write
from minicheckers import Position
from minicheckers.engine.solver.certificate import (
    Certificate,
    CertificateError,
    Claim,
    check,
    shipped,
)
from minicheckers.engine.solver.solver import Solver
from minicheckers.rules.movegen import State
from minicheckers.rules.variant import MINI, Colour
from testing.certificates import POSITIONS

CHECKER = Path(__file__).parents[2] / "research" / "check_mini.py"
SHIPPED = dict(shipped())
SMALLEST = SHIPPED["after-6-9-white.certificate"]


@pytest.fixture(scope="module")
def sceptic() -> ModuleType:
    """The independent checker."""
    spec = importlib.util.spec_from_file_location("check_mini", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def holds(content: bytes) -> bool:
    try:
        check(Certificate.from_bytes(content))
    except CertificateError:
        return False
    return True


def convinces(sceptic: ModuleType, content: bytes) -> bool:
    try:
        sceptic.check(content)
    except (ValueError, IndexError):
        return False
    return True


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", POSITIONS)
def test_the_shipped_ones_hold(name: str) -> None:
    assert check(Certificate.from_bytes(SHIPPED[name])) == POSITIONS[name]
    assert SHIPPED.keys() == POSITIONS.keys()


def test_they_prove_what_is_said_of_the_start() -> None:
    claims = {name: Certificate.from_bytes(content).claim for name, content in SHIPPED.items()}
    start = Position.start("mini")
    after = {str(move): position for move, position in start.transitions().items()}
    losing = after.pop("6-9")
    assert claims == {
        "start-black.certificate": Claim(Colour.BLACK, 0, (start,)),
        "start-white.certificate": Claim(Colour.WHITE, 0, (start,)),
        "after-6-9-white.certificate": Claim(Colour.WHITE, 1, (losing,)),
        "after-6-9-black.certificate": Claim(Colour.BLACK, -1, (losing,)),
        "other-first-moves-black.certificate": Claim(Colour.BLACK, 0, tuple(after.values())),
    }


def test_the_sceptic_agrees_on_one(sceptic: ModuleType) -> None:
    assert sceptic.check(SMALLEST)[1] == POSITIONS["after-6-9-white.certificate"]


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_the_sceptic_agrees_on_all(name: str, sceptic: ModuleType) -> None:
    assert sceptic.check(SHIPPED[name])[1] == POSITIONS[name]


def test_the_sceptic_imports_nothing_of_ours_and_needs_no_assertions() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    imports = [line for line in text.splitlines() if line.startswith(("import", "from"))]
    assert imports == ["import sys"]
    assert "assert" not in text
    code = text.split('"""', 2)[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 75


def small_proof() -> Certificate:
    """A proof with choices, of a position close to the end of the game."""
    position = Position.from_fen("W:W10,11,16,17:B2,3,6,9")
    value = Solver().value(position)
    claim = Claim(Colour.WHITE, value, (position,))
    return write(claim, partial(first_that_keeps, claim, Solver()))


def first_that_keeps(claim: Claim, solver: Solver, replies: list[State]) -> int:
    values = [-solver.value(Position(MINI, reply)) for reply in replies]
    return next(n for n, value in enumerate(values) if value >= claim.difference)


def changed(proof: Certificate, number: int, random: Random) -> tuple[bytes, bool]:
    """The certificate with one stored choice made another, and whether that keeps the claim."""
    bits, left = int.from_bytes(proof.choices), 8 * len(proof.choices)
    solver = Solver()
    lengths: list[tuple[int, int]] = []
    keeps = False

    def choose(replies: list[State]) -> int:
        nonlocal left, keeps
        length = (len(replies) - 1).bit_length()
        left -= length
        choice = bits >> left & (1 << length) - 1
        if len(lengths) == number:
            other = random.choice([n for n in range(len(replies)) if n != choice])
            lengths.append((other ^ choice, left))
            value = -solver.value(Position(MINI, replies[other]))
            keeps = value >= proof.claim.difference
        else:
            lengths.append((0, left))
        return choice

    write(proof.claim, choose)
    flip, place = lengths[number]
    content = (bits ^ flip << place).to_bytes(len(proof.choices))
    return Certificate(proof.claim, content).to_bytes(), keeps


def damaged(content: bytes, random: Random) -> bytes:
    """The content cut, extended, or with some bit or byte changed."""
    at = random.randrange(len(content))
    match random.randrange(5):
        case 0:
            return content[:at]
        case 1:
            return content + random.randbytes(random.randint(1, 3))
        case 2:
            return (
                content[:at] + bytes([content[at] ^ 1 << random.randrange(8)]) + content[at + 1 :]
            )
        case 3:
            return content[:at] + content[at + 1 :]
        case _:
            return content[:at] + random.randbytes(1) + content[at:]


def mutate(count: int, sceptic: ModuleType, proof: Certificate) -> tuple[int, int]:
    """Mutations that were refused, and that were still proofs; all judged alike by both."""
    random = Random(13)
    choices = count_of_choices(proof)
    refused = accepted = 0
    for number in range(count):
        if number % 2:
            mutant, keeps = changed(proof, random.randrange(choices), random)
        else:
            mutant, keeps = damaged(proof.to_bytes(), random), True
        verdict = holds(mutant)
        assert verdict == convinces(sceptic, mutant), mutant
        if verdict and mutant != proof.to_bytes():
            claim = Certificate.from_bytes(mutant).claim
            assert keeps, mutant
            assert all(proved(claim, position) for position in claim.positions), mutant
            accepted += 1
        refused += not verdict
    return refused, accepted


def proved(claim: Claim, position: Position) -> bool:
    """Whether a claim is true according to the solver."""
    value = Solver().value(position)
    return (value if position.turn is claim.prover else -value) >= claim.difference


def count_of_choices(proof: Certificate) -> int:
    count = 0
    bits, left = int.from_bytes(proof.choices), 8 * len(proof.choices)

    def choose(replies: list[State]) -> int:
        nonlocal count, left
        count += 1
        length = (len(replies) - 1).bit_length()
        left -= length
        return bits >> left & (1 << length) - 1

    write(proof.claim, choose)
    return count


@pytest.mark.parametrize("count", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_a_damaged_one_is_refused_or_still_a_proof(sceptic: ModuleType, count: int) -> None:
    refused, accepted = mutate(count, sceptic, small_proof())
    print(f"{refused} refused, {accepted} still proofs")
    assert refused > count / 2
    assert accepted > 0


@pytest.mark.slow
def test_a_damaged_proof_of_the_start_is_refused_or_still_a_proof(sceptic: ModuleType) -> None:
    proof = Certificate.from_bytes(SHIPPED["start-black.certificate"])
    refused, accepted = mutate(200, sceptic, proof)
    print(f"{refused} refused, {accepted} still proofs")
    assert refused > 100


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not a proof"),
        (SMALLEST[:60], "not a proof"),
        (SMALLEST[:-1], "ends before the proof"),
        (SMALLEST + b"\0", "complete before the certificate ends"),
        (SMALLEST.replace(b"white +1", b"green +1"), "prover"),
        (SMALLEST.replace(b"white +1", b"white 1"), "not written as it should be"),
        (SMALLEST.replace(b"white +1", b"white x"), "cannot be read"),
        (SMALLEST.replace(b"white +1", b"white +2"), "ends \\+1, not better"),
        (SMALLEST.replace(b"W13", b"W99"), "cannot be read"),
    ],
)
def test_why_it_is_refused(content: bytes, sentence: str, sceptic: ModuleType) -> None:
    with pytest.raises(CertificateError, match=sentence):
        check(Certificate.from_bytes(content))
    assert not convinces(sceptic, content)
