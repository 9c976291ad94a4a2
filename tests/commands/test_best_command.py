import json

import pytest

from minicheckers import Position
from minicheckers.cli import main
from testing.running import ENGINE, Program

KEYS = ["variant", "position", "level", "move", "score", "depth", "nodes", "seconds", "pv"]


def test_one_move_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "--level", "1", "--seed", "3", "--variant", "english", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    start = Position.start("english")
    assert list(record) == KEYS
    assert (record["variant"], record["position"]) == ("english", start.fen())
    assert record["level"] == "easy"
    assert record["move"] in map(str, start.legal_moves())


def test_one_move_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "--level", "solver", "--position", "B:W13,18:B10"]) == 0
    assert capsys.readouterr().out == "10x17\n"


def test_a_finished_game_has_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["best", "--level", "expert", "--position", "W:W:B5"]
    assert main(words) == 0
    assert capsys.readouterr().out == "no move: the game is over\n"
    assert main([*words, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["move"], record["score"], record["pv"]) == (None, None, [])


def test_a_thinking_level_tells_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["best", "--level", "alphabeta", "--depth", "4", "--variant", "towers", "--json"]
    assert main(words) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["depth"] == 4
    assert record["nodes"] > 0
    assert isinstance(record["score"], int)
    assert record["pv"][0] == record["move"]
    position = Position.start("towers")
    for move in record["pv"]:
        position = position.play(move)


def test_another_program_can_hold_it_open(program: Program) -> None:
    process = program.start_answering(*ENGINE, "--json")
    # Every answer is there before the next question is asked.
    for fen in ("B:W13:B3", "w:b1:w13.", "B:W13-18:B1-6"):
        position = Position.from_fen(fen)
        record = json.loads(program.ask(process, fen))
        assert record["position"] == position.fen()
        assert record["move"] in map(str, position.legal_moves())
    error = json.loads(program.ask(process, "B:W13:B13"))
    assert error == {"error": "square 13 is named twice"}
    assert json.loads(program.ask(process, "B:W13:B3"))["move"] == "3-6"
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (1, b"", b"")


def test_a_bad_line_in_words_goes_to_stderr(program: Program) -> None:
    done = program.run(*ENGINE, stdin="\nB:W13:B3\n \nnonsense\nB:W13:B3\n")
    assert done.stdout.split() == ["3-6", "3-6"]
    assert "'nonsense' does not begin with B: or W:" in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.returncode == 1


def test_garbage_gets_one_answer_a_line(program: Program) -> None:
    garbage = [b"\xff\xfe\x00", b"\x1b[2J", "B:W13:B\u0661".encode(), b"B:" * 50_000, b"\x00"]
    lines = [line for bad in garbage for line in (bad, b"B:W13:B3")]
    done = program.run(*ENGINE, "--json", stdin=b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    for refused, answered in zip(answers[::2], answers[1::2], strict=True):
        assert list(refused) == ["error"]
        assert refused["error"].isprintable()
        assert answered["move"] == "3-6"
    assert (done.returncode, done.stderr) == (1, "")


def test_an_empty_stream_is_fine(program: Program) -> None:
    done = program.run(*ENGINE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_line_without_an_end_is_one_bad_line(program: Program) -> None:
    done = program.run(*ENGINE, "--json", stdin="W" * 3_000_000 + "\nB:W13:B3\n")
    first, second = done.stdout.splitlines()
    assert '"error"' in first
    assert '"move"' in second
    assert done.returncode == 1
