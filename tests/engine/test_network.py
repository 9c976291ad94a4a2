"""Networks: the big integer against plain arithmetic, and what the weights themselves prove."""

from collections.abc import Iterator
from dataclasses import replace
from operator import add
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
    Pattern,
    by_network,
    network_evaluator,
    patterns_of_men,
    read_network,
    shipped_network,
)
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.rules.movegen import State
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant, get_variant
from network_bounds import bounds_of_phase, most_pieces
from network_file import write_network
from testing.networks import NETWORKS
from testing.sample_positions import from_games

Board = dict[int, int]


def lanes_of(network: Network, men: list[Pattern], phase: int, pieces: Board) -> list[int]:
    """The lanes of a phase before ReLU; `pieces`: kind (own men first) by square from 0."""
    start, *columns = network.phases[phase]
    lanes = list(start)
    for (kind, pattern), column in zip(inputs_of(men, len(columns)), columns, strict=True):
        if all(pieces.get(square) == kind for square in pattern):
            lanes = list(map(add, lanes, column))
    return lanes


def inputs_of(men: list[Pattern], count: int) -> list[tuple[int, Pattern]]:
    """What each column is for: men of either side by pattern, then kings, if any, by square."""
    alone = [pattern for pattern in men if len(pattern) == 1]
    kinds = [men, men] + ([alone, alone] if count > 2 * len(men) else [])
    return [(kind, pattern) for kind, of_kind in enumerate(kinds) for pattern in of_kind]


def patterns(network: Network) -> list[Pattern]:
    return patterns_of_men(get_variant(network.variant).geometry, network.neighbours)


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
    men_patterns = patterns_of_men(variant.geometry, network.neighbours)
    linear, *hidden = (float(lane) for lane in lanes_of(network, men_patterns, phase, pieces))
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
def test_nothing_can_overflow_whatever_stands_on_the_board(name: str) -> None:
    network, squares = shipped_network(name), len(get_variant(name).geometry.bits)
    for columns, pieces in zip(network.phases, most_pieces(network, squares), strict=True):
        assert bounds_of_phase(columns, patterns(network), squares, pieces).fit_in_lanes()
        too_large = [[160 * weight for weight in column] for column in columns]
        assert not bounds_of_phase(too_large, patterns(network), squares, pieces).fit_in_lanes()


SMALL_BOARD = [(0,), (1,), (2,)]
ONE_COLUMN = st.lists(st.integers(-60, 60), min_size=5, max_size=5)


def outputs(lanes: list[int]) -> int:
    linear, *hidden = lanes
    return linear + sum(hidden_sign(n) * max(0, unit) for n, unit in enumerate(hidden, 1))


@settings(max_examples=30)
@given(st.data(), st.sampled_from([[], [(0, 1)], [(0, 1), (1, 2), (0, 2)]]), st.integers(0, 3))
def test_no_board_exceeds_the_bounds(data: st.DataObject, pairs: list[Pattern], most: int) -> None:
    men = SMALL_BOARD + pairs
    count = 2 * len(men) + 2 * len(SMALL_BOARD)
    columns = data.draw(st.lists(ONE_COLUMN, min_size=count + 1, max_size=count + 1))
    bounds = bounds_of_phase(columns, men, 3, most)
    network = Network("", 5, 0, (), (), (columns[: 1 + 2 * len(men)], columns))
    reached = [lanes_of(network, men, 1, board) for board in boards(3, 4, most)]
    for lane, (least, greatest) in enumerate(bounds.lanes):
        values = [lanes[lane] for lanes in reached]
        assert least <= min(values)
        assert max(values) <= greatest
        if not pairs:
            assert (least, greatest) == (min(values), max(values))
    least, greatest = bounds.output
    assert least - 1e-6 <= min(map(outputs, reached))
    assert max(map(outputs, reached)) <= greatest + 1e-6


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
        return bounds_of_phase([start, piece, [0, 0, 0]], [(0,)], 1, 1).fit_in_lanes()

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
