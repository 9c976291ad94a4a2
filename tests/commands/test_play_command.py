"""Every flag of the game, from the command line to the GameRequest that the game opens with."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from minicheckers import cli
from minicheckers.commands import screen
from minicheckers.commands.play import make_request
from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.player import PERSON
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import replayed
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from minicheckers.storage.store import Store
from testing.running import Program, ProgramInside, set_all, state_in
from testing.store_games import begun, finished

Parse = Callable[..., GameRequest]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    set_all(monkeypatch, state_in(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Store.default()


@pytest.fixture
def parse(store: Store) -> Parse:
    def parse(*words: str) -> GameRequest:
        return make_request(cli.make_parser(cli.GAME).parse_args(words), store)

    return parse


def pdn(tmp_path: Path, text: str) -> str:
    path = tmp_path / "game.pdn"
    path.write_text(text)
    return str(path)


def test_first_at_random_is_either_and_repeatable(parse: Parse) -> None:
    def person(seed: int) -> object:
        session = parse("--level", "1", "--first", "random", "--seed", str(seed)).session
        assert session is not None
        return session.person

    persons = [person(seed) for seed in range(20)]
    assert set(persons) == {Colour.BLACK, Colour.WHITE}
    assert persons == [person(seed) for seed in range(20)]


def test_two_players(parse: Parse) -> None:
    session = parse("--two-player", "--variant", "towers").session
    assert session is not None
    assert (session.black, session.white) == (PERSON, PERSON)
    assert session.variant.name == "towers"


def test_a_game_begins_with_a_ballot(parse: Parse) -> None:
    words = ("--variant", "english", "--level", "easy", "--first", "you")
    session = parse(*words, "--ballot", "double cross").session
    assert session is not None
    assert " ".join(map(str, session.timeline.played)) == "9-14 23-18 14x23"
    assert session.person is Colour.BLACK
    drawn = [parse(*words, "--ballot", "draw", "--seed", seed).session for seed in "1122"]
    assert drawn[0] == drawn[1] != drawn[2] == drawn[3]
    assert parse("--variant", "russian", "--ballot", "1-ii").ballot == "1-II"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--ballot", "46"), "mini has no ballots"),
        (("--variant", "english", "--ballot", "doubled cross"), "did you mean Double Cross"),
        (("--variant", "english", "--ballot", "46", "--board", "B:W21:B1"), "--board"),
        (("--resume", "--ballot", "46"), "--ballot"),
        (("--load", "game.pdn", "--ballot", "46"), "--ballot"),
    ],
)
def test_a_ballot_that_does_not_fit_is_refused(
    parse: Parse, words: tuple[str, ...], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        parse(*words)


def line_of(*moves: str) -> str:
    return write_line(PdnGame(replayed(Position.start("mini"), moves)))


def by_two_people(*moves: str) -> Session:
    return Session(replayed(Position.start("mini"), moves), PERSON, PERSON)


def test_a_line_goes_on_with_the_game_that_is_kept(
    parse: Parse, store: Store, tmp_path: Path
) -> None:
    store.save(begun().play("6-9").play("14-11"))
    store.begin()
    store.save(by_two_people("6-9", "14-11"))
    number = store.open_game
    store.begin()
    request = parse("--load", pdn(tmp_path, line_of("6-9", "14-11", "5-8")))
    assert request.session == by_two_people("6-9", "14-11", "5-8")
    assert store.open_game == number
    store.begin()
    name = pdn(tmp_path, line_of("6-9", "13-10"))
    assert parse("--load", name, "--two-player").session == by_two_people("6-9", "13-10")
    assert store.open_game is None


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (("6-9", "14-11", "5-8"), "move 3 is 5-8 there and 4-7 here .game 1.; --two-player"),
        (("6-9", "14-11"), "an older copy of this game; it lacks the last 1 move"),
    ],
)
def test_a_line_that_contradicts_the_kept_game_is_refused(
    parse: Parse, store: Store, tmp_path: Path, moves: tuple[str, ...], sentence: str
) -> None:
    store.save(by_two_people("6-9", "14-11", "4-7"))
    store.begin()
    with pytest.raises(ValueError, match=sentence):
        parse("--load", pdn(tmp_path, line_of(*moves)))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("", (), "there is no game in 'standard input'"),
        ("1. 11-15 * 1. 9-13 *", (), "standard input has 2 games; choose one with --game N"),
        (b"\xff\xfe", (), "not text in UTF-8"),
        (" " * 1_000_001, (), "longer than"),
        ("1. 11-15 * 1. 9-13 *", ("--game", "2"), ""),
    ],
    ids=lambda value: "",
)
def test_a_game_from_standard_input(
    program: Program, text: str | bytes, words: tuple[str, ...], sentence: str
) -> None:
    run = program.run("--plain", "--load", "-", *words, stdin=text)
    assert sentence in run.stderr
    assert run.returncode == (2 if sentence else 0)
    assert "Traceback" not in run.stderr
    assert sentence or "Game saved" in run.stdout


@pytest.mark.parametrize(("value", "colour"), [("", True), ("1", False), ("0", False)])
def test_no_color_counts_only_when_it_is_not_empty(
    parse: Parse, monkeypatch: pytest.MonkeyPatch, value: str, colour: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    assert parse().looks.colour is colour


WRONG = [
    ("--level wizard", "there is no level or strategy 'wizard'"),
    ("--first maybe", "'maybe' does not say who is first"),
    ("--variant chess", "there is no variant 'chess'"),
    ("--size 9", "is played on 6 rows"),
    ("--variant pikachu --size 99", "7 to 16"),
    ("--size many", "is not a whole number"),
    ("--time soon", "is not a number"),
    ("--time 0", "more than 0"),
    ("--time nan", "is not a number"),
    ("--depth 0", "less than 1"),
    ("--seed x", "is not a whole number"),
    ("--theme pink", "there is no theme 'pink'; choose from classic"),
    ("--board nowhere.txt", "there is no file 'nowhere.txt'"),
    ("--board B:W99:B1", "there is no square 99"),
    ("--turn white", "--turn needs --board"),
    ("--board B:W9:B1 --turn white", "the board says black"),
    ("--load nowhere.pdn", "there is no file 'nowhere.pdn'"),
    ("--resume", "there is no unfinished game"),
    ("--resume --level easy", "--resume and --level cannot be combined"),
    ("--resume --two-player", "--resume and --two-player cannot"),
    ("--resume --load x.pdn", "--resume and --load cannot"),
    ("--resume --seed 0", "--resume and --seed cannot"),
    ("--load x.pdn --board B:W9:B1", "--load and --board cannot"),
    ("--two-player --level easy", "--two-player and --level cannot"),
    ("--two-player --first you", "--two-player and --first cannot"),
    ("--two-player --time 1", "--two-player and --time cannot"),
    ("--levle easy", "did you mean --level"),
    ("--level", "expected one argument"),
    ("--plain=yes", "--plain"),
]


@pytest.mark.parametrize(("flags", "complaint"), WRONG, ids=[flags for flags, _ in WRONG])
def test_wrong_flags_are_one_sentence_and_2(
    program_inside: ProgramInside, flags: str, complaint: str
) -> None:
    assert complaint in program_inside.refusal("--plain", *flags.split())


@pytest.mark.parametrize("text", ["", "nonsense", "1. 1-2", '[Variant "chess"] *', "\x1b[31m"])
def test_a_pdn_that_cannot_be_read_is_a_sentence(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert cli.main(["--plain", "--load", pdn(tmp_path, text)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error[:-1].isprintable()


def test_a_broken_save_is_told_when_there_is_nothing_to_resume(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    store.directory.mkdir()
    (store.directory / "minicheckers.db").write_bytes(b"SQLite format 3\0" + bytes(4080))
    assert cli.main(["--plain", "--resume"]) == 2
    error = capsys.readouterr().err
    assert "The database is damaged" in error
    assert "no unfinished game" in error


def test_with_a_terminal_the_board_opens_and_with_plain_it_does_not(
    store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[GameRequest] = []

    def run(_: object, request: GameRequest, *__: object) -> int:
        opened.append(request)
        return 7

    monkeypatch.setattr("minicheckers.tui.start.run", run)
    monkeypatch.setattr(screen, "why_no_terminal", lambda: None)
    assert cli.main(["--level", "1", "--first", "you"]) == 7
    assert len(opened) == 1
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["--level", "1", "--first", "you", "--plain"]) == 0
    assert len(opened) == 1
    assert "Your turn" in capsys.readouterr().out
    monkeypatch.setattr(screen, "why_no_terminal", lambda: "this Python has no curses module")
    assert cli.main(["--level", "1", "--first", "you"]) == 0
    assert len(opened) == 1
    error = capsys.readouterr().err
    assert error.startswith("minicheckers: this Python has no curses module, ")
    assert "line by line" in error
    assert error.count("\n") == 1


def test_help_shows_every_flag_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["play", "--help"])
    assert end.value.code == 0
    out = capsys.readouterr().out
    flags = "level first variant size time depth board turn two-player resume load seed plain"
    for flag in f"{flags} ascii no-color theme no-animation help version".split():
        assert f"--{flag}" in out
    assert "minicheckers --level hard --first you" in out


def test_record_shows_what_has_been_counted(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["record"]) == 0
    assert "not finished a game" in capsys.readouterr().out
    for session in (*(finished("mini", seed) for seed in range(3)), finished("english", 1)):
        store.begin()
        store.finish(session)
    score = store.stats().score("mini", "hard")
    assert cli.main(["record"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["mini", "hard", *map(str, (score.wins, score.draws, score.losses))] in rows
    assert cli.main(["record", "--json"]) == 0
    assert (
        f'{{"variant": "mini", "level": "hard", "wins": {score.wins}, '
        f'"draws": {score.draws}, "losses": {score.losses}}}'
    ) in capsys.readouterr().out.splitlines()
    store.close()
    (store.directory / "minicheckers.db").write_text("{")
    assert cli.main(["record", "--json"]) == 0
    assert "damaged" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX homes")
def test_without_any_home_there_is_one_sentence(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_STATE_HOME")}
    code = (
        "import pwd, sys\n"
        "def nobody(_): raise KeyError\n"
        "pwd.getpwuid = nobody\n"
        "from minicheckers.cli import main\n"
        "sys.exit(main(['record']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "XDG_STATE_HOME" in done.stderr
