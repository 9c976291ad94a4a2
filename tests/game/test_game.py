"""Game: the one object a program talks to."""

import pytest

from minicheckers import Colour, Game, Position
from minicheckers.rules.variant import ENGLISH


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
