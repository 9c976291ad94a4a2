"""The course of a game: thinking, taking back, forfeited turns, the end, and what is kept."""

import pytest

from minicheckers.engine.decision import Decision, Progress
from minicheckers.engine.score import Score
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Outcome
from minicheckers.rules.variant import Colour
from minicheckers.storage.format import Tally
from minicheckers.tui.events import (
    AskCoach,
    Count,
    Forget,
    GameSaved,
    NewOpponents,
    Notice,
    NotWritten,
    Quit,
    Save,
    SavePreferences,
    SearchDone,
    SearchFailed,
    SearchProgress,
    Slow,
    StartGame,
    StopThinking,
    WritePdn,
)
from minicheckers.tui.state import Appearance, Dialog, Prompt
from minicheckers.tui.update.game_flow import result_dialog
from minicheckers.tui.view.board import shown_pieces
from testing.screen_player import Desk, against, two_people

#: Black wins by capturing the last piece with 5x12.
LAST_CAPTURE = "B:W8:B5"
#: Black cannot move, White can: Black's turn is forfeited.
FORFEIT = "B:W10,18:B16"
MOVING = Appearance(animation=True)


def moves(desk: Desk) -> list[str]:
    return [str(move) for move in desk.game.session.timeline.played]


def plies(desk: Desk) -> int:
    return desk.game.session.timeline.ply


# Thinking


def test_the_computer_is_asked_and_its_answer_played() -> None:
    desk = against().play("6-9")
    assert [job.session.timeline.ply for job in desk.jobs] == [1]
    desk.answer("14-11")
    assert moves(desk) == ["6-9", "14-11"]
    assert desk.state.thinking is None
    assert desk.game.person_to_move


def test_the_computer_moves_first_if_it_is_first() -> None:
    desk = against(first=False)
    assert len(desk.jobs) == 1
    assert not desk.game.flipped


def test_progress_is_shown_in_the_panel_and_without_one_in_the_status_line() -> None:
    pv = (Move((14, 11)), Move((9, 12)))
    for size, everything in (((80, 24), True), ((90, 44), False), ((90, 9), False)):
        desk = against(size=size).play("6-9")
        desk.report(Progress(7, Score(25), pv, 123_456, 0.5, 1_234, 567))
        for words in ("hard is thinking", "depth 7, score +0.25", "123.5k nodes", "246.9k/s"):
            assert words in desk.text
        for words in ("cut-offs 1.2k max, 567 min", "expects 14-11 9-12"):
            assert words in desk.text or not everything


def test_a_late_answer_is_dropped() -> None:
    desk = against().play("6-9")
    job = desk.jobs[-1].job
    desk.press("u")
    assert desk.of_kind(StopThinking)
    before = desk.state
    answer = Decision(Move((14, 11)))
    desk.send(
        SearchDone(job, answer),
        SearchProgress(job, Progress(1, Score(0), (), 1, 0.1)),
        SearchFailed(job, "late"),
    )
    assert desk.state == before
    desk.play("4-7")
    assert desk.jobs[-1].job != job
    desk.send(SearchDone(job, answer))
    assert moves(desk) == ["4-7"]


@pytest.mark.parametrize("keys", [("u",), ("n", "y"), ("m",)])
def test_undo_new_game_and_menu_stop_the_search_at_once(keys: tuple[str, ...]) -> None:
    desk = against().play("6-9")
    desk.press(*keys)
    assert desk.of_kind(StopThinking)
    assert desk.state.thinking is None


def test_a_failure_is_said_and_the_question_can_be_asked_again() -> None:
    desk = against().play("6-9")
    desk.send(SearchFailed(desk.jobs[-1].job, "the strategy broke"))
    assert "the strategy broke" in desk.text
    desk.press("up")
    assert "Enter asks again" in desk.text
    desk.press("enter")
    assert len(desk.jobs) == 2
    assert desk.answer().game.failed is None


def test_the_coach_marks_a_move_on_the_board() -> None:
    desk = against().press("c")
    question = desk.of_kind(AskCoach)[0]
    assert "the coach is thinking" in desk.text
    desk.send(SearchDone(question.job, Decision(Move((4, 7)))))
    assert desk.said == "the coach suggests 4-7"
    assert desk.game.focus == 4
    column, row = desk.places.corner(desk.game.variant.geometry.place(7), desk.game.flipped)
    assert desk.frame.styles[row][column].paper == "hint"
    assert moves(desk) == []
    assert desk.press("escape").game.hint is None


def test_a_hint_is_only_for_a_person_to_move_and_one_at_a_time() -> None:
    desk = against().press("c", "c")
    assert len(desk.of_kind(AskCoach)) == 1
    desk.play("4-7")
    assert desk.of_kind(StopThinking)
    desk.press("c")
    assert len(desk.of_kind(AskCoach)) == 1
    assert "your turn" in desk.said


def test_a_coach_without_an_answer_does_not_stop_the_game() -> None:
    desk = against().press("c")
    desk.send(SearchFailed(desk.of_kind(AskCoach)[0].job, "the coach is ill"))
    assert desk.said == "the coach is ill"
    assert moves(desk.play("4-7")) == ["4-7"]


# Taking back


def test_undo_takes_a_whole_turn_and_redo_plays_it_again() -> None:
    desk = against().play("6-9").answer("14-11").play("9-12").answer()
    played = moves(desk)
    desk.press("u")
    assert moves(desk) == played[:2]
    assert f"({played[2]})" in desk.text
    desk.press("u")
    assert moves(desk) == []
    desk.press("u")
    assert desk.said == "there is no move to take back"
    desk.press("r", "r")
    assert moves(desk) == played
    assert desk.press("r").said == "there is no move to play again"
    assert desk.saved[-1] == desk.game.session


def test_undo_while_the_computer_thinks_takes_back_the_own_move() -> None:
    desk = against().play("6-9").press("u")
    assert moves(desk) == []
    assert desk.game.person_to_move


def test_undo_after_the_end_does_not_count_twice() -> None:
    desk = against("mini", LAST_CAPTURE).play("5x12")
    assert desk.state.record.score("mini", "hard") == Tally(wins=1)
    desk.press("u")
    assert desk.game.outcome is None
    assert desk.state.overlay is None
    desk.play("5x12")
    assert isinstance(desk.state.overlay, Dialog)
    assert len(desk.of_kind(Count)) == 1
    assert not desk.of_kind(Save)


def test_two_people_take_back_one_ply_each() -> None:
    desk = two_people().play("6-9").play("14-11").press("u")
    assert moves(desk) == ["6-9"]


# Forfeited turns


def test_a_forfeited_turn_is_announced_and_acknowledged() -> None:
    desk = against("mini", FORFEIT)
    assert desk.game.must_pass
    assert "press Enter: you have no move, turn forfeited" in desk.text
    assert "press Enter" in desk.press("tab").said
    assert moves(desk) == []
    desk.press("enter")
    assert moves(desk) == ["pass"]
    assert desk.state.thinking is not None


def test_the_computers_forfeited_turn_is_acknowledged_too() -> None:
    desk = against("mini", FORFEIT, first=False)
    assert desk.jobs == []
    assert "press Enter: black has no move, turn forfeited" in desk.text
    assert moves(desk.press("enter")) == ["pass"]


# The end


def test_the_result_has_its_reason_and_three_choices() -> None:
    desk = against("mini", LAST_CAPTURE).play("5x12")
    text = desk.text
    for words in ("You win", "White has no pieces left.", "Again", "Menu", "Quit"):
        assert words in text
    assert desk.of_kind(Forget)
    assert desk.of_kind(Count)


def test_result_titles() -> None:
    desk = against("mini", LAST_CAPTURE, first=False).answer("5x12")
    assert "You lose" in desk.text
    desk = two_people("mini", LAST_CAPTURE).play("5x12")
    assert "Black wins" in desk.text
    assert not desk.of_kind(Count)
    draw = Outcome(None, "neither side can move")
    assert result_dialog(desk.game, draw).title == "A draw"


def test_keys_of_the_last_moment_do_not_answer_the_result() -> None:
    desk = against("mini", LAST_CAPTURE).press(":").write("5x12").press("enter", "tab", "enter")
    assert isinstance(desk.state.overlay, Dialog)
    assert desk.state.overlay.selected == 0
    desk.now += 1.0
    assert plies(desk.press("enter")) == 0


def test_again_menu_and_quit_from_the_result() -> None:
    desk = against("mini", LAST_CAPTURE).play("5x12").press("enter")
    assert plies(desk) == 0
    assert desk.game.session.timeline.start.fen() == "B:W8:B5"
    assert desk.play("5x12").press("right", "enter").state.at_menu
    desk = against("mini", LAST_CAPTURE).play("5x12").press("left", "enter")
    assert desk.of_kind(Quit)
    assert against("mini", LAST_CAPTURE).play("5x12").press("q").of_kind(Quit)
    assert against("mini", LAST_CAPTURE).play("5x12").press("m").state.at_menu


def test_the_result_can_be_closed_and_the_board_keys_still_work() -> None:
    desk = against("mini", LAST_CAPTURE).play("5x12").press("f")
    assert not desk.game.flipped
    assert isinstance(desk.state.overlay, Dialog)
    desk.press("escape")
    assert desk.state.overlay is None
    assert "Black wins: white has no pieces left" in desk.text
    assert desk.press("enter").said == "the game is over"


def test_a_new_game_of_the_menu_is_dealt_again() -> None:
    from testing.screen_player import menu_state

    desk = Desk(menu_state()).press("enter").play("6-9")
    desk.press("n", "y")
    assert len(desk.of_kind(StartGame)) == 2
    assert plies(desk) == 0
    assert len(desk.of_kind(NewOpponents)) == 2


def test_a_new_game_is_asked_about_only_in_the_middle_of_one() -> None:
    desk = against().press("n")
    assert desk.state.overlay is None
    desk.play("6-9").press("n")
    assert isinstance(desk.state.overlay, Dialog)
    desk.press("enter")  # "Go on" is what Enter means here
    assert plies(desk) == 1
    desk.press("n", "y")
    assert plies(desk) == 0


# Keeping


def test_every_move_is_saved_and_the_end_is_forgotten() -> None:
    desk = against("mini", "B:W17,15:B5,1").play("5-8")
    assert [effect.session.timeline.ply for effect in desk.of_kind(Save)] == [1]
    desk.answer()
    assert [effect.session.timeline.ply for effect in desk.of_kind(Save)] == [1, 2]
    assert desk.state.saved == desk.game.session


def test_quitting_asks_only_if_the_game_would_be_lost() -> None:
    assert against().play("6-9").press("q").of_kind(Quit)
    desk = against("mini", "B:W8,18:B5,1")
    desk.disk_full = True
    desk.play("5x12").press("q")
    assert not desk.of_kind(Quit)
    assert "could not be saved" in desk.text
    assert desk.press("n").state.overlay is None
    assert desk.press("q", "y").of_kind(Quit)


def test_quitting_a_practice_game_asks() -> None:
    desk = two_people("english", "W:W18:B9,10").play("18-14").play("9x18")
    assert desk.game.outcome is not None
    desk.press("u", "q")
    assert "not kept" in desk.text
    assert not desk.of_kind(Quit)
    assert desk.press("y").of_kind(Quit)


def test_a_full_disk_is_told_once_it_is_mended_forgotten() -> None:
    desk = against()
    desk.disk_full = True
    desk.play("6-9").send(Notice("no room", bad=True))
    assert desk.state.keeping_failed
    assert "no room" in desk.text
    desk.disk_full = False
    desk.answer()
    assert not desk.state.keeping_failed
    desk.send(GameSaved(desk.game.session, True))
    assert desk.state.saved == desk.game.session


def test_two_warnings_at_once_are_both_told() -> None:
    desk = against().send(Notice("no room", bad=True), Notice("no record", bad=True))
    assert "no room; no record" in desk.text


def test_saving_as_pdn_asks_for_a_name_and_keeps_it_if_it_fails() -> None:
    desk = against().play("6-9").answer().press("s")
    assert desk.state.overlay == Prompt("save", "mini.pdn")
    assert "save as: mini.pdn" in desk.text
    desk.press("ctrl-u").write("my game").press("enter")
    effect = desk.of_kind(WritePdn)[0]
    assert (effect.name, effect.session) == ("my game", desk.game.session)
    desk.send(NotWritten("my game", "it is already there"))
    assert desk.state.overlay == Prompt("save", "my game")
    assert "it is already there" in desk.text
    desk.press("escape").send(Notice("the game is in /games/my game.pdn"))
    assert "the game is in /games/my game.pdn" in desk.text


def test_the_theme_is_kept() -> None:
    desk = against().press("t")
    assert desk.of_kind(SavePreferences)[0].preferences.theme == "contrast"
    assert "contrast" in desk.said
    assert desk.press("t", "t", "t").state.looks.theme == "classic"


# Time


def test_time_used_is_counted_for_each_side() -> None:
    desk = against()
    desk.wait(3.0).play("6-9")
    desk.wait(2.0).answer()
    assert desk.game.session.elapsed == (3.0, 2.0)
    desk.wait(61.0)
    assert "1:04" in desk.text


def test_the_computers_move_is_shown_moving_and_can_be_skipped() -> None:
    desk = against("mini", looks=MOVING).play("6-9").answer("14-11")
    animation = desk.game.animation
    assert animation is not None
    assert 14 not in shown_pieces(desk.game)
    assert 11 not in shown_pieces(desk.game)
    seen = {desk.text}
    for _ in range(4):
        seen.add(desk.wait(animation.seconds / 5).text)
    assert len(seen) > 3
    desk.wait(animation.seconds)
    assert desk.game.animation is None
    assert shown_pieces(desk.game) == desk.game.position.pieces()


def test_a_key_skips_the_animation_and_does_its_work() -> None:
    desk = against("mini", looks=MOVING).play("6-9").answer("14-11").press("f")
    assert desk.game.animation is None
    assert not desk.game.flipped
    desk = against("mini", looks=MOVING).play("6-9").answer("14-11").press("enter")
    assert desk.game.animation is None
    assert desk.game.picked == ()


def test_a_key_that_skips_does_not_answer_the_result_behind_it() -> None:
    desk = against("mini", LAST_CAPTURE, first=False, looks=MOVING).answer("5x12")
    assert desk.game.animation is not None
    assert desk.state.overlay is None
    desk.now += 0.1
    desk.press("n")
    assert isinstance(desk.state.overlay, Dialog)
    assert plies(desk) == 1


def test_no_animation_when_it_is_off_or_the_terminal_is_slow() -> None:
    assert against().play("6-9").answer().game.animation is None
    desk = against("mini", looks=MOVING).play("6-9").answer("14-11").send(Slow())
    assert desk.game.animation is None
    assert desk.play("9-12").answer().game.animation is None


def test_a_persons_own_move_is_not_animated() -> None:
    assert against(looks=MOVING).play("6-9").game.animation is None


def test_the_person_sits_at_the_bottom() -> None:
    for variant, first, person in (
        ("mini", True, Colour.BLACK),
        ("mini", False, Colour.WHITE),
        ("pikachu", True, Colour.WHITE),
        ("pikachu", False, Colour.BLACK),
    ):
        desk = against(variant, first=first)
        assert desk.game.session.person is person
        home = max if person is Colour.WHITE else min
        squares = [s for s, p in desk.game.position.pieces().items() if p.colour is person]
        place = desk.game.variant.geometry.place(home(squares))
        row = desk.places.corner(place, desk.game.flipped)[1]
        assert row > desk.places.board.top + desk.places.board.height // 2
