"""What is written of any rules reads back as the same rules, wherever it was written.

A hundred thousand of them, which takes some minutes:

    pytest -n 0 -m slow tests/game/test_rules_come_back.py
"""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from minicheckers import Position, Variant
from minicheckers.game.correspondence import read_line, write_line
from minicheckers.game.pdn import PdnGame, read_games, write_game
from minicheckers.game.player import Player
from minicheckers.game.session import Session
from minicheckers.rules import movegen
from minicheckers.rules.house_rules import (
    from_data,
    from_text,
    read_house_rules,
    to_text,
)
from minicheckers.rules.variant import VARIANTS, Goal
from minicheckers.storage.games import columns_of, session_of
from minicheckers.storage.store import Store
from minicheckers.wire.handshake import Terms
from minicheckers.wire.messages import Play, decode, encode
from testing.any_rules import any_rules, random_rules
from testing.dxp_ends import Ends, make_guest, make_host


def many(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )


def begun(variant: Variant, seed: int) -> Session:
    """A game of these rules with a few moves, where there are any."""
    random = Random(seed)
    session = Session.against(Position.start(variant), Player("easy"), person_first=True, seed=1)
    for _ in range(random.randrange(4)):
        if session.outcome is None:
            move = random.choice(session.position.legal_moves())
            try:
                session = session.play(move, 1.0)
            except ValueError:  # to a board that has too many ways to capture
                break
    return session


def check_text(variant: Variant) -> None:
    """Write these rules as every record has them, and read them: as a record and as a person's."""
    text = to_text(variant)
    assert text is not None
    assert from_text(text) == variant
    assert from_data(json.loads(text)) == variant
    play = Play("Ann", rules=text)
    assert decode(encode(play)[:-1]) == play


def check_all_ways(variant: Variant, seed: int) -> Session:
    """Write a game of these rules in every way, and read it."""
    check_text(variant)
    session = begun(variant, seed)
    game = PdnGame(session.timeline)
    [read] = read_games(write_game(game))
    assert read.timeline == session.timeline
    assert read_line(write_line(game)).timeline == session.timeline
    assert session_of(columns_of(session)) == session
    ends = Ends(make_host(Terms(variant)), make_guest()).connect().settle()
    assert ends.guest_link.timeline.start == Position.start(variant)
    ends = Ends(make_host(), make_guest(Terms(variant))).connect().settle()
    assert ends.host_link.timeline.start == Position.start(variant)
    _forget()
    return session


def _forget() -> None:
    """Keep no generator of rules that nobody plays again."""
    if movegen.generator.cache_info().currsize > 300:
        for kept in (
            movegen.generator,
            movegen.capture_generator,
            movegen.step_generator,
            movegen.every_capture,
        ):
            kept.cache_clear()


@many(150)
@given(any_rules, st.integers(0, 1000))
def test_any_rules_come_back(variant: Variant, seed: int) -> None:
    check_all_ways(variant, seed)


@pytest.mark.slow
def test_a_hundred_thousand_rules_come_back() -> None:
    """All of them as text, and every fiftieth with a game in every way."""
    for seed in range(100_000):
        variant = random_rules(Random(seed))
        if seed % 50:
            check_text(variant)
        else:
            check_all_ways(variant, seed)


#: Rules that name a field as it would be if they did not, or what follows from another.
NAMED_TWICE = {
    "roomy": 'base = "english"\nsize = 10\nrows_of_men = 3\nempty_rows_behind = 1',
    "routes": 'base = "thai"\njumped_leave = "at the end"\nunique_captures = false',
    "known": """base = "russian"
material_draws = []
notation = { game_type = 25, squares = "A0", hub = "russian", capture = ":" }""",
    "wide": """base = "pikachu"
sizes = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
capture_forced = true""",
}
RULES = [read_house_rules(f'name = "{name}"\n{fields}') for name, fields in NAMED_TWICE.items()]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("goal", Goal)
def test_rules_come_back_from_the_disk(rules: Variant, goal: Goal, tmp_path: Path) -> None:
    session = begun(rules.with_goal(goal), 3)
    with Store(tmp_path / "minicheckers") as store:
        store.begin()
        store.save(session)
    with Store(tmp_path / "minicheckers") as store:
        assert store.resume() == session
    check_all_ways(rules.with_goal(goal), 3)


def test_a_long_name_has_room_for_a_goal() -> None:
    name = "a" * 30
    check_all_ways(
        read_house_rules(f'name = "{name}"\nbase = "english"').with_goal(Goal.BREAKTHROUGH), 1
    )


@pytest.mark.parametrize("name", ["check", "rules", "game"])
def test_a_game_may_be_called_like_a_word_of_the_line(name: str) -> None:
    check_all_ways(read_house_rules(f'name = "{name}"\nbase = "english"'), 1)


def test_rules_made_from_rules_need_nobody_else() -> None:
    """What they were made from may be a file that has changed or gone by then."""
    middle = replace(VARIANTS["english"], name="middle", base=None, quiet_plies=99)
    VARIANTS["middle"] = middle
    try:
        rules = read_house_rules('name = "last"\nbase = "middle"\nrows_of_men = 2')
        text = to_text(rules)
    finally:
        del VARIANTS["middle"]
    assert text is not None
    assert from_text(text) == rules
    assert (rules.family, rules.quiet_plies) == ("middle", 99)


def test_one_sided_directions_come_back() -> None:
    rules = replace(VARIANTS["english"], name="left", base="english", man_jumps=((1, -1),))
    check_all_ways(rules, 1)
