"""The start menu: preset, changed with arrows, started with Enter, or all by mouse."""

import datetime
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from minicheckers.coach.player_rating import Rating
from minicheckers.coach.requests import FindPuzzle, PuzzleOrder
from minicheckers.game.player import PERSON, Player
from minicheckers.game.presentation import presentation
from minicheckers.game.request import GameRequest, Looks
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.play.effects import (
    ConfirmLevel,
    Consult,
    SavePreferences,
    StopThinking,
    UnfinishedListed,
)
from minicheckers.players.levels import fitting_strength, level_rating, strength_number
from minicheckers.rules.variant import VARIANTS, get_variant
from minicheckers.storage.store import Daily, Preferences, Stats, Tally
from minicheckers.tui.app import first_state
from minicheckers.tui.events import Click, GameReady, Quit, Resized, StartGame
from minicheckers.tui.screens.menu import FRIEND, STRENGTH, MenuScreen
from minicheckers.tui.screens.watching import WatchScreen
from minicheckers.tui.widgets.help import Help
from minicheckers.tui.widgets.picker import Picker
from testing.screen_player import PromptCoach, ScreenPlayer, against, menu_state, position


class Autosave:
    """A store in memory, with what `first_state` asks of one."""

    def __init__(
        self, preferences: Preferences, session: Session | None = None, stats: Stats | None = None
    ) -> None:
        self._preferences, self._session, self._stats = preferences, session, stats or Stats()

    def preferences(self) -> Preferences:
        return self._preferences

    def stats(self) -> Stats:
        return self._stats

    def daily(self) -> Daily:
        return Daily(datetime.date(2024, 12, 31))

    @property
    def session(self) -> Session | None:
        return self._session


def opened(request: GameRequest, shelf: Autosave) -> ScreenPlayer:
    player = ScreenPlayer(first_state(request, shelf, (80, 24), 0.0), request)  # type: ignore[arg-type]
    if shelf.session is not None:
        player.store.keep(shelf.session)
    return player.send(UnfinishedListed(player.store.unfinished()))


def unfinished() -> Session:
    start = Session.against(Timeline.begin(position("mini")), Player("expert"), person_first=True)
    return start.play("6-9")


def test_enter_alone_starts_the_last_choices() -> None:
    last = Preferences("pikachu", 10, "hard", "ai", "contrast")
    player = opened(GameRequest(random=Random(1)), Autosave(last)).press("enter")
    new_game = player.of_kind(StartGame)[0].new_game
    assert (new_game.variant, new_game.level, new_game.first) == (
        get_variant("pikachu", 10),
        "hard",
        "ai",
    )
    assert player.state.looks.theme == "contrast"
    assert player.game.session.person is not new_game.variant.first
    assert player.of_kind(SavePreferences)[0].preferences == last


def test_flags_come_before_the_last_choices() -> None:
    request = GameRequest(
        variant=get_variant("english"), level="greedy", first="ai", looks=Looks(theme="mono")
    )
    player = opened(request, Autosave(Preferences("pikachu", 9, "easy", "you", "classic")))
    menu = player.menu
    assert (menu.variant_name, menu.level, menu.first) == ("english", "greedy", "ai")
    assert "greedy" in menu.levels
    assert player.state.looks.theme == "mono"


def test_strange_preferences_do_no_harm() -> None:
    player = opened(
        GameRequest(), Autosave(Preferences("mini", 6, "medium", "somebody", "rainbow"))
    )
    assert player.menu.first == "you"
    assert player.state.looks.theme == "classic"
    assert player.frame


def test_arrows_change_every_choice() -> None:
    player = ScreenPlayer(menu_state()).go_to("game")
    while player.menu.variant_name != "pikachu":
        player.press("right")
    player.go_to("opponent").press("l").go_to("first").press("left")
    player.go_to("size").press("right").go_to("time").press("right")
    player.go_to("clock").press("right", "right").go_to("theme").press("right")
    menu = player.menu
    assert (menu.board_size, menu.level, menu.first, menu.time) == (9, "hard", "random", 0.1)
    assert str(menu.clock) == "3+2"
    assert player.state.looks.theme == "green"
    assert player.of_kind(SavePreferences)[-1].preferences.theme == "green"
    player.press("enter")
    assert player.game.variant == get_variant("pikachu", 9)
    computer = player.game.session.player(player.game.session.person.other)  # type: ignore[union-attr]
    assert (computer.level, computer.limits.time) == ("hard", 0.1)
    assert player.of_kind(SavePreferences)[-1].preferences.time == 0.1
    assert player.of_kind(SavePreferences)[-1].preferences.clock == "3+2"
    assert player.game.session.clock is not None


def test_the_rows_are_always_the_same_and_in_the_same_places() -> None:
    for size in ((80, 24), (120, 40), (40, 15), (38, 9)):
        player = ScreenPlayer(menu_state(size=size))
        places = player.menu.places(player.state)
        assert places is not None
        seen = set()
        for _ in range(20):
            for _ in range(8):
                found = player.press("right", "escape").menu.places(player.state)
                assert found is not None
                assert found.area == places.area
                assert [r and r.name for r in found.lines] == [r and r.name for r in places.lines]
            player.press("down")
            places = player.menu.places(player.state)
            assert places is not None
            seen.add(player.menu.row)
            assert player.menu.row in [r.name for r in places.lines if r]
        assert {"start", "game", "puzzle", "learn", "review", "record"} <= seen


def test_the_keys_say_what_a_row_does() -> None:
    player = ScreenPlayer(menu_state()).go_to("opponent")
    assert "←→ change  Enter play" in player.text
    player.go_to("start")
    assert "change" not in player.text.splitlines()[-1]
    for row, words in (("watch", "Enter watch"), ("load", "Enter load"), ("record", "Enter show")):
        player.go_to(row)
        assert words in player.text


def test_the_preview_shows_the_person_below() -> None:
    def lower_half(player: ScreenPlayer) -> set[str]:
        places = player.menu.places(player.state)
        assert places is not None
        assert places.preview is not None
        area = places.preview
        styles = player.frame.styles[area.top + area.height // 2 : area.top + area.height]
        return {s.ink for row in styles for s in row[area.left : area.left + area.width]}

    player = ScreenPlayer(menu_state())
    assert "you play black" in player.text
    assert "black_rim" in lower_half(player)
    assert "white_rim" not in lower_half(player)
    player.go_to("first").press("right")
    assert "you play white" in player.text
    assert "black_rim" not in lower_half(player)


def test_the_menu_leads_to_watching_and_the_record() -> None:
    player = ScreenPlayer(menu_state(record=Stats({("mini", "hard"): Tally(3, 1, 4)})))
    while player.menu.row != "record":
        player.press("down")
    player.press("enter")
    assert "mini      hard        3 won, 1 drawn, 4 lost" in player.text
    player.press("escape")
    player.go_to("watch")
    player.press("enter")
    assert isinstance(player.state.screen, WatchScreen)
    assert str(player.game.session.black) == str(player.game.session.white) == "medium"


def test_rows_and_values_go_round() -> None:
    player = ScreenPlayer(menu_state()).press("up")
    assert player.menu.row == "more"
    player.go_to("game").press("left")
    assert player.menu.variant_name == list(VARIANTS)[-1]


@pytest.mark.parametrize(("row", "title"), [("puzzle", "mini: puzzle"), ("learn", "mini: lessons")])
def test_studies_open_on_the_board(row: str, title: str) -> None:
    player = ScreenPlayer(menu_state())
    player.go_to(row)
    player.press("enter")
    assert title in player.text
    assert player.press("b").at_menu


def test_a_friend_needs_no_first_move() -> None:
    player = ScreenPlayer(menu_state()).go_to("opponent").press("left", "left", "left")
    assert player.menu.level == "a friend"
    player.press("down")
    assert player.menu.row == "coach"
    player.press("up", "enter")
    assert player.game.session.black.is_person
    assert player.game.session.white.is_person
    assert player.of_kind(SavePreferences)[0].preferences.level == "medium"


def test_the_unfinished_game_is_continued_by_enter() -> None:
    session = unfinished()
    player = opened(GameRequest(), Autosave(Preferences(), session))
    assert player.menu.row == "continue"
    assert "mini, you (black) against expert (white), 1 move so far" in player.text
    player.press("enter")
    assert player.game.session == session
    assert player.game.thinking is not None


def test_one_of_several_unfinished_games_is_chosen() -> None:
    player = opened(GameRequest(), Autosave(Preferences(), unfinished()))
    older = unfinished().play("14-11")
    player.store.keep(older)
    player.send(UnfinishedListed(player.store.unfinished()))
    assert "2 unfinished games" in player.text
    player.press("enter")
    assert "2024-12-31 mini expert  1 move as black, 6 pieces each" in player.text
    player.press("down", "enter")
    assert player.game.session.timeline.ply == 1
    player.press("m", "enter")
    assert "on the board" in player.text
    player.press("down", "enter")
    assert player.game.session == older


def test_escape_goes_back_to_the_game_on_the_table_only() -> None:
    player = opened(GameRequest(random=Random(1)), Autosave(Preferences(), unfinished()))
    assert "Esc back" not in player.text
    player.press("escape")
    assert player.at_menu
    player.press("enter", "m")
    assert player.at_menu
    assert "Esc back" in player.text
    session = player.state.unfinished
    player.press("escape")
    assert not player.at_menu
    assert player.game.session is session


def test_a_new_game_leaves_the_unfinished_one_saved() -> None:
    player = opened(GameRequest(random=Random(1)), Autosave(Preferences(), unfinished()))
    player.go_to("start").press("enter")
    assert not player.at_menu
    assert player.screen_on.timeline.ply == 0
    player.play("6-9")
    assert len(player.store.unfinished()) == 2


def test_the_game_on_the_table_waits_in_the_menu() -> None:
    player = against().play("6-9")
    assert player.game.thinking is not None
    player.press("m")
    assert player.of_kind(StopThinking)
    assert player.menu.row == "continue"
    player.press("enter")
    assert player.game.thinking is not None
    assert [str(move) for move in player.screen_on.timeline.played] == ["6-9"]


def test_the_record_is_shown_for_the_choices() -> None:
    record = Stats({("mini", "hard"): Tally(3, 1, 4)})
    player = ScreenPlayer(menu_state(record=record))
    assert "not played yet" in player.text
    player.go_to("opponent").press("right")
    assert "3 won, 1 drawn, 4 lost" in player.text


def test_games_with_help_are_in_the_record() -> None:
    record = Stats(helped={("mini", "medium"): Tally(2, 0, 0)})
    player = ScreenPlayer(menu_state(record=record)).go_to("record")
    assert "not played yet" not in player.text
    assert "2 games with help" in player.text
    assert "with help: 2 won, 0 drawn, 0 lost" in player.text


def test_the_daily_puzzle_and_its_streak_are_in_the_menu() -> None:
    day = datetime.date(2024, 12, 31)
    player = ScreenPlayer(menu_state(daily=Daily(day, False, 3)), coach=PromptCoach)
    assert "unsolved, 3 days" in player.text
    player.go_to("daily").press("enter")
    assert "mini: daily puzzle, 2024-12-31" in player.text
    fresh = PuzzleOrder(get_variant("mini"), day=day, limit=1)
    assert player.of_kind(Consult)[0].request == FindPuzzle(fresh, 0)
    russian = ScreenPlayer(menu_state(), coach=PromptCoach)
    russian.app.state = russian.state.with_screen(replace(russian.menu, variant_name="russian"))
    assert "none for this game" in russian.text
    assert "mini: daily puzzle" in russian.go_to("daily").press("enter").text


def test_strategies_that_are_no_levels_are_behind_other() -> None:
    player = ScreenPlayer(menu_state()).go_to("opponent").press("left", "left")
    assert "other ..." in player.text
    player.press("enter")
    assert "seed-001" in player.text
    assert "novice" not in player.text
    player.press(*"dynamic", "enter")
    assert (player.menu.level, player.menu.row) == ("dynamic", "opponent")
    assert player.of_kind(ConfirmLevel) == [ConfirmLevel("dynamic")]
    player.press("enter")
    assert str(player.game.session.white) == "dynamic"


def test_the_levels_stand_in_the_order_of_their_strength() -> None:
    player = opened(GameRequest(), Autosave(Preferences()))
    assert player.menu.levels[:3] == ("easy", "novice", "medium")


def test_a_game_of_which_every_move_is_taken_back_is_not_to_be_continued() -> None:
    player = opened(GameRequest(), Autosave(Preferences(), unfinished().undo_turn()))
    assert "no unfinished game" in player.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
def test_clicks_choose_change_and_start(size: tuple[int, int]) -> None:
    player = ScreenPlayer(menu_state(size=size))
    places = player.menu.places(player.state)
    assert places is not None

    def click(name: str) -> None:
        row = [row and row.name for row in places.lines].index(name)
        player.send(Click(places.area.left + 4, places.area.top + row))

    click("opponent")
    assert (player.menu.row, player.menu.level) == ("opponent", "medium")
    click("opponent")
    assert player.menu.level == "hard"
    player.send(Click(0, size[1] - 1))
    assert player.menu.level == "hard"
    click("start")
    assert not player.at_menu


def test_quitting_from_the_menu_asks_nothing() -> None:
    assert ScreenPlayer(menu_state()).press("q").of_kind(Quit)


def test_without_colour_there_is_one_theme() -> None:
    state = menu_state()
    player = ScreenPlayer(replace(state, looks=replace(state.looks, colour=False)))
    player.go_to("theme")
    player.press("right")
    assert "only one theme" in player.said
    assert "mono" in player.text


def test_a_preview_of_the_board_where_there_is_room() -> None:
    assert "████" in ScreenPlayer(menu_state()).text
    small = ScreenPlayer(menu_state(size=(40, 12)))
    assert "████" not in small.text
    assert "Opponent" in small.text


def test_a_screen_too_small_for_the_menu_says_so() -> None:
    player = ScreenPlayer(menu_state(size=(20, 5)))
    assert "at least" in player.text.replace("\n", " ")
    player.press("enter")
    assert player.at_menu
    assert "Opponent" in player.send(Resized(80, 24)).text


def test_all_games_are_listed_in_groups_and_found_by_typing() -> None:
    player = ScreenPlayer(menu_state()).go_to("game")
    assert "Enter list" in player.text
    player.press("enter")
    assert "Games (type to filter)" in player.text
    assert "Enter choose" in player.text
    seen = ""
    for _ in VARIANTS:
        seen += player.press("down").text
    for name, variant in VARIANTS.items():
        assert name in seen
        assert str(presentation(variant).group) in seen
    player.press(*"englis").press("enter")
    assert player.menu.variant_name == "english"
    player.go_to("game").press("enter", *"zzz", "escape")
    assert player.menu.variant_name == "english"


def test_names_count_before_the_words_about_them() -> None:
    player = ScreenPlayer(menu_state()).go_to("game").press("enter", *"tur")
    assert isinstance(player.state.overlay, Picker)
    assert [player.state.overlay.labels[n] for n in player.state.overlay.shown] == ["turkish"]
    assert player.press("enter").menu.variant_name == "turkish"
    labels, abouts = ("bishop", "shop", "ship"), ("a piece", "a store", "a vessel")
    picker = Picker("Words", labels, lambda screen, app, number: (app, ()), abouts=abouts)
    for typed, numbers in {"": (0, 1, 2), "sho": (1, 0), "SHI": (2,), "a v": (2,)}.items():
        assert replace(picker, typed=typed).shown == numbers


def test_no_letter_typed_into_a_list_leaves_the_program() -> None:
    player = ScreenPlayer(menu_state()).go_to("game").press("enter", *"turq?")
    assert isinstance(player.state.overlay, Picker)
    assert not player.of_kind(Quit)
    assert isinstance(player.press("f1").state.overlay, Help)


def test_the_coach_is_chosen_in_the_menu() -> None:
    player = ScreenPlayer(menu_state()).go_to("coach").press("right")
    assert (player.state.warns, player.state.insight) == (True, False)
    assert player.press("enter").game.warns


def test_the_notation_is_chosen_in_the_menu_and_used_on_the_board() -> None:
    player = ScreenPlayer(menu_state()).go_to("notation")
    assert "standard (numbers)" in player.text
    player.press("right", "right")
    assert player.of_kind(SavePreferences)[-1].preferences.notation == "letters"
    player.go_to("start").press("enter").play("6-9").answer("14-11")
    assert "e5-f4" in player.text
    assert "6-9" not in player.text


def with_strengths(**changes: Any) -> ScreenPlayer:
    """A menu that offers opponents by strength, too."""
    state = menu_state(**changes)
    assert isinstance(state.screen, MenuScreen)
    menu = replace(state.screen, levels=(*state.screen.levels, STRENGTH))
    return ScreenPlayer(replace(state, screen=menu, home=menu))


def test_a_strength_is_chosen_in_a_row_of_its_own() -> None:
    rating = Rating(1420, 60, 9)
    player = with_strengths(record=Stats(ratings={"mini": rating})).go_to("opponent")
    player.press("down")
    assert player.menu.row == "first"  # no other level has a strength to choose
    player.press("up", "right", "right", "right")
    assert "by strength" in player.text
    player.press("down", "left", "right")
    assert "7 of 10" in player.text
    assert "Your rating in mini is 1420, give or take 118." in player.text
    player.press("up", "left", "right")  # it stays what it was
    assert player.menu.opponent(player.state) == "strength-7"
    assert "rating 1420" in player.text
    player.go_to("record").press("enter")
    assert "1420" in player.text
    player.press("escape").go_to("start").press("enter")
    assert player.of_kind(SavePreferences)[-1].preferences.level == "strength-7"
    assert str(player.game.session.white) == "strength-7"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("game", ["mini", "english", "russian", "pikachu", "international"])
def test_after_a_game_the_rating_is_told(game: str, size: tuple[int, int]) -> None:
    player = resigned(against(game, level="strength-2", size=size))
    rating = player.state.record.ratings[game]
    assert f"Your rating is {rating.value:.0f}" in player.text
    fitting = strength_number(fitting_strength(get_variant(game), rating.value))
    assert size < (80, 24) or f"Strength {fitting} would suit you" in player.text


def test_a_long_reason_leaves_room_for_the_rating() -> None:
    random, line = Random(11), Timeline.begin(position("english"))
    while line.outcome is None:
        line = line.play(random.choice(line.position.legal_moves()))
    assert "third time" in str(line.outcome)
    before = Session(line.at(line.ply - 1), PERSON, Player("strength-2"))
    assert before.to_move.is_person
    player = ScreenPlayer(menu_state(size=(80, 24))).send(GameReady(before))
    player.play(str(line.played[-1]))
    assert "Draw" in player.text
    assert "Your rating is" in player.text
    assert "would suit you" in player.text
    assert "third time" in player.press("escape").text


def test_a_game_that_is_not_rated_tells_no_rating() -> None:
    start = "B:W13,14,15,16,17,18:B2,3,4,5,6"
    player = resigned(against("mini", start, level="strength-2"))
    assert "You lose" in player.text
    assert "rating" not in player.text


def resigned(player: ScreenPlayer) -> ScreenPlayer:
    """The player after a move, its answer and giving up."""
    player.play(str(player.screen_on.legal[0]))
    return player.answer().press("x", "y").wait(1)


def test_the_strength_that_is_preset_fits_the_chosen_game() -> None:
    stats = Stats(ratings={"mini": Rating(900, 60, 9)})
    player = opened(GameRequest(level="medium"), Autosave(Preferences(), stats=stats))
    player.go_to("opponent").press(*["right"] * 4)
    assert "2 of 10" in player.text
    player.go_to("game").press(*["right"] * list(VARIANTS).index("english"))
    assert player.menu.variant_name == "english"
    assert "5 of 10" in player.text
    player.go_to("strength").press("right")
    assert "6 of 10" in player.text
    player.go_to("game").press("left")
    assert "6 of 10" in player.text  # it was chosen


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
def test_the_rating_of_a_strength_is_read_to_its_end(size: tuple[int, int]) -> None:
    player = with_strengths(size=size, record=Stats(ratings={"mini": Rating(1420, 60, 9)}))
    player.go_to("opponent").press(*["right"] * 3)
    assert player.menu.level == STRENGTH
    player.go_to("strength")
    told = " ".join(player.text.split())
    rated = level_rating(get_variant("mini"), "strength-7")
    assert f"This opponent is rated {rated}." in told
    assert "Strength 7 would suit you." in told


def test_who_else_sets_the_strength_is_told() -> None:
    player = ScreenPlayer(menu_state()).go_to("opponent")
    assert "set by the opponent" in player.text
    player.press(*["right"] * 3)
    assert player.menu.level == FRIEND
    assert "set by the opponent" not in player.text


@pytest.mark.parametrize("size", [(120, 40), (100, 30), (80, 24), (60, 20), (40, 15)])
def test_whatever_is_known_of_the_chosen_entry_of_a_list_is_read_to_its_end(
    size: tuple[int, int],
) -> None:
    player = ScreenPlayer(menu_state(size=size)).go_to("game").press("enter")
    for name in ("mini", "towers", "english"):
        assert isinstance(player.state.overlay, Picker)
        left, top, width, height = player.state.overlay.box(player.state).area
        rows = player.frame.characters[top + 1 : top + height - 1]
        told = " ".join("".join(row[left + 1 : left + width - 1]).strip() for row in rows)
        assert f"▸ {name} " in told
        assert presentation(get_variant(name)).summary in told
        player.press("down")


def test_more_fits_on_the_screen_that_most_people_have() -> None:
    player = ScreenPlayer(menu_state(size=(80, 24))).go_to("more").press("enter")
    for title in ("Play", "Continue", "Less", "Notation", "Watch"):
        assert f" {title} " in player.text
    assert "↓" not in player.text.rpartition("\n")[0]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 15)])
def test_remarks_are_read_to_their_end(size: tuple[int, int]) -> None:
    player = ScreenPlayer(menu_state(size=size)).go_to("more").press("enter", "home")
    assert isinstance(player.state.screen, MenuScreen)
    for row in player.state.screen.rows(player.state):
        if row.enabled:
            told = " ".join(player.go_to(row.name).text.split())
            assert " ".join(row.remark.split()) in told
