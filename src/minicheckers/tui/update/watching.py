"""Keys for a game that is looked at: stepping through a recorded one, watching the computer."""

from dataclasses import replace

from ..events import Step
from ..state import AppState, Watch
from . import game_flow
from .bindings import Action, Binding, Section, also
from .game_flow import SPEEDS, game_of

# A recorded game


def walker(plies: int) -> Action:
    """The action that goes so many plies forward or back through a recorded game."""

    def walk(state: AppState) -> Step:
        line = game_of(state).session.timeline
        ply = min(max(line.ply + plies, 0), len(line.moves))
        if ply == line.ply:
            end = "end" if plies > 0 else "beginning"
            return state.saying(f"this is the {end} of the recorded game"), ()
        session = replace(game_of(state).session, timeline=line.at(ply))
        return game_flow.rewind(state, session)

    return walk


def play_on(state: AppState) -> Step:
    """From looking to playing: the game goes on from the position on the board."""
    game = game_of(state)
    if game.outcome is not None:
        return state.saying("the game is over here; go back to play on from an earlier move"), ()
    watched = not game.session.black.is_person and not game.session.white.is_person
    state = state.with_game(
        replaying=False, turn_since=state.now, watch=Watch() if watched else None
    )
    state = state.with_game(focus=game_flow.first_focus(game_of(state)))
    return game_flow.then((state, ()), game_flow.proceed)


def forward_label(state: AppState) -> str:
    """The word for going on, if there is a move to come."""
    line = game_of(state).session.timeline
    return "forward" if line.ply < len(line.moves) else ""


def back_label(state: AppState) -> str:
    """The word for going back, if there is a move before."""
    return "back" if game_of(state).session.timeline.ply else ""


def play_on_label(state: AppState) -> str:
    """The word for playing, if the game can go on here."""
    return "play on" if game_of(state).outcome is None else ""


STEPPING = Section(
    "Looking through a game",
    (
        Binding(("right", "l", " "), walker(1), "one move forward", "→, Space", forward_label),
        Binding(("left", "h", "backspace"), walker(-1), "one move back", "←", back_label),
        Binding(("home",), walker(-(10**6)), "to the beginning", "Home"),
        Binding(("end",), walker(10**6), "to the end", "End"),
        Binding(("enter",), play_on, "play on from here", "Enter", play_on_label),
    ),
)


# The computer against itself


def pause(state: AppState) -> Step:
    """Stop the game, or let it go on."""
    watch = _watch(state)
    state = state.with_game(watch=replace(watch, paused=not watch.paused, single=False))
    if watch.paused:
        return game_flow.proceed(state.with_game(watch=replace(_watch(state), next_at=state.now)))
    return game_flow.stop_thinking(state)


def single_move(state: AppState) -> Step:
    """One move, then wait."""
    state = state.with_game(watch=replace(_watch(state), paused=True, single=True))
    return game_flow.proceed(state)


def faster(steps: int) -> Action:
    """The action that makes the game faster or slower."""

    def change(state: AppState) -> Step:
        watch = _watch(state)
        speed = min(max(watch.speed + steps, 0), len(SPEEDS) - 1)
        sentence = f"{SPEEDS[speed]:g} seconds between two moves"
        next_at = min(watch.next_at, state.now + SPEEDS[speed])
        return state.with_game(watch=replace(watch, speed=speed, next_at=next_at)).saying(
            sentence
        ), ()

    return change


def _watch(state: AppState) -> Watch:
    return game_of(state).watch or Watch()


def pause_label(state: AppState) -> str:
    """What Space does to a watched game."""
    return "go on" if _watch(state).paused else "pause"


def faster_label(state: AppState) -> str:
    """The word for a faster game, unless it is the fastest."""
    return "faster" if _watch(state).speed < len(SPEEDS) - 1 else ""


def slower_label(state: AppState) -> str:
    """The word for a slower game, unless it is the slowest."""
    return "slower" if _watch(state).speed else ""


WATCHING = Section(
    "Watching",
    (
        Binding((" ", "p"), pause, "pause, go on", "Space, p", pause_label),
        Binding((".", "right", "enter"), single_move, "one move", "→, Enter", "step"),
        Binding(("+",), faster(1), "faster", "+, =", faster_label),
        also("=", faster(1)),
        Binding(("-",), faster(-1), "slower", "-", slower_label),
    ),
)
