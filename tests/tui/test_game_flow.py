"""The course of a game: thinking, undo, forfeited turns, the end, and what is saved."""

import sys
from random import Random

import pytest

from minicheckers.engine.decision import Decision, Progress
from minicheckers.engine.score import Score
from minicheckers.play.effects import (
    CoachFailed,
    Consult,
    Finish,
    GameSaved,
    Notice,
    NotWritten,
    Save,
    SavePreferences,
    SearchDone,
    SearchFailed,
    SearchProgress,
    StopConsulting,
    StopThinking,
    WritePdn,
)
from minicheckers.rules.notation import Move
from minicheckers.rules.outcome import Outcome, Reason
from minicheckers.rules.variant import Colour
from minicheckers.storage.store import Tally
from minicheckers.tui.events import NewOpponents, Quit, Slow, StartGame
from minicheckers.tui.screens.playing import result_dialog
from minicheckers.tui.screens.review import ReviewScreen
from minicheckers.tui.state import Appearance
from minicheckers.tui.theme import THEMES
from minicheckers.tui.widgets.board import shown_pieces
from minicheckers.tui.widgets.dialog import Dialog, ResultDialog
from testing.screen_player import ScreenPlayer, against, two_people

#: Black wins by capturing the last piece with 5x12.
LAST_CAPTURE = "B:W8:B5"
#: Black cannot move, White can: Black's turn is forfeited.
FORFEIT = "B:W10,18:B16"
MOVING = Appearance(animation=True)


def moves(player: ScreenPlayer) -> list[str]:
    return [str(move) for move in player.screen_on.timeline.played]


def plies(player: ScreenPlayer) -> int:
    return player.screen_on.timeline.ply


# Thinking


def test_the_computer_is_asked_and_its_answer_played() -> None:
    player = against().play("6-9")
    assert [job.session.timeline.ply for job in player.jobs] == [1]
    player.answer("14-11")
    assert moves(player) == ["6-9", "14-11"]
    assert player.game.thinking is None
    assert player.game.person_to_move


def test_the_computer_moves_first_if_it_is_first() -> None:
    player = against(first=False)
    assert len(player.jobs) == 1
    assert not player.screen_on.board.flipped


def test_what_the_computer_expects_is_told_only_to_who_asks() -> None:
    pv = (Move((14, 11)), Move((9, 12)))
    for size in ((80, 24), (90, 44), (90, 9)):
        player = against(size=size).play("6-9")
        player.report(Progress(7, Score(25), pv, 123_456, 0.5, 1_234, 567))
        assert "hard is thinking" in player.text
        for words in ("+0.25", "14-11 9-12", "123"):
            assert words not in player.text
        player.press("d")
        assert "1,234 max, 567 min" in player.text
        assert player.press("d").state.overlay is None


def test_a_late_answer_is_dropped() -> None:
    player = against().play("6-9")
    player.press("u")
    assert player.of_kind(StopThinking)
    before = player.state
    player.send(
        SearchDone(Decision(Move((14, 11)))),
        SearchProgress(Progress(1, Score(0), (), 1, 0.1)),
        SearchFailed("late"),
    )
    assert player.state == before


@pytest.mark.parametrize("keys", [("u",), ("n", "y"), ("m",)])
def test_undo_new_game_and_menu_stop_the_search_at_once(keys: tuple[str, ...]) -> None:
    player = against().play("6-9")
    player.press(*keys)
    assert player.of_kind(StopThinking)


def test_a_failure_is_said_and_the_question_can_be_asked_again() -> None:
    player = against().play("6-9")
    player.send(SearchFailed("the strategy broke"))
    assert "The strategy broke" in player.text
    player.press("up")
    assert "Press Enter to ask again" in player.text
    player.press("enter")
    assert len(player.jobs) == 2
    assert player.answer().game.failed is None


def test_a_hint_is_only_for_a_person_to_move_and_one_at_a_time() -> None:
    player = against().press("c", "c")
    assert len(player.of_kind(Consult)) == 1
    player.play("4-7")
    assert player.of_kind(StopConsulting)
    player.press("c")
    assert len(player.of_kind(Consult)) == 1
    assert "turn" in player.said


def test_a_coach_without_an_answer_does_not_stop_the_game() -> None:
    player = against().press("c")
    player.send(CoachFailed("the coach is ill"))
    assert player.said == "The coach is ill."
    assert moves(player.play("4-7")) == ["4-7"]


# Undo


def test_undo_takes_a_whole_turn_and_redo_plays_it_again() -> None:
    player = against().play("6-9").answer("14-11").play("9-12").answer()
    played = moves(player)
    player.press("u")
    assert moves(player) == played[:2]
    assert f"({played[2]})" in player.text
    player.press("u")
    assert moves(player) == []
    player.press("u")
    assert player.said == "There is no move to undo."
    player.press("r", "r")
    assert moves(player) == played
    assert player.press("r").said == "There is no move to redo."
    assert player.saved[-1] == player.game.session


def test_undo_while_the_computer_thinks_takes_back_the_own_move() -> None:
    player = against().play("6-9").press("u")
    assert moves(player) == []
    assert player.game.person_to_move


def test_undo_after_the_end_does_not_count_twice() -> None:
    player = against("mini", LAST_CAPTURE).play("5x12")
    assert player.state.record.score("mini", "hard") == Tally(wins=1)
    player.press("u")
    assert player.game.outcome is None
    assert player.state.overlay is None
    player.play("5x12")
    assert isinstance(player.state.overlay, Dialog)
    assert player.state.record.score("mini", "hard") == Tally(wins=1)
    assert (len(player.of_kind(Save)), len(player.of_kind(Finish))) == (1, 2)


def test_two_people_take_back_one_ply_each() -> None:
    player = two_people().play("6-9").play("14-11").press("u")
    assert moves(player) == ["6-9"]


# Forfeited turns


def test_a_forfeited_turn_is_announced_and_acknowledged() -> None:
    player = against("mini", FORFEIT)
    assert player.game.must_pass
    assert "You have no legal move and must pass. Press Enter" in player.text
    assert "press Enter" in player.press("tab").said
    assert moves(player) == []
    player.press("enter")
    assert moves(player) == ["pass"]
    assert player.game.thinking is not None


def test_the_computers_forfeited_turn_passes_by_itself_and_is_said() -> None:
    player = against("mini", FORFEIT, first=False)
    assert player.jobs == []
    assert moves(player) == ["pass"]
    assert "no legal move" in player.text
    assert player.game.person_to_move


def test_q_quits_also_in_the_first_moment_of_a_result_and_during_an_animation() -> None:
    player = against("mini", LAST_CAPTURE).press(":").write("5x12").press("enter", "q")
    assert player.of_kind(Quit)
    player = against("mini", LAST_CAPTURE, first=False, looks=MOVING).answer("5x12")
    assert player.screen_on.animation is not None
    assert player.press("q").of_kind(Quit)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is stopped on Windows")
@pytest.mark.parametrize("keys", [("?",), ("s",), ("n",), (":",)])
def test_ctrl_z_and_ctrl_l_are_heard_over_everything(keys: tuple[str, ...]) -> None:
    player = against().play("6-9").answer().press(*keys)
    before = player.state.overlay
    assert before is not None
    player.press("ctrl-z", "ctrl-l")
    assert player.state.overlay == before
    assert (player.screen.suspended, player.screen.redrawn) == (1, 1)


# The end


def test_the_result_has_its_reason_and_three_choices() -> None:
    player = against("mini", LAST_CAPTURE).play("5x12")
    text = player.text
    for words in ("You win", "White has no pieces left.", "Again", "Menu", "Quit"):
        assert words in text
    assert player.of_kind(Finish)


def test_result_titles() -> None:
    player = against("mini", LAST_CAPTURE, first=False).answer("5x12")
    assert "You lose" in player.text
    player = two_people("mini", LAST_CAPTURE).play("5x12")
    assert "Black wins" in player.text
    assert player.state.record.rows() == []
    draw = Outcome(None, Reason.AS_MANY_PIECES)
    assert result_dialog(player.game.session, draw).title == "Draw"


def test_keys_of_the_last_moment_do_not_answer_the_result() -> None:
    player = against("mini", LAST_CAPTURE).press(":").write("5x12").press("enter", "tab", "enter")
    assert isinstance(player.state.overlay, Dialog)
    assert player.state.overlay.selected == 0
    player.now += 1.0
    assert plies(player.press("enter")) == 0


def test_a_letter_of_the_last_moment_is_not_lost() -> None:
    player = against("mini", LAST_CAPTURE).press(":").write("5x12").press("enter", "v")
    assert isinstance(player.state.screen, ReviewScreen)


def test_again_menu_and_quit_from_the_result() -> None:
    player = against("mini", LAST_CAPTURE).play("5x12").press("enter")
    assert plies(player) == 0
    assert player.screen_on.timeline.start.fen() == "B:W8:B5"
    assert player.play("5x12").press("right", "right", "enter").at_menu
    player = against("mini", LAST_CAPTURE).play("5x12").press("left", "enter")
    assert player.of_kind(Quit)
    assert against("mini", LAST_CAPTURE).play("5x12").press("q").of_kind(Quit)
    assert against("mini", LAST_CAPTURE).play("5x12").press("m").at_menu


def test_the_result_can_be_closed_and_the_board_keys_still_work() -> None:
    player = against("mini", LAST_CAPTURE).play("5x12").press("f")
    assert not player.screen_on.board.flipped
    assert isinstance(player.state.overlay, Dialog)
    player.press("escape")
    assert player.state.overlay is None
    assert "Black wins: White has no pieces left" in player.text
    assert player.press("enter").said == "The game is over."


def test_a_new_game_of_the_menu_is_dealt_again() -> None:
    from testing.screen_player import menu_state

    player = ScreenPlayer(menu_state()).press("enter").play("6-9")
    player.press("n", "y")
    assert len(player.of_kind(StartGame)) == 2
    assert plies(player) == 0
    assert len(player.of_kind(NewOpponents)) == 2


def test_a_new_game_is_asked_about_only_in_the_middle_of_one() -> None:
    player = against().press("n")
    assert player.state.overlay is None
    player.play("6-9").press("n")
    assert isinstance(player.state.overlay, Dialog)
    player.press("enter")  # "Go on" is what Enter means here
    assert plies(player) == 1
    player.press("n", "y")
    assert plies(player) == 0


# Saving


def test_every_move_is_saved_and_the_end_is_forgotten() -> None:
    player = against("mini", "B:W17,15:B5,1").play("5-8")
    assert [effect.session.timeline.ply for effect in player.of_kind(Save)] == [1]
    player.answer()
    assert [effect.session.timeline.ply for effect in player.of_kind(Save)] == [1, 2]
    assert player.state.saved == player.game.session


def test_quitting_asks_only_if_the_game_would_be_lost() -> None:
    assert against().play("6-9").press("q").of_kind(Quit)
    player = against("mini", "B:W8,18:B5,1")
    player.store.full = True
    player.play("5x12").press("q")
    assert not player.of_kind(Quit)
    assert "could not be saved" in player.text
    assert player.press("n").state.overlay is None
    assert player.press("q", "y").of_kind(Quit)


def test_a_game_whose_end_was_taken_back_is_kept_like_any_other() -> None:
    player = two_people("english", "W:W18:B9,10").play("18-14").play("9x18")
    assert player.game.outcome is not None
    player.press("u", "q")
    assert player.saved[-1] == player.game.session
    assert player.of_kind(Quit)


def test_a_full_disk_is_told_once_it_is_mended_forgotten() -> None:
    player = against()
    player.store.full = True
    player.play("6-9").send(Notice("no room", bad=True))
    assert player.state.saving_failed
    assert "No room" in player.text
    player.store.full = False
    player.answer()
    assert not player.state.saving_failed
    player.send(GameSaved(player.game.session, True))
    assert player.state.saved == player.game.session


def test_a_delay_is_told_until_the_game_is_saved() -> None:
    player = against().play("6-9").send(Notice("the disk is slow", bad=True, about_delay=True))
    assert "The disk is slow" in player.text
    assert player.send(GameSaved(player.game.session, True)).state.message is None
    player.send(Notice("no room", bad=True), GameSaved(player.game.session, True))
    assert "No room" in player.text


def test_two_warnings_at_once_are_both_told() -> None:
    player = against().send(Notice("no room", bad=True), Notice("no record", bad=True))
    assert "No room. no record." in player.text


def test_what_could_not_be_saved_for_one_reason_is_told_once() -> None:
    why = "could not be saved in '/nowhere': Not a directory."
    things = ("The preferences", "The database", "The game", "The database")
    player = against().send(*(Notice(f"{thing} {why}", bad=True) for thing in things))
    assert player.said == f"The preferences and the database and the game {why}"


def test_saving_as_pdn_asks_for_a_name_and_keeps_it_if_it_fails() -> None:
    player = against().play("6-9").answer().press("s")
    assert player.typed == "mini.pdn"
    player.press("ctrl-u").write("my game").press("enter")
    effect = player.of_kind(WritePdn)[0]
    assert (effect.name, effect.session) == ("my game", player.game.session)
    player.send(NotWritten("my game", "it is already there"))
    assert player.typed == "my game"
    assert "It is already there" in player.text
    player.press("escape").send(Notice("The game is in /games/my game.pdn"))
    assert "The game is in /games/my game.pdn" in player.text


def test_a_letter_replaces_a_proposed_name_and_other_keys_edit_it() -> None:
    assert against().press("s").write("mine.svg").typed == "mine.svg"
    assert against().press("s", "right").write("2").typed == "mini.pdn2"
    assert against().press("s", "backspace").write("x").typed == "mini.pdx"
    refused = against().press("s", "enter").send(NotWritten("mini-2.pdn", "it is already there"))
    assert refused.write("x").typed == "mini-2.pdnx"


def test_the_theme_is_kept() -> None:
    player = against().press("t")
    assert player.of_kind(SavePreferences)[0].preferences.theme == "green"
    assert "green" in player.said
    assert player.press(*"t" * (len(THEMES) - 1)).state.looks.theme == "classic"


# Time


def test_time_used_is_counted_for_each_side() -> None:
    player = against()
    player.wait(3.0).play("6-9")
    player.wait(2.0).answer()
    assert player.game.session.elapsed == (3.0, 2.0)
    player.wait(61.0)
    assert "1:04" in player.text


def test_the_computers_move_is_shown_moving_and_can_be_skipped() -> None:
    player = against("mini", looks=MOVING).play("6-9").answer("14-11")
    animation = player.screen_on.animation
    assert animation is not None
    assert 14 not in shown_pieces(player.screen_on)
    assert 11 not in shown_pieces(player.screen_on)
    seen = {player.text}
    for _ in range(4):
        seen.add(player.wait(animation.seconds / 5).text)
    assert len(seen) > 3
    player.wait(animation.seconds)
    assert player.screen_on.animation is None
    assert shown_pieces(player.screen_on) == player.game.position.pieces()


def test_a_key_skips_the_animation_and_does_its_work() -> None:
    player = against("mini", looks=MOVING).play("6-9").answer("14-11").press("f")
    assert player.screen_on.animation is None
    assert not player.screen_on.board.flipped
    player = against("mini", looks=MOVING).play("6-9").answer("14-11").press("enter")
    assert player.screen_on.animation is None
    assert player.screen_on.board.picked == ()


def test_a_key_that_skips_does_not_answer_the_result_behind_it() -> None:
    player = against("mini", LAST_CAPTURE, first=False, looks=MOVING).answer("5x12")
    assert player.screen_on.animation is not None
    assert player.state.overlay is None
    player.now += 0.1
    player.press("n")
    assert isinstance(player.state.overlay, Dialog)
    assert plies(player) == 1


def test_no_animation_when_it_is_off_or_the_terminal_is_slow() -> None:
    assert against().play("6-9").answer().screen_on.animation is None
    player = against("mini", looks=MOVING).play("6-9").answer("14-11").send(Slow())
    assert player.screen_on.animation is None
    assert player.play("9-12").answer().screen_on.animation is None


def test_a_persons_own_move_is_not_animated() -> None:
    assert against(looks=MOVING).play("6-9").screen_on.animation is None


def test_the_person_sits_at_the_bottom() -> None:
    for variant, first, person in (
        ("mini", True, Colour.BLACK),
        ("mini", False, Colour.WHITE),
        ("pikachu", True, Colour.WHITE),
        ("pikachu", False, Colour.BLACK),
    ):
        player = against(variant, first=first)
        assert player.game.session.person is person
        home = max if person is Colour.WHITE else min
        squares = [s for s, p in player.game.position.pieces().items() if p.colour is person]
        place = player.game.variant.geometry.place(home(squares))
        row = player.places.corner(place, player.screen_on.board.flipped)[1]
        assert row > player.places.board.top + player.places.board.height // 2


def test_a_review_is_offered_after_the_result_is_dismissed() -> None:
    player = against("mini", "B:W8:B5", size=(80, 24)).play("5x12").press("escape")
    assert "v review" in player.text.splitlines()[-1]
    assert "v review" not in against().text


def test_the_cursor_rests_on_a_piece_that_can_move() -> None:
    for variant in ("mini", "english", "pikachu"):
        random, player = Random(3), against(variant)
        while player.game.outcome is None and player.screen_on.timeline.ply < 40:
            if player.game.thinking is not None:
                player.answer(str(random.choice(player.screen_on.legal)))
            elif player.game.must_pass:
                player.press("enter")
            else:
                assert player.screen_on.board.focus in player.movable
                player.play(str(random.choice(player.screen_on.legal)))


def test_a_result_is_a_banner_with_what_was_remarkable() -> None:
    player = against("mini", "B:W8:B5", size=(120, 40)).play("5x12")
    assert isinstance(player.state.overlay, ResultDialog)
    assert player.state.overlay.remarks[0] == "Your first win against hard in mini!"
    assert "in mini!" in player.text
    papers = {style.paper for row in player.frame.styles for style in row}
    assert "good" in papers
    lost = against("mini", "B:W8:B5", first=False, size=(120, 40)).answer("5x12")
    assert "You lose" in lost.text
    assert "first" not in lost.text
    assert "bad" in {style.paper for row in lost.frame.styles for style in row}
