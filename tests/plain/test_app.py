"""Plain mode with its store, its clock and its opponents, all in this process."""

import errno
import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers.engine.decision import Context, Decision
from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.plain import app as plain
from minicheckers.plain import text as plain_text
from minicheckers.plain.commands import COMMANDS
from minicheckers.plain.console import LONGEST_LINE, Console
from minicheckers.players import registry
from minicheckers.players.guard import StrategyError
from minicheckers.players.strategy import Strategy
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant, get_variant
from minicheckers.storage.games import columns_of
from minicheckers.storage.store import Preferences, Store, Tally
from testing.lines import EASY, against, play, spoken
from testing.store_games import begun, played


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "minicheckers")


def last_saved(store: Store) -> Session | None:
    """The unfinished game that the next program would resume."""
    with Store(store.directory) as later:
        return later.resume()


def test_a_game_to_its_end_is_counted_and_forgotten(store: Store) -> None:
    code, said = play(against("B:W8:B6"), store, "1")
    assert code == 0
    assert re.search(r"You capture one man with 6x11.*\nThe game is over. Black wins", said)
    for word in ("review", "retry", "undo", "new", "quit"):
        assert word in said.partition("You won!")[2], "what can be done next"
    assert store.stats().score("mini", "easy") == Tally(wins=1)
    assert last_saved(store) is None


def test_the_game_is_saved_after_every_move_and_gone_on_with(store: Store) -> None:
    first = replace(begun(), white=EASY)
    code, said = play(first, store, "1")
    assert code == 0
    assert said.endswith("Game saved. Continue with: minicheckers --resume\n")
    saved = last_saved(store)
    assert saved is not None
    assert saved.timeline.ply == 2
    assert store.resume() == saved
    code, said = play(saved, store, "1", "undo", "quit")
    assert re.search(r"1 move played. Time used: you \d+ s, the computer \d+ s\.", said)
    resumed = last_saved(store)
    assert resumed is not None
    assert (resumed.timeline.ply, len(resumed.timeline.moves)) == (2, 4)
    assert resumed.timeline.moves[:2] == saved.timeline.moves


def test_the_clock_goes_on_where_it_stopped(store: Store) -> None:
    ticks = count(step=10.0)
    session = replace(begun(), white=EASY, elapsed=(100.0, 200.0))
    play(session, store, "1", clock=lambda: next(ticks))
    saved = last_saved(store)
    assert saved is not None
    assert saved.elapsed[0] > 100.0
    assert saved.elapsed[1] > 200.0


def test_nothing_is_replaced_by_a_game_without_moves(store: Store) -> None:
    older = played(begun("english"), 6)
    store.save(older)
    store.close()
    play(GameRequest(variant=get_variant("mini"), level="easy", first="you"), store, "quit")
    assert last_saved(store) == older


def test_a_new_game_can_be_left_for_the_unfinished_one(store: Store) -> None:
    older = replace(played(begun(), 6), white=EASY)
    store.save(older)
    store.close()
    code, said = play(replace(begun(), white=EASY), store, "1", "resume", "quit")
    assert "an unfinished game of mini (3 moves). " in said
    assert code == 0
    resumed = last_saved(store)
    assert resumed is not None
    assert resumed.timeline == older.timeline


def test_a_new_game_leaves_the_unfinished_one_saved(store: Store) -> None:
    _, said = play(replace(begun(), white=EASY), store, "1", "new", "2", "resume", "resume", "quit")
    assert said.count("1 move played") == 2
    assert [game.plies for game in store.unfinished()] == [2, 2]


def test_a_one_move_game_does_not_forget_the_unfinished_one(store: Store) -> None:
    older = played(begun("english"), 6)
    store.save(older)
    store.close()
    play(against("B:W8:B6"), store, "1")
    assert store.stats().score("mini", "easy") == Tally(wins=1)
    assert last_saved(store) == older


def test_a_result_is_counted_once_however_often_it_is_reached(store: Store) -> None:
    code, said = play(against("B:W8:B6"), store, "1", "undo", "redo", "undo", "1", "new", "1")
    assert code == 0
    assert said.count("You won!") == 4
    assert store.stats().score("mini", "easy") == Tally(wins=2), "one of them a new game"


def test_a_win_taken_back_resumed_and_won_again_counts_once(store: Store) -> None:
    play(against("B:W8:B6"), store, "1", "undo", "quit")
    resumed = store.resume()
    assert resumed is not None
    _, said = play(resumed, store, "1", "undo", "1")
    assert said.count("You won!") == 2
    assert store.stats().score("mini", "easy") == Tally(wins=1)
    assert last_saved(store) is None


def test_another_game_leaves_the_unfinished_one_saved(store: Store) -> None:
    older = played(begun("english"), 6)
    store.save(older)
    store.close()
    code, said = play(replace(begun(), white=EASY), store, "1", "quit")
    assert code == 0
    assert "You have an unfinished game of english" in said
    newer, other = store.unfinished()
    assert newer.variant == "mini"
    assert other.session() == older


def test_resigning_asks_first(store: Store) -> None:
    session = replace(begun(), white=EASY)
    code, said = play(session, store, "1", "resign", "quit")
    assert code == 0
    assert "Resign? This counts as a loss." in said
    assert "You lost" not in said
    assert last_saved(store) is not None


def test_resigning_counts_as_a_loss(store: Store) -> None:
    session = replace(begun(), white=EASY)
    code, said = play(session, store, "resign yes", "undo", "1", "resign y", "2")
    assert code == 0
    assert said.count("White wins: Black has resigned.\nYou lost.") == 2
    assert "The game is over; type" in said
    assert store.stats().score("mini", "easy") == Tally(losses=1)
    assert last_saved(store) is None


def test_the_result_is_told_before_the_rating_and_only_once(store: Store) -> None:
    session = replace(begun(), white=EASY)
    _, said = play(session, store, "1", "resign yes", "undo", "redo", "quit")
    assert said.count("The game is over.") == 1
    assert said.index("You lost.") < said.index("Your rating is") < said.index("What next?")


def test_the_rating_is_told_after_the_games_that_change_it(store: Store) -> None:
    rated = replace(begun(), white=Player("strength-3"))
    _, said = play(rated, store, "1", "resign yes", "undo", "1", "resign yes", "quit")
    assert said.count("You lost.") == 2
    assert said.count("Your rating") == 1  # the second end does not count
    limited = replace(begun(), white=Player("strength-3", Limits(depth=1)))
    elsewhere = replace(against("B:W13,14,15,16,17,18:B2,3,4,5,6"), white=Player("strength-3"))
    for session in (limited, elsewhere):
        store.begin()
        _, said = play(session, store, "1", "resign yes", "quit")
        assert "You lost." in said
        assert "Your rating" not in said


def test_a_draw_is_accepted_before_the_result_is_told(store: Store) -> None:
    session = replace(against("B:W18:B1,2,3"), white=Player("expert"))
    _, said = play(session, store, "1", "draw", "quit")
    accepted = said.index("The computer accepts the draw.")
    assert accepted < said.index("The game is over. It is a draw: both sides agreed.")


def test_game_and_side_are_changed_without_a_restart(store: Store) -> None:
    session = replace(begun(), white=EASY)
    lines = ("game pikachu 9", "side black", "side green", "game chess", "game mini x", "rules")
    code, said = play(session, store, *lines, "game english", "rules", "side white")
    assert code == 0
    assert "You play white (w). The computer (easy) plays black (b)." in said
    assert "'green' is not a side" in said
    assert "'x' is not a board size" in said
    assert "becomes a pikachu" in said, "the rules of the one game"
    assert "becomes a king" in said, "and of the other"
    assert "The computer (easy) plays black (b). You play white (w)." in said


def test_a_forfeited_turn_is_announced_on_both_sides(store: Store) -> None:
    _, said = play(against("B:W1:B4,5"), store, "4-7")
    assert "White has no legal move, so White passes." in said
    _, said = play(against("B:W1,13:B18", first=False), store)
    assert "You play 1" not in said
    session = against("B:W13:B18", first=True)
    _, said = play(session, store)
    assert "You have no legal move, so you pass." in said
    two = Session(Timeline.begin(Position.from_fen("B:W1:B4,5")), PERSON, PERSON)
    _, said = play(two, store, "4-7", "undo")
    assert "White has no legal move, so White passes." in said
    assert "Undone: 4-7, pass." in said


def test_two_people_play_and_neither_is_counted(store: Store) -> None:
    session = Session(Timeline.begin(Position.from_fen("B:W8:B6")), PERSON, PERSON)
    _, said = play(session, store, "list", "1")
    assert "Two people play black (b) and white (w)." in said
    assert "Black to move." in said
    assert "Black captures one man with 6x11" in said
    assert store.stats().rows() == []


def test_a_game_of_two_computers_is_shown_to_its_end(store: Store) -> None:
    session = Session(Timeline.begin(Position.start()), EASY, Player("random"), seed=3)
    code, said = play(session, store)
    assert code == 0
    assert "The computer (easy) plays black (b). The computer (random) plays white (w)." in spoken(
        said
    )
    assert "Black (easy) plays" in said
    assert "White (random) plays" in said
    assert spoken(said).rpartition("The game is over. ")[2].startswith("White wins")
    assert not store.directory.exists(), "watching leaves nothing behind"
    assert play(session, store) == (code, said), "the seed makes it repeatable"


def test_saving_as_pdn_says_where(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "my game.pdn"
    _, said = play(replace(begun(), white=EASY), store, "1", f"save {target}", f"save {target}")
    assert f"'{target}'." in spoken(said)
    assert "is free." in said
    text = target.read_text()
    assert '[White "easy"]' in text
    assert '[Black "you"]' in text
    assert "1. 4-7" in text


def test_a_hint_tells_more_each_time(store: Store) -> None:
    _, said = play(against("B:W8,16:B6,1"), store, "hint", "hint", "hint", "hint")
    assert said.count("Look at the piece on 6.") == 1
    assert said.count("Play 6x11.") == 1
    assert said.count("6x11 is the only legal move. It captures 1 piece.") == 2


def test_the_coach_warns_once_and_names_the_punishment(store: Store) -> None:
    request = GameRequest(session=against(Position.start("mini").fen()), coach="warn")
    _, said = play(request, store, "6-9", "6-9")
    warned = "6-9 loses by 1 piece after 14-11. Four other moves draw. Type 6-9 again"
    assert spoken(said).count(warned) == 1
    assert said.count("You play 6-9") == 1
    saved = last_saved(store)
    assert saved is not None
    assert saved.helped
    _, said = play(request, store, "6-9", "4-7")
    assert "You play 4-7" in said, "another move needs no insisting"
    _, said = play(request, store, "4-7")
    assert "Four other moves draw" not in said


def test_the_values_of_the_moves_are_told_every_turn_or_on_demand(store: Store) -> None:
    session = against(Position.start("mini").fen())
    values = "4-7, 5-7, 5-8 and 6-8 draw; 6-9 loses by 1 piece."
    _, said = play(GameRequest(session=session, coach="show"), store, "4-7")
    assert values in said
    assert said.count("draw") > 1, "and after the answer again"
    for word in ("values", "worth"):
        _, said = play(session, store, word)
        assert said.count(values) == 1


def test_a_move_and_its_value_stand_on_one_line(store: Store) -> None:
    request = GameRequest(session=against(Position.start("english").fen(), "english"), coach="show")
    _, said = play(request, store)
    told = said[said.index("In the engine's opinion") :].splitlines()
    assert len(told) > 1
    assert re.search(r"\d-\d+ [+-]?\d\.\d\d,$", told[0])


@pytest.mark.parametrize("level", ["novice", "adaptive"])
def test_a_level_is_chosen_by_flag_and_by_word(store: Store, level: str) -> None:
    request = GameRequest(level=level, first="you", variant=get_variant("mini"), seed=1)
    _, said = play(request, store, "4-7")
    assert f"The computer ({level}) plays white" in said
    assert "The computer plays" in said
    _, said = play(replace(begun(), white=EASY), store, f"level {level}", "4-7")
    assert f"The computer now plays at level {level}." in said
    assert "The computer plays" in said


def test_unreadable_lines_are_answered_with_a_sentence(store: Store) -> None:
    lines = [b"\xff\xfe", b"x" * 1_000_000, b"\x1b]0;owned\x07", b"\0", "é".encode(), b"1"]
    code, said = play(replace(begun(), white=EASY), store, *lines)
    assert code == 0
    assert r"'\xff\xfe' is not UTF-8 text." in said
    assert f"at most {LONGEST_LINE} bytes" in said
    assert r"'\x1b]0;owned\x07' is not a move" in said
    assert "\x07" not in said
    assert "You play 4-7" in said, "and the game goes on"


class Scripted:
    """A strategy that does what each item says: a move's number, or an exception to raise."""

    def __init__(self, script: Iterable[int | Exception]) -> None:
        self._script = iter(script)

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        item = next(self._script)
        if isinstance(item, Exception):
            raise item
        return Decision(position.legal_moves()[item])


def scripted(monkeypatch: pytest.MonkeyPatch, *script: int | Exception) -> None:
    player = Scripted(script)
    monkeypatch.setattr(registry, "strategy_of", lambda *_, **__: player)


def test_a_failing_strategy_is_a_sentence_and_can_be_asked_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, StrategyError("the strategy 'x' failed: no idea"), ZeroDivisionError(), 0)
    code, said = play(replace(begun(), white=EASY), store, "1", "2", "again", "again", "1")
    assert code == 0
    assert "The strategy 'x' failed: no idea." in said
    assert "It is the computer's turn (easy); type again" in said
    assert "ZeroDivisionError" in said
    assert said.count("The computer plays") == 1
    saved = last_saved(store)
    assert saved is not None
    assert saved.timeline.ply >= 2


def test_after_a_failure_another_level_can_play_on_or_the_move_be_taken_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:

    def without_hard(player: Player, variant: Variant, *_: object, **__: object) -> Strategy:
        if player.level == "hard":
            raise ValueError("there is no level or strategy 'hard'")
        return strategy_of(player, variant)

    strategy_of = registry.strategy_of
    monkeypatch.setattr(registry, "strategy_of", without_hard)
    _, said = play(begun(), store, "1", "undo", "1", "level nonsense", "level easy", "quit")
    assert said.count("There is no level or strategy 'hard'") == 2
    assert "There is no level or strategy 'nonsense'" in said
    assert "The computer now plays at level easy.\nThe computer plays" in said
    saved = last_saved(store)
    assert saved is not None
    assert saved.white.level == "easy"


def test_a_failing_strategy_ends_watching_with_1(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, 0, ValueError("broken"))
    code, said = play(Session(begun().timeline, EASY, EASY), store)
    assert code == 1
    assert "broken" in said


def test_a_full_disk_is_told_and_the_game_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("minicheckers.storage.store.columns_of", full)
    code, said = play(replace(begun(), white=EASY), store, "1", "1", "quit")
    assert code == 1, "the game is lost, and a script should know"
    assert "No space left on device." in said
    assert said.count("You play ") == 3, "the introduction and two moves"
    assert "Game saved" not in said


def test_a_save_that_failed_is_tried_again_at_the_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = count(1)

    def full_at_first(session: Session) -> dict[str, object]:
        if next(writes) <= 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return columns_of(session)

    monkeypatch.setattr("minicheckers.storage.store.columns_of", full_at_first)
    code, said = play(replace(begun(), white=EASY), store, "1", "quit")
    assert code == 0
    assert said.count("No space left") == 1, "not with every move"
    saved = last_saved(store)
    assert saved is not None
    assert saved.timeline.ply == 2


def test_a_broken_save_is_told_at_the_start(store: Store) -> None:
    store.directory.mkdir()
    (store.directory / "minicheckers.db").write_bytes(b"SQLite format 3\0" + bytes(4080))
    _, said = play(replace(begun(), white=EASY), store, "quit")
    assert "The database is damaged" in spoken(said.partition("A new game.")[0])


def test_without_flags_and_terminal_the_last_choices_are_taken(store: Store) -> None:
    store.set_preferences(Preferences("pikachu", 9, "easy", "ai"))
    code, said = play(GameRequest(seed=1), store)
    assert code == 0
    assert "pikachu" in said
    assert "The computer (easy) plays white (w). You play black (b)." in said
    assert "  9 " in said


def test_at_a_terminal_the_two_questions_are_asked_until_understood(store: Store) -> None:
    code, said = play(GameRequest(seed=1), store, "maybe", "n", "7", "1", "quit", interactive=True)
    assert code == 0
    assert said.count("Do you want to go first? (Y/N)\n") == 2
    assert "'maybe' is neither yes nor no; type Y or N" in said
    assert said.count("What level of difficulty? (1 Easy, 2 Medium, 3 Hard, 4 Expert)\n") == 2
    assert "There is no level or strategy '7'" in said
    assert "The computer (easy) plays black (b). You play white (w)." in said
    assert (store.preferences().level, store.preferences().first) == ("easy", "ai")


def test_where_nothing_can_be_written_that_is_not_told_with_every_move(tmp_path: Path) -> None:
    """It is told when it first happens, and at the end, when the game is lost."""
    (tmp_path / "state").write_text("in the way")
    store = Store(tmp_path / "state" / "minicheckers")
    request = GameRequest(session=replace(begun(), white=EASY))
    code, said = play(request, store, "1", "1", "1", "quit")
    assert code == 1
    assert " ".join(said.split()).count("could not be saved") == 2


def test_answers_are_remembered_and_flags_are_not(store: Store) -> None:
    towers = get_variant("towers")
    request = GameRequest(variant=towers, first="ai", seed=1)
    play(request, store, "3", "quit", interactive=True)
    assert store.preferences() == Preferences(level="hard")


@pytest.mark.parametrize(
    ("asked_for", "lines", "questions"),
    [
        (GameRequest(first="you", seed=1), ["1"], ["What level"]),
        (GameRequest(level="easy", seed=1), ["y"], ["Do you want"]),
        (GameRequest(level="easy", first="random", seed=1), [], []),
    ],
)
def test_only_what_is_missing_is_asked(
    store: Store, asked_for: GameRequest, lines: list[str], questions: list[str]
) -> None:
    code, said = play(asked_for, store, *lines, interactive=True)
    assert code == 0
    assert [question for question in ("Do you want", "What level") if question in said] == questions


def test_no_answer_to_a_question_ends_with_0(store: Store) -> None:
    for lines in ([], ["y"]):
        code, _ = play(GameRequest(), store, *lines, interactive=True)
        assert code == 0
    assert not store.directory.exists()


@pytest.mark.parametrize(
    ("end", "code"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143), (SystemExit(129), 129)]
)
def test_signals_leave_the_game_saved(store: Store, end: BaseException, code: int) -> None:
    class Interrupted(BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            return super().readline(-1 if size is None else size) or self._raise()

        def _raise(self) -> bytes:
            raise end

    said = StringIO()
    console = Console(Interrupted(b"1\n"), said)
    request = GameRequest(session=replace(begun(), white=EASY))
    assert exit_code(lambda: plain.run(request, store, console)) == code
    assert "Game saved" in said.getvalue()
    saved = last_saved(store)
    assert saved is not None
    assert saved.timeline.ply == 2


def exit_code(run: Callable[[], int]) -> object:
    try:
        return run()
    except SystemExit as end:
        return end.code


def test_interrupted_while_thinking_the_persons_move_is_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted:
        def choose(self, position: Position, context: Context = Context()) -> Decision:
            raise KeyboardInterrupt

    monkeypatch.setattr(registry, "strategy_of", lambda *_, **__: Interrupted())
    code, _ = play(begun(), store, "1")
    assert code == 130
    saved = last_saved(store)
    assert saved is not None
    assert saved.timeline.ply == 1


MOVES = st.sampled_from(["1", "2", "3", "pass", "9-13", "c3-d4"])
OTHERS = st.sampled_from(
    [word for word in COMMANDS if word not in ("hint", "values", "quit")]
    + ["", "leave", "skip", "show", "branch", "lines", "level 1", "level x", "save /nowhere/x"]
)


any_lines = given(
    st.lists(MOVES | OTHERS | st.text(max_size=20), max_size=25),
    st.sampled_from(["mini", "english"]),
)


@settings(max_examples=10)
@any_lines
def test_any_lines_leave_the_game_saved_as_it_was_last_seen(lines: list[str], variant: str) -> None:
    assert_saved_as_last_seen(lines, variant)


@pytest.mark.slow
@settings(max_examples=50)
@any_lines
def test_many_lines_leave_the_game_saved(lines: list[str], variant: str) -> None:
    assert_saved_as_last_seen(lines, variant)


def assert_saved_as_last_seen(lines: list[str], variant: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        store = Store(Path(name))
        session = replace(begun(variant), white=EASY)
        typed = [line.encode("utf-8", "surrogatepass").replace(b"\n", b" ") for line in lines]
        code, said = play(session, store, *typed, "leave", "leave", "moves")
        assert code == 0
        saved = last_saved(store)
        if "Game saved" in said:
            assert saved is not None
            assert "\n".join(plain_text.move_lines(saved.position)) in said
        elif saved is not None:
            assert "A new game." in said, "and no move has been played in it"


def test_missing_streams_are_the_end_of_input(store: Store) -> None:
    assert plain.run(GameRequest(session=begun()), store, Console(None, None)) == 0
