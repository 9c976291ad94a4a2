"""Moves and squares are written as the person wants them, wherever they stand; nothing else is.

The same is done in both notations, and what is told compared word by word: where the words differ,
one has squares by their numbers and the other the same squares by letters.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from minicheckers.activities.activity import Activity
from minicheckers.activities.recorded import Recorded
from minicheckers.coach.requests import Analyse
from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.presentation import NotationChoice
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.notation import coordinate
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI
from minicheckers.storage.store import Preferences, Stats
from minicheckers.tui.board import BoardScreen
from minicheckers.tui.boxes import Box
from minicheckers.tui.input_decoder import Paste
from testing.at_board import two_people
from testing.board_player import COACH, Player
from testing.desk_runner import run
from testing.everywhere import EVERYWHERE, against, lost
from testing.memory_store import MemoryStore

SOURCE = Path(__file__).parents[2] / "src" / "minicheckers"
#: A move by numbers. What a person has typed stands in quotes; results, sizes and dates are none.
_NUMBERED = re.compile(
    r"(?<![\w'./:-])(?!1-0|0-1|(\d+)x\1\b|12-.. mini)\d{1,2}(?:[-x]\d{1,2})+(?![\w/-])"
)
#: What the board of plain mode says at the end of a row, unless letters are wanted.
_ROW_END = re.compile(r"(?<=[bwBW.] \d) \d+ to \d+(?= )")
#: Whatever is on the board that the coach knows exactly, so that it says the same twice.
SURE = [name for name, make in EVERYWHERE.items() if make().variant == MINI]
KEYS = [*"ccciuroo.,vpyP", *["enter", "left", "right", "up", "enter", "escape", "down", "enter"]]
WORDS = (
    *("hint", "hint", "hint", "values", "6-9", "values", "undo", "redo", "show", "lines", "again"),
    *("nonsense", "1-2", "6x", "x", "next"),
)


def by_letters(match: re.Match[str]) -> str:
    return coordinate(MINI, int(match[0]))


def check_same(numbers: str, letters: str) -> int:
    """Check that texts differ in squares alone; how many words have such."""
    ours, theirs = _ROW_END.sub("", numbers).split(), letters.split()
    spelled = 0
    assert not _NUMBERED.search(letters)
    for one, other in zip(ours, theirs, strict=True):
        if one != other:
            assert re.sub(r"\d+", by_letters, one) == other
            spelled += 1
    return spelled


def told(player: Player) -> Iterator[str]:
    """All sentences that are to be seen on the board."""
    if isinstance(player.app.overlay, Box):
        yield player.app.overlay.text
    elif player.app.last_message is not None:
        yield player.app.last_message.text
    if isinstance(player.on, BoardScreen):
        yield from (text for text, _ in player.on.told(40))


def at_board(notation: NotationChoice) -> Player:
    wished = Preferences("mini", None, "medium", "you", notation=notation)
    return Player(store=MemoryStore(Stats(), wished))


def both(make: Callable[[], Activity]) -> tuple[Player, Player]:
    """Two boards with the same activity, the squares by numbers and by letters."""
    return tuple(at_board(notation).open(make()) for notation in NotationChoice)  # type: ignore[return-value]


def in_lines(make: Callable[[], Activity], *lines: str) -> list[str]:
    """What plain mode says to the same lines, the squares by numbers and by letters."""
    wished = [Preferences(notation=notation) for notation in NotationChoice]
    stores: list[Any] = [MemoryStore(Stats(), wish) for wish in wished]
    return [run(make(), store, *lines)[1] for store in stores]


@pytest.mark.parametrize("name", SURE)
def test_the_board_tells_squares_in_the_notation_that_is_wanted(name: str) -> None:
    numbers, letters = both(EVERYWHERE[name])
    for key in KEYS:
        check_same(*(" ".join(told(player.press(key))) for player in (numbers, letters)))
        assert not _NUMBERED.search(letters.text)
        if numbers.at_menu:
            break


@pytest.mark.parametrize("name", [name for name in EVERYWHERE if name not in (*SURE, "watching")])
def test_no_number_is_left_and_no_letter_is_a_capital_one_where_values_are_opinions(
    name: str,
) -> None:
    letters = at_board(NotationChoice.LETTERS).open(EVERYWHERE[name]())
    for key in KEYS:
        for text in (" ".join(told(letters.press(key))), letters.text):
            assert not _NUMBERED.search(text)
            assert not re.search(r"\b[A-L]\d+[-x]", text)
    said = in_lines(EVERYWHERE[name], *WORDS)[1]
    assert not _NUMBERED.search(said)
    assert not re.search(r"\b[A-L]\d+[-x]", said)


def test_the_board_warns_refuses_and_asks_in_the_notation_that_is_wanted() -> None:
    for moves, keys in (
        ("6-9", ["n"]),
        ("", ["c", "c", "c", "c"]),
        ("", ["up", "enter", "enter"]),
        ("", ["enter", "up", "up", "enter"]),
        ("", [":", "6", "-", "enter"]),
    ):
        pair = both(against)
        for player in pair if moves else ():
            player.play(moves)
        found = check_same(*(" ".join(told(player)) for player in pair))
        for key in keys:
            found += check_same(*(" ".join(told(player.press(key))) for player in pair))
        assert found, "something was told"


def test_what_another_copy_of_the_game_has_is_told_in_the_notation_that_is_wanted() -> None:
    played, theirs, more = (
        write_line(PdnGame(replayed(Position.start("mini"), moves)))
        for moves in (["6-9"], ["5-8", "14-11"], ["6-9", "14-11"])
    )
    friends = EVERYWHERE["two people"]
    assert check_same(*in_lines(friends, "6-9", played, theirs, more)) > 5
    for line in (theirs, more):
        pair = [player.play("6-9").send(Paste(line)) for player in both(friends)]
        assert check_same(*(" ".join(told(player)) for player in pair))


def test_a_capture_that_could_go_two_ways_is_told_in_the_notation_that_is_wanted() -> None:
    numbers, letters = (at_board(notation) for notation in NotationChoice)
    for player in (numbers, letters):
        game = two_people("english", "W:WK1,21,22,K27:B6,7,10,K14,K15,K23").study
        player.open(game).play("27x18")
    assert " by 9 or 11;" in numbers.app.last_message.text  # type: ignore[union-attr]
    assert " by b6 or f6;" in letters.app.last_message.text  # type: ignore[union-attr]


def test_a_sentence_may_begin_with_a_small_letter_if_that_is_a_square() -> None:
    line = Timeline.begin(Position.start("mini"))
    best = COACH.answer(Analyse(line)).best[0]
    start, end = (coordinate(MINI, square) for square in best.path)
    _, letters = both(against)
    assert letters.press("c", "c", "c").app.last_message.text.startswith(f"{start}-{end} ")  # type: ignore[union-attr]


@pytest.mark.parametrize("name", SURE)
def test_plain_mode_tells_squares_in_the_notation_that_is_wanted(name: str) -> None:
    check_same(*in_lines(EVERYWHERE[name], *WORDS))


def test_a_review_is_told_in_the_notation_that_is_wanted() -> None:
    lines = ("redo 4", "review", "undo 2", "values")
    assert check_same(*in_lines(lambda: Recorded(lost()), *lines)) > 10


# What looks for squares


def patterns(path: Path) -> Iterator[str]:
    """The regular expressions of a module, as far as they are written out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Attribute(ast.Name("re")), [ast.Constant(str(pattern)), *_]):
                yield pattern


def test_only_readers_of_what_is_written_elsewhere_look_for_moves_in_a_text() -> None:
    talkers = ("coach", "treeview", "activities", "tui", "plain", "commands", "support")
    for room in talkers:
        for path in sorted((SOURCE / room).rglob("*.py")):
            for pattern in patterns(path):
                found = re.search(pattern, "Play 6-9, not 5.")
                assert found is None or found[0] != "6-9", f"{path}: {pattern}"
