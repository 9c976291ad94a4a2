"""A game as a value: who plays, the clock, the timeline, and the one object a program talks to."""

from random import Random

import pytest

from minicheckers import Colour, Game, Position
from minicheckers.game.pdn import read_games
from minicheckers.game.player import NO_LIMITS, PERSON, Clock, Limits, Player, TimeControl
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, TimelineBuilder, replayed
from minicheckers.rules import position as rules_position
from minicheckers.rules.movegen import generator
from minicheckers.rules.outcome import Reason
from minicheckers.rules.variant import COLOURS, ENGLISH, VARIANTS, Variant, get_variant
from testing.positions import GAMES, game_id


def test_the_example_of_the_api() -> None:
    g = Game("english")
    g.play("11-15")
    g.undo()
    g.redo()
    assert g.position == Position.start("english").play("11-15")
    assert [str(move) for move in g.moves] == ["11-15"]
    assert g.outcome is None
    again = Game.from_pdn(g.pdn())
    assert again.position == g.position
    assert again.moves == g.moves


def test_a_game_begins_with_mini_unless_told_otherwise() -> None:
    assert Game().variant.name == "mini"
    assert Game().legal_moves() == Position.start("mini").legal_moves()


def test_other_starts() -> None:
    position = Position.from_fen("W:W21:B1", "english")
    for game in (
        Game("english", start=position),
        Game(start=position),
        Game(ENGLISH, start="W:W21:B1"),
    ):
        assert game.position == position
        assert game.turn is Colour.WHITE
        assert game.variant is ENGLISH
    assert Game("pikachu", size=10).variant.size == 10
    assert Game("pikachu", size=9, start="W:W81:B1").position.piece_at(81) is not None


def test_a_start_of_another_variant_is_refused() -> None:
    with pytest.raises(ValueError, match="a position of mini on 6 rows, not of english on 8"):
        Game("english", start=Position.start("mini"))
    with pytest.raises(ValueError, match="a position of pikachu on 8 rows, not of pikachu on 9"):
        Game("pikachu", size=9, start=Position.start("pikachu"))
    with pytest.raises(ValueError, match="this pikachu is played on 8 rows, not on 9"):
        Game(size=9, start=Position.start("pikachu"))
    with pytest.raises(ValueError, match="does not begin with B: or W:"):
        Game("english", start="nonsense")


def test_a_refusal_leaves_the_game_as_it_was() -> None:
    game = Game()
    game.play("6-9")
    line = game.timeline
    for refused in (
        lambda: game.play("1-2"),
        lambda: game.play("nonsense"),
        lambda: game.undo(2),
        lambda: game.redo(),
        lambda: game.goto(7),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            refused()
        assert game.timeline is line


def test_a_finished_game_goes_no_further() -> None:
    game = Game("mini", start="B:W8:B5")
    game.play("5x12")
    assert str(game.outcome) == "Black wins: White has no pieces left"
    assert game.legal_moves() == ()
    with pytest.raises(ValueError, match=r"the game is over \(Black wins: .*\), so '12-15' cannot"):
        game.play("12-15")
    game.undo()
    assert game.outcome is None


# Who plays, and the limits of their thinking.


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (NO_LIMITS, ""),
        (Limits(0.5), "0.5 s"),
        (Limits(depth=7), "depth 7"),
        (Limits(2.0, 3, 900), "2 s, depth 3, 900 nodes"),
    ],
)
def test_limits_in_words(limits: Limits, text: str) -> None:
    assert str(limits) == text
    described = f"hard ({text})" if text else "hard"
    assert Player("hard", limits).description == described


def test_what_is_left_open_is_filled_from_others() -> None:
    assert Limits(1.0).over(Limits(2.0, 5, 70)) == Limits(1.0, 5, 70)
    assert NO_LIMITS.over(Limits(depth=4)) == Limits(depth=4)


@pytest.mark.parametrize(
    "limits", [{"time": 0.0}, {"time": float("inf")}, {"depth": 0}, {"depth": 101}, {"nodes": 0}]
)
def test_limits_that_cannot_be_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Limits(**limits)  # type: ignore[arg-type]


def test_a_person_has_no_level() -> None:
    assert PERSON.is_person
    assert (str(PERSON), str(Player("easy"))) == ("you", "easy")
    assert not Player("easy").is_person


# The clock: written and read, running down, and what it does to a game.

FIVE = TimeControl(300, 3)


def game(control: TimeControl | None = FIVE) -> Session:
    line = Timeline.begin(Position.start("mini"))
    return Session(line, PERSON, Player("easy"), seed=1).with_clock(control)


@pytest.mark.parametrize(
    "text", ["", "5+", "+3", "5+3+1", "-1+3", "0+3", "nan", "1e9", "5 3", "٣+١"]
)
def test_what_is_no_clock_is_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"clock|seconds"):
        TimeControl.parse(text)


@pytest.mark.parametrize("person", Colour)
def test_each_side_may_have_a_clock_of_its_own(person: Colour) -> None:
    control = TimeControl.parse_both("5+3/1+0.5")
    assert TimeControl.parse_both(str(control)) == control
    assert control.swapped.swapped == control
    assert TimeControl.parse_both("5+3/5+3") == FIVE
    line = Timeline.begin(Position.start("mini"))
    black, white = (PERSON, Player("easy")) if person is Colour.BLACK else (Player("easy"), PERSON)
    session = Session(line, black, white).with_clock(control)
    assert session.clock is not None
    assert session.clock.of(person) == 300
    assert session.clock.of(person.other) == 60
    after = session.play("6-9", 10).play("14-11", 10)
    assert after.clock is not None
    assert after.clock.of(person) == 293
    assert after.clock.of(person.other) == 50.5
    assert after.restarted().clock == session.clock
    assert f'[{person}TimeControl "300+3"]'.casefold() in after.pdn("2024.01.02").casefold()


@pytest.mark.parametrize("text", ["5+3/", "/1", "1/2/3"])
def test_two_clocks_are_two(text: str) -> None:
    with pytest.raises(ValueError, match="clock"):
        TimeControl.parse_both(text)


def test_a_move_that_comes_too_late_is_not_played() -> None:
    session = game().play("6-9", 300)
    assert session.timeline.ply == 0
    outcome = session.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Colour.WHITE, Reason.OUT_OF_TIME)
    with pytest.raises(ValueError, match="the game is over"):
        session.play("6-9")
    with pytest.raises(ValueError, match="cannot undo"):
        session.undo_turn()


def test_a_new_game_has_a_new_clock() -> None:
    assert game().play("6-9", 10).restarted().clock == Clock.begin(FIVE)
    assert game(None).play("6-9", 10_000).restarted().clock is None


def test_a_recorded_game_tells_of_its_clock() -> None:
    text = game().play("6-9", 1).play("14-11", 400).pdn("2024.01.02")
    (record,) = read_games(text)
    assert record.tags["TimeControl"] == "300+3"
    assert record.result == "0-1"
    assert "TimeControl" not in game(None).pdn("2024.01.02")


def test_a_budget_never_uses_the_clock_up() -> None:
    for control in (TimeControl(60), TimeControl(300, 3), TimeControl(1, 1), TimeControl(0.1)):
        clock = Clock.begin(control)
        for _ in range(500):
            budget = clock.budget(Colour.BLACK)
            assert budget < max(clock.of(Colour.BLACK), 0.02)
            if clock.of(Colour.BLACK) < 0.1:
                break
            clock = clock.after(Colour.BLACK, budget, moved=True)


# A game as a value: work done once, and long games read in linear time.

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


# Odds


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("first", ["you", "computer"])
@pytest.mark.parametrize("odds", [2, -1])
def test_men_are_missing_on_one_side(variant: Variant, first: str, odds: int) -> None:
    session = GameRequest(odds=odds).new_session(variant, "easy", first)
    usual = GameRequest().new_session(variant, "easy", first)
    assert session.person is not None
    for colour in COLOURS:
        gone = usual.position.count(colour) - session.position.count(colour)
        gives = (colour is session.person) == (odds < 0)
        assert gone == (abs(odds) if gives else 0)
    assert session.position.turn is usual.position.turn
    assert session.position.legal_moves()


def test_of_people_and_of_computers_the_second_gives_odds() -> None:
    mini = get_variant("mini")
    request = GameRequest(odds=1)
    for session in (request.two_player_session(mini), request.watched_session(mini, "easy")):
        turn = session.position.turn
        assert session.position.count(turn) == session.position.count(turn.other) + 1


def test_somebody_must_have_a_man_left() -> None:
    with pytest.raises(ValueError, match="6 men"):
        GameRequest(odds=6).new_session(get_variant("mini"), "easy", "you")
