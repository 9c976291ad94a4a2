"""Several contestants: who meets whom, and a match that is interrupted and resumed."""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from minicheckers.cli import main
from minicheckers.match.log import MatchLog
from minicheckers.match.match import (
    Contestant,
    Match,
    MatchState,
    Played,
    StopRule,
    play_all,
    run_match,
)
from minicheckers.match.strength import Sprt
from minicheckers.rules.variant import Colour, get_variant

THREE = (Contestant("easy"), Contestant("random"), Contestant("medium"))


def tournament(games: int = 4, seed: int = 1, contestants: tuple[Contestant, ...] = THREE) -> Match:
    return Match(get_variant("mini"), contestants, games, seed)


def test_everybody_meets_everybody_in_every_round_with_both_colours() -> None:
    match = tournament(games=4)
    assert (match.all_games, match.games_a_round) == (12, 6)
    fixtures = [match.fixture(number) for number in range(1, match.all_games + 1)]
    for round_of_games in (fixtures[:6], fixtures[6:]):
        assert len({fixture.opening for fixture in round_of_games}) == 1
        met = {
            (str(f.contestants[Colour.BLACK]), str(f.contestants[Colour.WHITE]))
            for f in round_of_games
        }
        names = [str(one) for one in THREE]
        assert met == {(a, b) for a in names for b in names if a != b}


def test_the_games_of_a_pairing_do_not_depend_on_how_many_there_are_to_be() -> None:
    few, many = tournament(games=2), tournament(games=8)
    assert [few.fixture(number) for number in range(1, few.all_games + 1)] == [
        many.fixture(number) for number in range(1, 7)
    ]


def test_an_odd_number_of_games_cannot_be_shared_out() -> None:
    with pytest.raises(ValueError, match="even"):
        tournament(games=3)


def test_the_same_level_twice_has_two_names() -> None:
    match = tournament(contestants=(Contestant("easy"), Contestant("easy"), Contestant("easy")))
    assert match.labels() == ("easy", "easy #2", "easy #3")


def test_games_come_in_their_order_whatever_the_processes() -> None:
    match = tournament(games=2)
    assert list(play_all(match, 2)) == list(play_all(match, 1))
    assert [p.fixture.number for p in play_all(match, 2, first=4)] == [4, 5, 6]


class BrokenOffError(Exception):
    """Stands for Ctrl-C and everything else that ends a match early."""


def broken_off(match: Match, after: int, log: Path, pdn: Path, rule: StopRule) -> None:
    """Play some more games of a match, starting or resuming it."""

    def stop(_played: Any, state: MatchState) -> None:
        if state.games >= after:
            raise BrokenOffError

    if log.exists():
        files, state = MatchLog.resume(match, str(log), str(pdn))
    else:
        files, state = MatchLog.start(match, str(log), str(pdn)), MatchState.of(match)
    with files, pytest.raises(BrokenOffError):
        run_match(match, rule=rule, files=files, state=state, on_game=stop)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("match", "rule"),
    [
        (tournament(games=6), StopRule()),
        (tournament(games=60, contestants=THREE[::2]), StopRule(sprt=Sprt(-400, -100))),
        (tournament(games=60, contestants=THREE[:2]), StopRule(until=130)),
    ],
)
def test_a_match_that_goes_on_equals_one_that_was_never_broken_off(
    match: Match, rule: StopRule, tmp_path: Path
) -> None:
    whole_log, whole_pdn = tmp_path / "whole.log", tmp_path / "whole.pdn"
    with MatchLog.start(match, str(whole_log), str(whole_pdn)) as files:
        whole = run_match(match, rule=rule, files=files)
    assert whole.games < match.all_games or rule == StopRule()
    log, pdn = tmp_path / "log", tmp_path / "pdn"
    for after in (1, 4, 9):
        broken_off(match, after, log, pdn, rule)
        # As a kill in the middle of a line would leave them.
        with log.open("ab") as file:
            file.write(b'{"game": 1')
        with pdn.open("ab") as file:
            file.write(b'\n[Event "cut')
    files, state = MatchLog.resume(match, str(log), str(pdn))
    with files:
        resumed = run_match(match, rule=rule, files=files, state=state, jobs=2)
    assert resumed == whole
    assert log.read_bytes() == whole_log.read_bytes()
    assert pdn.read_bytes() == whole_pdn.read_bytes()


def test_ctrl_c_while_a_game_is_written_waits_until_it_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = MatchLog.write

    def interrupted(log: MatchLog, played: Played) -> None:
        write(log, played)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(MatchLog, "write", interrupted)
    told: list[int] = []
    match, log = tournament(), tmp_path / "log"
    with MatchLog.start(match, str(log), None) as files, pytest.raises(KeyboardInterrupt):
        run_match(match, files=files, on_game=lambda _, state: told.append(state.games))
    assert told == [1]
    assert len(log.read_text().splitlines()) == 2, "what is played, and the game"


def test_the_log_of_another_match_is_refused(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    MatchLog.start(tournament(seed=1), log, None).__exit__()
    with pytest.raises(ValueError, match="another match: its seed is '1', not '2'"):
        MatchLog.resume(tournament(seed=2), log, None)


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n", '{"match": 3}\n'])
def test_a_file_that_is_no_log_is_refused(text: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(text)
    with pytest.raises(ValueError, match=r"damaged|not the log"):
        MatchLog.resume(tournament(), str(log), None)


def test_a_pdn_without_the_games_of_the_log_is_refused(tmp_path: Path) -> None:
    match, log = tournament(games=2), str(tmp_path / "log")
    with MatchLog.start(match, log, None) as files:
        run_match(match, files=files)
    with pytest.raises(ValueError, match="does not hold the games"):
        MatchLog.resume(match, log, str(tmp_path / "new.pdn"))


@pytest.fixture
def logged(tmp_path: Path) -> Path:
    """A directory with the log and the games of a short match."""
    match = tournament(games=2)
    with MatchLog.start(match, str(tmp_path / "log"), str(tmp_path / "pdn")) as files:
        run_match(match, files=files)
    return tmp_path


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "wrong",
    [
        {"game": 5},
        {"game": "3"},
        {"game": None},
        {"winner": "green"},
        {"winner": 7},
        {"winner": []},
        {"score": 17},
        {"score": "1"},
        {"score": [1]},
        {"score": 1e400},
        {"score": 0.25},
        {"pairing": 7},
        {"pairing": "0"},
        {"white": "somebody"},
        {"black": None},
        {"fault": 3},
        {"fault": {}},
        {"illegal": "no"},
        {"illegal": True},
        {"pdn_bytes": 1},
        {"pdn_bytes": 0},
        {"pdn_bytes": -5},
        {"pdn_bytes": 10**30},
        {"pdn_bytes": 1.5},
        {"pdn_bytes": "40"},
        {"pdn_bytes": True},
        {"pdn_bytes": None},
    ],
    ids=str,
)
def test_a_log_is_checked_before_it_is_believed(wrong: dict[str, Any], logged: Path) -> None:
    lines = (logged / "log").read_text().splitlines()
    lines[3] = json.dumps(json.loads(lines[3]) | wrong)
    (logged / "log").write_text("\n".join(lines) + "\n")
    before = {name: (logged / name).read_bytes() for name in ("log", "pdn")}
    with pytest.raises(ValueError, match=r"line 4 of .* is damaged|does not hold the games"):
        MatchLog.resume(tournament(games=2), str(logged / "log"), str(logged / "pdn"))
    assert {name: (logged / name).read_bytes() for name in before} == before


@pytest.mark.parametrize(
    "line", ["{", "[]", "3", "null", "{}", "[" * 50_000, "9" * 5_000, '{"game": ' + "9" * 5_000]
)
def test_a_line_that_is_no_game_is_damaged(line: str, logged: Path) -> None:
    log = logged / "log"
    first, *others = log.read_text().splitlines(keepends=True)
    log.write_text(first + line + "\n" + "".join(others))
    with pytest.raises(ValueError, match=r"line 2 of .* is damaged"):
        MatchLog.resume(tournament(games=2), str(log), None)


def test_a_log_says_nothing_to_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    words = ["match", "easy", "random", "--games", "2", "--seed", "1", "--log", str(log)]
    assert main(words) == 0
    first, *games = log.read_text().splitlines()
    games = [json.dumps(json.loads(game) | {"fault": "\x1b[31m"}) for game in games]
    log.write_text("\n".join([first, *games]) + "\n")
    assert main([*words, "--resume"]) == 0
    assert capsys.readouterr().err == "minicheckers: \\x1b[31m\n"


@pytest.mark.parametrize("name", ["log", "pdn"])
def test_games_in_another_order_are_refused(name: str, logged: Path) -> None:
    path = logged / name
    text = path.read_text()
    path.write_text(text.replace('"game": 1', '"game": 2').replace('[Round "1"]', '[Round "2"]'))
    with pytest.raises(ValueError, match=r"damaged|does not hold"):
        MatchLog.resume(tournament(games=2), str(logged / "log"), str(logged / "pdn"))


# The command


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["match", *words, "--json"]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    return record


def test_the_cross_table_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("easy", "random", "medium@depth=2", "--games", "4", "--seed", "1")
    record = run(*words, capsys=capsys)
    rows = record["contestants"]
    assert [row["name"] for row in rows] == ["easy", "random", "medium (depth 2)"]
    assert record["games"] == 12
    assert sum(row["points"] for row in rows) == 12
    for i, row in enumerate(rows):
        assert row["against"][i] is None
        assert row["games"] == 8
        assert row["points"] == sum(p for p in row["against"] if p is not None)
        for j in range(i):
            assert row["against"][j] + rows[j]["against"][i] == 4
    assert sum(row["elo"] for row in rows) == pytest.approx(0, abs=0.2)
    assert max(rows, key=lambda row: row["elo"])["level"] == "medium"


def test_the_cross_table_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "easy", "easy", "medium", "--games", "2", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(word in lines[0] for word in ("mini", "seed 1", "6 games"))
    assert [line.split()[0] for line in lines[3:6]] == ["1", "2", "3"]
    assert "medium" in lines[3]
    assert "easy #2" in lines[4] + lines[5]


def test_a_sequential_test_stops_and_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    record = run("medium", "easy", "--elo1", "100", "--seed", "1", capsys=capsys)
    assert record["sprt"]["decision"] == "elo1"
    assert record["games"] < 200
    assert record["sprt"]["llr"] >= record["sprt"]["high"]
    words = ["match", "easy", "medium", "--elo0", "-100", "--elo1", "0", "--seed", "1"]
    assert main(words) == 0
    assert "-100 accepted" in capsys.readouterr().out


def test_a_wanted_precision_stops_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    record = run("easy", "random", "--until", "100", "--seed", "1", capsys=capsys)
    assert (record["elo_high"] - record["elo_low"]) / 2 <= 100
    assert record["games"] % 2 == 0
    record = run("easy", "random", "easy", "--until", "100", "--seed", "1", capsys=capsys)
    assert max(row["margin"] for row in record["contestants"]) <= 100


def test_files_are_never_overwritten_but_a_match_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log, pdn = str(tmp_path / "match.log"), str(tmp_path / "games.pdn")
    words = ("easy", "random", "--log", log, "--pdn", pdn)
    first = run(*words, "--games", "4", "--seed", "9", capsys=capsys)
    before = Path(pdn).read_text()
    for again in (words, ("easy", "random", "--pdn", pdn)):
        assert main(["match", *again]) == 2
        assert "exists" in capsys.readouterr().err
    assert Path(pdn).read_text() == before
    longer = run(*words, "--games", "10", "--resume", capsys=capsys)
    assert longer["games"] == 10
    assert longer["a_wins"] >= first["a_wins"]
    assert Path(pdn).read_text().startswith(before)
    whole = run("easy", "random", "--games", "10", "--seed", "9", capsys=capsys)
    assert {**whole, "seconds": 0} == {**longer, "seconds": 0}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("easy",), "2 to 20 levels"),
        (("easy", "easy", "easy", "--games", "3"), "even number"),
        (("easy", "easy", "easy", "--elo1", "5"), "two levels"),
        (("easy", "easy", "--elo1", "5", "--no-swap"), "swapped"),
        (("easy", "easy", "--elo0", "5"), "--elo1"),
        (("easy", "easy", "--elo0", "5", "--elo1", "5"), "greater than elo0"),
        (("easy", "easy", "--elo1", "5", "--alpha", "2"), "between 0 and 0.5"),
        (("easy", "easy", "--until", "0"), "greater than 0"),
        (("easy", "easy", "--resume"), "--log"),
        (("easy", "easy", "easy", "--a-time", "1"), "timed@time=0.2"),
        (("easy@speed=1", "easy"), "not time=S or depth=N"),
        (("easy@depth=0", "easy"), "depth"),
        (("nobody@depth=1", "easy"), "no level or strategy"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # What argparse refuses leaves at once, what the command refuses returns.
    with pytest.raises(SystemExit, match="2"):
        sys.exit(main(["match", *words]))
    assert sentence in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and devices with names")
@pytest.mark.parametrize("flag", ["--log", "--pdn"])
def test_a_pipe_or_a_device_in_place_of_a_file_is_refused(
    flag: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["match", "easy", "random", "--games", "2", "--seed", "1"]
    log = str(tmp_path / "log")
    assert main([*words, "--log", log]) == 0
    os.mkfifo(tmp_path / "pipe")
    for name in (str(tmp_path / "pipe"), "/dev/zero", str(tmp_path)):
        files = ["--log", name] if flag == "--log" else ["--log", log, "--pdn", name]
        assert main([*words, *files, "--resume"]) != 0
        assert "not a file" in capsys.readouterr().err
