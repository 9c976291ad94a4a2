"""Keys: whose deed they do, what the line at the bottom names, and those that people choose."""

from pathlib import Path
from random import Random

import pytest

from minicheckers.activities.activity import Answers, Question, deeds_of
from minicheckers.tui.boxes import Box, Prompt
from minicheckers.tui.help import Help
from minicheckers.tui.input_decoder import Click, Key
from minicheckers.tui.keys import draw_keys, read_keys
from minicheckers.tui.layout import least_size
from testing.board_player import Player
from testing.everywhere import EVERYWHERE
from testing.game_player import against, two_people

SIZES = [(120, 40), (100, 30), (80, 24), (60, 20), (50, 18), (40, 15)]


def named(player: Player) -> str:
    """The line of keys."""
    return player.text.splitlines()[-1]


# The order


def test_letters_are_typed_where_something_is_typed_and_answers_where_something_is_asked() -> None:
    player = two_people().press("s")
    prompt = player.app.overlay
    assert isinstance(prompt, Prompt)
    assert player.press("q", "?", "t").app.overlay is prompt
    assert prompt.text == "q?t"
    assert isinstance(player.press("f1").app.overlay, Help)
    player.press("escape", "n")
    assert player.game.timeline.ply == 0
    before = player.app.running
    player.press("x", "n")
    assert player.app.overlay is None
    assert player.game.session.outcome is None
    assert before == player.app.running


def test_the_terminal_comes_before_everything() -> None:
    player = two_people().press("s", "ctrl-l", "ctrl-z")
    assert player.screen.redrawn == 1
    assert isinstance(player.app.overlay, Prompt)
    assert player.screen.suspended == 1


def test_a_box_that_nobody_asked_for_ignores_the_first_keys() -> None:
    chosen: list[str] = []
    player = two_people()
    answers: Answers = {"Yes": lambda: chosen.append("yes"), "No": None}
    player.app.ask(Question("Now?", "", answers, unasked=True))
    player.press("y", "enter", "escape").send(Click(1, 1))
    assert isinstance(player.app.overlay, Box)
    assert chosen == []
    player.wait(1).press("y")
    assert chosen == ["yes"]


# The line


@pytest.mark.parametrize("variant", ["mini", "towers", "english", "pikachu"])
def test_the_help_is_named_at_every_size_and_can_be_clicked(variant: str) -> None:
    least = least_size(against(variant).game.variant)
    for size in [*SIZES, (least[0], least[1] + 3), (40, 18)]:
        player = against(variant, size=size)
        rows = player.text.splitlines()
        (row,) = [number for number, line in enumerate(rows) if "? help" in line]
        player.send(Click(rows[row].index("? help"), row))
        assert isinstance(player.app.overlay, Help), size


def test_no_more_than_five_words_and_none_that_does_not_apply() -> None:
    player = against()
    assert "undo" not in named(player)
    player.play("6-9")
    for word in ("Enter", "Tab", "hint"):
        assert word not in named(player)
    assert "g move now" in named(player)
    assert "u undo" in named(player)
    for make in EVERYWHERE.values():
        shown = draw_keys(player.frame, Player(size=(200, 40)).open(make()).app)
        assert len({deed.name for _, deed in shown.values()}) <= 5


@pytest.mark.parametrize("name", EVERYWHERE)
def test_whatever_the_line_names_does_something(name: str) -> None:
    random = Random(name)
    player = Player(size=(100, 30)).open(EVERYWHERE[name]())
    for _ in range(30):
        for owner, deed in draw_keys(player.frame, player.app).values():
            assert deed.word(owner), deed
            assert deed.applies(owner), deed
        keys = [key for owner in player.on.owners() for d in deeds_of(owner) for key in d.keys]
        player.send(Key(random.choice(keys))).wait(0.5).press("escape")
        if player.at_menu or not player.app.running:
            player = Player(size=(100, 30)).open(EVERYWHERE[name]())


# Keys that people choose


def chosen(tmp_path: Path, text: str) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return read_keys(path)


def test_keys_of_ones_own_do_what_the_usual_ones_did(tmp_path: Path) -> None:
    keys, problems = chosen(tmp_path, '[keys]\nundo = "U"')
    assert problems == []
    player = two_people()
    player.app.keys = keys
    player.play("6-9")
    assert "U undo" in named(player)
    assert player.press("u").game.timeline.ply == 1
    assert player.press("U").game.timeline.ply == 0
    assert "U " in player.press("?").text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('undo = "z"', {"undo": ("z",), "clear": ("C",)}),  # it leaves its other key to another
        ('undo = "n"\nnew = "u"', {"undo": ("n",), "new": ("u",)}),
    ],
)
def test_deeds_change_places(tmp_path: Path, text: str, wanted: dict[str, tuple[str, ...]]) -> None:
    assert chosen(tmp_path, f"[keys]\n{text}") == (wanted, [])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[keys]\nundu = "U"', "'undu'"),
        ('[keys]\nundo = "q"', "quit"),
        ('[keys]\nundo = "F13"', "'F13'"),
        ('[keys]\nundo = "ctrl-z"', "'ctrl-z'"),
        ('[keys]\nundo = ""', "needs a key"),
        ("[keys]\nundo = 3", "needs a key"),
        ("keys = 3", "needs a table"),
        ("[keys", "is not TOML"),
    ],
)
def test_what_is_refused_is_said_and_the_usual_keys_stay(
    tmp_path: Path, text: str, words: str
) -> None:
    keys, problems = chosen(tmp_path, text)
    assert keys == {}
    (problem,) = problems
    assert words in problem
