"""Hub engines as players: our own as a foreign one, and engines that misbehave."""

import json
import shlex
import sys
from collections.abc import Callable, Container
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers import Position, Progress, StrategyError
from minicheckers.activities.review import Reviewed
from minicheckers.cli import main
from minicheckers.engine.decision import Context
from minicheckers.game.player import Limits, Player
from minicheckers.match.match import Contestant, Match, run_match
from minicheckers.opponents import hub_engine, process
from minicheckers.opponents.registry import available, chosen_level, others, strategy_of
from minicheckers.opponents.strategy import Strategy
from minicheckers.rules.variant import BUILT_IN, get_variant
from testing import board_player
from testing.hostile import Marked
from testing.rogue_engines import (
    FAILING,
    NOT_READY,
    PLAYING,
    REFUSED,
    ROGUES,
    SLOW,
    Rogue,
)
from testing.running import Program, set_all, settings_in
from testing.store_games import finished

START = Position.start("mini")
#: Our own engine, run as a foreign one.
OURS = [sys.executable, "-m", "minicheckers", "hub"]

WriteEngines = Callable[[str], None]


def level(*words: str) -> str:
    return f"hub:{shlex.join([*OURS, *words])}"


def player(level: str, variant: str = "mini", time: float | None = None) -> Strategy:
    return strategy_of(Player(chosen_level(level), Limits(time)), get_variant(variant), seed=1)


@pytest.fixture
def write_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WriteEngines:
    """Writes the person's engines file."""
    set_all(monkeypatch, settings_in(tmp_path))
    (tmp_path / "minicheckers").mkdir()

    def write(text: str) -> None:
        (tmp_path / "minicheckers" / "engines.toml").write_text(text)

    return write


# Our own engine as a foreign process


@pytest.mark.sampled(1)
@pytest.mark.parametrize("variant", sorted(BUILT_IN))
def test_every_game_is_played_without_a_fault(variant: str) -> None:
    both = Contestant(chosen_level(level("--level", "easy"))), Contestant("easy")
    state = run_match(Match(get_variant(variant), both, games=2, seed=1))
    assert (state.games, state.faults) == (2, ())


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["mini", "english"])
def test_twenty_whole_games_without_a_fault(variant: str) -> None:
    both = Contestant(chosen_level(level("--level", "novice"))), Contestant("easy")
    state = run_match(Match(get_variant(variant), both, games=20, seed=1), jobs=2)
    assert (state.games, state.faults) == (20, ())
    (result,) = state.results
    assert result.a_wins > result.b_wins


@pytest.mark.parametrize("orientation", ["standard", "turned"])
def test_both_orientations_are_found_out(orientation: str, write_engines: WriteEngines) -> None:
    write_engines(
        f"""
        [engines.stranger]
        command = {json.dumps([*OURS, "--level", "easy"])}
        parameters = {{ orientation = "{orientation}", tt-size = 12 }}
        """
    )
    both = Contestant(chosen_level("stranger")), Contestant("easy")
    state = run_match(Match(get_variant("english"), both, games=4, seed=1))
    assert (state.games, state.faults) == (4, ())


def test_a_won_game_is_told_as_one() -> None:
    engine = strategy_of(Player(chosen_level(level()), Limits(time=1)), get_variant("english"))
    decision = engine.choose(Position.from_fen("B:W18:BK9,K10", "english"))
    assert decision.score is not None
    assert decision.score.plies == 3


def test_it_is_stopped_when_somebody_asks_for_it() -> None:
    engine = player(level(), "english", time=60)
    asked = iter([False] * 5)
    context = Context(stopped=lambda: next(asked, True))
    assert engine.choose(Position.start("english"), context).move


#: Our engine, with everything that it is told in a file.
RECORDING = """
import subprocess, sys
engine = subprocess.Popen([sys.executable, "-m", "minicheckers", "hub"], stdin=subprocess.PIPE)
with open(sys.argv[1], "a") as record:
    for line in sys.stdin:
        print(line, end="", file=record, flush=True)
        engine.stdin.write(line.encode())
        engine.stdin.flush()
"""


@pytest.fixture
def recording(tmp_path: Path) -> tuple[str, Path]:
    """An engine, and the file of what it is told."""
    (tmp_path / "recording.py").write_text(RECORDING)
    record = tmp_path / "told"
    words = [sys.executable, str(tmp_path / "recording.py"), str(record)]
    return f"hub:{shlex.join(words)}", record


def test_it_remembers_the_game_so_that_it_sees_repetitions(recording: tuple[str, Path]) -> None:
    engine, record = player(recording[0], "english", time=0.1), recording[1]
    game = [Position.start("english")]
    for move in ("11-15", "22-18", "15x22"):
        game.append(game[-1].play(move))
    strange = (game[0], game[1])  # that is not the game that led here
    for history in (tuple(game[:-1]), strange):
        engine.choose(game[-1], Context(history))
    asked = [line for line in record.read_text().splitlines() if line.startswith("pos")]
    assert asked[-2].endswith(' moves="11-15 22-18 15x22x18"')
    assert "moves" not in asked[-1]


def test_it_is_a_level_in_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    engine = level("--level", "medium")
    assert main(["best", "--level", engine, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["move"]
    words = ["match", f"{engine}@depth=2", "easy", "--games", "2", "--jobs", "2", "--json"]
    assert main(words) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["failures"] == 0
    assert shown.err == ""
    assert main(["watch", "--plain", "--black", engine, "--white", "easy", "--seed", "1"]) == 0
    shown = capsys.readouterr()
    assert "The game is over" in shown.out
    assert shown.err == ""


def test_a_process_serves_the_next_game_too(recording: tuple[str, Path]) -> None:
    both = Contestant(chosen_level(recording[0]), Limits(depth=1)), Contestant("easy")
    assert run_match(Match(get_variant("mini"), both, games=4, seed=1)).games == 4
    told = recording[1].read_text().splitlines()
    assert (told.count("hub"), told.count("new-game")) == (1, 4)


# The engines file


def test_a_name_of_the_file_is_a_level(write_engines: WriteEngines) -> None:
    write_engines(
        f"""
        [engines.stranger]
        command = {json.dumps(shlex.join(OURS))}
        directory = "/"
        parameters = {{ level = "easy" }}
        games = ["mini", "towers"]
        """
    )
    assert player("Stranger").choose(START).move in START.legal_moves()
    with pytest.raises(ValueError, match="is for mini, towers, not for english"):
        player("stranger", "english")
    [entry] = [entry for entry in available()[0] if entry.name == "stranger"]
    assert entry.summary.startswith("the engine ")


def test_it_stands_in_the_menu_and_spars_in_reviews_once_it_was_chosen(
    write_engines: WriteEngines,
) -> None:
    write_engines(f"[engines.sparring]\ncommand = {json.dumps(OURS)}")
    assert "sparring" in [entry.name for entry in others()]
    player = board_player.Player().open(Reviewed(finished())).press("home")
    player.store.set_preferences(replace(player.store.preferences(), level="sparring"))

    def opponent() -> list[str | None]:
        session = player.press("enter").study.session
        player.press("b").press("home")
        return [one.level for one in (session.black, session.white) if not one.is_person]

    assert opponent() == ["expert"], "nobody has named it in this run"
    chosen_level("sparring")
    assert opponent() == ["sparring"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ('level = "nobody"', "'level' is one of"),
        ("tt-size = 99", "'tt-size' is a whole number, 10 to 22, not '99'"),
        ("tt-size = 12.5", "'tt-size' is a whole number"),
        ('tt-size = "x"', "'tt-size' is a whole number"),
        ("tt-size = true", "'tt-size' is a whole number"),
        ('orientation = "left"', "'orientation' is one of auto, standard, turned, not 'left'"),
        ("wisdom = 3", "it has no parameter 'wisdom'; it has variant, level"),
    ],
)
def test_parameters_are_checked_against_what_it_declares(
    parameters: str, sentence: str, write_engines: WriteEngines
) -> None:
    command = json.dumps(OURS)
    write_engines(f"[engines.it]\ncommand = {command}\nparameters = {{ {parameters} }}")
    with pytest.raises(ValueError, match="the engine 'it' cannot be used") as refused:
        player("it")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("= broken", "engines.toml' cannot be used"),
        ("a." * 40_000 + "b = 1", "line 1 is longer than 1000 characters"),
        ("engines = 3", "tables such as"),
        ("[other]", "tables such as"),
        ("[engines.it]", "needs a command"),
        ("[engines]\nit = 3", "needs a command"),
        ("[engines.it]\ncommand = 3", "its command is of the wrong kind"),
        ("[engines.it]\ncommand = []", "not a list of words"),
        ("[engines.it]\ncommand = ['a', 3]", "not a list of words"),
        ("[engines.it]\ncommand = '\"'", "No closing quotation"),
        ("[engines.it]\ncommand = 'x'\ndirectory = 'here'", "not a full path"),
        ("[engines.it]\ncommand = 'x'\ndirectory = '~nosuchuser/x'", "not a full path"),
        ("[engines.it]\ncommand = 'x'\ngames = ['chess']", "there is no game 'chess'"),
        ("[engines.it]\ncommand = 'x'\ngames = [[]]", "there is no game '[]'"),
        ("[engines.it]\ncommand = 'x'\nparameters = {a = []}", "texts, numbers, true or false"),
        ("[engines.it]\ncommand = 'x'\nwings = 2", "cannot have 'wings'"),
        ("[engines.easy]\ncommand = 'x'", "the name 'easy' is taken"),
        ("[engines.random]\ncommand = 'x'", "the name 'random' is taken"),
        ("[engines.'two words']\ncommand = 'x'", "a lower-case word"),
        ("x = " + "[" * 50_000, "cannot be used"),
        ("#" * 200_000, "longer than"),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_wrong_in_the_file_is_a_sentence(
    text: str,
    sentence: str,
    write_engines: WriteEngines,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_engines(text)
    assert main(["levels"]) == 0
    shown = capsys.readouterr()
    assert "expert" in shown.out
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
    with pytest.raises(ValueError, match="there is no level or strategy 'it'"):
        chosen_level("it")


@pytest.mark.parametrize(
    ("level", "sentence"),
    [
        ("hub:", "has no command"),
        ("hub:  ", "has no command"),
        ("hub:'", "No closing quotation"),
        ("hub:nosuchprogram hub", "there is no program 'nosuchprogram'"),
        ("hub:./nosuchprogram", "there is no program"),
        ("hub:/", "there is no program"),
        ("hub:~nosuchuser/x", "there is no program '~nosuchuser/x'"),
        (f"hub:{'x' * 300}", "there is no program"),
        (f"hub:./{'x/' * 3000}", "there is no program"),
        ("hub:a\0b", "cannot use"),
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_a_command_that_is_none_is_one_sentence(level: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"hub:|program") as refused:
        chosen_level(level)
    assert sentence in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.skipif(sys.platform == "win32", reason="not everybody may link there")
def test_the_same_command_wherever_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "engine").symlink_to(sys.executable)
    monkeypatch.chdir(tmp_path)
    assert chosen_level("hub:./engine -m x") == f"hub:{tmp_path}/engine -m x"


# Engines that misbehave


def named(rogues: tuple[Rogue, ...], slow: Container[str]) -> pytest.MarkDecorator:
    cases = []
    for one in rogues:
        marks = [pytest.mark.slow] if one.name in slow else []
        if one.needs_signals:
            marks.append(pytest.mark.skipif(sys.platform == "win32", reason="needs signals"))
        cases.append(pytest.param(one, id=one.name, marks=marks))
    return pytest.mark.parametrize("rogue", cases)


#: They are refused only at a late stage, which may take long on a busy machine.
COME_FAR = ("is_never_ready", "refuses_to_begin")


@pytest.mark.sampled(4)
@named(REFUSED, slow=COME_FAR)
def test_one_that_cannot_begin_is_refused(
    rogue: Rogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if rogue.says in (NOT_READY, ""):
        monkeypatch.setattr(process, "LOADING_SECONDS", 1.0)
    if rogue.name in COME_FAR:
        monkeypatch.setattr(process, "LOADING_SECONDS", 5.0)
    with pytest.raises(ValueError, match="cannot be used") as refused:
        player(rogue.write(tmp_path))
    assert (rogue.says or "") in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.sampled(3)
@named(FAILING, slow=())
def test_one_that_fails_gets_a_sentence_and_begins_anew(
    rogue: Rogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if rogue.says == SLOW or "complain" in rogue.name:
        monkeypatch.setattr(hub_engine, "GRACE", 0.2)
    engine = player(rogue.write(tmp_path), time=0.1)
    for _ in range(2):
        with pytest.raises(StrategyError) as failed:
            engine.choose(START)
        assert rogue.says is not None
        assert rogue.says in str(failed.value)
        assert str(failed.value).isprintable()


@pytest.mark.sampled(3)
@named(PLAYING, slow=())
def test_one_can_play_against_the_others(
    rogue: Rogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_engine, "GRACE", 60)  # a flood takes long to read on a busy machine
    engine = player(rogue.write(tmp_path), time=0.3)
    heard: list[Progress] = []
    position = START
    for _ in range(3):
        with suppress(StrategyError) if rogue.says == "" else nullcontext():
            decision = engine.choose(position, Context(report=heard.append))
            assert decision.move in position.legal_moves()
            position = position.play(decision.move)
    for progress in heard:
        assert progress.depth >= 0
        assert progress.nodes >= 0


#: Four that fail in very different ways; the rest are in the slow run.
FEW = ("leaves_a_process", "does_not_quit", "leaves_a_child_and_dies", "dies_at_once")


@pytest.mark.sampled(1)
@named(ROGUES, slow={one.name for one in ROGUES} - set(FEW))
def test_a_match_says_a_sentence_and_leaves_no_process(program: Program, rogue: Rogue) -> None:
    marked = Marked()
    program.environment |= marked.environment
    engine = rogue.write(program.directory)
    words = ("match", f"{engine}@time=0.3", "easy", "--games", "2", "--jobs", "2", "--seed", "1")
    run = program.run(*words, "--json")
    marked.assert_none_left()
    assert "\x1b" not in run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    assert (rogue.says or "") in run.stderr
    if rogue in REFUSED:
        assert (run.returncode, run.stderr.count("\n")) == (2, 1)
        return
    assert run.returncode == 0
    result = json.loads(run.stdout)
    assert result["games"] == 2
    if rogue in FAILING:
        assert result["failures"] + result["illegal"] == result["b_wins"] == 2


def test_what_an_engine_has_started_ends_with_it(program: Program) -> None:
    marked = Marked()
    program.environment |= marked.environment
    rogue = next(rogue for rogue in PLAYING if rogue.name == "leaves_a_process")
    run = program.run("best", "--level", rogue.write(program.directory), "--time", "0.1")
    assert run.returncode == 0
    marked.assert_none_left()


def test_no_engine_is_left_when_the_program_is_killed(program: Program) -> None:
    marked = Marked()
    program.environment |= marked.environment
    rogue = next(rogue for rogue in FAILING if rogue.name == "is_deaf")
    engine = rogue.write(program.directory)
    process = program.start("best", "--level", engine, "--time", "100")
    with process:
        marked.wait_for_child(process.pid)
        process.kill()
    marked.assert_none_left()


#: An engine of ours whose every line may be cut, doubled or changed before it is sent.
MANGLING = """
import random, subprocess, sys
dice = random.Random(int(sys.argv[1]))
engine = subprocess.Popen(
    [sys.executable, "-m", "minicheckers", "hub", "--level", "medium", "--seed", "1"],
    stdout=subprocess.PIPE,
)
for line in engine.stdout:
    place = dice.randrange(len(line))
    if dice.random() < 0.3:
        noise = dice.randbytes(dice.choice((1, 1, 5, 200)))
        line = dice.choice((
            line[:place], line[:place] + line[place + 1:], line + line, b"",
            line[:place] + noise + line[place:], b"done move=" + noise + b"\\n" + line,
        ))
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
"""


def ask_through_noise(seed: int, directory: Path) -> str:
    """Play against the engine for a few moves; return the message if that fails."""
    (directory / "mangling.py").write_text(MANGLING)
    script = shlex.join([sys.executable, str(directory / "mangling.py"), str(seed)])
    position = START
    try:
        engine = player(f"hub:{script}", time=0.2)
        for _ in range(4):
            decision = engine.choose(position)
            assert decision.move in position.legal_moves()
            position = position.play(decision.move)
    except (ValueError, StrategyError) as error:
        return str(error)
    return ""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(4))
def test_any_bytes_are_a_move_or_a_sentence(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LOADING_SECONDS", 3.0)
    monkeypatch.setattr(hub_engine, "GRACE", 0.5)
    assert ask_through_noise(seed, tmp_path).isprintable()


@pytest.mark.slow
def test_any_bytes_many_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LOADING_SECONDS", 3.0)
    monkeypatch.setattr(hub_engine, "GRACE", 0.5)
    said = [ask_through_noise(seed, tmp_path) for seed in range(1000, 1200)]
    assert all(map(str.isprintable, said))
    assert 0 < said.count("") < len(said)
