"""Keys and help: whose deed a key does, what names it, and that something new to do is known."""

import re
from pathlib import Path
from random import Random

import pytest

from minicheckers.activities.activity import Activity, Answers, Line, Question, deed, deeds_of
from minicheckers.game.presentation import NotationChoice
from minicheckers.game.request import Looks
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position
from minicheckers.storage.preferences import Preferences, read_choices
from minicheckers.storage.store import Store
from minicheckers.tui.boxes import Box, Prompt
from minicheckers.tui.help import PAGES, Help, example
from minicheckers.tui.input_decoder import Click, Key
from minicheckers.tui.keys import draw_keys, read_keys
from minicheckers.tui.layout import least_size
from testing.board_player import Player
from testing.desk_runner import run
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
        for owner, what in draw_keys(player.frame, player.app).values():
            assert what.word(owner), deed
            assert what.applies(owner), deed
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


# The help: pages on every screen and at every size, scrolled to their ends.

GAMES = ["mini", "towers", "english", "pikachu"]


def all_lines(player: Player) -> str:
    """Everything a page shows while it is scrolled to its end."""
    seen = []
    before = ""
    while before != (before := player.text):
        seen += before.replace("│", " ").splitlines()
        player.press(*["down"] * 4)
    return "\n".join(seen)


def opened(player: Player) -> Help:
    assert isinstance(player.app.overlay, Help)
    return player.app.overlay


@pytest.mark.parametrize(
    ("variant", "size"),
    [
        *(("mini", size) for size in [(120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (38, 9)]),
        ("towers", (80, 24)),
        ("english", (40, 15)),
        ("pikachu", (38, 12)),
    ],
)
def test_every_page_says_its_words(variant: str, size: tuple[int, int]) -> None:
    player = against(variant, size=size).press("?")
    for words in ("picked up", "this screen", " moves first", "the wheel"):
        assert words in " ".join(all_lines(player).split())
        player.press("right")
    assert opened(player).page == 0


@pytest.mark.parametrize("name", EVERYWHERE)
def test_no_key_of_the_help_is_cut(name: str) -> None:
    player = Player().open(EVERYWHERE[name]()).settled().press("escape", "?")
    assert opened(player).page == 0
    assert ".." not in all_lines(player)


def test_pages_are_turned_both_ways_and_closed() -> None:
    player = two_people().press("?", "left")
    assert opened(player).page == len(PAGES) - 1
    player.press("tab", "shift-tab", "pagedown", "right")
    assert opened(player).page == 0
    for key in ("escape", "enter", "?", "space"):
        assert player.press(key).app.overlay is None
        player.press("?")


def test_the_menu_has_the_rules_of_the_chosen_game() -> None:
    player = Player()
    player.setup.variant_name = "english"
    text = player.press("?", "right", "right").text
    assert "English checkers" in text
    assert re.search(r"\d+x\d+x\d+", text)


def test_the_picture_shows_a_capture() -> None:
    for variant in GAMES:
        position, move = example(against(variant).game.variant)
        assert move is not None
        assert move.captured
        assert move in position.legal_moves()


def test_without_unicode_the_help_is_ascii() -> None:
    player = Player(looks=Looks(theme="mono", ascii=True)).open(EVERYWHERE["game"]()).press("?")
    for _ in PAGES:
        assert player.text.isascii()
        player.press("right")


# Something new to do is one class: board, plain mode, help and keys of ones own know it.


class Counting(Activity):
    """Move pieces of both sides, and count how often something was praised."""

    def __init__(self) -> None:
        self.line = Timeline.begin(Position.start("mini"))
        self.praised = 0

    @property
    def timeline(self) -> Timeline:
        return self.line

    @property
    def takes_moves(self) -> bool:
        return True

    def try_move(self, move: Move) -> None:
        self.line = self.line.play(move)

    @deed("K", "praise the last move", "praise", when=lambda counting: counting.line.ply)
    def praise(self) -> None:
        """Count a praise."""
        if not self.line.ply:
            raise ValueError("there is no move to praise")
        self.praised += 1
        self.world.say("Well played.")

    @deed("J", "go back to the start")
    def start_over(self) -> None:
        """Begin anew."""
        self.line = self.line.at(0)

    def title(self) -> str:
        return "counting"

    def story(self) -> list[Line]:
        return [(f"Praised: {self.praised}", "text")]


def test_on_the_board() -> None:
    player = Player().open(Counting())
    assert "no move to praise" in player.press("K").said
    player.play("6-9").press("K")
    assert player.study.praised == 1
    assert "Praised: 1" in player.panel
    assert "K praise" in player.text
    assert player.press("J").study.timeline.ply == 0
    assert "praise the last move" in player.press("?", "right").text


def test_in_plain_mode(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        code, said = run(counting := Counting(), store, "praise", "6-9", "praise", "start over")
    assert code == 0
    assert "no move to praise" in said.casefold()
    assert "Well played." in said
    assert (counting.praised, counting.line.ply) == (1, 0)


def test_with_a_key_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[keys]\npraise = "Q"\nstart_over = "t"', encoding="utf-8")
    keys, problems = read_keys(path)
    assert keys == {"praise": ("Q",)}
    assert "next_theme" in problems[0]
    player = Player()
    player.app.keys = keys
    assert player.open(Counting()).play("6-9").press("K", "Q").study.praised == 1


@pytest.mark.parametrize("name", EVERYWHERE)
def test_escape_leads_back_to_the_menu_and_q_ends_the_program(name: str) -> None:
    player = Player().open(EVERYWHERE[name]()).settled()
    for _ in range(4):
        if not player.at_menu:
            player.press("escape")
    assert player.at_menu
    player = Player().open(EVERYWHERE[name]()).settled().press("q")
    assert not player.app.running or player.app.overlay is not None


def test_escape_goes_from_a_game_to_the_menu_and_back() -> None:
    player = Player().open(EVERYWHERE["game"]()).settled()
    game = player.study
    assert player.press("escape").at_menu
    assert player.press("escape").study is game


def test_other_tables_are_refused_with_a_sentence(tmp_path: Path) -> None:
    keys, problems = chosen(tmp_path, '[colours]\nking = 3\n[keys]\nundo = "U"')
    assert keys["undo"] == ("U",)
    (problem,) = problems
    assert "'colours'" in problem


def test_choices_stand_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        '[choices]\ncoach = "warn"\nflip = true\nclock = "5+3/1+0"\nodds = 1\n'
        'notation = "letters"\n'
    )
    found, problems = read_choices(path)
    assert problems == []
    assert Preferences(**found) == Preferences(
        coach="warn", turning=True, clock="5+3/1+0", odds=1, notation=NotationChoice.LETTERS
    )
    assert read_keys(path) == ({}, [])


@pytest.mark.parametrize(
    "line", ['coach = "loud"', "flip = 7", 'clock = "soon"', 'colour = "red"', 'variant = "chess"']
)
def test_a_choice_that_cannot_be_is_refused_and_the_others_hold(tmp_path: Path, line: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f"[choices]\nbell = true\n{line}")
    found, problems = read_choices(path)
    assert found == {"bell": True}
    (problem,) = problems
    assert line.split()[0] in problem


def test_the_first_page_has_the_persons_own_keys() -> None:
    player = against("mini")
    player.app.keys = {"hint": ("H",)}
    assert re.search(r"H +a hint", player.press("?").text)


def test_the_diagram_has_the_person_below() -> None:
    diagrams = []
    for first in ("you", "computer"):
        player = Player()
        player.setup.variant_name, player.setup.first = "english", first
        text = player.press("?", "right", "right").text
        diagrams.append([line[1:36] for line in text.splitlines()[1:17]])
    assert diagrams[0] != diagrams[1]
