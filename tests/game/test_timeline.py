"""A game as a value: work done once, and long games read in linear time."""

from random import Random

import pytest

from minicheckers.game.timeline import Timeline, TimelineBuilder, replayed
from minicheckers.rules import position as rules_position
from minicheckers.rules.movegen import generator
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant
from testing.positions import GAMES, game_id

every_game = pytest.mark.parametrize("variant", GAMES, ids=game_id)


@pytest.mark.sampled(8)
@every_game
def test_a_builder_makes_what_playing_move_by_move_makes(variant: Variant) -> None:
    for seed in range(4):
        random = Random(seed)
        line = Timeline.begin(Position.start(variant))
        while line.outcome is None and line.ply < 120:
            line = line.play(random.choice(line.position.legal_moves()))
        built = replayed(line.start, [str(move) for move in line.moves])
        assert built == line
        assert built.outcome == line.outcome


@pytest.mark.parametrize("moves", [["9-14"], ["11-15", "nonsense"], ["11-15", "99-100"]])
def test_a_builder_refuses_with_the_same_sentence(moves: list[str]) -> None:
    def refusal(play: object) -> str:
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - the sentences are compared
            play()  # type: ignore[operator]
        return str(caught.value)

    def one_by_one() -> None:
        line = Timeline.begin(Position.start("english"))
        for move in [*moves, "1-32"]:
            line = line.play(move)

    start = Position.start("english")
    assert refusal(lambda: replayed(start, [*moves, "1-32"])) == refusal(one_by_one)


def test_a_game_drawn_by_repetition_takes_no_further_move() -> None:
    builder = TimelineBuilder(Position.from_fen("B:WK32:BK1", "english"))
    for move in ["1-6", "32-28", "6-1", "28-32"] * 2:
        builder.play(move)
    assert builder.timeline().outcome is not None
    with pytest.raises(ValueError, match="the game is over"):
        builder.play("1-6")


def test_one_move_generates_the_moves_of_each_position_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = Timeline.begin(Position.from_fen("B:W21,22,30:B1,2,9", "english"))
    asked = []

    def counting(variant: Variant) -> object:
        def successors(state: object, *rest: object) -> object:
            asked.append(state)
            return generator(variant)(state, *rest)  # type: ignore[arg-type]

        return successors

    monkeypatch.setattr(rules_position, "generator", counting)
    for _ in range(3):  # what drawing does
        assert line.outcome is None
        assert line.position.legal_moves()
    after = line.play("9-13")
    assert after.outcome is None
    assert after.position.legal_moves()
    assert asked == [line.position.state, after.position.state]
