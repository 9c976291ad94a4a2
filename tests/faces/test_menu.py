"""The menu: preset, changed with arrows or by mouse, and where its rows lead."""

import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minicheckers.activities.game import CoachedGame, Watch
from minicheckers.activities.recorded import Recorded
from minicheckers.activities.setup import FRIEND
from minicheckers.coach.player_rating import Rating
from minicheckers.game.player import Player as Opponent
from minicheckers.game.presentation import presentation
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, get_variant
from minicheckers.storage.store import Daily, Preferences, Stats, Tally
from minicheckers.tui.start import of_request
from testing.board_player import Player, Silent
from testing.memory_store import MemoryStore

SIZES = [(120, 40), (80, 24), (60, 20), (40, 15), (38, 9)]


def menu(last: Preferences | None = None, record: Stats | None = None, **changes: Any) -> Player:
    """Somebody at the menu, with the last choices and the record so far."""
    store = MemoryStore(record or Stats(), last or Preferences())
    return Player(store=store, **changes)


def on(player: Player, title: str) -> Player:
    """The player on a row of the menu, or else of the settings."""
    if player.at_menu and title in ("Record", "Clock"):
        player.app.show(player.on.settings)
    player.on.go_to(title)
    assert player.on.row.title == title
    return player


def unfinished() -> Session:
    start = Timeline.begin(Position.start("mini"))
    return Session.against(start, Opponent("expert"), person_first=True).play("6-9")


def with_unfinished(*sessions: Session) -> Player:
    player = menu(work=Silent)
    for session in sessions or (unfinished(),):
        player.store.keep(session)
    player.on.begin()
    return player


# The next game


def test_choices_that_do_not_fit_do_no_harm() -> None:
    player = menu(Preferences("nothing", 6, "solver", theme="rainbow"))
    assert player.text
    assert player.setup.variant_name == "mini"
    english = menu(Preferences(level="solver"), request=GameRequest(variant=get_variant("english")))
    assert english.setup.level == "medium"


def test_a_game_of_ones_own_is_in_the_menu_while_it_is_asked_for() -> None:
    losing = get_variant("english-losing")
    player = on(menu(request=GameRequest(variant=losing)), "Game")
    assert "english-losing" in player.text
    assert player.setup.session().variant == losing
    player.press("right", "left")
    assert player.setup.variant == losing


def test_arrows_change_every_choice_and_go_round() -> None:
    player = on(menu(), "Game").press("left")
    assert player.setup.variant_name == list(VARIANTS)[-1]
    player.press("right")
    on(player, "Opponent").press("l")
    on(player, "Side").press("left")
    on(player, "Coach").press("right")
    setup = player.setup
    assert (setup.level, setup.first, setup.coach) == ("strength-6", "watch", "warn")
    assert isinstance(setup.new_game(), Watch)
    on(player, "Side").press("left")
    assert setup.first == "random"
    game = setup.new_game()
    assert isinstance(game, CoachedGame)
    assert game.warns
    assert on(player, "Play").press("up").on.row.title == "Coach"
    assert player.press("j", "tab", "shift-tab", "k", "home").on.row.title == "Game"
    assert player.press("up").on.row.title == "Quit"
    assert player.press("home", "end").on.row.title == "Quit"


def test_the_person_sits_below_in_the_preview() -> None:
    player = menu()
    assert "you play black" in player.text
    on(player, "Side").press("right")
    assert "you play white" in player.text
    player.press("right")
    assert "you play" not in player.text
    assert "██" not in menu(size=(40, 12)).text


def test_a_friend_needs_no_first_move() -> None:
    player = on(menu(), "Opponent").press("enter").write("a friend").press("enter")
    assert player.setup.level == FRIEND
    assert player.press("down").on.row.title == "Coach"
    on(player, "Play").press("enter")
    session = player.started[-1].session()
    assert session.black.is_person
    assert session.white.is_person
    assert player.store.preferences().level == "medium"


def test_the_rows_stay_in_their_places_whatever_is_chosen() -> None:
    def titles(player: Player) -> list[str]:
        places = player.on.places()
        listed = [row.title for row in player.on.listed() if row is not None]
        shown = [title for title in listed if title in places]
        rows = player.text.splitlines()
        assert all(title in rows[places[title].top] for title in shown)
        return [f"{title} {places[title].top}" for title in shown]

    for size in SIZES:
        player = menu(size=size)
        seen = set()
        for _ in range(20):
            before = titles(player)
            for _ in range(6):
                player.press("right", "escape")
                assert titles(player) == before
                assert "m i n i c h e c k e r s" in player.text
            seen.add(player.press("down").on.row.title)
        assert {"Play", "Game", "Daily puzzle", "Learn", "Review games", "Quit"} <= seen


@pytest.mark.parametrize("size", SIZES)
def test_words_about_a_row_are_read_to_their_end(size: tuple[int, int]) -> None:
    player = menu(size=size)
    for screen in (player.on, player.on.settings):
        if screen is not player.on:
            player.app.show(screen)
        for row in screen.rows():
            if row is not None and screen.can_stand(row):
                told = " ".join(on(player, row.title).text.split())
                assert row.title.lower() in told.lower() or size[1] < 10
                assert " ".join(player.on.row.about.split()) in told


def test_a_screen_too_small_for_the_menu_says_so() -> None:
    player = menu(size=(20, 5))
    assert "at least" in player.text.replace("\n", " ")
    assert not player.press("enter").started


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15)])
def test_clicks_choose_change_and_start(size: tuple[int, int]) -> None:
    player = menu(size=size)

    def click(title: str) -> None:
        place = player.on.places()[title]
        player.click_at(place.left + 1, place.top)

    click("Side")
    assert (player.on.row.title, player.setup.first) == ("Side", "you")
    click("Side")
    assert player.setup.first == "computer"
    player.click_at(0, 0)
    assert not player.started
    click("Play")
    assert player.started


# Lists


def test_games_are_listed_in_groups_and_found_by_typing() -> None:
    player = on(menu(), "Game").press("enter")
    seen = "".join(player.press("down").text for _ in VARIANTS)
    for name, variant in VARIANTS.items():
        assert name in seen
        assert str(presentation(variant).group) in seen
    player.write("englis").press("enter")
    assert player.setup.variant_name == "english"
    player.press("enter").write("zzz").press("escape")
    assert player.setup.variant_name == "english"
    assert player.app.running


def test_opponents_are_levels_strengths_friends_and_others() -> None:
    ratings = {"mini": Rating(1420, 60, 9)}
    player = on(menu(record=Stats(ratings=ratings)), "Opponent").press("enter")
    assert "it fits you" in player.write("strength-7").text
    player.press("enter")
    assert player.setup.level == "strength-7"
    player.press("enter").write("other").press("enter")
    assert "novice" not in player.text
    player.write("dynamic").press("enter")
    assert player.setup.level == "dynamic"
    assert player.press("left", "right").setup.level == "dynamic"
    on(player, "Play").press("enter")
    assert player.started[-1].session().white.level == "dynamic"


# What was begun


def test_the_unfinished_game_is_continued_by_enter() -> None:
    player = with_unfinished()
    assert player.on.row.title == "Continue"
    assert "mini, you (black) against expert (white), 1 move so far" in player.text
    assert "Esc back" not in player.text
    assert player.press("escape").at_menu
    assert player.press("enter").moves == ["6-9"]


def test_an_unfinished_game_is_deleted_once_that_is_confirmed() -> None:
    older = unfinished().play("14-11")
    player = with_unfinished(older, unfinished())
    assert "Del delete" in player.text
    player.press("backspace", "enter", "enter")
    assert len(player.store.unfinished()) == 2
    player.press("backspace", "enter", "down", "enter")
    assert [game.session() for game in player.store.unfinished()] == [older]
    player.press("backspace", "y")
    assert not player.store.unfinished()
    assert "no unfinished game" in player.text
    assert "no unfinished game" in player.press("backspace").said


def test_escape_goes_back_to_the_game_that_waits() -> None:
    player = with_unfinished().press("enter", "m")
    assert player.at_menu
    assert player.on.row.title == "Continue"
    assert "Esc back" in player.text
    game = player.press("escape", "i").study
    player.press("m")
    assert player.setup.coach == "show"
    player.press("enter")
    assert player.study is game


def test_what_cannot_be_continued_is_not_offered() -> None:
    assert "no unfinished game" in with_unfinished(unfinished().undo_turn()).text
    player = with_unfinished()
    player.store.keep(unfinished(), moves="1-18")
    player.on.begin()
    assert player.press("enter").app.overlay is not None


# The record


def test_the_record_is_shown_for_the_choices() -> None:
    record = Stats({("mini", "hard"): Tally(3, 1, 4)}, helped={("mini", "easy"): Tally(2, 0, 0)})
    player = on(menu(record=record), "Record")
    assert "not played yet" in player.text
    player.setup.level = "hard"
    assert "3 won, 1 drawn" in player.text
    player.setup.level = "easy"
    assert "2 games with help" in on(player, "Record").text
    assert "with help: 2 won, 0 drawn, 0 lost" in player.text
    text = player.press("enter").text
    assert "mini      hard        3 won, 1 drawn, 4 lost" in text
    assert "2 won, 0 drawn, 0 lost (with help)" in text


def test_the_rating_stands_in_the_record() -> None:
    player = on(menu(record=Stats(ratings={"mini": Rating(1420, 60, 9)})), "Record")
    assert "rating 1420" in player.text
    assert "1420, give or take 118" in " ".join(player.text.split())
    assert "1420" in player.press("enter").text


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (50, 18), (40, 15)])
def test_the_record_is_read_to_its_end(size: tuple[int, int]) -> None:
    scores = {(variant, "adaptive"): Tally(123, 45, 67) for variant in list(VARIANTS)[:4]}
    player = on(menu(record=Stats(scores, helped=scores), size=size), "Record")
    text = player.press("enter").text
    assert text.count("123 won, 45 drawn, 67 lost") + text.count("+123 =45 -67") == 8


# What else there is to do


@pytest.mark.parametrize(
    ("title", "keys"), [("Puzzles", "enter"), ("Learn", "enter enter"), ("Learn", "enter p")]
)
def test_studies_open_on_the_board_and_lead_back(title: str, keys: str) -> None:
    player = on(menu(request=GameRequest(random=Random(1))), title).press(*keys.split())
    assert not player.at_menu
    player.press("b")
    assert player.at_menu
    assert player.on.row.title == title


def test_the_daily_puzzle_and_its_streak_are_in_the_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    day = datetime.date(2024, 12, 31)
    monkeypatch.setattr(MemoryStore, "daily", lambda store: Daily(day, False, 3))
    player = menu(Preferences("russian"))
    assert "unsolved, 3 days" in player.text
    assert "none for this game" in player.text
    on(player, "Daily puzzle").press("enter")
    assert player.study.variant.name == "mini"
    assert "31 Dec 2024" in player.text


# What the command line opens


def opened(request: GameRequest, *kept: Session, **changes: Any) -> Player:
    """Somebody who has started the program, with games that were begun before."""
    player = Player(work=Silent, **changes)
    for session in kept:
        player.store.keep(session)
    of_request(request)(player.app)
    return player


def test_a_game_that_waits_is_told_of_once_and_quietly() -> None:
    request = GameRequest(level="easy", straight=True)
    player = opened(request, unfinished())
    assert isinstance(player.study, CoachedGame)
    status, keys = player.text.splitlines()[-2:]
    assert "Your other game is saved" in keys or "Your other game is saved" in status
    assert "Your turn" in player.text
    assert "saved" not in player.press("f").text
    assert "other game" not in opened(request, store=player.store).text
    assert "other game" not in opened(request).text
    narrow = opened(request, unfinished(), size=(40, 15))
    assert "Your other game is saved." in narrow.text


def test_flags_open_a_game_or_the_games_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = '[Variant "mini"]\n\n1. 6-9 14-11 1-0\n'
    Path("two.pdn").write_text(f"{game}\n{game}")
    player = opened(GameRequest(load="two.pdn"))
    assert "2. black - white" in player.text
    player.press("down", "enter")
    assert isinstance(player.study, Recorded)
    assert opened(GameRequest()).at_menu
    watched = GameRequest().watched_session(get_variant("mini"), "easy")
    assert isinstance(opened(GameRequest(session=watched)).study, Watch)
    resumed = opened(GameRequest(session=unfinished(), resumed=True, coach="warn"))
    assert resumed.study.warns
    assert opened(GameRequest(straight=True, coach="show")).study.insight
