"""House rules: read, refused with a message, stored in PDN, played as the referee does."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from minicheckers import Game, Piece, Position, Variant, strategy
from minicheckers.rules.house_rules import WAYS, from_data, read_house_rules, to_data
from minicheckers.rules.notation import Placement
from minicheckers.rules.variant import (
    ALL_DIAGONALS,
    COLOURS,
    FRISIAN,
    VARIANTS,
    Colour,
    Goal,
    Landing,
    LastRow,
    Priority,
    Removal,
    Stuck,
    get_variant,
)
from testing.positions import GAMES, game_id, random_game
from testing.referee import Table, moves_of, start_table

BACKYARD = """
name = "backyard"
base = "english"
capture_forced = false
man_jumps = ["diagonally forward", "diagonally backward"]
king_flies = true
"""


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("capture_forced = false", "capture_forced", False),
        ('man_jumps = ["diagonally forward", "diagonally backward"]', "man_jumps", ALL_DIAGONALS),
        ("king_flies = true", "king_flies", True),
        ("crowns = false", "crowns", False),
        ('goal = "losing"', "goal", Goal.LOSING),
        ("rows_of_men = 2", "rows_of_men", 2),
        ("size = 10", "rows_of_men", 4),
        ('first = "white"', "first", Colour.WHITE),
        ('jumped_leave = "at the end"', "unique_captures", True),
        ("repetitions = 2", "repetitions", 2),
        ('man_jumps = ["forward", "sideways"]', "man_jumps", ((2, 0), (0, -2), (0, 2))),
    ],
)
def test_what_people_ask_for_is_a_line_each(line: str, field: str, value: object) -> None:
    game = read_house_rules(f'name = "mine"\nbase = "english"\n{line}')
    assert getattr(game, field) == value
    assert Position.start(game).legal_moves()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name = 3 x", "this is not TOML"),
        ("a." * 20_000 + "b = 1", "line .* is longer than 1000 characters"),
        ("size = 0x" + "f" * 50_000, "line .* is longer than 1000 characters"),
        ("size = " + "[\n" * 20_000, "it is nested too deeply"),
        ('base = "english"', 'a game needs a line such as name = "mine"'),
        ('name = "Mine"\nbase = "english"', "a game needs a line such as name"),
        ('name = "mine"', "house rules need a line such as base"),
        ('name = "mine"\nbase = "chess"', "base: 'chess' is not a game; choose from mini"),
        ('name = "russian"\nbase = "english"', "name: russian is a game already"),
        ("king_flys = true", "there is no rule 'king_flys'; did you mean king_flies?"),
        ("king_flies = 1", "king_flies: '1' is not true or false"),
        ("size = 9", "size: a board has even sizes from 4 to 16 rows, not 9"),
        ("size = 1000", "size: '1000' is not a whole number from 0 to 999"),
        ("size = 40", "size: a board has even sizes"),
        ("diagonal = false\nmirrored = true", "mirrored: a board with all its squares"),
        ("rows_of_men = 4", "rows_of_men: 8 rows leave no empty row"),
        ("rows_of_men = 0", "rows_of_men: each side needs a row of men"),
        ('man_jumps = "up"', "man_jumps: 'up' is not a list of directions; choose from"),
        ("man_steps = []", "man_steps: a man needs a direction"),
        ('man_steps = ["diagonally backward"]', "man_steps: a man cannot step backward"),
        ("king_steps = []", "king_steps: a king needs a direction"),
        ('first = "red"', "first: 'red' is unknown; choose from"),
        ('priority = "most pieces"', "priority: 'most pieces' is not a list"),
        ('priority = ["most"]', "priority: 'most' is unknown"),
        ('priority = ["kings soonest"]', 'priority: "kings soonest" needs "most pieces" before'),
        ('priority = ["most kings", "most kings"]', "priority: a criterion is named twice"),
        ("quiet_plies = 0", "quiet_plies: where pieces can go back"),
        ("repetitions = 1", "repetitions: 1 would be a draw at once"),
        ("sizes = [6, 10]", "sizes: the usual size must be among them"),
        ("material_draws = [{ plies = 3 }]", "material_draws: .* is not a table of plies, pieces"),
        ("material_draws = [{ plies = 3, pieces = [3, 2] }]", "material_draws: pieces is"),
        ("material_draws = [{ plies = 3, pieces = [3] }]", "pieces: .* is not a pair"),
        ('notation = { squares = "N9" }', "notation: squares is A or N"),
        ('king_name = ""', "king_name: '' is not a text"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(text: str, sentence: str) -> None:
    if not text.startswith(("name", "base")):
        text = f'name = "mine"\nbase = "english"\n{text}'
    with pytest.raises(ValueError, match=sentence) as caught:
        read_house_rules(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_every_game_is_plain_data_and_back(variant: Variant) -> None:
    data = to_data(variant)
    assert set(data) <= {"name", "size"}
    assert from_data(json.loads(json.dumps(data))) == variant


def test_a_recorded_game_carries_its_rules() -> None:
    game = Game(read_house_rules(BACKYARD))
    game.play("9-13")
    text = game.pdn()
    assert '[Variant "backyard"]' in text
    with pytest.raises(ValueError, match="there is no variant"):
        get_variant("backyard")
    assert Game.from_pdn(text).timeline == game.timeline
    with pytest.raises(ValueError, match=r"line \d+, column 1: base: 'chess' is not a game"):
        Game.from_pdn(text.replace("english", "chess"))
    with pytest.raises(ValueError, match="is not a JSON table of rules"):
        Game.from_pdn('[Rules "[1]"] *')


# Random combinations


def directions(*always: str) -> st.SearchStrategy[list[str]]:
    others = [word for word in WAYS if word not in always]
    return st.lists(st.sampled_from(others), unique=True).map(lambda more: [*always, *more])


def words(kind: Any) -> st.SearchStrategy[str]:
    return st.sampled_from([str(word) for word in kind])


FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "size": st.sampled_from([4, 6, 7, 8, 10]),
    "rows_of_men": st.integers(1, 3),
    "empty_rows_behind": st.integers(0, 1),
    "first": words(Colour),
    "diagonal": st.booleans(),
    "mirrored": st.booleans(),
    "man_steps": st.sampled_from([["diagonally forward"], ["forward", "sideways"]]),
    "man_jumps": directions(),
    "king_steps": directions("diagonally forward", "diagonally backward"),
    "king_jumps": directions("diagonally forward"),
    "crowns": st.booleans(),
    "king_flies": st.booleans(),
    "king_lands": words(Landing),
    "capture_forced": st.booleans(),
    "chains": st.booleans(),
    "priority": st.lists(words(Priority), unique=True, max_size=3),
    "men_take_kings": st.booleans(),
    "jumped_leave": words(Removal),
    "unique_captures": st.booleans(),
    "last_row_in_capture": words(LastRow),
    "turns_back": st.booleans(),
    "same_king_moves": st.integers(0, 3),
    "stuck": words(Stuck),
    "goal": words(Goal),
    "repetitions": st.sampled_from([0, 2, 3, 4]),
    "quiet_plies": st.integers(10, 60),
}


@st.composite
def house_rules(draw: st.DrawFn) -> Variant:
    """A game that someone might think of: one of ours with a few rules changed."""
    names = draw(st.lists(st.sampled_from(sorted(FIELDS)), unique=True, max_size=5))
    data = {name: draw(FIELDS[name]) for name in names}
    base = draw(st.sampled_from(sorted(VARIANTS)))
    try:
        return from_data(data | {"name": "house", "base": base})
    except ValueError:
        assume(False)
        raise


def sparse(variant: Variant, random: Random) -> Position:
    """A few pieces anywhere, kings among them."""
    squares = random.sample(range(1, variant.geometry.count + 1), random.randint(2, 7))
    pieces = {
        square: Piece(random.choice(COLOURS), king=variant.crowns and random.random() < 0.5)
        for square in squares
    }
    return Position.from_placement(variant, Placement(random.choice(COLOURS), pieces))


def combinations(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


def agrees_with_referee(variant: Variant, seed: int) -> None:
    random = Random(seed)
    assert Position.start(variant).fen() == start_table(variant).fen()
    for position in [
        *random_game(variant, random, 40),
        *(sparse(variant, random) for _ in range(25)),
    ]:
        table = Table.of(position)
        assert moves_of(position) == table.transitions(), (to_data(variant), position.fen())
        outcome = position.outcome
        assert (outcome is None) == (not table.is_over())
        assert outcome is None or outcome.winner == table.winner()


@combinations(10)
@given(house_rules(), st.integers(0, 1000))
def test_any_rules_are_played_as_the_referee_does(variant: Variant, seed: int) -> None:
    agrees_with_referee(variant, seed)


@pytest.mark.slow
@combinations(3000)
@given(house_rules(), st.integers(0, 1000))
def test_many_rules_are_played_as_the_referee_does(variant: Variant, seed: int) -> None:
    agrees_with_referee(variant, seed)


@combinations(15)
@given(house_rules(), st.integers(0, 1000))
def test_any_rules_can_be_searched_recorded_and_read(variant: Variant, seed: int) -> None:
    random, game = Random(seed), Game(variant)
    player = strategy("timed", variant, seed=1, depth=3, time=60)
    while game.outcome is None and game.ply < 12:
        game.play(random.choice([player.choose(game.position).move, *game.legal_moves()]))
    assert Game.from_pdn(game.pdn()).timeline == game.timeline


def test_frisian_kings_tire_only_while_there_are_men() -> None:
    game = Game("frisian", start="W:WK49,31:BK2,20")
    assert game.variant is FRISIAN
    for move in ("49-44", "2-7", "44-49", "7-2", "49-44", "2-7"):
        game.play(move)
    assert {move.start for move in game.legal_moves()} == {31}
    with pytest.raises(ValueError, match="not legal here"):
        game.play("44-49")
    game.play("31-26")
    # Black's king has moved three times in a row as well.
    assert {move.start for move in game.legal_moves()} == {20}
    # What was played before is known to a record, too.
    assert Game.from_pdn(game.pdn()).timeline == game.timeline
    alone = Game("frisian", start="W:WK49:BK2,20")
    for move in ("49-44", "2-7", "44-49", "7-2", "49-44", "2-7"):
        alone.play(move)
    assert {move.start for move in alone.legal_moves()} == {44}
