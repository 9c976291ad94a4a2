"""Keys for a game that is looked at: stepping through a recorded one, watching the computer."""

from dataclasses import replace

from ..events import Step
from ..state import State, Watch
from . import game_flow as course
from .bindings import Action, Binding, Section, also
from .game_flow import SPEEDS, table_of

# A recorded game


def walker(plies: int) -> Action:
    """The action that goes so many plies forward or back through a recorded game."""

    def walk(state: State) -> Step:
        line = table_of(state).session.line
        ply = min(max(line.ply + plies, 0), len(line.moves))
        if ply == line.ply:
            end = "end" if plies > 0 else "beginning"
            return state.saying(f"this is the {end} of the recorded game"), ()
        session = replace(table_of(state).session, line=line.at(ply))
        return course.rewind(state, session)

    return walk


def play_on(state: State) -> Step:
    """From looking to playing: the game goes on from the position on the board."""
    table = table_of(state)
    if table.outcome is not None:
        return state.saying("the game is over here; go back to play on from an earlier move"), ()
    watched = not table.session.black.is_person and not table.session.white.is_person
    state = state.on_table(stepping=False, turn_since=state.now, watch=Watch() if watched else None)
    state = state.on_table(focus=course.first_focus(table_of(state)))
    return course.then((state, ()), course.proceed)


STEPPING = Section(
    "Looking through a game",
    (
        Binding(("right", "l", " "), walker(1), "one move forward", "right, Space", "forward"),
        Binding(("left", "h", "backspace"), walker(-1), "one move back", "left", "back"),
        Binding(("home",), walker(-(10**6)), "to the beginning", "Home"),
        Binding(("end",), walker(10**6), "to the end", "End"),
        Binding(("enter",), play_on, "play on from here", "Enter", "play on"),
    ),
)


# The computer against itself


def pause(state: State) -> Step:
    """Stop the game, or let it go on."""
    watch = _watch(state)
    state = state.on_table(watch=replace(watch, paused=not watch.paused, single=False))
    if watch.paused:
        return course.proceed(state.on_table(watch=replace(_watch(state), next_at=state.now)))
    return course.stop_thinking(state)


def single_move(state: State) -> Step:
    """One move, then wait."""
    state = state.on_table(watch=replace(_watch(state), paused=True, single=True))
    return course.proceed(state)


def faster(steps: int) -> Action:
    """The action that makes the game faster or slower."""

    def change(state: State) -> Step:
        watch = _watch(state)
        speed = min(max(watch.speed + steps, 0), len(SPEEDS) - 1)
        sentence = f"{SPEEDS[speed]:g} seconds between two moves"
        next_at = min(watch.next_at, state.now + SPEEDS[speed])
        return state.on_table(watch=replace(watch, speed=speed, next_at=next_at)).saying(
            sentence
        ), ()

    return change


def _watch(state: State) -> Watch:
    return table_of(state).watch or Watch()


WATCHING = Section(
    "Watching",
    (
        Binding((" ", "p"), pause, "pause, go on", "Space, p", "pause"),
        Binding((".", "right", "enter"), single_move, "one move", "right, Enter", "step"),
        Binding(("+",), faster(1), "faster", "+, =", "faster"),
        also("=", faster(1)),
        Binding(("-",), faster(-1), "slower", "-", "slower"),
    ),
)
