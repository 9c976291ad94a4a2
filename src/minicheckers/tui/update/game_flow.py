"""The course of a game: moves are played and taken back, the computer thinks, it ends."""

from collections.abc import Callable
from dataclasses import replace

from ...coach.hint import advice
from ...game.session import Session
from ...game.timeline import Line
from ...rules.notation import Move
from ...rules.position import Outcome
from ...rules.variant import Colour
from ..events import (
    AskCoach,
    Count,
    DealGame,
    Dealt,
    Effect,
    Failed,
    Forget,
    NewOpponents,
    News,
    Save,
    Step,
    StopThinking,
    Think,
    Thought,
)
from ..layout import turned
from ..state import Animation, Choice, Dialog, State, Table, Thinking, Watch

#: How long a piece travels, a leg of a chain and at most.
SECONDS_A_LEG = 0.28
LONGEST_ANIMATION = 0.9
#: The pause between two moves of the computer against itself, the slowest first.
SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)

#: How long a result that has just come up takes no answer.
DEAF_SECONDS = 0.3

AFTER_THE_END = (
    Choice("Again", "n", "again"),
    Choice("Menu", "m", "menu"),
    Choice("Quit", "q", "quit"),
)


def then(step: Step, *functions: Callable[[State], Step]) -> Step:
    """One step after another, with the effects of all."""
    state, effects = step
    for function in functions:
        state, more = function(state)
        effects += more
    return state, effects


def table_of(state: State) -> Table:
    """The game on the table; the actions of the board are asked for only when there is one."""
    if state.table is None:
        raise ValueError("there is no game on the table")
    return state.table


# Beginning


def seat(state: State, event: Dealt) -> Step:
    """Put a game on the board, with the person at the bottom, and let it begin."""
    session = event.session
    watched = not session.black.is_person and not session.white.is_person
    table = Table(
        session,
        flipped=session.person is Colour.BLACK,
        stepping=event.stepping,
        watch=Watch() if watched and not event.stepping else None,
        practice=session.outcome is not None,
        turn_since=state.now,
        deal=event.deal,
    )
    table = replace(table, focus=first_focus(table))
    state, effects = stop_thinking(state)
    state = replace(state, table=table, at_menu=False, overlay=None, message=None)
    return then((state, (*effects, NewOpponents())), proceed)


def again(state: State) -> Step:
    """The same players, the same start: a new game."""
    table = table_of(state)
    if table.deal is not None:
        return replace(state, overlay=None), (DealGame(table.deal),)
    session = replace(table.session, line=Line.begin(table.session.line.start), elapsed=(0.0, 0.0))
    return seat(state, Dealt(session))


def first_focus(table: Table) -> int:
    """The movable piece nearest to the person, or else the square there."""
    variant = table.variant
    places = variant.geometry.places

    def nearness(square: int) -> tuple[int, int]:
        row, column = turned(variant, places[square - 1], table.flipped)
        return row, -abs(2 * column + 1 - variant.size)

    squares = table.movable if table.session.to_move.is_person else ()
    return max(squares or range(1, len(places) + 1), key=nearness)


# Moving


def play(state: State, move: Move, animated: bool = False) -> Step:
    """Play a legal move for the side to move, and see what follows."""
    table = table_of(state)
    session = table.session.play(move, max(0.0, state.now - table.turn_since))
    animation = None
    if animated and state.looks.animation and not move.is_pass:
        seconds = min(SECONDS_A_LEG * (len(move.path) - 1), LONGEST_ANIMATION)
        animation = Animation(table.position, move, state.now, seconds)
    by_person = table.session.to_move.is_person
    watch = table.watch
    if watch is not None:
        seconds = animation.seconds if animation else 0.0
        next_at = state.now + seconds + SPEEDS[watch.speed]
        watch = replace(watch, single=False, next_at=next_at)
    # What was said about the position before is no longer true.
    state = replace(state, message=None).on_table(
        session=session,
        focus=move.end if by_person and not move.is_pass else table.focus,
        picked=(),
        hint=None,
        scroll=0,
        animation=animation,
        watch=watch,
        failed=None,
        turn_since=state.now,
    )
    return then(stop_thinking(state), keep, proceed)


def keep(state: State) -> Step:
    """Save the game after a change, or count its result when it is over."""
    table = table_of(state)
    if (session := session_to_keep(state)) is not None:
        return state, (Save(session),)
    if table.outcome is None or table.practice or table.watch or table.stepping:
        return state, ()
    effects: list[Effect] = [Forget()]
    if table.session.person is not None:
        effects.append(Count(table.session))
    return replace(state.on_table(practice=True), saved=None), tuple(effects)


def session_to_keep(state: State) -> Session | None:
    """The game on the table if it is to be saved: under way, played by people, not for practice."""
    table = state.table
    if table is None or table.practice or table.watch or table.stepping or table.outcome:
        return None
    return table.session if table.session.line.moves else None


def proceed(state: State) -> Step:
    """What comes next: the result, a forfeited turn, the computer's thinking, or the person."""
    table = table_of(state)
    if state.at_menu or table.animation or table.stepping or state.thinking or table.failed:
        return state, ()
    outcome = table.outcome
    if outcome is not None:
        dialog = result_dialog(table, outcome)
        return replace(state, overlay=replace(dialog, deaf_until=state.now + DEAF_SECONDS)), ()
    watch = table.watch
    if watch is not None and not watch.single and (watch.paused or state.now < watch.next_at):
        return state, ()
    if table.must_pass:
        return play(state, Move(())) if watch is not None else (state, ())
    if table.session.to_move.is_person:
        return state, ()
    return think(state)


def think(state: State) -> Step:
    """Ask the computer for its move."""
    job = state.jobs + 1
    state = replace(state.on_table(failed=None), jobs=job, thinking=Thinking(job))
    return state, (Think(job, table_of(state).session),)


def ask_coach(state: State) -> Step:
    """Ask for the best move, for the person to see."""
    table = table_of(state)
    if not table.person_to_move:
        return state.saying("a hint is for you, when it is your turn"), ()
    if state.thinking is not None:
        return state, ()
    job = state.jobs + 1
    state = replace(state.on_table(picked=()), jobs=job, thinking=Thinking(job, hint=True))
    return state, (AskCoach(job, table.session),)


def stop_thinking(state: State) -> Step:
    """Whoever thinks may stop: the answer would be dropped."""
    if state.thinking is None:
        return state, ()
    return replace(state, thinking=None), (StopThinking(),)


def hear_news(state: State, event: News) -> Step:
    """Show how far a search is."""
    thinking = state.thinking
    if thinking is None or thinking.job != event.job:
        return state, ()
    state = replace(state, thinking=replace(thinking, progress=event.progress))
    return state.on_table(insight=event.progress), ()


def hear_thought(state: State, event: Thought) -> Step:
    """Play the computer's move, or show the coach's; too late an answer is dropped."""
    thinking = state.thinking
    if thinking is None or thinking.job != event.job:
        return state, ()
    move = event.decision.move
    state = replace(state, thinking=None)
    if thinking.hint:
        focus = table_of(state).focus if move.is_pass else move.start
        state = state.on_table(hint=move, focus=focus)
        return state.saying(advice(table_of(state).variant, event.decision)), ()
    return play(state, move, animated=True)


def hear_failure(state: State, event: Failed) -> Step:
    """Say why there is no move; the person may ask again, take back or leave."""
    thinking = state.thinking
    if thinking is None or thinking.job != event.job:
        return state, ()
    state = replace(state, thinking=None).saying(event.sentence, "warning")
    return (state if thinking.hint else state.on_table(failed=event.sentence)), ()


# Taking back


def undo(state: State) -> Step:
    """Take a turn back, also after the end and while the computer thinks."""
    return _travel(state, Session.undo_turn)


def redo(state: State) -> Step:
    """Play again what was taken back."""
    return _travel(state, Session.redo_turn)


def _travel(state: State, change: Callable[[Session], Session]) -> Step:
    table = table_of(state)
    try:
        session = change(table.session)
    except ValueError as error:
        return state.saying(str(error)), ()
    return then(rewind(state, session), keep, proceed)


def rewind(state: State, session: Session) -> Step:
    """Show another moment of the game; a watched game waits there."""
    table = table_of(state)
    watch = replace(table.watch, paused=True, single=False) if table.watch else None
    state = replace(state, overlay=None, message=None).on_table(
        session=session,
        picked=(),
        hint=None,
        animation=None,
        insight=None,
        failed=None,
        scroll=0,
        watch=watch,
        turn_since=state.now,
    )
    return stop_thinking(state)


# Time


def tick(state: State, now: float) -> Step:
    """Move the animation on, let a watched game go on; otherwise change nothing in vain."""
    table = state.board
    if table is None:
        return state, ()
    if table.animation is not None:
        return advance(replace(state, now=now), table.animation)
    waiting = table.watch is not None and state.thinking is None and table.outcome is None
    if waiting or int(now) != int(state.now):
        return proceed(replace(state, now=now)) if waiting else (replace(state, now=now), ())
    return state, ()


def advance(state: State, animation: Animation) -> Step:
    """The moving piece a little further, or at its end."""
    progress = (state.now - animation.started) / animation.seconds
    if progress < 1:
        return state.on_table(animation=replace(animation, progress=max(0.0, progress))), ()
    return skip_animation(state)


def skip_animation(state: State) -> Step:
    """The move is at its end."""
    if state.table is None or state.table.animation is None:
        return state, ()
    return proceed(state.on_table(animation=None, turn_since=state.now))


# The end


def result_dialog(table: Table, outcome: Outcome) -> Dialog:
    """The result with its reason, and what to do next."""
    person = table.session.person
    if outcome.winner is None:
        title = "A draw"
    elif person is None:
        title = f"{outcome.winner.capitalize()} wins"
    else:
        title = "You win" if outcome.winner is person else "You lose"
    reason = outcome.reason[0].upper() + outcome.reason[1:] + "."
    return Dialog(title, reason, AFTER_THE_END)
