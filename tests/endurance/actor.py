"""Somebody who plays, with one of three hands: at the board, by lines, or with the store alone.

A life is one run of the program in this process. It tells a pipe what it asks its store to keep,
what the store says is kept, and what a person has been shown.
"""

import argparse
import json
import os
import re
import time
from collections.abc import Callable, Iterable
from io import RawIOBase
from pathlib import Path
from random import Random
from typing import Any

from minicheckers.activities.game import CoachedGame
from minicheckers.coach.puzzle_source import PuzzleSource, ordered
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.commands import play
from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest, Looks
from minicheckers.game.session import Session
from minicheckers.plain import start as plain
from minicheckers.plain.start import Console
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI
from minicheckers.storage.games import columns_of
from minicheckers.storage.store import Preferences, PuzzleStats, Store
from minicheckers.tui.app import App
from minicheckers.tui.board import BoardScreen
from minicheckers.tui.boxes import Box
from minicheckers.tui.frame import Frame
from minicheckers.tui.input_decoder import Event, Key, Resized
from minicheckers.tui.menu import Menu
from testing.fake_screen import FakeScreenBesideThreads, opened

#: A game as it is stored: what the model and the directory are compared by.
NAMES = ("variant", "start", "moves", "ply", "black", "white", "resigned", "result", "helped")
Facts = dict[str, Any]


def facts_of(session: Session) -> Facts:
    columns = columns_of(session)
    return {name: columns[name] for name in NAMES}


def begun() -> Session:
    return Session.against(Position.start(), Player("random"), person_first=True)


class TellingStore(Store):
    """A store that reports what it is asked to keep, and again when that is done."""

    def __init__(self, directory: Path, pipe: int) -> None:
        super().__init__(directory)
        self._pipe = pipe
        self._shown: object = None

    def tell(self, what: str, value: object = None) -> None:
        data = json.dumps([time.monotonic_ns(), what, value]).encode() + b"\n"
        while data:
            data = data[os.write(self._pipe, data) :]

    def shown(self, ply: int, is_over: bool) -> None:
        """A person can see this; if the disk is slow, the board goes on meanwhile."""
        if self.is_saved and self._shown != (ply, is_over):
            self._shown = (ply, is_over)
            self.tell("shown", self._shown)

    def _telling(self, keep: Callable[[Session], None], session: Session) -> None:
        self.tell("keeps", facts_of(session))
        keep(session)  # if it is late, it may or may not be kept when the program ends
        self.tell("kept", self.open_game)

    def save(self, session: Session) -> None:
        self._telling(super().save, session)

    def finish(self, session: Session) -> None:
        self._telling(super().finish, session)

    def begin(self) -> None:
        self.tell("begins")
        self._shown = None
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


# The hand at the board


class Person(FakeScreenBesideThreads):
    """Someone at the board: mostly plays, and now and then does anything else that is possible."""

    app: App

    def __init__(self, random: Random, deeds: int, store: TellingStore) -> None:
        super().__init__(random.choice([(80, 24), (120, 40), (60, 20), (40, 14)]))
        self.random, self.store = random, store
        self.deeds = deeds

    @property
    def game(self) -> CoachedGame | None:
        screen = self.app.screen
        activity = screen.activity if isinstance(screen, BoardScreen) else None
        return activity if isinstance(activity, CoachedGame) else None

    @property
    def is_waiting(self) -> bool:
        return self.app.screen.is_moving or (self.game is not None and self.game.thinking)

    def show(self, frame: Frame, theme: Any) -> None:
        """Report what can be seen now; a result is shown in a box."""
        super().show(frame, theme)
        if (game := self.game) is not None:
            is_over = game.session.outcome is not None and isinstance(self.app.overlay, Box)
            self.store.shown(game.session.timeline.ply, is_over)

    def read(self) -> Iterable[Event]:
        screen, overlay = self.app.screen, self.app.overlay
        if self.is_waiting:
            return []
        self.deeds -= 1
        if self.deeds < 0:
            return [Key("escape"), Key("q"), Key("y")]
        if overlay is not None:
            return [Key(self._answer(overlay))]
        if self.random.random() < 0.05:
            self.size = self.random.choice([(80, 24), (132, 50), (30, 10), (200, 60)])
            return [Resized(*self.size)]
        if isinstance(screen, Menu):
            keys = self.random.choice(["enter", "enter", "down", "right", "left", "escape", "t"])
            return [Key(keys)]
        if isinstance(screen, BoardScreen) and screen.takes_moves and self.random.random() < 0.8:
            move = self.random.choice(screen.legal)
            return [*map(Key, "" if move.is_pass else str(move)), Key("enter")]
        return [Key(self.random.choice("uuurrxnmmtfba,.yc" if self.random.random() < 0.9 else "s"))]

    def _answer(self, overlay: object) -> str:
        self.now += 1.0  # a box that comes up unasked ignores keys at first
        if isinstance(overlay, Box) and overlay.entries:
            return self.random.choice(overlay.entries).label[0].casefold()
        return self.random.choice(["escape", "escape", "enter"])


# The hand that writes lines

WORDS = ("undo", "redo", "new", "resign yes", "level easy", "level random", "board", "moves", "new")
MOVED = re.compile(
    r"^((You|The computer) (plays? \d|captures? )|.* ha(ve|s) no legal move, so)", re.MULTILINE
)


class Typist(RawIOBase):
    """Someone who types lines, the last of which ends the program, and reads what is written."""

    def __init__(self, lines: Iterable[str], store: TellingStore) -> None:
        super().__init__()
        self._lines, self._store = [*lines, "quit"], store
        #: How many plies can be seen; None: they cannot be told from what was written.
        self._ply: int | None = None

    def readline(self, size: int | None = -1) -> bytes:
        line = self._lines.pop(0) if self._lines else ""
        if line in WORDS:
            self._ply = None
        return f"{line}\n".encode() if line else b""

    def heard(self, text: str) -> None:
        """Count the moves of a game that has begun before this person's eyes."""
        if "A new game." in text:
            self._ply = 0
        if self._ply is not None:
            self._ply += len(MOVED.findall(text))
            self._store.shown(self._ply, re.search(r"^The game is over\b", text, re.M) is not None)


class Sink:
    """The output of plain mode."""

    def __init__(self, typist: Typist) -> None:
        self.write = typist.heard

    def flush(self) -> None:
        pass


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


# A life


def words(random: Random, directory: Path) -> list[str]:
    """How the program is started."""
    chance = random.random()
    if chance < 0.4:
        return ["--resume"]
    if chance < 0.5:
        game = directory.with_name("game.pdn")
        line = begun()
        for _ in range(random.randrange(1, 6)):
            if line.outcome is None:
                line = line.play(random.choice(line.position.legal_moves()))
        game.write_text(line.pdn("2026.01.01"))
        return ["--load", str(game)]
    if chance < 0.6:
        return []
    choices = {
        "--level": ("random", "random", "easy"),
        "--first": ("you", "ai", "random"),
        "--variant": ("mini", "mini", "mini", "english", "towers"),
    }
    chosen = [word for flag, values in choices.items() for word in (flag, random.choice(values))]
    return [*chosen, "--seed", str(random.randrange(10_000))]


def asked_for(random: Random, directory: Path, store: Store) -> GameRequest:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    try:
        return play.make_request(parser.parse_args(words(random, directory)), store)
    except ValueError:  # there is nothing to continue
        return play.make_request(parser.parse_args([]), store)


def at_the_board(store: TellingStore, random: Random, deeds: int) -> Person:
    """Play, undo, resign, be resized, choose another theme; return who did."""
    person = Person(random, deeds, store)
    request = asked_for(random, store.directory, store)
    person.app = opened(request, store, person, Looks(animation=random.random() < 0.5))
    person.app.run()
    return person


def by_lines(store: TellingStore, random: Random, deeds: int) -> None:
    is_study, number = random.random() < 0.3, random.randrange(100)
    typed = puzzle_lines(random, number) if is_study else lines(random, deeds)
    source: Any = Typist(typed, store)
    sink: Any = Sink(source)
    if is_study:
        plain.study(PuzzleOrder(MINI, number, limit=1), store, Console(source, sink))
    else:
        plain.run(asked_for(random, store.directory, store), store, Console(source, sink))


def with_the_store(store: TellingStore, random: Random, deeds: int) -> None:
    """Save move after move, of a game that was left or another one."""
    session = store.resume() or begun()
    for _ in range(10 * deeds):
        session = session.play(random.choice(session.position.legal_moves()), 1.0)
        if session.outcome is None:
            store.save(session)
        else:
            store.finish(session)
            store.begin()
            session = store.resume() or begun()


HANDS: dict[str, Callable[[TellingStore, Random, int], object]] = {
    "screen": at_the_board,
    "lines": by_lines,
    "store": with_the_store,
}


def live(directory: Path, pipe: int, seed: int, hand: str) -> None:
    """One run of the program."""
    random, store = Random(seed), TellingStore(directory, pipe)
    HANDS[hand](store, random, random.choice([1, 5, 20, 60]))
    store.close()
    assert store.take_notices() == []
    store.tell("ends")
