"""Games line by line: from the first question to the result, with all that can go wrong."""

import errno
import re
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers.engine.decision import Context, Decision
from minicheckers.game.player import Player, TimeControl
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.opponents import registry
from minicheckers.opponents.guard import StrategyError
from minicheckers.plain import start
from minicheckers.plain.start import LONGEST_LINE, Console
from minicheckers.plain.text import move_lines
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant
from minicheckers.storage.games import columns_of
from minicheckers.storage.store import Preferences, Store, Tally
from testing.lines import EASY, against, play, spoken
from testing.store_games import begun, played

WON = "B:W8:B6"


def last_saved(store: Store) -> Session | None:
    """The unfinished game that the next program would resume."""
    with Store(store.directory) as later:
        return later.resume()


def game() -> Session:
    """A new game against an easy opponent."""
    return replace(begun(), white=EASY)


# What is kept


def test_a_game_is_saved_after_every_move_and_gone_on_with(store: Store) -> None:
    code, said = play(game(), store, "1")
    assert code == 0
    assert said.endswith("Game saved. Continue with: minicheckers --resume\n")
    saved = last_saved(store)
    assert saved is not None
    assert saved.timeline.ply == 2
    assert store.resume() == saved
    _, said = play(saved, store, "1", "undo", "quit")
    assert re.search(r"1 move played. Time used: you \d+ s, the computer \d+ s\.", said)
    resumed = last_saved(store)
    assert resumed is not None
    assert (resumed.timeline.ply, len(resumed.timeline.moves)) == (2, 4)


def test_a_result_is_counted_once_however_often_it_is_reached(store: Store) -> None:
    _, said = play(against(WON), store, "1", "undo", "redo", "undo", "1", "new", "1")
    assert said.count("You win") == 4
    assert store.stats().score("mini", "easy") == Tally(wins=2), "one of them a new game"


def test_nothing_is_replaced_by_another_game(store: Store) -> None:
    older = played(begun("english"), 6)
    store.save(older)
    store.close()
    play(GameRequest(variant=get_variant("mini"), level="easy", first="you"), store, "quit")
    assert last_saved(store) == older
    _, said = play(game(), store, "1", "new", "2", "resume", "resume", "quit")
    assert f"unfinished game of english ({older.timeline.ply // 2} moves)" in said
    assert said.count("move played") + said.count("moves played") == 2
    assert sorted(kept.plies for kept in store.unfinished()) == [2, 2, older.timeline.ply]


def test_a_clock_loses_at_its_end_and_stands_still_in_an_analysis(store: Store) -> None:
    class Slow(BytesIO):
        now = 0.0

        def passed(self) -> float:
            return self.now

        def readline(self, size: int | None = -1) -> bytes:
            self.now += 25.0
            return super().readline(size)

    for lines, lost in ((b"6-9\nanalysis\n1\n1\n", False), (b"6-9\n1\n1\n1\nundo\nnew\n", True)):
        source, said = Slow(lines), StringIO()
        request = GameRequest(session=game().with_clock(TimeControl.parse("1+0")), bell=True)
        start.run(request, store, Console(source, said, True), source.passed)
        assert "Time left: you 1:00, the computer 1:00." in said.getvalue()
        assert ("You lose: Black's time is up." in said.getvalue()) == lost
        assert ("cannot undo" in said.getvalue()) == lost
        assert said.getvalue().count("\a") == said.getvalue().count("The computer plays 1")
        store.begin()


# What the computer and the coach do


class Scripted:
    """A strategy that does what each item says: a move's number, or an exception to raise."""

    def __init__(self, script: Iterable[int | Exception]) -> None:
        self._script = iter(script)

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        item = next(self._script)
        if isinstance(item, Exception):
            raise item
        return Decision(position.legal_moves()[item])


def test_a_failing_strategy_can_be_asked_again_or_replaced(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Scripted([StrategyError("no idea at all"), ZeroDivisionError(), 0])
    strategy_of = registry.strategy_of
    monkeypatch.setattr(
        registry,
        "strategy_of",
        lambda who, *more, **ways: failing if who.level == "hard" else strategy_of(who, *more),
    )
    hard = replace(begun(), white=Player("hard"))
    code, said = play(hard, store, "1", "2", "again", "again", "1", "level nonsense", "level easy")
    assert code == 0
    assert said.count("No idea at all.") == 1
    assert "Type again to ask once more, undo, level NAME" in spoken(said)
    assert "ZeroDivisionError" in said
    assert "There is no level or strategy 'nonsense'" in said
    assert "The computer now plays at level easy.\nThe computer plays" in said
    saved = last_saved(store)
    assert saved is not None
    assert saved.white.level == "easy"
    monkeypatch.setattr(registry, "strategy_of", lambda *_, **__: Scripted([ValueError("broken")]))
    code, said = play(Session(begun().timeline, EASY, EASY), store)
    assert (code, said.count("broken")) == (1, 1), "watching has failed then"


def test_the_coach_warns_once_and_hints_more_each_time(store: Store) -> None:
    request = GameRequest(session=against(Position.start("mini").fen()), coach="warn")
    _, said = play(request, store, "6-9", "6-9")
    assert spoken(said).count("6-9 loses by 1 piece after 14-11. Four other moves draw.") == 1
    assert said.count("You play 6-9") == 1
    _, said = play(request, store, "6-9", "4-7")
    assert "You play 4-7" in said, "another move needs no insisting"
    _, said = play(against("B:W8,16:B6,1"), store, "hint", "hint", "hint", "hint")
    assert said.count("Look at the piece on 6.") == said.count("Play 6x11.") == 1
    assert said.count("6x11 is the only legal move.") == 2


def test_values_are_told_every_turn_or_on_demand(store: Store) -> None:
    session = against(Position.start("mini").fen())
    values = "4-7, 5-7, 5-8 and 6-8 draw; 6-9 loses by 1 piece."
    _, said = play(GameRequest(session=session, coach="show"), store, "4-7")
    assert values in said
    assert said.count("draw") > 1, "and after the answer again"
    for word in ("values", "worth"):
        _, said = play(session, store, word)
        assert said.count(values) == 1


# Disks and lines


def test_a_full_disk_is_told_and_the_game_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = count(1)

    def full(until: float) -> None:
        def columns(session: Session) -> dict[str, object]:
            if next(writes) <= until:
                raise OSError(errno.ENOSPC, "No space left on device")
            return columns_of(session)

        monkeypatch.setattr("minicheckers.storage.store.columns_of", columns)

    full(2)
    code, said = play(game(), store, "1", "quit")
    assert (code, spoken(said).count("No space left")) == (0, 1), "it is tried again at the end"
    saved = last_saved(store)
    assert saved is not None
    assert saved.timeline.ply == 2
    full(float("inf"))
    store.begin()
    code, said = play(game(), store, "1", "1", "quit")
    assert code == 1, "the game is lost, and a script should know"
    assert "You play 1-4" in said
    assert "Game saved" not in said


def test_unreadable_lines_are_answered_with_a_sentence(store: Store) -> None:
    lines = [b"\xff\xfe", b"x" * 1_000_000, b"\x1b]0;owned\x07", b"\0", "é".encode(), b"1"]
    code, said = play(game(), store, *lines)
    assert code == 0
    assert r"'\xff\xfe' is not UTF-8 text." in said
    assert f"at most {LONGEST_LINE} bytes" in said
    assert r"'\x1b]0;owned\x07' is not a move" in said
    assert "\x07" not in said
    assert "You play 4-7" in said, "and the game goes on"


def test_missing_streams_are_the_end_of_input(store: Store) -> None:
    assert start.run(GameRequest(session=begun()), store, Console(None, None)) == 0


WORDS = [
    "1",
    "2",
    "3",
    "pass",
    "9-13",
    "new",
    "undo",
    "redo",
    "resign",
    "draw",
    "yes",
    "no",
    "resume",
    "side",
]
LINES = st.sampled_from([*WORDS, "level x", "clock 5+3", "save /nowhere/x"]) | st.text(max_size=60)


@settings(max_examples=10)
@given(st.lists(LINES, max_size=25), st.sampled_from(["mini", "english"]))
def test_any_lines_are_answered_and_leave_the_game_saved_as_it_was_last_seen(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], variant: str
) -> None:
    store = Store(tmp_path_factory.mktemp("any"))
    typed = [line.encode("utf-8", "surrogatepass").replace(b"\n", b" ") for line in lines]
    session = replace(begun(variant), white=EASY)
    code, said = play(session, store, *typed, "leave", "leave", "moves")
    assert code == 0
    assert all(line.isprintable() and len(line) < 300 for line in said.splitlines())
    if "Game saved" in said:
        saved = last_saved(store)
        assert saved is not None
        assert "\n".join(move_lines(saved.position)) in said


# How a game begins


def test_without_flags_and_terminal_the_last_choices_are_taken(store: Store) -> None:
    store.set_preferences(Preferences("pikachu", 9, "easy", "computer"))
    _, said = play(GameRequest(seed=1), store)
    assert "You (black) against easy (white)." in said
    assert "  9 " in said


def test_at_a_terminal_what_is_missing_is_asked_until_understood(store: Store) -> None:
    _, said = play(GameRequest(seed=1), store, "maybe", "n", "7", "1", "quit", interactive=True)
    assert said.count("Do you want to go first? (Y/N)\n") == 2
    assert "'maybe' is neither yes nor no; type Y or N" in said
    assert "There is no level or strategy '7'" in said
    assert "Easy (black) against you (white)." in said
    assert (store.preferences().level, store.preferences().first) == ("easy", "computer")
    flags = GameRequest(level="hard", first="you", seed=1)
    _, said = play(flags, store, "quit", interactive=True)
    assert "Do you" not in said
    assert store.preferences().level == "easy", "flags hold only for this time"
    assert play(GameRequest(), store, interactive=True)[0] == 0, "nobody answers"


# Recorded games


def test_a_recorded_game_is_chosen_stepped_through_and_played_on(
    store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "many.pdn"
    ann = '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[Variant "mini"]\n\n1. 6-9 14-11 1-0\n'
    eve = '[White "Eve"]\n[Result "1/2-1/2"]\n[Variant "mini"]\n\n1. 5-8 1/2-1/2\n'
    path.write_text(f"{ann}\n{eve}")
    request = GameRequest(load=str(path))
    code, said = play(request, store, "3", "2", "redo", interactive=True)
    assert code == 0
    assert "1. Ben - Ann, 1-0, 1 move" in said
    assert "'3' is not the number of a game" in said
    assert "against Eve (white)" in spoken(said)
    assert "Black plays 5-8." in said
    words = ("redo 5", "redo", "14-11", "undo 2", "undo", "values", "hint", "review", "retry")
    _, said = play(request, store, *words, "4-7", "leave", "analysis", "undo", "leave")
    assert "2 games; this is the first" in said
    assert "This is the end of the game." in said
    assert "This is the beginning of the game." in said
    assert "recorded game" in said
    assert "Black played 6-9, a blunder" in said
    assert "Correct! 4-7 draws." in said
    assert said.count("Back to the game.") == 2
    assert store.games() == ()
    _, said = play(request, store, "redo", "play easy", "1")
    assert "Easy (black) against you (white)" in said
    saved = last_saved(store)
    assert saved is not None
    assert str(saved.timeline.moves[0]) == "6-9"


def test_the_board_is_shown_after_every_move_until_that_is_turned_off(store: Store) -> None:
    boards = "\n  1 "
    moves = ("1", "1", "board off", "1", "1")
    assert play(game(), store, *moves)[1].count(boards) == 3
    assert play(game(), store, "1", "board")[1].count(boards) == 2, "it stays off"
    _, said = play(game(), store, "board on", "1", "board sometimes", "undo")
    assert said.count(boards) == 3
    assert "board off" in said
