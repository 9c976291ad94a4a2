"""What is copied from the board, and what a pasted game does to it."""

import pytest

from minicheckers import Position
from minicheckers.game.correspondence import write_letter, write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.timeline import replayed
from minicheckers.tui.boxes import Box
from minicheckers.tui.input_decoder import Paste
from testing.board_player import Player, Program
from testing.game_player import two_people


def game(*moves: str, variant: str = "mini", result: str = "*") -> PdnGame:
    return PdnGame(replayed(Position.start(variant), moves), {}, result)


def copied(player: Player) -> str:
    assert player.screen.copied
    return player.screen.copied[-1]


class AtMenu(Program):
    """Somebody whose program was started without words."""

    def paste(self, text: str) -> "AtMenu":
        self.send(Paste(text))
        return self

    def two_people(self, *moves: str) -> "AtMenu":
        """Somebody at a game that began with a paste."""
        return self.paste(write_line(game(*moves))).yes()

    def yes(self) -> "AtMenu":
        self.press("y")
        self.settled()
        return self


# Copying


def test_where_there_is_no_clipboard_the_text_is_shown_to_be_copied_by_hand() -> None:
    player = two_people(size=(60, 24)).play("6-9")
    player.screen.copied = None
    player.press("e", "o")
    assert write_line(game("6-9")) in player.text
    assert player.text.startswith(".")
    player.press("escape", "e", "p")
    assert player.game.position.fen() in player.text
    assert "Select with the mouse" in player.press("escape", "e", "b").text
    assert player.press("down", "escape").app.overlay is None


def test_there_is_nothing_to_copy_in_the_menu() -> None:
    assert "nothing to copy" in AtMenu().press("e").said


# Pasting


def test_a_game_of_two_people_goes_on_with_what_the_other_has_added() -> None:
    player = AtMenu().two_people("6-9")
    player.paste(write_letter(game("6-9", "14-11")))
    assert "adds 14-11" in player.text
    assert player.study.timeline.ply == 1
    assert player.yes().moves == ["6-9", "14-11"]
    assert player.store.games_saved[-1].timeline.ply == 2


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (("5-8", "14-11"), "move 1 is 5-8 there and 6-9 here"),
        (("6-9",), "no new move"),
    ],
)
def test_a_game_that_is_not_this_one_is_opened_only_on_a_yes(
    moves: tuple[str, ...], sentence: str
) -> None:
    player = AtMenu().two_people("6-9").paste(write_line(game(*moves)))
    box = player.app.overlay
    assert isinstance(box, Box)
    assert sentence in box.text
    assert "stays saved" in box.text
    assert player.press("n").moves == ["6-9"]
    player.paste(write_line(game(*moves))).yes()
    assert player.moves == list(moves)
    assert player.study.session.is_shared


def test_the_kept_game_is_the_one_that_goes_on() -> None:
    player = AtMenu().two_people("6-9", "14-11")
    player.play("5-8")
    number = player.store.open_game
    player.press("m").paste(write_line(game("6-9", "14-11", "5-8", "11x6")))
    assert player.yes().study.timeline.ply == 4
    assert player.store.open_game == number
