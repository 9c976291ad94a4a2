"""What a store promises: nothing unfinished is replaced, and every result counts once."""

import datetime
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from minicheckers.game.player import NO_LIMITS, PERSON, Limits, Player, TimeControl
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.opponents.levels import ladder
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.storage.games import columns_of
from minicheckers.storage.store import (
    Daily,
    LateError,
    Preferences,
    Stats,
    Store,
    StoreError,
    Tally,
)
from testing.store_games import VARIANTS, begun, clock, finished, played, won_by

TESTS = Path(__file__).parents[1]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "state" / "minicheckers"


@pytest.fixture
def store(directory: Path) -> Iterator[Store]:
    with Store(directory) as store:
        yield store
    assert store.take_notices() == []


def resumed(directory: Path, game: int | None = None) -> Session | None:
    """What a program started later finds."""
    with Store(directory) as later:
        return later.resume(game)


# Unfinished games


@pytest.mark.parametrize(("variant", "size"), VARIANTS)
def test_a_saved_game_comes_back_as_it_was(
    store: Store, directory: Path, variant: str, size: int
) -> None:
    session = played(begun(variant, size), 25)
    store.save(session)
    store.close()
    assert resumed(directory) == session


@given(
    st.sampled_from(VARIANTS),
    st.integers(1, 60),
    st.integers(0, 30),
    st.none() | st.integers(),
    st.none() | st.builds(TimeControl, st.floats(1, 900), st.floats(0, 60)),
    st.booleans(),
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_game_survives(
    store: Store,
    variant: tuple[str, int],
    plies: int,
    back: int,
    seed: int | None,
    control: TimeControl | None,
    helped: bool,
) -> None:
    session = played(begun(*variant, seed=seed).with_clock(control), plies)
    line = session.timeline
    session = replace(session, timeline=line.at(max(0, line.ply - back)), helped=helped)
    if session.outcome is None:
        store.begin()
        store.save(session)
        (game,) = (game for game in store.games() if game.id == store.open_game)
        assert game.session() == session


def test_two_clocks_come_back(store: Store) -> None:
    control = TimeControl.parse_both("5+3/0.1+0.7")
    session = played(begun("mini", 6, seed=1).with_clock(control), 3)
    store.begin()
    store.save(session)
    (game,) = (game for game in store.games() if game.id == store.open_game)
    assert game.session() == session


def test_a_game_from_another_board_and_of_two_people_is_kept(store: Store) -> None:
    start = Position.from_fen("W:W10,K14:B1,2", "english")
    session = Session(Timeline.begin(start), PERSON, PERSON).play("14-18")
    store.save(session)
    (game,) = store.unfinished()
    assert (game.black, game.white, game.session()) == (None, None, session)


def test_a_game_with_somebody_elsewhere_has_their_name_and_counts_for_nobody(
    store: Store, directory: Path
) -> None:
    gus = Player(person="Gus")
    session = Session(Timeline.begin(Position.start()), PERSON, gus).play("6-9")
    store.save(session)
    (game,) = store.games()
    assert (game.black, game.white, game.is_remote) == (None, "Gus", True)
    store.finish(session.resign(Colour.WHITE))
    assert store.stats() == Stats()
    store.begin()
    store.save(session)
    store.close()
    assert resumed(directory) == session


def test_a_database_of_the_first_schema_opens_with_all_that_is_in_it(directory: Path) -> None:
    """What was counted before games were kept included."""
    shutil.copytree(TESTS / "data" / "state-schema-1", directory)
    with Store(directory) as store:
        assert store.preferences() == Preferences(
            "english", 8, "hard", "computer", "green", 2.5, "5+3"
        )
        stats = store.stats()
        assert dict(stats.alone) == {
            ("english", "hard"): Tally(losses=1),
            ("mini", "easy"): Tally(1, 1, 3),
            ("mini", "hard"): Tally(wins=1, losses=1),
            ("mini", "medium"): Tally(1, 1, 2),
            ("towers", "medium"): Tally(losses=1),
        }
        assert dict(stats.helped) == {("english", "hard"): Tally(losses=1)}
        puzzles = store.puzzles()
        assert puzzles.solved == {"mini-1", "mini-2", "mini-4"}
        assert (puzzles.streak, puzzles.best_streak, puzzles.rating) == (1, 2, 1262)
        assert store.fixed_mistakes() == {"mini-abc", "mini-def"}
        assert [game.white for game in store.unfinished()] == ["novice", "expert", None, "hard"]
        assert len(store.finished()) == 10
        for kept in store.games():
            kept.session()
        assert store.take_notices() == []


def test_there_is_nothing_at_first_and_asking_makes_no_directory(
    store: Store, directory: Path
) -> None:
    assert store.resume() is None
    assert (store.unfinished(), store.finished(), store.results()) == ((), (), ())
    assert (store.preferences(), store.stats()) == (Preferences(), Stats())
    store.maintain()
    assert not directory.exists()


def test_every_game_that_is_begun_is_another_one(store: Store, directory: Path) -> None:
    """Also the hundredth, and also if it looks like the one before."""
    for _ in range(100):
        store.begin()
        for plies in (1, 2, 3):
            store.save(played(begun(), plies))
    store.close()
    games = Store(directory).unfinished()
    assert len({game.id for game in games}) == 100
    assert {game.plies for game in games} == {3}
    assert resumed(directory, games[-1].id) == games[-1].session()


def test_a_game_from_another_start_never_takes_the_place_of_the_open_one(store: Store) -> None:
    store.save(played(begun("mini"), 3))
    store.save(played(begun("english"), 3))  # the caller forgot to begin
    assert {game.variant for game in store.unfinished()} == {"mini", "english"}


def test_the_game_saved_last_is_the_first_whatever_the_clock_says(directory: Path) -> None:
    times = iter((2e9, 1e9, 1.5e9))
    for variant in ("english", "towers", "mini"):
        now = next(times)
        with Store(directory, now=clock(now)) as store:
            store.save(played(begun(variant), 2))
    games = Store(directory).unfinished()
    assert [game.variant for game in games] == ["mini", "towers", "english"]
    assert games[0].updated == "2017-07-14T02:40:00Z"


@pytest.mark.parametrize("why", ["gone", "finished", "unknown"])
def test_a_game_that_cannot_be_resumed_is_a_sentence(store: Store, why: str) -> None:
    store.save(played(begun(), 3))
    number = store.open_game or 0
    if why == "gone":
        store.discard(number)
    elif why == "finished":
        store.finish(finished())
    else:
        number += 1
    with pytest.raises(StoreError, match=rf"\b{number}\b"):
        store.resume(number)


def test_only_an_unfinished_game_is_discarded_and_only_that_one(store: Store) -> None:
    store.save(played(begun(), 3))
    first = store.open_game or 0
    store.begin()
    store.finish(won_by(colour_is_person=True))
    with pytest.raises(StoreError, match="no unfinished game"):
        store.discard(store.open_game or 0)
    store.discard(first)
    assert (len(store.unfinished()), len(store.finished())) == (0, 1)
    store.begin()
    store.save(played(begun(), 3))
    assert (store.open_game or 0) > first + 1  # a number is never given twice


def test_a_discarded_game_that_goes_on_is_kept_again(store: Store) -> None:
    store.save(played(begun(), 3))
    store.discard(store.open_game or 0)
    store.save(played(begun(), 4))
    assert [game.plies for game in store.unfinished()] == [4]


def test_the_name_of_a_level_is_only_text(store: Store, tmp_path: Path) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Evil: pass\n")
    level = f"{evil}:Evil"
    session = Session.against(Position.start(), Player(level), person_first=True)
    store.save(session.play("6-9"))
    (game,) = store.unfinished()
    assert game.session().white.level == level
    assert not (tmp_path / "ran").exists()


def test_a_level_that_cannot_be_written_is_a_sentence(store: Store) -> None:
    session = Session.against(Position.start(), Player("\udcff.py:X"), person_first=True)
    with pytest.raises(StoreError, match="could not be saved"):
        store.save(session.play("6-9"))
    store.save(played(begun(), 1))
    assert len(store.unfinished()) == 1


# Finished games and what follows from them


def test_a_finished_game_counts_and_can_be_opened(store: Store, directory: Path) -> None:
    session = finished("english")
    store.save(session.undo_turn())
    store.finish(session)
    assert resumed(directory) is None
    (game,) = store.finished()
    assert game.session().outcome == session.outcome
    assert game.result in ("1-0", "0-1", "1/2-1/2")
    assert store.stats().score("english", "hard").games == 1


def test_an_end_that_was_taken_back_does_not_count_after_resuming(
    store: Store, directory: Path
) -> None:
    session = won_by(colour_is_person=True)
    store.finish(session)
    store.save(session.undo_turn())
    store.close()
    with Store(directory) as later:
        back = later.resume()
        assert back is not None
        later.finish(back.play("6x11"))
        assert later.stats().score("mini", "easy") == Tally(wins=1)


def test_an_unfinished_game_has_no_result(store: Store) -> None:
    with pytest.raises(ValueError, match="finished"):
        store.finish(begun())


def results_of(store: Store, *wins: bool, helped: bool = False) -> None:
    for person_wins in wins:
        store.begin()
        store.finish(replace(won_by(colour_is_person=person_wins), helped=helped))


def test_the_record_is_the_sum_of_the_games(store: Store) -> None:
    results_of(store, True, True, False)
    results_of(store, True, helped=True)
    draw = Session(Timeline.begin(Position.from_fen("B:W1:B18")), PERSON, Player("hard"))
    store.begin()
    store.finish(draw)
    stats = store.stats()
    assert dict(stats.alone) == {("mini", "easy"): Tally(2, 0, 1), ("mini", "hard"): Tally(draws=1)}
    assert dict(stats.helped) == {("mini", "easy"): Tally(wins=1)}
    assert [key for key, _ in stats.rows()] == [("mini", "easy"), ("mini", "hard")]
    assert stats.net_wins("mini", "easy") == 2
    assert str(stats.score("mini", "easy")) == "2 won, 0 drawn, 1 lost"
    assert [(result.level, result.score) for result in store.results()] == [
        *[("easy", 1.0), ("easy", 1.0), ("easy", 0.0), ("easy", 1.0)],
        ("hard", 0.5),
    ]


def test_streaks_are_of_games_without_help(store: Store) -> None:
    results_of(store, True, True, True, False, True)
    results_of(store, False, helped=True)
    results_of(store, True)
    assert (store.stats().streak, store.stats().best_streak) == (2, 3)


def test_a_rating_is_of_usual_games_without_help_against_rated_levels(store: Store) -> None:
    def lose(level: str, limits: Limits = NO_LIMITS, helped: bool = False, fen: str = "") -> None:
        start = Position.from_fen(fen) if fen else Position.start("mini")
        game = Session.against(start, Player(level, limits), person_first=True)
        game = replace(played(game, 3), helped=helped)
        store.begin()
        store.finish(game.resign(Colour.BLACK))

    for level in ("adaptive", "./mine.py:Mine"):
        lose(level)
    lose("strength-3", Limits(depth=1))
    lose("strength-3", helped=True)
    lose("strength-3", fen="B:W17,18:B1,2,3,4,5,6")
    assert store.stats().ratings == {}
    lose("strength-3")
    lose("strength-3")
    rating = store.stats().ratings["mini"]
    assert rating.games == 2
    assert rating.value < 1000


def lost(opponent: Player, start: Position, control: TimeControl | None = None) -> Session:
    """A game that the person has begun and resigned after a few moves."""
    session = Session.against(start, opponent, person_first=True).with_clock(control)
    return played(session, 3).resign(start.turn)


@pytest.mark.parametrize("level", ["strength-10", "expert"])
def test_a_limit_on_the_opponents_thinking_leaves_the_rating_as_it_is(
    store: Store, level: str
) -> None:
    start = Position.start("mini")
    limited = [
        *(lost(Player(level, limits), start) for limits in (Limits(time=0.1), Limits(depth=1))),
        lost(Player(level), start, TimeControl.parse("5+3")),
    ]
    for game in limited:
        store.begin()
        store.finish(game)
        assert not store.is_rated
    assert store.stats().ratings == {}
    store.begin()
    store.finish(lost(Player(level), start))
    assert store.is_rated
    assert store.stats().ratings["mini"].games == 1


def test_an_opponent_is_rated_by_the_board_it_plays_on(store: Store) -> None:
    for size in (8, 16):
        store.begin()
        store.finish(lost(Player("strength-1"), Position.start("pikachu", size=size)))
    small, large = (ladder(get_variant("pikachu", size))[0].rating for size in (8, 16))
    assert small != large
    assert [result.opponent_rating for result in store.results()] == [small, large]


def test_a_game_of_two_people_is_kept_and_does_not_count(store: Store) -> None:
    over = Timeline.begin(Position.from_fen("B:W8:B6")).play("6x11")
    store.finish(Session(over, PERSON, PERSON))
    assert (len(store.finished()), store.results()) == (1, ())


def test_a_resigned_game_an_agreed_draw_and_one_lost_on_time_stay_so(store: Store) -> None:
    session = begun().with_clock(TimeControl(60)).play("6-9")
    for over in (
        session.resign(Colour.BLACK),
        session.after_waiting(100),
        session.agree_on_draw(),
    ):
        store.begin()
        store.finish(over)
        assert store.finished()[0].session().outcome == over.outcome


# Preferences, puzzles, mistakes


def test_choices_of_a_file_go_before_and_are_not_kept(store: Store, directory: Path) -> None:
    store.set_preferences(Preferences(level="easy", coach="warn"))
    store.configured = {"coach": "show"}
    assert store.preferences() == Preferences(level="easy", coach="show")
    store.set_preferences(replace(store.preferences(), level="hard"))
    store.close()  # it is written by then
    with Store(directory) as later:
        assert later.preferences() == Preferences(level="hard", coach="warn")


def test_puzzles_have_a_streak_and_a_rating(store: Store, directory: Path) -> None:
    assert store.puzzle_tried("one", 3, clean=True).rating > 1200
    assert store.puzzle_tried("two", 1, clean=True).streak == 2
    failed = store.puzzle_tried("three", 1, clean=False)
    assert (failed.streak, failed.best_streak) == (0, 2)
    assert failed.solved == {"one", "two"}
    assert store.puzzle_tried("one", 3, clean=True) == failed  # it was solved before
    assert store.puzzle_tried("three", 1, clean=True).solved == {"one", "two", "three"}
    with Store(directory) as later:
        assert later.puzzles() == store.puzzles()


def test_a_fixed_mistake_is_remembered_once(store: Store) -> None:
    for name in ("here", "there", "here"):
        store.fix_mistake(name)
    assert store.fixed_mistakes() == {"here", "there"}


# Several programs


@contextmanager
def program(directory: Path, script: str) -> "Iterator[subprocess.Popen[str]]":
    """Another program that does something with its store, says so, and waits."""
    lines = (
        "import sys; from pathlib import Path",
        "from minicheckers.storage.store import Store",
        "from testing.store_games import begun, played, won_by",
        "store = Store(Path(sys.argv[1]))",
        script,
        "print('done', flush=True); sys.stdin.read()",
    )
    with subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines), directory],
        cwd=TESTS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "done\n"
        yield process
        process.kill()


def test_a_game_that_is_open_elsewhere_is_shown_as_such_and_not_offered(
    store: Store, directory: Path
) -> None:
    store.save(played(begun("english"), 4))
    store.begin()
    with program(directory, "store.save(played(begun(), 5))") as other:
        (theirs, ours) = store.unfinished()
        assert (theirs.variant, theirs.open_elsewhere) == ("mini", True)
        assert (ours.variant, ours.open_elsewhere) == ("english", False)
        with pytest.raises(StoreError, match="another window"):
            store.resume(theirs.id)
        with pytest.raises(StoreError, match="another window"):
            store.discard(theirs.id)
        assert store.resume() == ours.session()
        other.kill()
        other.wait()
        assert not any(game.open_elsewhere for game in store.unfinished())
        assert store.resume() == theirs.session()  # that program has died


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes nothing that is in use")
def test_a_game_that_two_programs_play_all_the_same_becomes_two(
    store: Store, directory: Path
) -> None:
    """As if there were no locks, or someone had deleted the lock file."""
    store.save(played(begun(), 4))
    (directory / "minicheckers.lock").unlink()
    with program(directory, "store.resume(); store.save(played(begun(), 5))"):
        store.save(played(begun(), 6))
    assert sorted(game.plies for game in store.unfinished()) == [5, 6]
    assert "both versions are kept" in store.take_notices()[0].lower()


def test_results_that_programs_add_at_once_are_all_counted(store: Store, directory: Path) -> None:
    script = (
        "for _ in range(20):\n"
        "    store.begin(); store.finish(won_by(colour_is_person=True))\n"
        "store.close()"
    )
    with program(directory, script), program(directory, script), program(directory, script):
        assert store.stats().score("mini", "easy") == Tally(wins=60)


def test_a_database_that_others_hold_keeps_nobody_waiting(store: Store, directory: Path) -> None:
    """The board carries on, is told, and is told again when the move is saved."""
    store.save(played(begun(), 3))
    hold = (
        "import sqlite3; held = sqlite3.connect(str(store.directory / 'minicheckers.db'))\n"
        "held.execute('BEGIN IMMEDIATE')"
    )
    store.patience = 0.05
    with program(directory, hold) as other:
        began = time.monotonic()
        with pytest.raises(LateError, match="not saved yet"):
            store.save(played(begun(), 4))
        waited = time.monotonic() - began
        assert not store.is_saved
        other.kill()
        other.wait()
        store.patience = 10.0
        store.save(played(begun(), 5))
    assert 0.05 <= waited < 30  # 0.05 and how long a busy machine takes to wake up
    assert [game.plies for game in store.unfinished()] == [5]


def test_what_is_read_too_late_for_the_first_frame_counts_as_missing(store: Store) -> None:
    store.save(played(begun(), 3))
    held = threading.Event()

    def hold() -> None:
        held.wait(60)

    store._later("The test", hold)
    store.patience = 0.0
    assert store.unfinished() == ()
    held.set()
    assert "not read yet" in store.take_notices()[0]
    store.patience = 10.0
    assert [game.plies for game in store.unfinished()] == [3]


def test_preferences_that_could_not_be_read_in_time_stay_but_for_what_is_chosen(
    directory: Path,
) -> None:
    wished = Preferences("towers", 8, "expert", theme="mono", turning=True)
    with Store(directory) as store:
        store.set_preferences(wished)
    released = threading.Event()

    def hold() -> None:
        released.wait(60)

    with Store(directory) as store:
        store._later("The test", hold)
        store.patience = 0.0
        assert store.preferences() == Preferences()
        store.set_preferences(replace(store.preferences(), theme="green"))
        assert store.preferences().theme == "green"
        released.set()
    with Store(directory) as store:
        assert store.preferences() == replace(wished, theme="green")


def test_two_programs_choose_different_things(directory: Path) -> None:
    with Store(directory) as one, Store(directory) as other:
        one.set_preferences(Preferences(theme="green"))
        before = one.preferences(), other.preferences()
        one.set_preferences(replace(before[0], theme="mono"))
        other.set_preferences(replace(before[1], level="easy"))
    with Store(directory) as later:
        assert (later.preferences().theme, later.preferences().level) == ("mono", "easy")


def test_a_program_of_an_earlier_version_that_holds_a_log_open(directory: Path) -> None:
    """It has the file open for as long as it runs, with a write-ahead log."""
    with Store(directory) as store:
        store.save(played(begun(), 3))
        with closing(sqlite3.connect(directory / "minicheckers.db")) as older:
            assert older.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
            store.save(played(begun(), 4))
            assert older.execute("SELECT ply FROM games").fetchall() == [(4,)]
            with older:
                older.execute("DELETE FROM games")
            assert store.unfinished() == ()
            store.save(played(begun(), 5))
            store.maintain()
        store.save(played(begun(), 6))
        assert not (directory / "minicheckers.db-wal").exists()
        assert [game.plies for game in store.unfinished()] == [6]
    assert store.take_notices() == []


def test_a_game_is_opened_while_no_other_program_writes(store: Store, directory: Path) -> None:
    """One of an earlier version shares the database with those that read, and writes."""
    store.save(played(begun(), 3))
    store.close()
    hold = (
        "from minicheckers.storage.disk import ByteLocks\n"
        "locks = ByteLocks(store.directory / 'minicheckers.lock'); locks.take(0, shared=True)"
    )
    with program(directory, hold) as other:
        (game,) = store.unfinished()
        store.patience = 0.05
        with pytest.raises(LateError, match="not opened yet"):
            store.resume(game.id)
        other.kill()
        other.wait()
    store.patience = 10.0
    assert store.resume() == played(begun(), 3)


def test_a_result_that_came_too_late_to_be_told_counts_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = won_by(colour_is_person=True)
    store.begin()
    may_go_on = threading.Event()

    def slow_columns(session: Session) -> dict[str, Any]:
        may_go_on.wait(60)
        return columns_of(session)

    with monkeypatch.context() as patch:
        patch.setattr("minicheckers.storage.store.columns_of", slow_columns)
        store.patience = 0.0
        with pytest.raises(LateError, match="not saved yet"):
            store.finish(session)
        may_go_on.set()
        store.patience = 10.0
        store.stats()  # jobs are done in their order
    store.finish(session)
    assert store.is_saved
    assert store.stats().score("mini", "easy") == Tally(wins=1)


def test_a_disk_that_never_answers_does_not_keep_the_program(tmp_path: Path) -> None:
    script = (
        "import minicheckers.storage.store as s, time, sys; from pathlib import Path\n"
        "from testing.store_games import begun, played\n"
        "s.PATIENCE = 0.1\n"
        "store = s.Store(Path(sys.argv[1])); store.patience = 0.05\n"
        "s.columns_of = lambda _: time.sleep(1000)\n"
        "for close in (lambda: store.save(played(begun(), 1)), store.close):\n"
        "    try: close()\n"
        "    except s.StoreError as error: print(error)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, tmp_path / "minicheckers"],
        cwd=TESTS,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stderr == ""
    assert len(run.stdout.splitlines()) == 2


def test_threads_and_files_do_not_pile_up(directory: Path) -> None:

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("needs /proc")
    before, threads = len(os.listdir("/proc/self/fd")), threading.active_count()
    for plies in range(1, 20):
        with Store(directory) as store:
            store.save(played(begun(), plies))
            store.maintain()
        del store
    # A thread that has been told to end does so when it gets its turn.
    end = time.monotonic() + 30
    while threading.active_count() > threads and time.monotonic() < end:
        time.sleep(0.01)
    assert threading.active_count() <= threads
    assert len(os.listdir("/proc/self/fd")) <= before + 1


def test_days_with_a_solved_puzzle_in_a_row() -> None:
    day = datetime.date(2024, 3, 1)
    before = ["2024-02-26", "2024-02-28", "2024-02-29"]
    assert Daily.of([], day) == Daily(day, False, 0)
    assert Daily.of(before, day) == Daily(day, False, 2)
    assert Daily.of([*before, "2024-03-01"], day) == Daily(day, True, 3)
    assert Daily.of(before, day + datetime.timedelta(1)).streak == 0


def test_the_day_is_the_stores_own(tmp_path: Path) -> None:
    now = datetime.datetime(2024, 3, 1, 12, tzinfo=datetime.UTC).timestamp()
    with Store(tmp_path, now=lambda: now) as store:
        assert store.daily() == Daily(datetime.date(2024, 3, 1), False, 0)
        store.puzzle_tried("mini-1", 3, False)
        assert not store.daily().solved
        store.puzzle_tried("mini-1", 3, True)
        assert store.daily() == Daily(datetime.date(2024, 3, 1), True, 1)
