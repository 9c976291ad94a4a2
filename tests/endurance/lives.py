"""A year of use in an hour: someone plays, quits, is killed and comes back, life after life.

From the folder of the tests:

    python -m endurance.lives DIRECTORY [--runs N | --minutes M] [--players 2] [--hand lines]
        [--seed 1]

Every life is the program in a process of its own, as `endurance.actor` leads it. The state
directory is the same for all of them; it begins as an earlier version has left it. A model beside
it hears what the program asks its store to keep, what the store says is kept, and what has been
shown, which must be kept by then. After each run the directory has to agree with the model: every
game move by move, results, puzzles and preferences. With one hand alone, every program is killed.
Prints the figures; ends with an assertion if something disagrees.
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
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from endurance.actor import HANDS, Facts, facts_of, live
from minicheckers.coach.puzzle_source import PuzzleSource, ordered
from minicheckers.game.player import Player
from minicheckers.opponents.registry import strategy_of
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, get_variant
from minicheckers.storage.store import PuzzleStats, Stats, Store, Tally

DATA = Path(__file__).parents[1] / "data"
#: What an earlier version left behind, to begin with; and nothing at all.
BEGINNINGS = (DATA / "state-schema-1", None)
#: The same end of the same game.
END = ("start", "moves", "ply", "resigned", "result")


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
    #: The unfinished ones whose result will count.
    counting: set[int]
    stats: Stats
    puzzles: PuzzleStats
    preferences: dict[str, Any]
    notices: list[str]


def look(directory: Path) -> Look:
    with Store(directory) as store:
        games = {game.id: facts_of(game.session()) for game in store.games()}
        for game in store.games():
            assert game.result == (games[game.id]["result"] or "*"), "the moves say otherwise"
        counting = {game.id for game in store.unfinished() if game.columns["counts"]}
        seen = (store.stats(), store.puzzles(), vars(store.preferences()))
    return Look(games, counting, *seen, store.take_notices())


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
        self.games = {
            number: Game([facts], number in seen.counting) for number, facts in seen.games.items()
        }
        self.puzzles, self.preferences = [seen.puzzles], [seen.preferences]
        self.earlier = seen.stats

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
        for name, value in seen.preferences.items():  # each by itself: two programs may choose
            assert value in [one[name] for one in chosen], (name, value, chosen)
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
            case "shown":
                self._shows(*value)
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

    def _shows(self, ply: int, is_over: bool) -> None:
        """What has been shown survives: it is kept, whether or not that was in time to be told."""
        if (game := self._game) is not None:
            seen = [
                facts["ply"] >= ply and bool(facts["result"]) >= is_over for facts in game.allowed
            ]
            assert any(seen), ("shown, but not kept", ply, is_over, game.allowed)
            del game.allowed[: seen.index(True)]

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


# Life after life


def start(directory: Path, seed: int, hand: str) -> tuple[int, int]:
    """A run of the program: its process number, and where it reports."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            live(directory, writing, seed, hand)
        except BaseException:  # noqa: BLE001  told by the parent
            words = [time.monotonic_ns(), "fails", traceback.format_exc()]
            os.write(writing, json.dumps(words).encode() + b"\n")
        os._exit(0)
    os.close(writing)
    return child, reading


def run_players(processes: list[tuple[int, int]], life: float, model: Model) -> list[Listener]:
    """Let players use the program at once, for a limited time; then kill them all."""
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


def use(
    directory: Path, seed: int, *, runs: int, seconds: float, players: int = 1, hand: str = ""
) -> Counter[str]:
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
        life = random.uniform(0.0, 0.6) if hand else random.choice([0.02, 0.1, 0.3, 30.0, 30.0])
        seeds = [random.getrandbits(32) for _ in range(players)]
        hands = [hand or random.choice(["screen", "screen", "lines", "store"]) for _ in seeds]
        processes = [start(directory, *each) for each in zip(seeds, hands, strict=True)]
        listeners = run_players(processes, life, model)
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
    figures["games"] = len(model.games)
    figures["finished"] = sum(game.is_finished for game in model.games.values())
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--runs", type=int, default=sys.maxsize)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--hand", choices=HANDS, default="")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as here:
        directory, seconds = asked.directory.absolute(), 60 * asked.minutes
        os.chdir(here)  # where games and films are written
        more = {"runs": asked.runs, "players": asked.players, "hand": asked.hand}
        figures = use(directory, asked.seed, seconds=seconds, **more)
    print(", ".join(f"{what} {count}" for what, count in figures.items()))


if __name__ == "__main__":
    main()
