"""What every thinking strategy promises: its time, its stop, its seed, its depth, its memory."""

import time
from itertools import count

import pytest

from minicheckers import Game, Position, strategy
from minicheckers.ai.schedule import dynamic_depth
from minicheckers.ai.strategy import Context, Progress
from minicheckers.ai.table import Table

VARIANTS = ("mini", "towers", "english", "pikachu")
SEARCHING = ("alphabeta", "dynamic", "timed")


class SlowClock:
    """A clock that moves on by a fixed step each time somebody looks at it."""

    def __init__(self, step: float) -> None:
        self._ticks = (step * tick for tick in count())
        self.now = 0.0

    def __call__(self) -> float:
        self.now = next(self._ticks)
        return self.now


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_time_is_kept(name: str, variant: str) -> None:
    clock = SlowClock(0.001)
    player = strategy(name, variant, seed=1, time=0.2, depth=30)
    decision = player.choose(Position.start(variant), Context(clock=clock))
    assert decision.move in Position.start(variant).legal_moves()
    # The last look is the one that ends the search, and it comes within a few ticks of the limit.
    assert clock.now <= 0.2 + 0.01


def test_no_new_depth_is_begun_after_half_the_time() -> None:
    heard: list[Progress] = []
    clock = SlowClock(0.001)
    player = strategy("timed", "english", seed=1, time=1.0)
    player.choose(Position.start("english"), Context(clock=clock, report=heard.append))
    assert [progress.depth for progress in heard] == list(range(1, len(heard) + 1))
    assert all(progress.seconds < 0.5 for progress in heard[:-1])
    if heard[-1].seconds >= 0.5:
        assert clock.now == pytest.approx(heard[-1].seconds, abs=0.01)


def test_a_forced_move_is_made_at_once() -> None:
    forced = Position.from_fen("B:W22,31:B18,3", variant="english")
    assert len(forced.legal_moves()) == 1
    heard: list[Progress] = []
    decision = strategy("timed", "english", time=60.0).choose(forced, Context(report=heard.append))
    assert decision.move == forced.legal_moves()[0]
    assert decision.nodes < 100


@pytest.mark.parametrize("name", [*SEARCHING, "solver"])
def test_a_stop_request_ends_any_search_within_50_ms(name: str) -> None:
    variant = "mini" if name == "solver" else "english"
    start = Position.start(variant)
    for wait in (0.0, 0.02, 0.1):
        asked: list[float] = []
        began = time.process_time()

        def stopped(wait: float = wait, began: float = began, asked: list[float] = asked) -> bool:
            late = time.process_time() - began >= wait
            if late and not asked:
                asked.append(time.process_time())
            return late

        player = strategy(name, variant, seed=1, time=60.0, depth=40)
        decision = player.choose(start, Context(stopped=stopped))
        assert decision.move in start.legal_moves()
        # Asked at the latest 50 ms after the wish came up, and ended 50 ms after that.
        if asked:
            assert asked[0] - began - wait < 0.05
            assert time.process_time() - asked[0] < 0.05


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("variant", ["mini", "english"])
def test_the_same_seed_gives_the_same_game(level: str, variant: str) -> None:
    def game(seed: int) -> list[str]:
        players = [strategy(level, variant, seed=seed + side, depth=4) for side in (0, 1)]
        played = Game(variant)
        while played.outcome is None and len(played.moves) < 16:
            played.play(players[len(played.moves) % 2].choose(played.position).move)
        return [str(move) for move in played.moves]

    games = [game(seed) for seed in (1, 1, 10, 20, 30)]
    assert games[0] == games[1]
    assert len({tuple(moves) for moves in games}) > 1


def test_equal_moves_are_chosen_by_chance() -> None:
    # A lone king in the open has four moves of the same worth.
    alone = Position.from_fen("B:WK32:BK10", variant="english")
    chosen = {
        str(strategy("alphabeta", "english", seed=seed, depth=1).choose(alone).move)
        for seed in range(40)
    }
    assert chosen == {str(move) for move in alone.legal_moves()}


def test_a_win_comes_sooner_and_a_loss_later() -> None:
    # White to move can capture the last man at once or go for a walk first.
    winning = Position.from_fen("W:WK18,K32:B15", variant="english")
    assert str(strategy("alphabeta", "english", seed=1).choose(winning).move) == "18x11"
    # Black loses in any case; going away costs White more moves than going to meet him.
    losing = Position.from_fen("B:WK25,K26:BK4,1", variant="english")
    deep = strategy("alphabeta", "english", seed=1, depth=7).choose(losing)
    assert deep.score is not None
    for move in losing.legal_moves():
        after = strategy("alphabeta", "english", seed=1, depth=6).choose(losing.play(move))
        assert after.score is not None
        assert deep.score >= -after.score - 1


def test_progress_adds_up() -> None:
    heard: list[Progress] = []
    decision = strategy("timed", "english", seed=1, depth=7, time=60).choose(
        Position.start("english"), Context(report=heard.append)
    )
    assert [progress.depth for progress in heard] == [1, 2, 3, 4, 5, 6, 7]
    nodes = [progress.nodes for progress in heard]
    assert nodes == sorted(nodes)
    assert decision.nodes >= nodes[-1]
    assert heard[-1].max_cutoffs > 0
    assert heard[-1].min_cutoffs > 0
    assert heard[-1].max_cutoffs + heard[-1].min_cutoffs < nodes[-1]
    assert heard[-1].pv == decision.pv
    assert len(decision.pv) > 1
    position = Position.start("english")
    for move in decision.pv:
        position = position.play(move)


def test_the_depth_of_hard_grows_as_pieces_leave() -> None:
    assert dynamic_depth(Position.start("mini")) == 14
    assert dynamic_depth(Position.from_fen("B:W18:B1", variant="mini")) == 24
    for pieces in range(2, 13):
        white = ",".join(str(square) for square in range(18, 18 - pieces // 2, -1))
        black = ",".join(str(square) for square in range(1, pieces - pieces // 2 + 1))
        assert dynamic_depth(Position.from_fen(f"B:W{white}:B{black}")) == 26 - pieces
    for variant in VARIANTS:
        few = "W:WK1,2:BK9" if variant != "mini" else "W:W18:B1"
        assert dynamic_depth(Position.from_fen(few, variant=variant)) > dynamic_depth(
            Position.start(variant)
        )


def test_a_repetition_is_seen_coming() -> None:
    # White is a king down; to come back to a position for the third time saves half a point.
    game = Game("english", start=Position.from_fen("B:WK5:BK1,K32", variant="english"))
    for move in ("32-28", "5-9", "28-32", "9-5", "32-28", "5-9", "28-32"):
        game.play(move)
    context = Context(history=game.line.history)
    player = strategy("alphabeta", "english", seed=3, depth=3)
    assert str(player.choose(game.position, context).move) == "9-5"
    game.play("9-5")
    assert game.outcome is not None
    assert game.outcome.winner is None


def test_the_table_is_bounded() -> None:
    table = Table()
    slots = len(table.slots)
    player = strategy("timed", "english", seed=1, time=0.5)
    player.choose(Position.start("english"))
    assert len(table.slots) == slots
    # A filled slot holds two states and a few numbers: under 900 bytes.
    assert slots * 900 < 300_000_000


@pytest.mark.slow
@pytest.mark.parametrize(("level", "variant"), [("timed", "english"), ("timed", "pikachu")])
def test_a_search_of_a_minute_stays_under_300_mb(level: str, variant: str) -> None:
    import resource

    player = strategy(level, variant, seed=1, time=60.0)
    player.choose(Position.start(variant))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 300_000


@pytest.mark.slow
def test_hard_never_takes_over_a_second_in_mini() -> None:
    worst = 0.0
    for seed in range(20):
        game = Game("mini")
        players = [strategy("hard", "mini", seed=2 * seed + side) for side in (0, 1)]
        while game.outcome is None:
            began = time.process_time()
            decision = players[len(game.moves) % 2].choose(game.position)
            worst = max(worst, time.process_time() - began)
            game.play(decision.move)
    assert worst < 1.0


def test_english_reaches_depth_10_with_the_nodes_of_a_second() -> None:
    # A second is about 130,000 nodes on the machine of the README's figures.
    heard: list[Progress] = []
    strategy("expert", "english", seed=1, depth=10, time=600).choose(
        Position.start("english"), Context(report=heard.append)
    )
    assert heard[-1].depth == 10
    assert heard[-1].nodes < 100_000
