"""Strategies that do what a strategy should not do, each in its own way."""

import os
import time
from typing import Any

from minicheckers import Context, Decision, Move, Options, Position

NUMBER = 5


class _Odd:
    def __init__(self, options: Options) -> None:
        pass


class Patient(_Odd):
    """Thinks until it is asked to stop."""

    def choose(self, position: Position, context: Context) -> Decision:
        while not context.stopped():
            time.sleep(0.005)
        return Decision(position.legal_moves()[0])


class Raising(_Odd):
    """Has a mistake in it."""

    def choose(self, position: Position, context: Context) -> Decision:
        raise ZeroDivisionError("divided\nby \x1b[31mzero")


class Leaving(_Odd):
    """Tries to end the program."""

    def choose(self, position: Position, context: Context) -> Decision:
        raise SystemExit("I am off")


class Cheating(_Odd):
    """Plays where it likes."""

    def choose(self, position: Position, context: Context) -> Decision:
        return Decision(Move((1, 18)))


class Mumbling(_Odd):
    """Does not answer with a decision."""

    def choose(self, position: Position, context: Context) -> Any:
        return "9-13"


class Endless(_Odd):
    """Never stops thinking."""

    def choose(self, position: Position, context: Context) -> Decision:
        while True:
            pass


class Crashing(_Odd):
    """Ends its process, as a crash in C code would."""

    def choose(self, position: Position, context: Context) -> Decision:
        os._exit(3)


class Refusing:
    """Does not want to be made."""

    def __init__(self, options: Options) -> None:
        raise RuntimeError("not today")


class Shapeless(_Odd):
    pass
