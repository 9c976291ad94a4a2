"""Small screens: every text can be read to its end, and the board is not hidden."""

import re
from typing import Any

import pytest

from minicheckers.coach.lessons import lessons
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.engine.decision import Progress
from minicheckers.engine.score import Score
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.play.effects import ArchiveRead, SearchProgress
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, VARIANTS, Colour, get_variant
from minicheckers.storage.games import columns_of
from minicheckers.storage.store import KeptGame, Stats, Tally
from minicheckers.tui.events import Click, GameReady, StudyAsked
from minicheckers.tui.screens.menu import record_lines
from minicheckers.tui.screens.puzzle import PuzzleScreen
from minicheckers.tui.widgets.dialog import Dialog
from minicheckers.tui.widgets.sheet import Sheet
from testing.screen_player import (
    PromptCoach,
    ScreenPlayer,
    against,
    coached,
    games_with_lessons,
    menu_state,
    two_people,
)

SIZES = ((120, 40), (100, 30), (80, 24), (60, 20), (50, 18), (40, 15))
#: Positions where one move ends the game.
LAST = {
    "mini": ("B:W8:B5,1,2", "5x12"),
    "towers": ("B:W10:B7,1,2", "7x14"),
    "english": ("B:W10:B7,1,2", "7x14"),
    "pikachu": ("W:W20,60:B12", "20x4"),
}


@pytest.fixture(params=SIZES, ids=lambda size: "{}x{}".format(*size))
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    found: tuple[int, int] = request.param
    return found


def flowing(player: ScreenPlayer) -> str:
    """The text of the panel and of the bottom lines, without line breaks."""
    rows = player.frame.characters
    area, status = player.places.panel, player.places.status
    panel = rows[area.top : area.top + area.height] if area else []
    # Arrows for more of it stand beside the panel.
    said = [row[max(0, area.left - 1) : area.left + area.width + 1] for row in panel if area]
    return " ".join(" ".join(map("".join, [*said, *rows[status:]])).split())


def ended(variant: str, size: tuple[int, int]) -> ScreenPlayer:
    fen, move = LAST[variant]
    return against(variant, fen, size=size).play(move)


# The result


@pytest.mark.parametrize("variant", LAST)
def test_a_result_leaves_the_board_and_the_last_move_to_be_seen(
    variant: str, size: tuple[int, int]
) -> None:
    player = ended(variant, size)
    dialog = player.state.overlay
    assert isinstance(dialog, Dialog)
    area, board = dialog.box(player.state).area, player.places.board
    beside = area.left >= board.left + board.width or area.top > board.top + board.height
    assert beside, "the result lies over the board"
    assert "You win" in player.text
    if player.places.panel is not None:
        assert player.state.spelling.move(player.screen_on.timeline.moves[-1]) in player.text


@pytest.mark.sampled(12)
@pytest.mark.parametrize("variant", LAST)
def test_the_answers_of_a_result_are_clicked_at_every_size(
    variant: str, size: tuple[int, int]
) -> None:
    for number, label in enumerate(("Again", "Review", "Menu")):
        player = ended(variant, size)
        dialog = player.state.overlay
        assert isinstance(dialog, Dialog)
        place = dialog.box(player.state).answers[number]
        row = "".join(player.frame.characters[place.top])
        assert label in row[place.left : place.left + place.width]
        player.send(Click(place.left + 2, place.top))
        assert player.state.overlay is None
        assert player.at_menu == (label == "Menu")


def test_the_whole_board_is_seen_again_when_a_result_is_closed() -> None:
    player = ended("english", (50, 18)).press("escape")
    assert player.state.overlay is None
    assert "Black wins: White has no pieces left" in player.text


# Texts


@pytest.mark.sampled(15)
@pytest.mark.parametrize("variant", games_with_lessons())
def test_every_lesson_is_read_to_its_end(variant: str, size: tuple[int, int]) -> None:
    player = ScreenPlayer(menu_state(size=size), coach=PromptCoach)
    player.send(StudyAsked(get_variant(variant)))
    for lesson in lessons(get_variant(variant)):
        move = lesson.accepted()[0]
        player.press("enter") if move.is_pass else player.play(str(move))
        shown = player.text if player.places.panel is None else flowing(player)
        if player.places.board.height <= 10:  # beside a larger board the box has no line of its own
            assert lesson.learned in " ".join(re.sub("[│↑↓]", " ", shown).split())
        player.press("enter")


@pytest.mark.sampled(3)
def test_a_wrong_try_is_told_to_its_end(size: tuple[int, int]) -> None:
    player = ScreenPlayer(menu_state(size=size), coach=PromptCoach)
    player.send(StudyAsked(PuzzleOrder(MINI, 1)))
    screen = player.state.screen
    assert isinstance(screen, PuzzleScreen)
    assert screen.study.solving is not None
    wrong = next(m for m in screen.legal if m != screen.study.solving.wanted)
    player.play(str(wrong))
    for _ in range(12):
        player.wait(1.0)
    assert isinstance(player.state.screen, PuzzleScreen)
    found = player.state.screen.wrong
    assert found is not None
    assert found.brief.startswith(f"{wrong} is wrong: ")
    told = found.sentence if player.places.panel is not None else found.brief
    assert told in flowing(player)


def test_the_record_is_read_to_its_end(size: tuple[int, int]) -> None:
    scores = {(variant, "adaptive"): Tally(123, 45, 67) for variant in list(VARIANTS)[:4]}
    record = Stats(scores, helped=scores)
    player = ScreenPlayer(
        menu_state(size=size, record=record, overlay=Sheet("Record", record_lines))
    )
    text = player.text
    assert ".." not in text.partition("Record")[2].partition("╰")[0]
    assert text.count("123 won, 45 drawn, 67 lost") + text.count("+123 =45 -67") == 8


def test_finished_games_tell_the_opponent_and_the_day(size: tuple[int, int]) -> None:
    session = Session(
        Timeline.begin(Position.start("english")).play("11-15"), PERSON, Player("hard")
    )
    over = columns_of(session.resign(Colour.BLACK))
    games = tuple(
        KeptGame.of({"id": day, "started": "", "updated": f"2024-12-{day}", **over})
        for day in range(29, 9, -1)
    )
    player = ScreenPlayer(menu_state(size=size), coach=PromptCoach)
    player.send(ArchiveRead(games, frozenset()))
    if player.places.panel is not None:
        assert "12-29" in flowing(player)
        assert "hard" in flowing(player)


def test_long_texts_of_a_study_are_scrolled() -> None:
    line = Timeline.begin(Position.start("english"))
    for _ in range(12):
        line = line.play(line.position.legal_moves()[0])
    player = ScreenPlayer(menu_state(size=(50, 18)), coach=PromptCoach)
    player.send(GameReady(Session(line, PERSON, PERSON))).press("v")
    before = flowing(player)
    assert "↓" in before
    after = flowing(player.press("pagedown"))
    assert after != before
    assert "↑" in after
    assert flowing(player.press("pageup")) == before
    assert "for the side to move." in flowing(player.press(*["pagedown"] * 9))


def test_what_stays_below_the_help_does_not_show_through() -> None:
    line = Timeline.begin(Position.start("mini")).play("6-9").play("14-11")
    for size in SIZES:
        player = ScreenPlayer(menu_state(size=size), coach=PromptCoach)
        player.send(GameReady(Session(line, PERSON, PERSON))).press("v", "?")
        assert "Esc closes" in player.text


@pytest.mark.sampled(3)
def test_nothing_is_cut_off_in_the_page_of_the_mouse(size: tuple[int, int]) -> None:
    player = two_people(size=size).press("?", "left")
    text = ""
    for _ in range(40):
        text += " ".join(player.text.replace("│", " ").split())
        player.press("down")
    for words in ("if only one ends there", "click outside it", "in most terminals"):
        assert words in text


# Sentences


def test_the_status_leaves_out_what_has_no_room() -> None:
    player = against("english", "B:W19,25,26,31:B3,10,11,15", size=(40, 15))
    status = player.text.splitlines()[player.places.status]
    assert status.rstrip() == " Your turn: you must capture"
    larger = against("english", "B:W19,25,26,31:B3,10,11,15", size=(80, 24))
    assert "cursor on 15" in larger.text.splitlines()[larger.places.status]
    title = player.text.splitlines()[0]
    assert title.rstrip() == " english: you against hard"
    wide: Any = against("english", size=(80, 24)).text.splitlines()[0]
    assert "you (black) against hard (white)" in wide


# Nothing is cut off if it can be said in fewer words


def test_the_deeds_of_the_editor_are_whole_words(size: tuple[int, int]) -> None:
    player = two_people("english", size=size).press("a", "E")
    assert ".." not in player.text
    assert "king" in player.text
    assert "clear" in player.text
    assert not re.search(r"^ *,|\s,", player.text, re.MULTILINE)  # a FEN is broken after commas


@pytest.mark.parametrize("keys", [("v",)])
def test_titles_lose_their_last_words_whole(keys: tuple[str, ...], size: tuple[int, int]) -> None:
    player = coached("english", size=size).play("11-15").answer("23-19").press(*keys)
    assert ".." not in player.text.splitlines()[0]


def test_the_name_of_a_file_is_seen_while_it_is_typed(size: tuple[int, int]) -> None:
    player = two_people("english", size=size).press("s")
    assert "english.pdn" in player.text


def test_a_question_to_the_other_player_has_its_whole_title(size: tuple[int, int]) -> None:
    player = two_people(size=size).press("=", "enter")
    assert "White, do you accept?" in player.text


def test_the_end_is_told_whole_when_the_result_is_closed(size: tuple[int, int]) -> None:
    player = ended("mini", size).press("escape")
    assert "Black wins: White has no pieces left" in player.text


def test_facts_about_a_search_stay_in_their_column() -> None:
    progress = Progress(9, Score(577), (), 42_553, 0.3, 1_956, 10_318)
    player = against(first=False, size=(40, 15)).send(SearchProgress(progress)).press("d")
    rows = player.text.splitlines()
    column = next(row.index("+") for row in rows if "score" in row)
    top, bottom = (next(n for n, row in enumerate(rows) if sign in row) for sign in "╭╰")
    for row in rows[top + 1 : bottom]:
        assert row[column - 1] == " "
        assert row[column] != " "


@pytest.mark.sampled(3)
def test_a_graph_keeps_its_marks(size: tuple[int, int]) -> None:
    line = Timeline.begin(Position.start("english"))
    for _ in range(12):
        line = line.play(line.position.legal_moves()[0])
    player = ScreenPlayer(menu_state(size=size), coach=PromptCoach)
    player.send(GameReady(Session(line, PERSON, PERSON))).press("v")
    assert "▲" in player.text


@pytest.mark.sampled(3)
def test_values_in_a_review_stand_in_one_place(size: tuple[int, int]) -> None:
    line = Timeline.begin(Position.start("english"))
    for _ in range(12):
        line = line.play(line.position.legal_moves()[0])
    player = ScreenPlayer(menu_state(size=size), coach=PromptCoach)
    player.send(GameReady(Session(line, PERSON, PERSON))).press("v", "i", "left")
    assert player.text.count("opinion, depth") <= 1
    assert all(text not in player.text for text in ("value● (", "value○ ("))
