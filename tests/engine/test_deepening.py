"""The search from outside: what it prefers, what it sees, when it ends, what it reports."""

import gc
import json
import pickle
import time
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from minicheckers import Context, Decision, Move, Position, Progress
from minicheckers.engine.alphabeta import SearchTree
from minicheckers.engine.deepening import SearchSetup, search, strongest_setup
from minicheckers.engine.evaluate import EVALUATIONS, best_evaluation, original_evaluation
from minicheckers.engine.score import DECIDED, WIN, Score, Unit, plies_to_end
from minicheckers.engine.solver.solver import Solver
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.rules.variant import get_variant
from testing.plain_minimax import PlainMinimax
from testing.sample_positions import from_games, sparse

GAMES = [("mini", None), ("towers", None), ("english", None), ("pikachu", 8), ("pikachu", 16)]


def think(
    position: Position, limits: Limits, context: Context | None = None, seed: int = 1
) -> Decision:
    setup = SearchSetup(best_evaluation(position.variant))
    return search(position, setup, limits, Table(bits=16), Random(seed), context or Context())


def test_takes_the_win_that_comes_soonest() -> None:
    # 14x23 takes the last white man; moving on with the king also wins, but later.
    decision = think(Position.from_fen("B:W18:B14,K32", "english"), Limits(depth=7))
    assert str(decision.move) == "14x23"
    assert decision.score == WIN - 1


@pytest.mark.parametrize(("count", "seed"), [(60, 9), pytest.param(600, 6, marks=pytest.mark.slow)])
def test_puts_a_loss_off_as_long_as_it_can(count: int, seed: int) -> None:
    evaluation = EVALUATIONS["english"]
    told_apart = 0
    for position in sparse(get_variant("english"), count, seed=seed, most=2):
        side = position.state[4]
        oracle = PlainMinimax(
            position.variant,
            evaluation.heuristic(position.variant, side),
            evaluation.final(position.variant, side),
        )
        values = oracle.move_values(position, 4)
        if max(values.values()) < -DECIDED and len(set(values.values())) > 1:
            told_apart += 1
            decision = think(position, Limits(depth=4))
            assert plies_to_end(values[position.play(decision.move).state]) == max(
                plies for value in values.values() if (plies := plies_to_end(value)) is not None
            )
    assert told_apart >= 2


@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_a_solved_position_of_mini_is_played_for_the_largest_difference(count: int) -> None:
    solver = Solver()
    for position in sparse(get_variant("mini"), count, seed=7, most=3):
        decision = think(position, Limits(depth=40, time=60))
        values = solver.move_values(position)
        assert values[decision.move] == max(values.values()), position


def test_sees_a_third_repetition_coming() -> None:
    line = Timeline.begin(Position.from_fen("B:WK25,K30:BK11", "english"))
    for move in ("11-8", "25-29", "8-4", "29-25", "4-8", "25-29", "8-4", "29-25"):
        line = line.play(move)
    assert line.outcome is None
    setup = SearchSetup(original_evaluation(line.position.variant), exact=True)
    limits = Limits(depth=3)
    known = search(
        line.position, setup, limits, Table(12), Random(1), Context(history=line.history)
    )
    assert (str(known.move), known.score) == ("4-8", 0)
    assert line.play("4-8").outcome is not None
    unknown = search(line.position, setup, limits, Table(12), Random(1), Context())
    assert unknown.score is not None
    assert unknown.score < 0


def test_a_table_kept_from_move_to_move_hides_no_repetition() -> None:
    # Black is nearly three men ahead. After 19-23 White would go 8-11, for the third time.
    line = Timeline.begin(
        Position.from_fen("B:WK11,14,17,18,21,22:B2,5,9,12,13,K23,K31", "english")
    )
    setup, table = strongest_setup(line.position.variant), Table()

    def choose() -> Decision:
        context = Context(history=line.history)
        return search(line.position, setup, Limits(1e6, 12), table, Random(1), context)

    for black, white in (("23-19", "11-8"), ("19-23", "8-11"), ("23-19", "11-8")):
        choose()
        line = line.play(black).play(white)
    assert line.position.fen() == "B:WK8,14,17,18,21,22:B2,5,9,12,13,K19,K31"
    repeated = line.play("19-23").play("8-11")
    assert repeated.outcome is not None
    assert repeated.outcome.winner is None
    decision = choose()
    assert str(decision.move) != "19-23"
    assert decision.score is not None
    assert decision.score > 200


def test_a_finished_game_has_no_move() -> None:
    with pytest.raises(ValueError, match="over"):
        think(Position.from_fen("B:W13:B", "mini"), Limits(depth=3))


@pytest.mark.parametrize(("name", "size"), GAMES)
def test_the_same_seed_chooses_the_same(name: str, size: int | None) -> None:
    start = Position.start(name, size)
    first = [think(start, Limits(depth=4), seed=seed) for seed in range(4)]
    again = [think(start, Limits(depth=4), seed=seed) for seed in range(4)]
    assert first == again


def test_every_best_move_is_chosen_by_some_seed_and_no_other() -> None:
    # Before any contact all of White's first moves are worth the same at depth 1.
    start = Position.start("pikachu")
    setup = SearchSetup(EVALUATIONS["pikachu-original"], exact=True)
    chosen = {
        search(start, setup, Limits(depth=1), Table(10), Random(seed), Context()).move
        for seed in range(200)
    }
    assert chosen == set(start.legal_moves())
    better = SearchSetup(EVALUATIONS["pikachu-tuned"], exact=True)
    forward = {
        search(start, better, Limits(depth=1), Table(10), Random(seed), Context()).move
        for seed in range(200)
    }
    assert forward == {move for move in start.legal_moves() if move.start - move.end == 8}


def test_reports_every_depth_it_completes() -> None:
    reports: list[Progress] = []
    start = Position.start("english")
    decision = think(start, Limits(depth=6, time=60), Context(report=reports.append))
    assert [progress.depth for progress in reports] == [1, 2, 3, 4, 5, 6]
    nodes = [progress.nodes for progress in reports]
    assert nodes == sorted(set(nodes))
    assert decision.nodes == nodes[-1]
    last = reports[-1]
    assert (decision.move, decision.score, decision.pv) == (last.pv[0], last.score, last.pv)
    assert last.max_cutoffs > 0
    assert last.min_cutoffs > 0
    assert last.max_cutoffs + last.min_cutoffs < last.nodes
    for progress in reports:
        position = start
        for move in progress.pv:
            position = position.play(move)
        assert len(progress.pv) <= progress.depth


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "size"), GAMES)
def test_looks_often_enough_to_stop_within_50_ms(name: str, size: int | None) -> None:
    # Measured in processor time, so that a busy machine does not matter.
    gaps: list[float] = []
    for position in from_games(get_variant(name, size), 2, seed=5):
        last = time.process_time()
        started = last

        def stopped() -> bool:
            nonlocal last
            now = time.process_time()
            gaps.append(now - last)
            last = now
            return now - started > 0.1  # noqa: B023  called in this round only

        decision = think(position, Limits(depth=60, time=60), Context(stopped=stopped))
        gaps.append(time.process_time() - last)
        assert decision.move in position.legal_moves()
    assert max(gaps) < 0.05


def stop_after(looks: int) -> Callable[[], bool]:
    left = looks

    def stopped() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return stopped


def test_whenever_it_is_stopped_it_answers_with_what_it_trusts() -> None:
    middle = Position.from_fen("B:W17,21,22,25,26,27,30,32:B1,3,5,6,8,10,11,12", "english")
    changed_its_mind = 0
    for start, looks in product((Position.start("english"), middle), range(0, 60, 3)):
        reports: list[Progress] = []
        context = Context(stopped=stop_after(looks), report=reports.append)
        decision = think(start, Limits(depth=30, time=1e9), context)
        assert decision.move in start.legal_moves()
        if not reports:
            assert decision.depth == 0
            continue
        last = reports[-1]
        assert decision.depth == last.depth
        if decision.move == last.pv[0]:
            assert (decision.score, decision.pv) == (last.score, last.pv)
        else:
            changed_its_mind += 1
            deeper = think(start, Limits(depth=last.depth + 1, time=1e9))
            assert decision.score is not None
            assert deeper.score is not None
            assert decision.score <= deeper.score
    assert changed_its_mind, "no search was stopped after a deeper look had found a better move"


def test_a_bound_of_nodes_ends_the_search() -> None:
    start = Position.start("english")
    bounded = think(start, Limits(depth=20, nodes=5_000))
    assert 1 < bounded.depth < 20
    assert bounded.nodes < 5_000 + 64
    assert think(start, Limits(depth=20, nodes=5_000)) == bounded


def test_begins_no_depth_near_the_end_of_its_time() -> None:
    now = 0.0
    depths: list[int] = []

    def report(progress: Progress) -> None:
        nonlocal now
        depths.append(progress.depth)
        now += 1

    context = Context(report=report, clock=lambda: now)
    decision = think(Position.start("english"), Limits(depth=30, time=10.0), context)
    # Every depth takes 1 s on this clock, told when it is reported: the ninth ends at 8 s.
    assert depths == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert decision.depth == 9


@pytest.mark.parametrize("seconds", [0.02, 0.1, pytest.param(0.3, marks=pytest.mark.slow)])
def test_keeps_to_its_time(seconds: float) -> None:
    begun = time.process_time()
    think(Position.start("english"), Limits(seconds, 60), Context(clock=time.process_time))
    assert time.process_time() - begun < seconds + 0.05


def test_the_table_never_holds_more_than_it_may() -> None:
    table = Table(bits=8)
    setup = SearchSetup(best_evaluation(get_variant("english")))
    start = Position.start("english")
    small = search(start, setup, Limits(depth=7), table, Random(1), Context())
    assert 200 < len(table) <= 256
    assert len(table.slots) == 256
    # It is a cache, not part of the rules: with another size the score is the same.
    exact = SearchSetup(setup.evaluation, exact=True)
    scores = {
        search(start, exact, Limits(depth=6), Table(bits), Random(1), Context()).score
        for bits in (0, 4, 16)
    }
    assert len(scores) == 1
    assert small.depth == 7


@pytest.mark.slow
def test_a_minute_of_search_stays_under_300_mb() -> None:
    resource = pytest.importorskip("resource")
    think(Position.start("pikachu", 16), Limits(depth=100, time=30))
    setup = SearchSetup(best_evaluation(get_variant("english")))
    table = Table()
    search(Position.start("english"), setup, Limits(60.0, 100), table, Random(1), Context())
    assert len(table) > len(table.slots) // 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 300 * 1024


# A context that ends in time.


def test_a_context_within_seconds_stops_by_its_own_clock_or_when_it_is_told_to() -> None:
    now, told = 100.0, False
    context = Context(stopped=lambda: told, clock=lambda: now)
    assert context.within(None) is context
    short = context.within(5.0)
    both = short.within(60.0)
    assert (short.history, short.report, short.clock) == (
        context.history,
        context.report,
        context.clock,
    )
    now = 104.9
    assert (context.stopped(), short.stopped(), both.stopped()) == (False, False, False)
    now = 105.0
    assert (context.stopped(), short.stopped(), both.stopped()) == (False, True, True)
    now, told = 100.0, True
    assert context.stopped()
    assert short.stopped()


# A score is a value: what it counts, how it is printed, how it is ordered.


@pytest.mark.parametrize(
    ("score", "text", "exact", "plies"),
    [
        (Score(0), "0.00", False, None),
        (Score(25), "+0.25", False, None),
        (Score(-110), "-1.10", False, None),
        (Score(WIN - 3), "won in 2", False, 3),
        (Score(4 - WIN), "lost in 2", False, 4),
        (Score(-WIN), "lost", False, 0),
        (Score.pieces(1), "+1", True, None),
        (Score.pieces(0), "0", True, None),
        (Score.pieces(-2), "-2", True, None),
        (Score.won(7), "won in 4", True, 7),
        (Score.lost(2), "lost in 1", True, 2),
        (Score.drawn(), "drawn", True, None),
    ],
)
def test_one_way_to_print_it(score: Score, text: str, exact: bool, plies: int | None) -> None:
    assert (str(score), score.is_exact, score.plies) == (text, exact, plies)
    assert json.dumps(score) == str(int(score))
    copy = pickle.loads(pickle.dumps(score))
    assert (copy, copy.unit) == (score, score.unit)
    other_side = -score
    assert (-other_side, other_side.unit) == (score, score.unit)


def test_a_plain_number_is_hundredths_of_a_man() -> None:
    decision = Decision(Move((1, 5)), 30)  # type: ignore[arg-type]
    progress = Progress(1, 30, (), 1, 0.1)  # type: ignore[arg-type]
    for score in (decision.score, progress.score):
        assert (str(score), score.unit if score else None) == ("+0.30", Unit.HUNDREDTHS)


# A search leaves nothing behind that only the garbage collector would find.


@pytest.fixture
def collected() -> Iterator[list[object]]:
    """What the collector finds when it is called, and nothing from before."""
    gc.freeze()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()
    gc.unfreeze()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["english", "towers", "pikachu", "mini"])
def test_a_table_ends_with_those_who_use_it(name: str, collected: list[object]) -> None:
    position = Position.start(name)
    table = Table(bits=8)
    setup = strongest_setup(position.variant)
    search(position, setup, Limits(nodes=500), table, Random(1), Context())
    assert len(table) > 50
    del table
    gc.collect()
    assert not [found for found in collected if isinstance(found, Table | SearchTree)]
