"""Another game is a value: three of them, played by the same generator and the same referee."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from minicheckers import Colour, Position, Variant
from minicheckers.commands.perft import perft
from minicheckers.rules.variant import (
    ALL_DIAGONALS,
    ALL_STRAIGHTS,
    DIAGONALLY_FORWARD,
    ENGLISH,
    FORWARD_AND_SIDEWAYS,
    THAI,
    Notation,
    Priority,
)
from testing.positions import game_id, random_game
from testing.referee import Table, moves_of, start_table

#: Men step straight or diagonally forward and jump straight; kings go all eight ways.
ARMENIAN = Variant(
    name="armenian",
    size=8,
    rows_of_men=2,
    empty_rows_behind=1,
    first=Colour.WHITE,
    diagonal=False,
    man_steps=(*FORWARD_AND_SIDEWAYS, *DIAGONALLY_FORWARD),
    man_jumps=FORWARD_AND_SIDEWAYS,
    king_steps=(*ALL_STRAIGHTS, *ALL_DIAGONALS),
    king_jumps=(*ALL_STRAIGHTS, *ALL_DIAGONALS),
    king_flies=True,
    priority=(Priority.MOST_PIECES,),
)

LARGE_ENGLISH = replace(ENGLISH, name="large", size=10, notation=Notation())

BACKWARD_ENGLISH = replace(ENGLISH, name="backward", man_jumps=ALL_DIAGONALS, notation=Notation())

NEW_GAMES = (ARMENIAN, LARGE_ENGLISH, BACKWARD_ENGLISH)

new_game = pytest.mark.parametrize("variant", NEW_GAMES, ids=game_id)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("games", [4, pytest.param(10, marks=pytest.mark.slow)])
@new_game
def test_the_referee_agrees(variant: Variant, games: int) -> None:
    assert Position.start(variant).fen() == start_table(variant).fen()
    longest, random = 0, Random(1)
    for position in [p for _ in range(games) for p in random_game(variant, random)]:
        table = Table.of(position)
        assert moves_of(position) == table.transitions(), position.fen()
        outcome = position.outcome
        assert (outcome is None) == (not table.is_over())
        assert outcome is None or outcome.winner is table.winner()
        longest = max([longest, *(len(move.captured) for move in position.legal_moves())])
    assert longest >= 2


def test_a_thai_king_flies_in_chains_and_lands_directly_behind() -> None:
    def moves(fen: str) -> list[str]:
        return [str(move) for move in Position.from_fen(fen, THAI).legal_moves()]

    # 8 and 4 are empty too, but behind 15 only 11 will do; from 2 it flies over 6 to take 9.
    assert moves("B:W15:BK29") == ["29x11"]
    assert moves("B:W15,7,9:BK29") == ["29x11x2x13"]
    # Two in a row cannot be jumped.
    assert "x" not in "".join(moves("B:W15,11:BK29"))


def test_a_man_that_jumps_backwards_stops_where_it_is_crowned() -> None:
    def moves(fen: str) -> list[str]:
        return [str(move) for move in Position.from_fen(fen, BACKWARD_ENGLISH).legal_moves()]

    assert moves("B:W15,16:B11") == ["11x18", "11x20"]
    assert moves("B:W15,23,24:B11") == ["11x18x27x20"]
    # On the last row no capture continues, neither after the first jump nor after a later one.
    assert moves("B:W26,27:B22") == ["22x31"]
    assert moves("B:W17,26,27:B13") == ["13x22x31"]


def test_perft_of_a_new_game_is_the_referees() -> None:
    def count(table: Table, depth: int) -> int:
        moves = table.moves()
        if depth == 1:
            return len(moves)
        return sum(count(table.after(move), depth - 1) for move in moves)

    for variant in NEW_GAMES:
        start = Position.start(variant)
        assert perft(variant, start.state, 3) == count(start_table(variant), 3)


def test_the_documents_show_this_very_game() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    names: dict[str, object] = {}
    exec(code, names)
    assert names["ARMENIAN"] == ARMENIAN
