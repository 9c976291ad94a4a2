"""Networks: the big integer against plain arithmetic, and what the weights themselves prove."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import SearchSetup, search
from minicheckers.engine.evaluate import EVALUATIONS, tuning_of
from minicheckers.engine.evaluate.network import (
    CENTRE,
    ZERO,
    Network,
    by_network,
    network_evaluator,
    read_network,
    shipped_network,
    write_network,
)
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.rules.movegen import State
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant, get_variant
from network_bounds import bounds_of_phase
from testing.networks import NETWORKS
from testing.sample_positions import from_games

Board = dict[int, int]


def lanes_of(network: Network, phase: int, pieces: Board) -> list[int]:
    """The lanes of a phase before ReLU; `pieces`: kind (own men first) by square from 0."""
    start, *columns = network.phases[phase]
    squares = len(columns) // (2 if phase <= len(network.without_kings) else 4)
    lanes = list(start)
    for square, kind in pieces.items():
        for lane, weight in enumerate(columns[squares * kind + square]):
            lanes[lane] += weight
    return lanes


def hidden_sign(lane: int) -> int:
    """Odd lanes are subtracted."""
    return -1 if lane % 2 else 1


def plain_value(network: Network, variant: Variant, state: State) -> float:
    """A network's value of a state, worked out number by number in floating point."""
    men, kings, other_men, other_kings, side = state
    bits = variant.geometry.bits[::-1] if side else variant.geometry.bits
    pieces = {
        square: kind
        for kind, mask in enumerate((men, other_men, kings, other_kings))
        for square, bit in enumerate(bits)
        if mask & bit
    }
    phase = network.phase(len(pieces), bool(kings | other_kings))
    linear, *hidden = (float(lane) for lane in lanes_of(network, phase, pieces))
    output = linear + sum(hidden_sign(lane) * max(0.0, unit) for lane, unit in enumerate(hidden, 1))
    return output / (1 << network.fraction_bits) - 0.5


def searched_states(variant: Variant, count: int) -> list[State]:
    """States that searches have evaluated, all different, both sides to move."""
    tuning, seen = tuning_of(variant), dict[State, None]()
    heuristic = tuning.best.heuristic(variant, 0)
    enough = 0

    def noted(state: State) -> int:
        if len(seen) < enough:
            seen[state] = None
        return heuristic(state)

    watched = replace(tuning.best, heuristic=lambda variant, searcher: noted)
    setup = SearchSetup(watched, tuning.pruning)
    for number, position in enumerate(from_games(variant, 10_000, seed=3)):
        if position.outcome is None:
            enough = min(count, len(seen) + count // 60)  # so that several games are among them
            random = Random(number)
            search(
                position, setup, Limits(nodes=min(400, count)), Table(bits=10), random, Context()
            )
        if len(seen) == count:
            break
    return list(seen)


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("count", [150, pytest.param(100_000, marks=pytest.mark.slow)])
def test_the_big_integer_says_what_plain_arithmetic_says(name: str, count: int) -> None:
    variant, network = get_variant(name), shipped_network(name)
    heuristic = EVALUATIONS[name].heuristic(variant, 0)
    states = searched_states(variant, count)
    assert len(states) == count
    assert {state[4] for state in states} == {0, 1}
    phases = set()
    for state in states:
        # The half that rounds is in the weights: what is left is the rounding down.
        assert 0 <= plain_value(network, variant, state) + 0.5 - heuristic(state) < 1
        pieces = sum(mask.bit_count() for mask in state[:4])
        phases.add(network.phase(pieces, bool(state[1] | state[3])))
    assert len(phases) == len(network.phases)


@pytest.mark.parametrize("name", NETWORKS)
def test_extreme_material_is_still_plain_arithmetic(name: str) -> None:
    variant, network = get_variant(name), shipped_network(name)
    heuristic, bits = network_evaluator(network, variant), variant.geometry.bits
    random = Random(5)
    full = variant.home_men(0).bit_count()
    for own, other in ((full, 1), (1, full), (full, full), (len(bits) - 1, 1), (1, 0), (0, 1)):
        for own_kings, other_kings in ((0, 0), (own, other), (own, 0), (0, other)):
            chosen = random.sample(bits, own + other)
            mine, theirs = chosen[:own], chosen[own:]
            for side in (0, 1):
                state = (
                    sum(mine[own_kings:]),
                    sum(mine[:own_kings]),
                    sum(theirs[other_kings:]),
                    sum(theirs[:other_kings]),
                    side,
                )
                assert 0 <= plain_value(network, variant, state) + 0.5 - heuristic(state) < 1


@pytest.mark.parametrize("name", NETWORKS)
def test_nothing_can_overflow_whatever_stands_on_the_board(name: str) -> None:
    network, squares = shipped_network(name), len(get_variant(name).geometry.bits)
    for columns, pieces in zip(network.phases, network.most_pieces(squares), strict=True):
        assert bounds_of_phase(columns, squares, pieces).fit_in_lanes()
        too_large = [[40 * weight for weight in column] for column in columns]
        assert not bounds_of_phase(too_large, squares, pieces).fit_in_lanes()


@pytest.mark.parametrize("name", NETWORKS)
def test_the_bounds_of_a_lane_are_reached_by_a_board(name: str) -> None:
    network, squares = shipped_network(name), len(get_variant(name).geometry.bits)
    for phase, (columns, most) in enumerate(
        zip(network.phases, network.most_pieces(squares), strict=True)
    ):
        bounds = bounds_of_phase(columns, squares, most)
        kinds = (len(columns) - 1) // squares
        for lane, (least, greatest) in enumerate(bounds.lanes):
            for sign, bound in ((-1, least), (1, greatest)):
                gains = sorted(
                    max(
                        (sign * columns[1 + squares * kind + square][lane], kind, square)
                        for kind in range(kinds)
                    )
                    for square in range(squares)
                )[-most:]
                board = {square: kind for gain, kind, square in gains if gain > 0}
                assert lanes_of(network, phase, board)[lane] == bound


SMALL = st.lists(st.lists(st.integers(-60, 60), min_size=5, max_size=5), min_size=13, max_size=13)


@settings(max_examples=30)
@given(SMALL, st.integers(0, 3))
def test_no_board_exceeds_the_bounds(columns: list[list[int]], most: int) -> None:
    bounds = bounds_of_phase(columns, 3, most)
    network = Network("", 5, 0, (), (), (columns[:7], columns))
    for board in boards(3, 4, most):
        linear, *hidden = lanes_of(network, 1, board)
        for lane, (least, greatest) in zip((linear, *hidden), bounds.lanes, strict=True):
            assert least <= lane <= greatest
        output = linear + sum(hidden_sign(n) * max(0, unit) for n, unit in enumerate(hidden, 1))
        assert bounds.output[0] - 1e-6 <= output <= bounds.output[1] + 1e-6


def boards(squares: int, kinds: int, most: int, first: int = 0) -> Iterator[Board]:
    """Every way to put at most this many pieces on a few squares."""
    yield {}
    if most:
        for square in range(first, squares):
            for rest in boards(squares, kinds, most - 1, square + 1):
                for kind in range(kinds):
                    yield {square: kind, **rest}


def test_the_range_of_lanes_and_output_is_asked_for() -> None:
    def fits(start: list[int], piece: list[int]) -> bool:
        return bounds_of_phase([start, piece], 1, 1).fit_in_lanes()

    assert fits([0, 0, 0], [CENTRE - 1, ZERO - CENTRE, 0])
    assert not fits([0, 0, 0], [CENTRE, 0, 0])
    assert not fits([0, 0, 0], [0, ZERO, 0])
    assert not fits([CENTRE // 2, 0, 0], [0, 0, ZERO - 1])


def test_a_file_holds_a_network() -> None:
    network = shipped_network("english")
    content = write_network(network)
    again = read_network(content)
    assert replace(again, phases=()) == replace(network, phases=())
    assert [[list(column) for column in columns] for columns in again.phases] == [
        [list(column) for column in columns] for columns in network.phases
    ]
    for damaged in (b"", content[:-9], content.replace(b"network", b"fishnet", 1), b"{}\n"):
        with pytest.raises(ValueError, match="minicheckers network"):
            read_network(damaged)


def test_a_network_is_read_when_a_search_asks_for_it() -> None:
    evaluator = by_network("of no game")
    with pytest.raises(FileNotFoundError):
        evaluator(get_variant("english"), 0)


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_is_ready_at_once(name: str) -> None:
    variant = get_variant(name)
    state = Position.start(variant).state
    started = process_time()
    network_evaluator(shipped_network(name), variant)(state)
    assert process_time() - started < 0.05


def test_what_is_forgotten_is_added_up_again() -> None:
    variant, network = get_variant("english"), shipped_network("english")
    forgetful, usual = network_evaluator(network, variant, 7), network_evaluator(network, variant)
    positions = list(from_games(variant, 10, seed=5))
    assert len(positions) > 7
    for position in (*positions, *positions):
        assert forgetful(position.state) == usual(position.state)


@pytest.mark.parametrize("name", NETWORKS)
def test_both_sides_are_judged_alike(name: str) -> None:
    heuristic = EVALUATIONS[name].heuristic(get_variant(name), 0)
    for position in from_games(get_variant(name), 30, seed=9):
        assert heuristic(position.state) == heuristic(position.seen_from_other_side().state)
