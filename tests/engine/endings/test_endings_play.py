"""Playing by the table: wins are won, in the search and close to the draw rules."""

from functools import cache
from random import Random

import pytest

from minicheckers import Position, Variant
from minicheckers.engine.decision import Context, Decision
from minicheckers.engine.deepening import SearchSetup, search
from minicheckers.engine.endings.files import search_probe, shipped_endings
from minicheckers.engine.endings.play import ending_moves
from minicheckers.engine.endings.proof import proven_best, proven_moves
from minicheckers.engine.endings.table import Ending, Endings, Result
from minicheckers.engine.evaluate import best_evaluation
from minicheckers.engine.score import DECIDED, DRAW, WIN, plies_to_end
from minicheckers.engine.table import Memory
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.opponents.registry import strategy
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.predicates import is_reversible
from minicheckers.rules.variant import BRAZILIAN, ENGLISH, MINI, PIKACHU, RUSSIAN, TOWERS
from testing.ending_positions import kings_walking, random_ending, random_placing

GAMES = pytest.mark.parametrize("variant", [ENGLISH, TOWERS], ids=str)
SHIPPED = pytest.mark.parametrize("variant", [ENGLISH, TOWERS, RUSSIAN, BRAZILIAN], ids=str)


def shipped(variant: Variant) -> Endings:
    endings = shipped_endings(variant)
    assert endings is not None
    return endings


def random_win(variant: Variant, random: Random, pieces: int = 4) -> State:
    while True:
        state = random_ending(variant, random, pieces)
        ending = shipped(variant).probe(state)
        assert ending is not None
        if ending.result is Result.WIN:
            return state


# The search's door


@GAMES
def test_scores_count_from_the_root(
    variant: Variant,
) -> None:
    endings, random = shipped(variant), Random(1)
    seen = set()
    for _ in range(300):
        state = random_ending(variant, random, random.choice([2, 3, 4]))
        ending = endings.probe(state)
        assert ending is not None
        seen.add(ending.result)
        score = endings.probe_score(state, 5)
        if ending.plies is None:
            assert score == DRAW
            continue
        assert score == (1 if ending.result is Result.WIN else -1) * (WIN - 5 - ending.plies)
    assert seen == set(Result)


# Whole games


def play_out(start: Position, black: str, white: str, seed: int = 1) -> Timeline:
    players = {
        "black": strategy(black, start.variant, seed=seed, depth=None if black == "timed" else 4),
        "white": strategy(white, start.variant, seed=seed, depth=None if white == "timed" else 4),
    }
    timeline = Timeline.begin(start)
    while timeline.outcome is None:
        player = players[str(timeline.position.turn)]
        decision = player.choose(timeline.position, Context(history=timeline.history))
        timeline = timeline.play(decision.move)
    return timeline


def won_games(variant: Variant, games: int, opponent: str) -> list[str]:
    """Games from won endings; the FENs of those not won, or not in time."""
    random = Random(3)
    failed = []
    for _ in range(games):
        start = Position(variant, random_win(variant, random))
        ending = shipped(variant).probe(start.state)
        assert ending is not None
        assert ending.plies is not None
        sides = ("timed", opponent) if start.turn == "black" else (opponent, "timed")
        timeline = play_out(start, *sides)
        outcome = timeline.outcome
        assert outcome is not None
        in_time = timeline.ply == ending.plies if opponent == "timed" else True
        if outcome.winner != start.turn or timeline.ply > ending.plies or not in_time:
            failed.append(start.fen())
    return failed


@SHIPPED
def test_won_endings_are_won_in_time(variant: Variant) -> None:
    assert won_games(variant, 1 if variant.king_flies else 8, "timed") == []


@pytest.mark.slow
@SHIPPED
@pytest.mark.parametrize("opponent", ["timed", "alphabeta", "random"])
def test_300_won_endings_are_won_in_time(variant: Variant, opponent: str) -> None:
    assert won_games(variant, 300, opponent) == []


# Near the draw rules


def reversed_result(result: Result) -> Result:
    return {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN}.get(result, Result.DRAW)


@cache
def by_the_five_moves(variant: Variant, state: State, run: int) -> Result:
    """The result by trying everything while two pieces chase a lone king."""
    children = generator(variant)(state)
    if not children:
        return Result.LOSS
    if run >= LONE_KING:
        return Result.DRAW
    results = [
        shipped(variant).ending_of_move(child).result
        if child[:2] != state[2:4]
        else reversed_result(by_the_five_moves(variant, child, run + 1))
        for child in children
    ]
    return next(result for result in Result if result in results)


#: How many plies two pieces may chase a lone king in russian and brazilian.
LONE_KING = 10


@pytest.mark.parametrize("variant", [RUSSIAN, BRAZILIAN], ids=str)
def test_two_pieces_have_five_moves_to_catch_a_king(variant: Variant) -> None:
    endings, random = shipped(variant), Random(9)
    spoiled = dict.fromkeys(Result, 0)
    for _ in range(40):
        run = random.randrange(6, LONE_KING)
        material = random.choice([(0, 2, 0, 1), (1, 1, 0, 1), (0, 1, 0, 2), (0, 1, 1, 1)])
        root = random_placing(variant, random, material)
        while endings.full_code(root) < 3:  # a draw, or over in a ply
            root = random_placing(variant, random, material)
        # As if both sides had passed; what they did does not matter as long as nothing was taken.
        passed = (*root[2:4], *root[:2], 1 - root[4])
        earlier = [root, passed] * LONE_KING
        for move in ending_moves(endings, [root], earlier=earlier[-run:]):
            by_table = endings.ending_of_move(move.state).result
            expected = by_table
            if move.state[:2] == root[2:4] and move.state[1] and move.state[3]:
                expected = reversed_result(by_the_five_moves(variant, move.state, run + 1))
            assert move.ending.result is expected
            spoiled[by_table] += expected is not by_table
    assert spoiled[Result.WIN] > 5
    assert spoiled[Result.LOSS] > 5
    assert spoiled[Result.DRAW] == 0


def fresh_plies(count: int) -> list[State]:
    """A history of this many plies without progress or repetition."""
    return [(0, 0, 0, 0, ply) for ply in range(count)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.slow)])
@GAMES
def test_a_win_of_two_kings_that_comes_a_ply_too_late_is_a_draw(
    variant: Variant, times: int
) -> None:
    """Even long before the 80th ply: the only progress is the capture that ends the game."""
    endings, random = shipped(variant), Random(6)
    bits = variant.geometry.bits
    longest = 0
    for _ in range(times):
        ending = Ending(Result.DRAW, None)
        while ending.result is not Result.WIN or (ending.plies or 0) < 13:
            one, two, foe = random.sample(bits, 3)
            state = (0, one | two, 0, foe, random.randrange(2))
            ending = endings.probe(state) or ending
        assert ending.plies is not None
        longest = max(longest, ending.plies)
        in_time = variant.quiet_plies - ending.plies
        assert ending_moves(endings, [*fresh_plies(in_time), state])[0].ending == ending
        late = ending_moves(endings, [*fresh_plies(in_time + 1), state])
        assert {move.ending.result for move in late} == {Result.DRAW}
    assert longest > (17 if times > 1 else 12)


def test_nobody_is_kept_waiting_for_the_draw_rules() -> None:
    """With no time to think, or little, the table's answer comes at once."""
    *before, here = kings_walking(60, seed=1)
    readings = 0

    def clock() -> float:
        nonlocal readings
        readings += 1
        return readings / 1000

    def score(time: float, *, stopped: bool) -> int:
        player = strategy("timed", "english", seed=1, time=time)
        decision = player.choose(here, Context(tuple(before), lambda: stopped, clock=clock))
        assert decision.move in here.legal_moves()
        assert decision.score is not None
        return decision.score

    assert score(1e6, stopped=False) == DRAW
    assert abs(score(1e6, stopped=True)) > DECIDED
    readings = 0
    assert abs(score(0.01, stopped=False)) > DECIDED
    assert readings < 20


def test_a_win_is_not_thrown_away_by_repetition() -> None:
    """A third repetition is a draw, for the winner and for the loser."""
    start = Position.from_fen("B:WK32:BK1,K2", "english")
    endings = shipped(ENGLISH)
    shortest = ending_moves(endings, [start.state])[0]
    # As if that position had been there twice, with something in between.
    between = quiet_walk(shortest.state, start.state)
    game = [start.state, shortest.state, *between, shortest.state, *between]
    moves = {move.state: move.ending for move in ending_moves(endings, game)}
    assert moves[shortest.state].result is Result.DRAW
    assert Result.WIN in {ending.result for ending in moves.values()}


def quiet_walk(start: State, end: State) -> list[State]:
    """The states between two, along a shortest path of reversible moves."""
    successors = generator(ENGLISH)
    ways: dict[State, list[State]] = {start: []}
    queue = [start]
    for state in queue:
        for child in successors(state):
            if child not in ways and is_reversible(state, child):
                ways[child] = [*ways[state], child]
                queue.append(child)
            if child == end:
                return ways[child]
    raise AssertionError("there is no way")


# The search probes the endgame table along the way.

#: Black takes one of White's two kings by force, and is left with two against one.
BEFORE_THE_CAPTURE = "B:WK14,K32:BK9,K1,3"


def searched(position: Position, depth: int, *, endings: bool) -> Decision:
    setup = SearchSetup(best_evaluation(position.variant), endings=endings)
    table = Memory(shared=setup.evaluation.symmetric).table(position.turn.side)
    return search(position, setup, Limits(depth=depth), table, Random(1), Context())


def test_a_far_win_is_seen_at_once() -> None:
    position = Position.from_fen(BEFORE_THE_CAPTURE, "english")
    (capture,) = position.legal_moves()
    endings = shipped_endings(ENGLISH)
    assert endings is not None
    truth = endings.ending_of_move(position.play(capture).state)
    assert truth.plies is not None
    assert truth.plies > 15
    assert searched(position, 2, endings=True).score == WIN - truth.plies
    blind = searched(position, 2, endings=False).score
    assert blind is not None
    assert plies_to_end(blind) is None


@pytest.mark.parametrize("variant", [MINI, PIKACHU.of_size(8)], ids=str)
def test_games_without_endings_are_not_asked(variant: object) -> None:
    assert search_probe(variant) is None  # type: ignore[arg-type]


# Results proven by search down to a table: checked with a table that knows more.


@pytest.mark.sampled(1)
@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", [ENGLISH, TOWERS], ids=str)
def test_what_is_proven_down_to_three_pieces_is_what_the_table_of_four_says(
    variant: Variant, count: int
) -> None:
    known = shipped_endings(variant)
    assert known is not None
    fewer = Endings(variant, 3, known.codes)
    proven = answered = 0
    random = Random(1)
    for _ in range(count):
        state = random_ending(variant, random, 4)
        found = proven_moves(fewer, state)
        if found is not None:
            proven += bool(found)
            for child, result in found.items():
                assert result is known.ending_of_move(child).result, state
        best = proven_best(fewer, state)
        assert best is not None or not found, state
        if best is not None:
            child, result = best
            answered += 1
            assert result is known.ending_of_move(child).result, state
            truth = known.probe(state)
            assert truth is not None
            assert result is truth.result, state
    assert answered > proven > count / 40


def test_what_cannot_be_proven_is_left_open() -> None:
    endings = shipped_endings(ENGLISH)
    assert endings is not None
    assert proven_moves(endings, Position.start("english").state) is None
    kings_far_apart = Position.from_fen("B:WK29,K30,K31:BK1,K2,K3", "english")
    assert proven_moves(endings, kings_far_apart.state) is None
