"""A year of use in an hour: someone plays, quits, is killed and comes back, run after run.

From the folder of the tests:

    python -m testing.year DIRECTORY [--runs N | --minutes M] [--players 2] [--seed 1]

Every run is the program in a process of its own, on the board (without a terminal) or line by
line: it plays, undoes, resigns, loads a game, solves puzzles, is resized, chooses another theme,
quits or is killed. The state directory is the same for all of them; it begins as an earlier
version has left it. A model beside it hears what the program asks its store to keep, and what the
store says is kept. After each run the directory has to agree with the model: every game move by
move, results, puzzles and preferences. Prints the figures; ends with an assertion if something
disagrees.
"""

import argparse
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import RawIOBase
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from minicheckers.activities.game import Game as PlayedGame
from minicheckers.coach.puzzle_source import PuzzleSource, ordered
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.commands import play
from minicheckers.game.player import Player
from minicheckers.game.request import Looks
from minicheckers.game.session import Session
from minicheckers.opponents.registry import strategy_of
from minicheckers.plain import start as plain
from minicheckers.plain.start import Console
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, get_variant
from minicheckers.storage.games import columns_of
from minicheckers.storage.store import LateError, Preferences, PuzzleStats, Stats, Store, Tally
from minicheckers.tui.app import App
from minicheckers.tui.board import BoardScreen
from minicheckers.tui.boxes import Box
from minicheckers.tui.input_decoder import Event, Key, Resized
from minicheckers.tui.menu import Menu
from testing.fake_screen import FakeScreenBesideThreads, opened

DATA = Path(__file__).parents[1] / "data"
#: What an earlier version left behind, to begin with; and nothing at all.
BEGINNINGS = (DATA / "state-schema-1", None)
#: A game as it is stored: what the model and the directory are compared by.
NAMES = ("variant", "start", "moves", "ply", "black", "white", "resigned", "result", "helped")
#: The same end of the same game.
END = ("start", "moves", "ply", "resigned", "result")
Facts = dict[str, Any]


def facts_of(session: Session) -> Facts:
    columns = columns_of(session)
    return {name: columns[name] for name in NAMES}


# In the child: the program, and the person in front of it


class TellingStore(Store):
    """A store that reports what it is asked to keep, and again when that is done."""

    def __init__(self, directory: Path, pipe: int) -> None:
        super().__init__(directory)
        self._pipe = pipe

    def tell(self, what: str, value: object = None) -> None:
        data = json.dumps([time.monotonic_ns(), what, value]).encode() + b"\n"
        while data:
            data = data[os.write(self._pipe, data) :]

    def _telling(self, keep: Any, session: Session) -> None:
        self.tell("keeps", facts_of(session))
        try:
            keep(session)
        except LateError:  # carry on: it may or may not be kept when the program ends
            raise
        self.tell("kept", self.open_game)

    def save(self, session: Session) -> None:
        self._telling(super().save, session)

    def finish(self, session: Session) -> None:
        self._telling(super().finish, session)

    def begin(self) -> None:
        self.tell("begins")
        super().begin()

    def resume(self, game: int | None = None) -> Session | None:
        session = super().resume(game)
        if session is not None:
            self.tell("opens", self.open_game)
        return session

    def set_preferences(self, preferences: Preferences) -> None:
        self.tell("chooses", vars(preferences))
        super().set_preferences(preferences)

    def puzzle_tried(self, name: str, difficulty: int, clean: bool) -> PuzzleStats:
        self.tell("tries", [name, difficulty, clean])
        figures = super().puzzle_tried(name, difficulty, clean)
        self.tell("tried")
        return figures


class Person(FakeScreenBesideThreads):
    """Someone at the board: mostly plays, and now and then does anything else that is possible."""

    app: App

    def __init__(self, random: Random, deeds: int) -> None:
        super().__init__(random.choice([(80, 24), (120, 40), (60, 20), (40, 14)]))
        self._random, self._deeds = random, deeds

    def read(self) -> Iterable[Event]:
        screen, overlay = self.app.screen, self.app.overlay
        activity = screen.activity if isinstance(screen, BoardScreen) else None
        if screen.is_moving or (isinstance(activity, PlayedGame) and activity.thinking):
            return []
        self._deeds -= 1
        if self._deeds < 0:
            return [Key("escape"), Key("q"), Key("y")]
        if overlay is not None:
            return [Key(key) for key in self._answer(overlay)]
        if self._random.random() < 0.05:
            self.size = self._random.choice([(80, 24), (132, 50), (30, 10), (200, 60)])
            return [Resized(*self.size)]
        if isinstance(screen, Menu):
            keys = self._random.choice(["enter", "enter", "down", "right", "left", "escape", "t"])
            return [Key(keys)]
        if isinstance(screen, BoardScreen) and screen.takes_moves and self._random.random() < 0.8:
            move = self._random.choice(screen.legal)
            return [*map(Key, "" if move.is_pass else str(move)), Key("enter")]
        return [
            Key(self._random.choice("uuurrxnmmtfba,.yc" if self._random.random() < 0.9 else "s"))
        ]

    def _answer(self, overlay: object) -> list[str]:
        self.now += 1.0  # a box that comes up unasked ignores keys at first
        if isinstance(overlay, Box) and overlay.entries:
            return [self._random.choice(overlay.entries).label[0].casefold()]
        return [self._random.choice(["escape", "escape", "enter"])]


class Typist(RawIOBase):
    """Someone who types lines, the last of which ends the program."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self._lines = [*lines, "quit"]

    def readline(self, size: int | None = -1) -> bytes:
        return f"{self._lines.pop(0)}\n".encode() if self._lines else b""


class Silence:
    """The output of plain mode."""

    def write(self, text: str) -> None:
        pass

    def flush(self) -> None:
        pass


WORDS = ("undo", "redo", "new", "resign yes", "level easy", "level random", "board", "moves", "new")


def lines(random: Random, deeds: int) -> list[str]:
    return [
        str(random.randrange(1, 6)) if random.random() < 0.8 else random.choice(WORDS)
        for _ in range(deeds)
    ]


def puzzle_lines(random: Random, seed: int) -> list[str]:
    """The solution of a puzzle, or something else first."""
    puzzle = next(ordered(PuzzleSource(MINI), seed))
    solution = [str(move) for move in puzzle.line[::2]]
    return solution if random.random() < 0.6 else ["1", "2", "3", *solution]


def words(random: Random, directory: Path) -> list[str]:
    """How the program is started."""
    chance = random.random()
    if chance < 0.4:
        return ["--resume"]
    if chance < 0.5:
        game = directory.with_name("game.pdn")
        line = Session.against(Position.start(), Player("random"), person_first=True)
        for _ in range(random.randrange(1, 6)):
            if line.outcome is None:
                line = line.play(random.choice(line.position.legal_moves()))
        game.write_text(line.pdn("2026.01.01"))
        return ["--load", str(game)]
    if chance < 0.6:
        return []
    level = random.choice(["random", "random", "easy"])
    variant = random.choice(["mini", "mini", "mini", "english", "towers"])
    first = random.choice(["you", "ai", "random"])
    return [
        "--level",
        level,
        "--first",
        first,
        "--variant",
        variant,
        "--seed",
        str(random.random())[2:6],
    ]


def live(directory: Path, pipe: int, seed: int) -> None:
    """One run of the program."""
    random = Random(seed)
    store = TellingStore(directory, pipe)
    face = random.choice(["board", "board", "board", "plain", "plain", "puzzle"])
    deeds = random.choice([1, 5, 20, 60])
    sink: Any = Silence()
    if face == "puzzle":
        number = random.randrange(100)
        source: Any = Typist(puzzle_lines(random, number))
        plain.study(PuzzleOrder(MINI, number, limit=1), store, Console(source, sink))
    else:
        parser = argparse.ArgumentParser()
        play.add_arguments(parser)
        try:
            request = play.make_request(parser.parse_args(words(random, directory)), store)
        except ValueError:  # there is nothing to continue
            request = play.make_request(parser.parse_args([]), store)
        if face == "board":
            person = Person(random, deeds)
            person.app = opened(request, store, person, Looks(animation=random.random() < 0.5))
            person.app.run()
        else:
            typed: Any = Typist(lines(random, deeds))
            plain.run(request, store, Console(typed, sink))
    store.tell("ends")


# In the parent: what must be there


@dataclass
class Game:
    """A game in the model: how it may be stored, latest last, and whether its result counts."""

    allowed: list[Facts]
    counts: bool

    @property
    def is_finished(self) -> bool:
        return self.allowed[-1]["result"] is not None


class Look(NamedTuple):
    """Everything in a directory."""

    games: dict[int, Facts]
    stats: Stats
    puzzles: PuzzleStats
    preferences: dict[str, Any]
    notices: list[str]


def look(directory: Path) -> Look:
    with Store(directory) as store:
        games = {game.id: facts_of(game.session()) for game in store.games()}
        for game in store.games():
            assert game.result == (games[game.id]["result"] or "*"), "the moves say otherwise"
        seen = (games, store.stats(), store.puzzles(), vars(store.preferences()))
    return Look(*seen, store.take_notices())


@dataclass
class Model:
    """What must be in the directory."""

    games: dict[int, Game] = field(default_factory=dict)
    puzzles: list[PuzzleStats] = field(default_factory=lambda: [PuzzleStats()])
    preferences: list[dict[str, Any]] = field(default_factory=list)
    earlier: Stats = field(default_factory=Stats)
    #: How a game without a number may be stored, by its player.
    unnumbered: list[Game] = field(default_factory=list)

    def begin(self, seen: Look) -> None:
        """Take over what an earlier version left; from here on everything is known."""
        self.games = {number: Game([facts], False) for number, facts in seen.games.items()}
        self.puzzles, self.preferences = [seen.puzzles], [seen.preferences]
        self.earlier = seen.stats
        for game in self.games.values():
            one = game.allowed[0]
            game.counts = not game.is_finished and (one["black"] is None) != (one["white"] is None)

    def compare(self, seen: Look, all_ended: bool) -> None:
        """The directory after a run, in which nothing else may have changed."""
        assert not seen.notices, seen.notices
        assert self.games.keys() <= seen.games.keys(), "a game is gone"
        for number in sorted(seen.games.keys() - self.games.keys()):
            facts = seen.games[number]
            made = next((game for game in self.unnumbered if facts in game.allowed), None)
            assert made is not None, f"nobody has begun game {number}: {facts}"
            self.unnumbered.remove(made)
            self.games[number] = made
        if all_ended:
            assert not self.unnumbered, "a game that was begun is not there"
        for number, game in self.games.items():
            allowed = game.allowed[-1:] if all_ended else game.allowed
            assert seen.games[number] in allowed, (number, seen.games[number], allowed)
            game.allowed = [seen.games[number]]
        self.unnumbered.clear()
        assert seen.puzzles in self.puzzles, (seen.puzzles, self.puzzles)
        chosen = self.preferences[-1:] if all_ended else self.preferences
        assert seen.preferences in chosen, (seen.preferences, chosen)
        self.puzzles, self.preferences = [seen.puzzles], [seen.preferences]
        self._compare_results(seen.stats)

    def _compare_results(self, stats: Stats) -> None:
        tallies: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
        known = (self.earlier.alone, self.earlier.helped)
        for game in self.games.values():
            facts = game.allowed[-1]
            if game.counts and facts["result"] is not None:
                level, person_is_black = facts["black"] or facts["white"], facts["black"] is None
                won = {"1/2-1/2": "draws", "0-1": "wins" if person_is_black else "losses"}
                word = won.get(facts["result"], "losses" if person_is_black else "wins")
                tallies[facts["helped"]][facts["variant"], level, word] += 1
        for kept, tally, earlier in zip((stats.alone, stats.helped), tallies, known, strict=True):
            for opponent in {*kept, *earlier, *(key[:2] for key in tally)}:
                counted = {word: tally[(*opponent, word)] for word in ("wins", "draws", "losses")}
                due = earlier.get(opponent, Tally()) + Tally(**counted)
                assert kept.get(opponent, Tally()) == due, (opponent, kept.get(opponent), due)


class Listener:
    """Listens to one run, and updates the model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._game: Game | None = None
        self._is_numbered = False
        self.ended = False
        self.heard: Counter[str] = Counter()

    def hear(self, what: str, value: Any) -> None:
        self.heard[what] += 1
        model = self._model
        match what:
            case "keeps":
                self._keeps(value)
            case "kept":
                assert self._game is not None
                del self._game.allowed[:-1]
                if not self._is_numbered and self._game in model.unnumbered:
                    model.unnumbered.remove(self._game)
                    model.games[value] = self._game
                self._is_numbered = True
            case "begins":
                self._game = None
            case "opens":
                self._game, self._is_numbered = model.games[value], True
            case "chooses":
                model.preferences.append(value)
            case "tries":
                model.puzzles.append(model.puzzles[-1].plus(*value))
            case "tried":
                del model.puzzles[:-1]
            case "ends":
                self.ended = True
            case _:
                raise AssertionError(f"{what}: {value}")

    def _keeps(self, facts: Facts) -> None:
        game = self._game
        if game is not None:
            last = game.allowed[-1]
            if game.is_finished and all(facts[name] == last[name] for name in END):
                return  # a finished game never changes, whatever is chosen afterwards
            if not game.is_finished and facts["start"] == last["start"]:
                game.allowed.append(facts)
                return
        # An undone ending has already counted, so what comes after it does not.
        taken_back = game is not None and game.is_finished and facts["result"] is None
        counts = (facts["black"] is None) != (facts["white"] is None) and not taken_back
        self._game, self._is_numbered = Game([facts], counts), False
        self._model.unnumbered.append(self._game)


# A year


def start(directory: Path, seed: int) -> tuple[int, int]:
    """A run of the program: its process number, and where it reports."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            live(directory, writing, seed)
        except BaseException:  # noqa: BLE001  told by the parent
            words = [time.monotonic_ns(), "fails", traceback.format_exc()]
            os.write(writing, json.dumps(words).encode() + b"\n")
        os._exit(0)
    os.close(writing)
    return child, reading


def run_players(directory: Path, seeds: list[int], life: float, model: Model) -> list[Listener]:
    """Let players use the program at once, for a limited time; then kill them all."""
    processes = [start(directory, seed) for seed in seeds]
    texts = {reading: bytearray() for _, reading in processes}
    end, open_pipes = time.monotonic() + life, set(texts)
    while open_pipes and (left := end - time.monotonic()) > 0:
        for reading in select.select(list(open_pipes), [], [], left)[0]:
            data = os.read(reading, 65536)
            texts[reading] += data
            if not data:
                open_pipes.discard(reading)
    listeners: list[Listener] = []
    told: list[tuple[int, int, Listener, str, Any]] = []
    for child, reading in processes:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with open(reading, "rb") as rest:
            texts[reading] += rest.read()
        listeners.append(Listener(model))
        for line in texts[reading].decode().splitlines():
            when, what, value = json.loads(line)
            told.append((when, len(told), listeners[-1], what, value))
    for _, _, listener, what, value in sorted(told, key=lambda one: one[:2]):
        listener.hear(what, value)
    return listeners


def use(directory: Path, seed: int, *, runs: int, seconds: float, players: int) -> Counter[str]:
    """Run after run until there are enough or time is up; return what happened."""
    random, model, figures = Random(seed), Model(), Counter[str]()
    # Imported before the children are forked, so that they spend their short lives playing.
    strategy_of(Player("random"), get_variant("mini")).choose(Position.start())
    next(ordered(PuzzleSource(MINI), 1))
    end = time.monotonic() + seconds
    while figures["runs"] < runs and time.monotonic() < end:
        if figures["runs"] % 500 == 0:  # start over as another user, from another version
            shutil.rmtree(directory, ignore_errors=True)
            beginning = BEGINNINGS[figures["runs"] // 500 % len(BEGINNINGS)]
            if beginning is not None:
                shutil.copytree(beginning, directory)
            model = Model()
            model.begin(look(directory))
        life = random.choice([0.02, 0.1, 0.3, 30.0, 30.0])
        seeds = [random.getrandbits(32) for _ in range(players)]
        listeners = run_players(directory, seeds, life, model)
        all_ended = all(listener.ended for listener in listeners)
        try:
            model.compare(look(directory), all_ended and players == 1)
        except AssertionError:
            print(f"run {figures['runs']} of seed {seed}: {seeds}, {life} s", file=sys.stderr)
            raise
        figures["runs"] += 1
        figures["killed"] += sum(not listener.ended for listener in listeners)
        for listener in listeners:
            figures += listener.heard
    figures["games"], figures["finished"] = (
        len(model.games),
        sum(game.is_finished for game in model.games.values()),
    )
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--runs", type=int, default=sys.maxsize)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as here:
        directory = asked.directory.absolute()
        os.chdir(here)  # where games and films are written
        figures = use(
            directory,
            asked.seed,
            runs=asked.runs,
            seconds=60 * asked.minutes,
            players=asked.players,
        )
    print(", ".join(f"{what} {count}" for what, count in figures.items()))


if __name__ == "__main__":
    main()
