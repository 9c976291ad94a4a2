"""A game as steps: what each one changes, and what it asks of the world."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from minicheckers.coach.analysis import Analysis, Analyst
from minicheckers.coach.requests import Analyse, Refute
from minicheckers.engine.decision import Decision
from minicheckers.game.clock import TimeControl
from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.play.effects import (
    CoachAnswered,
    CoachFailed,
    Consult,
    Effects,
    Finish,
    HurryUp,
    Save,
    Say,
    SearchDone,
    SearchFailed,
    SetAside,
    StopConsulting,
    StopThinking,
    Think,
)
from minicheckers.play.game import PlayedGame
from minicheckers.rules.position import Position
from testing.world import World

EASY = Player("easy")


def game(fen: str = "", *, first: bool = True, variant: str = "mini", **habits: bool) -> PlayedGame:
    start = Position.from_fen(fen, variant) if fen else Position.start(variant)
    return PlayedGame.of(Session.against(start, EASY, person_first=first), **habits)


def two_people(fen: str = "", **habits: bool) -> PlayedGame:
    start = Position.from_fen(fen) if fen else Position.start()
    return PlayedGame.of(Session(Timeline.begin(start), PERSON, PERSON), **habits)


def kinds(effects: Iterable[object]) -> list[type]:
    return [type(effect) for effect in effects]


def move(played: PlayedGame, text: str, now: float = 0.0) -> tuple[PlayedGame, Effects]:
    return played.try_move(played.position.find(text), now)


def settled(world: World, step: tuple[PlayedGame, Effects], now: float = 0.0) -> PlayedGame:
    """The game when everything that a step asks for is done."""

    class Heard:
        def __init__(self, state: PlayedGame) -> None:
            self.state = state

        def hear(self, event: object) -> "tuple[Heard, Effects]":
            after, effects = self.state.hear(event, now)  # type: ignore[arg-type]
            return Heard(after), effects

    return world.settle((Heard(step[0]), step[1])).state


def test_a_move_is_saved_before_the_computer_thinks_and_its_answer_too() -> None:
    begun, effects = game().begin(0.0)
    assert effects == ()
    after, effects = move(begun, "6-9", now=2.5)
    assert kinds(effects) == [Save, Think]
    assert after.session.elapsed == (2.5, 0.0)
    assert after.thinking is not None
    answer = after.position.legal_moves()[0]
    then, effects = after.hear(SearchDone(Decision(answer)), 4.0)
    assert kinds(effects) == [Save]
    assert then.session.timeline.last_move == answer
    assert then.session.elapsed == (2.5, 1.5)
    assert then.person_to_move


@pytest.mark.parametrize("text", ["6-10", "13-10"])
def test_an_illegal_move_is_refused_with_or_without_warnings(text: str) -> None:
    for warns in (False, True):
        begun = game(warns=warns)
        other = Position.from_fen("W:W13,14:B5,6").find("13-10")
        with pytest.raises(ValueError, match="not legal"):
            begun.try_move(other, 0.0)
        with pytest.raises(ValueError, match="legal"):
            move(begun, text)


def test_nobody_moves_for_the_computer_nor_after_the_end() -> None:
    after, _ = move(game(), "6-9")
    with pytest.raises(ValueError, match="computer's turn"):
        after.try_move(after.legal[0], 0.0)
    over, _ = move(game("B:W8:B6"), "6x11")
    with pytest.raises(ValueError, match="over"):
        over.try_move(Position.from_fen("B:W8:B6").find("6x11"), 0.0)
    watched = PlayedGame.of(replace(game().session, black=EASY))
    with pytest.raises(ValueError, match="both sides"):
        watched.try_move(watched.legal[0], 0.0)


def test_a_result_counts_once_however_often_it_is_reached() -> None:
    world = World()
    over = settled(world, move(game("B:W8:B6"), "6x11"))
    assert over.outcome is not None
    assert kinds(world.asked) == [Finish]
    again = settled(world, settled(world, over.undo(0.0)).redo(0.0))
    assert again.outcome is not None
    assert kinds(world.asked) == [Finish, Save, Finish]
    assert len(world.counted) == 1
    assert world.saved is None


def test_games_of_two_people_are_saved_and_not_counted() -> None:
    world = World()
    settled(world, move(two_people("B:W8,18:B6"), "6x11"))
    assert kinds(world.asked) == [Save]
    over, effects = move(two_people("B:W8:B6"), "6x11")
    assert over.outcome is not None
    assert kinds(effects) == [Finish]


def test_a_game_that_is_not_kept_leaves_no_trace() -> None:
    _, effects = move(game(kept=False), "6-9")
    assert kinds(effects) == [Think]
    _, effects = move(game("B:W8:B6", kept=False), "6x11")
    assert effects == ()


def test_two_computers_play_without_a_trace_and_pause_between_moves_if_wanted() -> None:
    watched = PlayedGame.of(replace(game().session, black=EASY))
    begun, effects = watched.begin(0.0)
    assert kinds(effects) == [Think]
    _, effects = begun.hear(SearchDone(Decision(begun.legal[0])), 1.0)
    assert kinds(effects) == [Think]
    paused, effects = replace(watched, automatic=False).begin(0.0)
    assert effects == ()
    thinking, effects = paused.think(5.0)
    assert kinds(effects) == [Think]
    after, effects = thinking.hear(SearchDone(Decision(thinking.legal[0])), 6.0)
    assert effects == ()
    assert after.session.elapsed == (1.0, 0.0), "the pause is nobody's time"


# Forfeited turns


def test_the_computer_passes_by_itself_and_that_is_told_after_it_is_saved() -> None:
    _, effects = move(game("B:W1:B4,5"), "4-7")
    assert kinds(effects) == [Save, Save, Say]
    assert "White has no legal move" in effects[2].text  # type: ignore[union-attr]


def test_a_person_agrees_to_a_pass_once_for_several_in_a_row() -> None:
    stuck, effects = game("B:W13,18:B16,17").begin(0.0)
    assert stuck.must_pass
    assert effects == ()
    with pytest.raises(ValueError, match="no legal move"):
        stuck.try_move(stuck.legal[0], 0.0)
    world = World()
    later = settled(world, stuck.pass_turn(0.0))
    assert sum("You have no legal move" in text for text in world.said) >= 1
    assert later.outcome is not None
    with pytest.raises(ValueError, match="cannot pass"):
        game().pass_turn(0.0)


def test_a_person_need_not_agree_to_a_pass_where_nobody_could() -> None:
    world = World()
    later = settled(world, game("B:W13,18:B16,17", confirms_pass=False).begin(0.0))
    assert later.outcome is not None
    assert world.said[0] == "You have no legal move, so you pass."


# Undo, resigning, other players


def test_undo_stops_whoever_thinks_and_a_late_answer_changes_nothing() -> None:
    thinking, _ = move(game(), "6-9")
    back, effects = thinking.undo(1.0)
    assert kinds(effects) == [StopThinking, Save]
    assert back.session.timeline.ply == 0
    late = SearchDone(Decision(Position.start().play("6-9").legal_moves()[0]))
    assert back.hear(late, 2.0) == (back, ())
    forth, effects = back.redo(3.0)
    assert kinds(effects) == [Save, Think]
    assert forth.session.timeline == thinking.session.timeline
    for nothing in (game().undo, game().redo):
        with pytest.raises(ValueError, match="no move"):
            nothing(0.0)


def test_resigning_counts_and_can_be_undone() -> None:
    world = World()
    played = settled(world, move(game(), "6-9"))
    over = settled(world, played.resign(0.0))
    assert str(over.outcome) == "White wins: Black has resigned"
    assert world.saved is None
    assert len(world.counted) == 1
    assert settled(world, over.undo(0.0)).session.timeline == played.session.timeline
    with pytest.raises(ValueError, match="over"):
        over.resign(0.0)
    both, _ = move(two_people(), "6-9")
    assert str(both.resign(0.0)[0].outcome) == "Black wins: White has resigned"


def test_a_computer_that_fails_is_asked_again_or_replaced() -> None:
    thinking, _ = move(game(), "6-9")
    failed, effects = thinking.hear(SearchFailed("no idea"), 1.0)
    assert failed.failed == "no idea"
    assert kinds(effects) == [Say]
    assert failed.begin(2.0)[1] == (), "it is not asked again by itself"
    assert kinds(failed.retry(2.0)[1]) == [Think]
    other, effects = failed.change_level("hard", 2.0)
    assert (other.session.white.level, other.session.black) == ("hard", PERSON)
    assert kinds(effects) == [Save, Think]
    with pytest.raises(ValueError, match="computer's turn"):
        game().retry(0.0)
    with pytest.raises(ValueError, match="two people"):
        two_people().change_level("hard", 0.0)


def test_a_search_can_be_hurried() -> None:
    thinking, _ = move(game(), "6-9")
    hurried, effects = thinking.move_now()
    assert kinds(effects) == [HurryUp]
    assert hurried.thinking is not None
    assert hurried.thinking.hurried
    with pytest.raises(ValueError, match="not thinking"):
        game().move_now()


def test_another_game_leaves_the_unfinished_one_saved_and_keeps_the_help() -> None:
    thinking = replace(move(game(confirms_pass=False), "4-7")[0], warns=True)
    other, effects = thinking.another(thinking.session.restarted(), 1.0)
    assert kinds(effects) == [StopThinking, SetAside, Consult]
    assert other.session.timeline.moves == ()
    assert (other.warns, other.confirms_pass, other.kept) == (True, False, True)
    assert SetAside not in kinds(game(kept=False).another(game().session, 0.0)[1])


# The coach


def test_a_hint_tells_more_each_time_and_is_help() -> None:
    world = World()
    played = game()
    for _ in range(4):
        played = settled(world, played.ask_hint())
    said = [text for text in world.said if "looking" not in text]
    assert said[:2] == ["Look at the piece on 4.", "Play 4-7."]
    assert said[2] == said[3] != said[1]
    assert len(world.of_kind(Consult)) == 1
    assert played.session.helped
    assert not played.drop_hint().advice.hint_step


def test_values_are_told_once_and_are_help() -> None:
    world = World()
    played = settled(world, game().ask_values())
    assert sum("6-9 loses by 1 piece" in text for text in world.said) == 1
    assert played.session.helped
    assert not played.advice.hint_step
    settled(world, played.ask_hint())
    assert sum("6-9 loses by 1 piece" in text for text in world.said) == 1


def test_the_coach_is_asked_only_when_it_is_the_persons_turn() -> None:
    thinking, _ = move(game(), "6-9")
    over, _ = move(game("B:W8:B6"), "6x11")
    for played in (thinking, over):
        for ask in (played.ask_hint, played.ask_values):
            with pytest.raises(ValueError, match=r"turn|over"):
                ask()


def test_insight_asks_for_values_every_turn_and_is_help() -> None:
    world = World()
    shown = settled(world, game().toggle_insight())
    assert shown.insight
    assert shown.balance == 0
    assert shown.session.helped
    settled(world, move(shown, "4-7"))
    assert len(world.of_kind(Consult)) == 2
    after = settled(world, move(two_people(insight=True), "6-9"))
    assert after.balance == -1, "for Black, although White is to move"
    off, _ = after.toggle_insight()
    assert (off.insight, off.balance) == (False, None)


@pytest.mark.parametrize("insight", [True, False])
def test_what_the_coach_knows_so_far_counts_until_it_knows_better(insight: bool) -> None:
    asked, _ = game(variant="english", insight=insight, warns=True).begin(0.0)
    analyst, start = Analyst(asked.variant, Limits(depth=2)), asked.position
    heard: list[Analysis] = []
    last = analyst.analyse(start, on_depth=heard.append)
    for analysis, final in ((heard[0], False), (last, True)):
        asked, effects = asked.hear(CoachAnswered(analysis, final), 0.0)
        assert (asked.advice.analysis, asked.advice.final) == (analysis, final)
        assert asked.balance == (analysis.value if insight else None)
        assert not effects


def test_a_move_that_keeps_the_result_is_played_without_a_word() -> None:
    world = World()
    played = settled(world, move(game(warns=True), "4-7"))
    assert played.session.timeline.moves[0] == Position.start().find("4-7")
    assert played.warning is None
    assert not played.session.helped
    assert not world.of_kind(Say)


def test_a_move_that_throws_the_result_away_waits_for_a_second_word() -> None:
    world = World()
    asked, effects = move(game(warns=True), "6-9")
    assert asked.pending is not None
    assert not asked.person_to_move
    assert [type(effect.request) for effect in effects if isinstance(effect, Consult)] == [Analyse]
    warned = settled(world, (asked, effects))
    assert isinstance(world.of_kind(Consult)[1].request, Refute)
    assert warned.warning is not None
    assert warned.warning.startswith("6-9 loses by 1 piece after 14-11")
    assert warned.session.timeline.moves == ()
    assert warned.session.helped
    insisted, effects = warned.insist(1.0)
    assert str(insisted.session.timeline.moves[0]) == "6-9"
    assert Save in kinds(effects)
    back, _ = warned.take_back()
    assert back.person_to_move
    assert back.warning is None
    again, effects = move(back, "6-9")
    assert again.session.timeline.moves, "whoever was warned need not be warned again"
    assert not any(isinstance(effect, Consult) for effect in effects)
    other = settled(world, move(back, "4-7"))
    assert str(other.session.timeline.moves[0]) == "4-7"


def test_a_coach_that_fails_holds_nobody_up() -> None:
    asked, _ = move(game(warns=True), "6-9")
    after, effects = asked.hear(CoachFailed("no room"), 1.0)
    assert str(after.session.timeline.moves[0]) == "6-9"
    assert "no room" in [effect.text for effect in effects if isinstance(effect, Say)]


def test_whoever_moves_no_longer_waits_for_the_coach() -> None:
    asked, _ = game().ask_hint()
    after, effects = move(asked, "4-7")
    assert kinds(effects) == [StopConsulting, Save, Think]
    assert after.advice.hint_step == 0


# Time


def clocked(control: str = "1+0") -> PlayedGame:
    session = game().session.with_clock(TimeControl.parse(control))
    return PlayedGame.of(session).begin(0.0)[0]


def test_time_that_is_up_ends_the_game_and_counts_if_a_move_was_made() -> None:
    world = World()
    assert clocked().check_time(59.0) is None
    played = settled(world, move(clocked(), "6-9", now=10.0), now=10.0)
    step = played.check_time(61.0)
    assert step is not None
    over = settled(world, step)
    assert str(over.outcome) == "White wins: Black's time is up"
    assert len(world.counted) == 1
    assert over.check_time(99.0) is None
    with pytest.raises(ValueError, match="cannot undo"):
        over.undo(100.0)
    late, _ = move(clocked(), "6-9", now=61.0)
    assert late.outcome is not None
    assert late.session.timeline.moves == ()


def test_the_computer_gets_its_share_of_the_clock_and_undo_gives_no_time_back() -> None:
    after, effects = move(clocked(), "6-9", now=20.0)
    (think,) = [effect for effect in effects if isinstance(effect, Think)]
    assert think.seconds is not None
    assert 0 < think.seconds < 60
    back, _ = after.undo(25.0)
    assert back.session.clock is not None
    assert back.session.clock.left == (40.0, 55.0)


def test_a_game_that_is_put_aside_keeps_its_time_its_help_and_nobody_thinks() -> None:
    world = World()
    thinking, _ = move(settled(world, clocked().ask_hint()), "6-9", now=10.0)
    aside, effects = thinking.put_aside(15.0)
    assert kinds(effects) == [StopThinking, Save]
    (saved,) = [effect.session for effect in effects if isinstance(effect, Save)]
    assert saved == aside.session
    assert saved.helped
    assert saved.clock is not None
    assert saved.clock.left == (50.0, 55.0)
    back, effects = aside.begin(100.0)
    assert kinds(effects) == [Think]
    assert back.seconds_used(101.0) == 1.0, "the time in between is nobody's"


def test_a_game_whose_time_is_up_when_it_is_put_aside_is_lost() -> None:
    world = World()
    played = settled(world, move(clocked(), "6-9", now=10.0), now=10.0)
    over = settled(world, played.put_aside(99.0))
    assert str(over.outcome) == "White wins: Black's time is up"
    assert len(world.counted) == 1
