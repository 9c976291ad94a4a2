"""Commands that say what positions are worth, and that count and check."""

import json
import re
import shlex
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minicheckers import Move, Position
from minicheckers.cli import main
from minicheckers.coach.analysis import Analyst
from minicheckers.coach.review import Summary
from minicheckers.commands.regret import exact_positions, graded_choices, worst_choices
from minicheckers.engine.endings import SHIPPED
from minicheckers.engine.solver import certificate
from minicheckers.engine.solver.certificate import shipped
from minicheckers.rules.variant import MINI
from testing.certificates import POSITIONS
from testing.running import ENGINE, Program, ProgramInside

KEYS = ["variant", "position", "level", "move", "score", "depth", "nodes", "seconds", "pv"]


def test_one_move_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "--level", "1", "--seed", "3", "--variant", "english", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    start = Position.start("english")
    assert list(record) == KEYS
    assert (record["variant"], record["position"]) == ("english", start.fen())
    assert record["level"] == "easy"
    assert record["move"] in map(str, start.legal_moves())


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


ANALYSIS_KEYS = [
    "variant",
    "position",
    "exact",
    "value",
    "result",
    "plies",
    "best",
    "moves",
    "depth",
    "nodes",
    "seconds",
]


def record_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["analyse", *words, "--json"]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert list(record) == ANALYSIS_KEYS
    return record


def test_an_ending_that_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    # Both ways of the man are barred, and it cannot jump.
    record = record_of(["--variant", "english", "--position", "B:W11,K12,15:B8"], capsys)
    assert (record["moves"], record["result"], record["plies"]) == ([], "loss", 0)
    assert (record["exact"], record["value"]) == (True, -1_000_000)


def test_the_help_names_every_game_with_exact_endings(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["analyse", "--help"])
    told = capsys.readouterr().out.partition("options:")[0].replace(",", "").split()
    assert {variant.name for variant in SHIPPED} <= set(told)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            ["--position", "B:W13,18:B10"],
            r"B:W13,18:B10  [+-]?\d \(exact, .*\)\n  10x17  [+-]?\d\n",
        ),
        (["--position", "W:W:B5"], r"W:W:B5  -1, the game is over\n"),
        (["--position", "W:W:B5", "--variant", "english"], r"W:W:B5  lost, the game is over\n"),
        (
            ["--position", "B:W18:B14", "--variant", "english", "--depth", "2"],
            r"B:W18:B14  won in 1 \(exact, .*\)\n  14x23  won in 1\n",
        ),
        (
            ["--position", "B:WK32:BK1", "--variant", "towers"],
            r"B:WK32:BK1  drawn \(exact, .*\)\n(  \S+ +drawn\n)+",
        ),
        (
            ["--depth", "2", "--variant", "towers"],
            r"B:W\S+  [+-]?\d\.\d\d \(depth 2, .*\)\n(  \S+ +[+-]?\d\.\d\d\n){7}",
        ),
    ],
)
def test_in_words(words: list[str], shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", *words]) == 0
    assert re.fullmatch(shown, capsys.readouterr().out)


def analysed(*words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["analyse", *words, "--json"]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    return record


def test_the_opinion_of_a_level_is_the_truth_where_the_level_knows_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (
        ("--variant", "english", "--position", "B:W18:BK9,K10"),
        ("--variant", "english", "--position", "W:W18:BK9,14"),
        ("--position", "B:W13,14,15:B9,10"),
    ):
        known = analysed(*words, capsys=capsys)
        asked = analysed(*words, "--level", "expert", capsys=capsys)
        assert asked["moves"] == [
            {"move": move["move"], "value": move["value"]} for move in known["moves"]
        ]
        assert (asked["value"], asked["exact"], asked["result"]) == (known["value"], False, None)


def test_the_opinion_of_an_engine(capsys: pytest.CaptureFixture[str]) -> None:
    engine = shlex.join([sys.executable, "-m", "minicheckers", "hub", "--level", "timed"])
    words = ("--variant", "towers", "--depth", "3")
    asked = analysed(*words, "--level", f"hub:{engine}", capsys=capsys)
    assert asked["moves"] == analysed(*words, "--level", "timed", capsys=capsys)["moves"]
    assert asked["nodes"] > 0


def test_a_level_without_scores_cannot_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--level", "easy"]) == 2
    assert "'easy' plays without scores" in capsys.readouterr().err


def test_waiting_for_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert analysed("--goal", "breakthrough", "--exact", capsys=capsys)["exact"]
    assert main(["analyse", "--variant", "english", "--exact"]) == 2
    assert "mini" in capsys.readouterr().err
    assert main(["analyse", "--exact", "--level", "expert"]) == 2
    assert "cannot be combined" in capsys.readouterr().err


def test_a_finished_game_has_its_result_for_a_level_too(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--variant", "english", "--level", "timed", "--position", "W:W5:B1")
    assert analysed(*words, capsys=capsys)["moves"] == []


# minicheckers regret: what a level gives away in mini.

#: Few, and enough to tell the levels apart.
REGRET_POSITIONS = "15"


def record(program: ProgramInside, *words: str) -> dict[str, Any]:
    done = program.run("regret", *words, "--positions", REGRET_POSITIONS, "--json")
    assert done.returncode == 0
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_stronger_levels_give_less_away(program_inside: ProgramInside) -> None:
    easy, medium, expert = (record(program_inside, level) for level in ("easy", "2", "expert"))
    assert list(easy) == [
        "level",
        "variant",
        "positions",
        "given_away",
        "critical",
        "blunders",
        "seconds",
    ]
    assert (easy["level"], medium["level"], easy["positions"]) == (
        "easy",
        "medium",
        int(REGRET_POSITIONS),
    )
    assert easy["critical"] == medium["critical"] == expert["critical"]
    assert expert["given_away"] == expert["blunders"] == 0
    assert easy["given_away"] > medium["given_away"] > 0


@pytest.mark.parametrize("level", ["nobody", "original-001"])
def test_who_cannot_play_mini(program_inside: ProgramInside, level: str) -> None:
    done = program_inside.run("regret", level)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def sample() -> list[Position]:
    return list(exact_positions(40, Random(3)))


def test_the_positions_are_the_same_for_everybody_and_leave_a_choice() -> None:
    assert sample() == sample()
    assert len(set(sample())) == 40
    assert all(len(position.legal_moves()) > 1 for position in sample())


def test_the_best_give_nothing_away_and_the_worst_all_there_is() -> None:
    analyst = Analyst(MINI)

    def best(position: Position) -> Move:
        return next(iter(analyst.analyse(position).moves))

    def worst(position: Position) -> Move:
        return list(analyst.analyse(position).moves)[-1]

    best_choices, poor_choices = (list(graded_choices(how, sample())) for how in (best, worst))
    perfect, poor = Summary.of(best_choices), Summary.of(poor_choices)
    assert (perfect.given_away, perfect.kept, worst_choices(best_choices, 5)) == (
        0,
        perfect.critical,
        [],
    )
    assert perfect.critical == poor.critical > poor.kept == 0
    values = [analyst.analyse(position).moves.values() for position in sample()]
    assert poor.given_away == sum(max(moves) - min(moves) for moves in values)
    shown = worst_choices(poor_choices, 5)
    assert len(shown) == 5
    assert [choice.loss for choice in shown] == sorted((c.loss for c in shown), reverse=True)


def test_each_choice_is_told_as_it_is_made() -> None:
    asked: list[Position] = []

    def first(position: Position) -> Move:
        asked.append(position)
        return position.legal_moves()[0]

    for number, choice in enumerate(graded_choices(first, sample()[:5]), start=1):
        assert (choice.position, len(asked)) == (asked[-1], number)
    assert asked == sample()[:5]


# ``minicheckers perft``: counts, in words and as JSON, and with bad input.

FIELDS = ["variant", "position", "depth", "nodes", "seconds"]


@pytest.mark.parametrize(
    ("line", "nodes"),
    [
        ("0", 1),
        ("5", 1271),
        ("4 --variant towers", 2872),
        ("5 --variant english", 7361),
        ("3 --variant pikachu", 800),
        ("1 --position W:W:B5", 0),
        ("2 --position B:W1,2,6,7,11,18:B16", 6),
        ("3 --variant towers --position w:wk3,k18,14,25:bk22,k11,9,15,27.", 502),
    ],
)
def test_nodes(line: str, nodes: int, program_inside: ProgramInside) -> None:
    record = json.loads(program_inside.run("perft", *line.split(), "--json").stdout)
    assert list(record) == FIELDS
    assert record["nodes"] == nodes
    assert f"{nodes} nodes" in program_inside.run("perft", *line.split()).stdout


@pytest.mark.parametrize(
    ("line", "moves", "nodes"),
    [
        ("6", 5, 4104),
        ("0", 0, 1),
        ("2 --position W:W:B5", 0, 0),
        ("2 --variant pikachu --size 10", 10, 100),
    ],
)
def test_divide(line: str, moves: int, nodes: int, program_inside: ProgramInside) -> None:
    words = ("perft", *line.split(), "--divide")
    record = json.loads(program_inside.run(*words, "--json").stdout)
    assert (len(record["divide"]), record["nodes"]) == (moves, nodes)
    if moves:
        assert sum(record["divide"].values()) == nodes
    *shown, total = program_inside.run(*words).stdout.splitlines()
    assert [line.split(":")[0] for line in shown] == list(record["divide"])
    assert total.startswith(f"{nodes} nodes")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "-1",
        "1.5",
        "999999999999",
        "3 --variant chess",
        "3 --variant mini --size 8",
        "3 --variant pikachu --size 17",
        "3 --position nonsense\x1b[2J",
        "3 --position B:WK13:B1",
        "3 4",
        "3 --colour",
    ],
)
def test_bad_input_gets_one_sentence(line: str, program_inside: ProgramInside) -> None:
    program_inside.refusal("perft", *line.split(" " if line else None))


# The command that checks certificates.

PROOF_FIELDS = ["file", "claim", "ok", "positions", "seconds"]


def records_of_all(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert main(["verify", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(list(record) == PROOF_FIELDS and record["ok"] for record in records)
    assert {record["file"] for record in records} == set(dict(shipped()))
    return records


def test_the_shipped_ones_are_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # That they hold is tested where they are read: it takes a second.
    monkeypatch.setattr(certificate, "check", lambda found: 10 * len(found.claim.positions))
    assert {record["positions"] for record in records_of_all(capsys)} == {10, 40}


@pytest.mark.slow
def test_the_shipped_ones_hold(capsys: pytest.CaptureFixture[str]) -> None:
    found = {record["file"]: record["positions"] for record in records_of_all(capsys)}
    assert found == POSITIONS


def test_a_damaged_one_gives_a_sentence_and_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.certificate"
    path.write_bytes(dict(shipped())["after-6-9-white.certificate"][:-5])
    assert main(["verify", str(path), "--json"]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["ok"] is False
    assert "the certificate ends before the proof is complete" in shown.err


PUZZLE_KEYS = ["variant", "id", "position", "goal", "value", "solution", "line", "difficulty"]


def records(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert main(["puzzle", *words, "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(list(record) == PUZZLE_KEYS for record in found)
    return found


def test_the_json_is_as_promised(capsys: pytest.CaptureFixture[str]) -> None:
    found = records(["--seed", "3", "--count", "2"], capsys)
    assert len(found) == 2
    for record in found:
        assert record["variant"] == "mini"
        assert record["goal"] == ("win" if record["value"] > 0 else "draw")
        assert record["solution"] == record["line"][:1]
        assert 1 <= record["difficulty"] <= 5
        assert records(["--id", record["id"]], capsys) == [record]
    assert records(["--seed", "3"], capsys) == found[:1]


def test_a_day_has_its_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    two = records(["--daily", "2027-01-01", "--count", "2"], capsys)
    assert records(["--daily", "2027-01-02"], capsys) == two[1:]
    assert len(records(["--daily"], capsys)) == 1
    assert len(records(["--daily", "9999-12-31", "--count", "3"], capsys)) == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--daily", "tomorrow"], "is not a date"),
        (["--daily", "--seed", "1"], "not allowed with"),
        (["--id", "mini-0"], "is not a puzzle ID"),
        (["--variant", "pikachu"], "there are no puzzles for pikachu"),
        (["--count", "0"], "less than 1"),
    ],
)
def test_bad_usage_gets_a_sentence(
    words: list[str], complaint: str, program_inside: ProgramInside
) -> None:
    assert complaint in program_inside.refusal("puzzle", *words)


def test_a_puzzle_is_solved_line_by_line(
    program_inside: ProgramInside, capsys: pytest.CaptureFixture[str]
) -> None:
    (record,) = records(["--seed", "3"], capsys)
    solver = record["line"][::2]
    done = program_inside.run(
        "puzzle", "--seed", "3", stdin="\n".join(["nonsense", "board", *solver])
    )
    assert done.returncode == 0
    assert done.stdout.count(f"Puzzle {record['id']}") == 1
    assert "Correct!" in done.stdout
    assert "streak 1" in done.stdout
    again = program_inside.run("puzzle", "--seed", "3", stdin="hint\nshow\nquit\n")
    assert f"The right move is {solver[0]}." in again.stdout


def test_a_wrong_move_is_answered_and_may_be_tried_again(
    program_inside: ProgramInside, capsys: pytest.CaptureFixture[str]
) -> None:
    (record,) = records(["--seed", "3"], capsys)
    legal = Position.from_fen(record["position"]).legal_moves()
    wrong = next(str(move) for move in legal if str(move) not in record["solution"])
    done = program_inside.run("puzzle", "--seed", "3", stdin=f"{wrong}\n{wrong}\n")
    assert done.returncode == 0
    assert done.stdout.count(f"{wrong} is wrong: after ") == 2
    solver = "\n".join(record["line"][::2])
    done = program_inside.run("puzzle", "--seed", "3", stdin=f"{wrong}\n{solver}\n")
    assert "x+ streak 0" in done.stdout


def test_a_proven_puzzle_is_refuted_by_results(
    program_inside: ProgramInside, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "english-dlsnjjjlqx9"
    (record,) = records(["--id", name], capsys)
    assert record["position"] == "W:WK20,22,24:B11,14"
    assert (record["goal"], record["solution"]) == ("win", ["24-19"])
    done = program_inside.run("puzzle", "--id", name, stdin="22-18\n20-16\n24-19\n")
    said = " ".join(done.stdout.split())
    assert "22-18 is wrong: after 14x23, it is only a draw. Try again." in said
    assert re.search(r"20-16 is wrong: after [\dx, -]+, you lose\. Try again\.", said)
    assert "Correct!" in done.stdout
