"""How the command line handles wrong arguments, signals and closed pipes; lists and examples."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from minicheckers import __version__
from minicheckers.cli import COMMANDS, Command, build_kind, main, make_parser
from minicheckers.game.presentation import Group
from minicheckers.match.match import Contestant, Match, play_game
from minicheckers.opponents.levels import BY_STRENGTH
from minicheckers.rules.variant import VARIANTS, get_variant
from testing.processes import wait_until_busy
from testing.running import ENGINE, Program, ProgramInside

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and devices")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "'nonsense'; the commands are play"),
        ("anlyze", "command 'anlyze'"),
        ("prft 3", "did you mean perft?"),
        ("easy", "write minicheckers --level easy"),
        ("english", "write minicheckers --variant english"),
        ("game.pdn", "write minicheckers --load FILE"),
        ("best --board B:W13:B1", "use --position here"),
        ("--position B:W13:B1", "use --board here"),
        ("--variant english perft 3", "first, as in 'minicheckers perft"),
        ("--two-players", "'--two-players'; did you mean --two-player?"),
        ("perft 3 --varient=mini", "'--varient'; did you mean --variant?"),
        ("perft 3 --zzz", "unknown flag '--zzz'"),
        ("doctor --variant mini", "'--variant' is not a flag of this command"),
        ("perft 3 4", "unexpected argument '4'"),
        ("perft", "required: DEPTH"),
        ("perft x", "'x' is not a whole number"),
        ("perft 1_0", "'1_0' is not a whole number"),
        ("perft ٣", "is not a whole number"),
        ("perft -1", "'-1' is less than 0"),
        ("perft 99999999999999999999", "'99999999999999999999' is more than 100"),
        ("perft " + "9" * 5000, "is not a whole number"),
        ("perft 3 --variant chess", "there is no variant 'chess'; choose from mini, towers"),
        ("perft 3 --variant pikachu --size 5", "7 to 16"),
        ("perft 3 --size 8", "mini is played on 6 rows"),
        ("perft 3 --position B:W99:B1", "there is no square 99"),
        ("perft 3 --position -", "a FEN looks like"),
        ("best --level nobody", "there is no level or strategy 'nobody'; choose from easy"),
        ("best --level strength-11", "strength-1 to strength-10"),
        ("best --time 0", "more than 0 seconds"),
        ("best --time nan", "'nan' is not a number"),
        ("best --time soon", "'soon' is not a number"),
        ("best --time 1_0", "'1_0' is not a number"),
        ("best --time ٣", "is not a number"),
        ("best --depth 0", "'0' is less than 1"),
        ("best --seed x", "'x' is not a whole number"),
        ("best --level solver --variant english", "mini"),
        ("--plain --level solver --variant english --first you", "only mini and its family"),
        ("match easy", "2 to 20 levels"),
        ("match easy hard --games 0", "'0' is less than 1"),
        ("match easy hard --jobs 0", "'0' is less than 1"),
        ("match easy nobody", "there is no level or strategy 'nobody'"),
        ("match easy hard --time -3", "more than 0 seconds"),
        ("levels --json=x", "--json"),
    ],
)
def test_wrong_words_get_one_sentence(line: str, said: str, program_inside: ProgramInside) -> None:
    assert said in program_inside.refusal(*line.split())


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("ply", "play"),
        ("--level hrad", "hard"),
        ("--level originl-001", "original-001"),
        ("--level strenght-3", "strength-3"),
        ("--first computr", "computer"),
        ("--variant englsh", "english"),
        ("--goal loosing", "losing"),  # codespell:ignore
        ("--theme clasic", "classic"),  # codespell:ignore
        ("--coach wran", "warn"),
        ("--board B:W13:B1 --turn whit", "white"),  # codespell:ignore
        ("convert B:W13:B1 --to diagramm", "diagram"),  # codespell:ignore
        ("completions bsh", "bash"),
        ("think --algorithm alphabet", "alphabeta"),
        ("think --algorithm alphabeta+ordring", "ordering"),
        ("think --algorithm orignal-001", "original-001"),
        ("think --eval peices", "pieces"),  # codespell:ignore
        ("host --colour balck", "black"),  # codespell:ignore
        ("watch --black mediun", "medium"),
        ("match easy mediun@depth=2", "medium"),
    ],
)
def test_a_misspelt_value_gets_what_was_meant(
    line: str, meant: str, program_inside: ProgramInside
) -> None:
    assert f"did you mean {meant}?" in program_inside.refusal(*line.split())


def test_wrong_words_are_shown_safely(program_inside: ProgramInside) -> None:
    evil = "\x1b]0;gone\x07\n"
    for words in ([evil], ["perft", evil], ["perft", "3", evil], ["perft", "3", f"--{evil}"]):
        assert "\\x1b" in program_inside.refusal(*words)


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--version"], ["--plain", "--version"]):
        with pytest.raises(SystemExit, match="0"):
            main(words)
        assert capsys.readouterr().out == f"minicheckers {__version__} ({build_kind()})\n"


def test_the_help_of_the_program_is_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) < 80
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert listed[:8] == ["play", "puzzle", "learn", "review", "watch", "games", "host", "join"]
    words = " ".join(lines).replace(",", "").split()
    assert set(COMMANDS) <= set(words)
    assert words.index("record") < words.index("research:") < words.index("match")


def test_a_guest_is_told_of_codes_and_colours_as_a_guest() -> None:
    for flag in ("--code", "--colour"):
        hosts, guests = (
            make_parser(COMMANDS[name])._option_string_actions[flag].help or ""
            for name in ("host", "join")
        )
        assert "guest" in hosts
        assert "host" in guests


def test_help_is_a_word_too(capsys: pytest.CaptureFixture[str]) -> None:
    for words, flags in ((["help"], ["--help"]), (["help", "watch"], ["watch", "--help"])):
        said = []
        for line in (words, flags):
            with pytest.raises(SystemExit) as end:
                main(line)
            assert end.value.code == 0
            said.append(capsys.readouterr().out)
        assert said[0] == said[1]
        assert "example" in said[0]
    assert len(said[0].splitlines()) > 20
    assert main(["help", "wach"]) == 2
    assert "did you mean watch?" in capsys.readouterr().err


@posix
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_signals_end_a_command_in_order(program: Program, name: str, code: int) -> None:
    process = program.start_answering()
    process.send_signal(signal.Signals[name])
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (code, b"", b"")


@posix
@pytest.mark.no_cover  # a signal may come while coverage holds its lock
def test_a_signal_ends_a_long_count(program: Program) -> None:
    process = program.start("perft", "30", "--variant", "english")
    wait_until_busy(process.pid, 0.2)
    process.terminate()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 143
    assert err == b""


@posix
def test_an_ignored_hangup_stays_ignored(program: Program) -> None:
    process = program.start_answering(prefix=["sh", "-c", 'trap "" HUP; exec "$@"', "sh"])
    process.send_signal(signal.SIGHUP)
    assert program.ask(process, "B:W13:B1")
    process.communicate(timeout=60)
    assert process.returncode == 0


@posix
@pytest.mark.parametrize("words", [("perft", "4", "--divide"), ("perft", "--help"), ("variants",)])
def test_a_reader_that_leaves_is_no_drama(program: Program, words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with program.start(*words, stdout=writer) as process:
        os.close(writer)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [("perft", "4", "--json"), ("perft", "--help"), ("levels",)])
def test_a_full_disk_is_told(program: Program, words: tuple[str, ...]) -> None:
    with (
        open("/dev/full", "wb") as full,
        program.start(*words, stdout=full.fileno()) as process,
    ):
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err == b"minicheckers: No space left on device\n"


@posix
def test_a_closed_output_is_a_failure(program: Program) -> None:
    for words in (("perft", "3"), ("--version",), ("variants", "--json")):
        script = " ".join(program.call(*words)) + " >&-"
        run = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
        assert run.returncode == 1
        assert run.stderr == "minicheckers: standard output is closed\n"


@posix
def test_with_errors_closed_none_is_taken_for_an_answer(program: Program) -> None:
    script = " ".join(program.call(*ENGINE)) + " 2>&-"
    done = subprocess.run(
        ["sh", "-c", script], input=b"hello\n", stdout=subprocess.PIPE, env=program.environment
    )
    assert (done.returncode, done.stdout) == (1, b"")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
@pytest.mark.sampled(1)
@pytest.mark.parametrize("flag", ["--board", "--load"])
def test_a_pipe_or_a_device_in_place_of_a_file_is_refused_at_once(
    program: Program, tmp_path: Path, flag: str
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (str(pipe), "/dev/zero", str(tmp_path)):
        run = program.run("--plain", flag, path)
        assert run.returncode == 2
        assert "not a file" in run.stderr


def lines(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(words) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out.splitlines()


def test_levels_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    shown = [line.split() for line in lines(["levels"], capsys)]
    for number, name in enumerate(("easy", "medium", "hard", "expert"), start=1):
        assert any(words[:2] == [str(number), name] and len(words) > 3 for words in shown)
    for name in ("random", "alphabeta", "dynamic", "timed", "solver"):
        assert any(words[0] == name and len(words) > 1 for words in shown)


def test_levels_lists_opponents_by_strength_and_the_originals_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = lines(["levels"], capsys)
    rows = [re.sub(r"^ +[0-9]? +", "", line).split()[0] for line in shown if line[:1] == " "]
    assert rows[: len(BY_STRENGTH)] == list(BY_STRENGTH)
    assert len(rows) == len(set(rows))
    originals = [name for name in rows if name.startswith("original-")]
    assert rows[-len(originals) :] == originals
    headings = [number for number, line in enumerate(shown) if line[:1] != " "]
    assert headings[-1] == len(shown) - len(originals) - 1


def test_levels_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    records = [json.loads(line) for line in lines(["levels", "--json"], capsys)]
    assert {tuple(record) for record in records} == {
        ("name", "kind", "number", "summary", "package")
    }
    levels = [record for record in records if record["kind"] == "level"]
    assert [(level["number"], level["name"]) for level in levels] == [
        (1, "easy"),
        (2, "medium"),
        (3, "hard"),
        (4, "expert"),
    ]


def test_variants_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[0] for line in lines(["variants"], capsys)] == list(VARIANTS)


def test_variants_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    records = [json.loads(line) for line in lines(["variants", "--json"], capsys)]
    sizes = {record["name"]: record["sizes"] for record in records}
    assert list(sizes) == list(VARIANTS)
    assert (sizes["mini"], sizes["english"], sizes["canadian"]) == ([6], [8], [12])
    assert sizes["pikachu"] == list(range(7, 17))
    first = {record["name"]: record["first"] for record in records}
    assert (first["english"], first["pikachu"]) == ("black", "white")
    assert {record["group"] for record in records} == set(Group)
    assert [record["name"] for record in records if record["exact"]] == ["mini"]


# The example in the help of every command works.

#: What examples call a recorded game.
GAME_FILE = "game.pdn"
#: They compute for a second or more; tests of their own run the same commands by default.
LONG = ("verify",)
#: They need each other, and a port; tests/commands/test_host_and_join.py runs both.
IN_PAIRS = ("host", "join")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.prog)
def test_the_example_can_be_parsed(command: Command) -> None:
    words = shlex.split(command.example)[len(command.prog.split()) :]
    make_parser(command).parse_all(words)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            command, id=command.prog, marks=[pytest.mark.slow] if command.name in LONG else []
        )
        for command in COMMANDS.values()
        if command.name not in IN_PAIRS
    ],
)
def test_the_example_runs(
    command: Command, program: Program, program_inside: ProgramInside
) -> None:
    if GAME_FILE in command.example:
        level = Contestant("random")
        played = play_game(Match(get_variant("mini"), (level, level), games=1, seed=1).fixture(1))
        (program.directory / GAME_FILE).write_text(played.pdn(), encoding="utf-8")
    if command.name == "games":
        begun = "--plain --level easy --first you --seed 1"
        program_inside.run(*begun.split(), stdin="1\nquit\n")
    words = shlex.split(command.example)[1:]
    if command.name == "hub":  # it reads from the descriptor
        done = program.run(*words, stdin="hub\nquit\n")
    else:
        done = program_inside.run(*words)
    assert done.returncode == 0
    assert done.stdout
    # Nothing but remarks, such as that there is no terminal to draw on.
    assert all(line.startswith("minicheckers: ") for line in done.stderr.splitlines())
