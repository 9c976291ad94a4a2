"""How a game goes on: moves are played and taken back, the computer thinks, it ends."""

from collections.abc import Callable
from dataclasses import replace

from ...game.keeping import Keeping, keeping
from ...game.session import Session
from ...game.timeline import Timeline
from ...rules.notation import Move
from ...rules.position import Outcome, Position
from ...rules.variant import Colour
from ..events import (
    Count,
    Forget,
    GameReady,
    NewOpponents,
    Save,
    SearchDone,
    SearchFailed,
    SearchProgress,
    StartGame,
    Step,
    StopThinking,
    Think,
)
from ..layout import on_screen
from ..state import Animation, AppState, Choice, Dialog, GameScreen, Thinking, Watch
from ..studies import Sparring

#: How long a piece travels, a leg of a chain and at most.
SECONDS_A_LEG = 0.28
LONGEST_ANIMATION = 0.9
#: The pause between two moves of the computer against itself, the slowest first.
SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)

#: How long a result that has just come up takes no answer.
IGNORE_KEYS_SECONDS = 0.3

AFTER_THE_END = (
    Choice("Again", "n", "again"),
    Choice("Review", "v", "review"),
    Choice("Menu", "m", "menu"),
    Choice("Quit", "q", "quit"),
)


#: What was said about a position is no longer true of the next one.
FORGOTTEN: dict[str, object] = {
    "hint": None,
    "hint_step": 0,
    "pending": None,
    "warned": None,
    "refuting": None,
}


def then(step: Step, *functions: Callable[[AppState], Step]) -> Step:
    """One step after another, with the effects of all."""
    state, effects = step
    for function in functions:
        state, more = function(state)
        effects += more
    return state, effects


def game_of(state: AppState) -> GameScreen:
    """The game on the board; the actions of the board are asked for only when there is one."""
    if state.game is None:
        raise ValueError("there is no game on the board")
    return state.game


# Beginning


def begin(position: Position) -> Timeline:
    """A line with no moves yet."""
    return Timeline.begin(position)


def open_game(state: AppState, event: GameReady) -> Step:
    """Put a game on the board, with the person at the bottom, and let it begin."""
    session = event.session
    watched = not session.black.is_person and not session.white.is_person
    game = GameScreen(
        session,
        flipped=session.person is Colour.BLACK,
        replaying=event.replaying,
        record=event.record,
        watch=Watch() if watched and not event.replaying else None,
        turn_since=state.now,
        new_game=event.new_game,
    )
    game = replace(game, focus=first_focus(game))
    state, effects = stop_thinking(state)
    state = replace(state, game=game, at_menu=False, overlay=None, message=None)
    return then((state, (*effects, NewOpponents())), proceed)


def again(state: AppState) -> Step:
    """The same players, the same start: a new game."""
    game = game_of(state)
    if game.new_game is not None:
        return replace(state, overlay=None), (StartGame(game.new_game),)
    return open_game(state, GameReady(game.session.restarted()))


def first_focus(game: GameScreen) -> int:
    """The movable piece nearest to the person, or else the square there."""
    variant = game.variant
    places = variant.geometry.places

    def nearness(square: int) -> tuple[int, int]:
        row, column = on_screen(variant, places[square - 1], game.flipped)
        return row, -abs(2 * column + 1 - variant.size)

    squares = game.movable if game.session.to_move.is_person else ()
    return max(squares or range(1, len(places) + 1), key=nearness)


# Moving


def play(state: AppState, move: Move, animated: bool = False) -> Step:
    """Play a legal move for the side to move, and see what follows."""
    game = game_of(state)
    session = game.session.play(move, game.seconds_used(state.now))
    if session.out_of_time is not None:  # too late: the move is not played
        state = state.with_game(session=session, picked=(), **FORGOTTEN)
        return then(stop_thinking(state), keep, proceed)
    animation = None
    if animated and state.looks.animation and not move.is_pass:
        seconds = min(SECONDS_A_LEG * (len(move.path) - 1), LONGEST_ANIMATION)
        animation = Animation(game.position, move, state.now, seconds)
    by_person = game.session.to_move.is_person
    watch = game.watch
    if watch is not None:
        seconds = animation.seconds if animation else 0.0
        next_at = state.now + seconds + SPEEDS[watch.speed]
        watch = replace(watch, single=False, next_at=next_at)
    # What was said about the position before is no longer true.
    state = replace(state, message=None).with_game(
        session=session,
        focus=move.end if by_person and not move.is_pass else game.focus,
        picked=(),
        scroll=0,
        animation=animation,
        watch=watch,
        failed=None,
        turn_since=state.now,
        **FORGOTTEN,
    )
    return then(stop_thinking(state), keep, proceed)


def keep(state: AppState) -> Step:
    """Save, count or forget the game after a change, as the policy of keeping says."""
    game = game_of(state)
    if game.replaying or game.study is not None:
        return state, ()
    match keeping(game.session):
        case Keeping.SAVE:
            return state, (Save(game.session),)
        case Keeping.COUNT:
            return replace(state, saved=None), (Count(game.session),)
        case Keeping.FORGET:
            return replace(state, saved=None), (Forget(game.session),)
        case Keeping.NOTHING:
            return state, ()


def keep_clock(state: AppState) -> Step:
    """Save a game whose clock has gone on since it was saved."""
    game = state.game
    return keep(state) if game and game.session.clock and game.outcome is None else (state, ())


def session_to_keep(state: AppState) -> Session | None:
    """The game on the board if the store should have it, or its result."""
    game = state.own_game
    if game is None or game.replaying:
        return None
    return game.session if keeping(game.session) in (Keeping.SAVE, Keeping.COUNT) else None


def proceed(state: AppState) -> Step:
    """What comes next: the result, a forfeited turn, the computer's thinking, or the person."""
    game = game_of(state)
    if state.at_menu or game.animation or game.replaying or state.thinking or game.failed:
        return state, ()
    if game.study is not None and not isinstance(game.study, Sparring):
        return state, ()
    outcome = game.outcome
    if outcome is not None:
        if game.study is not None:
            return state, ()
        dialog = result_dialog(game, outcome)
        return replace(
            state, overlay=replace(dialog, ignore_keys_until=state.now + IGNORE_KEYS_SECONDS)
        ), ()
    watch = game.watch
    if watch is not None and not watch.single and (watch.paused or state.now < watch.next_at):
        return state, ()
    if game.session.to_move.is_person:
        return state, ()
    return _forfeit(state) if game.must_pass else think(state)


def _forfeit(state: AppState) -> Step:
    """The computer's forfeited turn passes by itself, and is said."""
    turn = game_of(state).position.turn
    state, effects = play(state, Move(()))
    sentence = f"{turn} has no move: the turn is forfeited"
    return state.saying(f"{sentence}; your turn" if _is_asked(state) else sentence), effects


def _is_asked(state: AppState) -> bool:
    game = game_of(state)
    return game.person_to_move and game.session.person is not None


def think(state: AppState) -> Step:
    """Ask the computer for its move."""
    job = state.jobs + 1
    state = replace(state.with_game(failed=None), jobs=job, thinking=Thinking(job))
    if game_of(state).watch is not None:  # the pause before a move is nobody's time
        state = state.with_game(turn_since=state.now)
    session = game_of(state).session
    clock = session.clock
    seconds = None if clock is None else clock.budget(session.position.turn)
    return state, (Think(job, session, seconds),)


def stop_thinking(state: AppState) -> Step:
    """Whoever thinks may stop: the answer would be dropped."""
    if state.thinking is None:
        return state, ()
    return replace(state, thinking=None), (StopThinking(),)


def hear_progress(state: AppState, event: SearchProgress) -> Step:
    """Show how far a search is."""
    thinking = state.thinking
    if thinking is None or thinking.job != event.job:
        return state, ()
    state = replace(state, thinking=replace(thinking, progress=event.progress))
    return state.with_game(last_search=event.progress), ()


def hear_decision(state: AppState, event: SearchDone) -> Step:
    """Play the computer's move; too late an answer is dropped."""
    thinking = state.thinking
    if thinking is None or thinking.job != event.job:
        return state, ()
    return play(replace(state, thinking=None), event.decision.move, animated=True)


def hear_failure(state: AppState, event: SearchFailed) -> Step:
    """Say why there is no move; the person may ask again, take back or leave."""
    thinking = state.thinking
    if thinking is None or thinking.job != event.job:
        return state, ()
    state = replace(state, thinking=None).saying(event.sentence, "warning")
    return state.with_game(failed=event.sentence), ()


# Taking back


def undo(state: AppState) -> Step:
    """Take a turn back, also after the end and while the computer thinks."""
    return _travel(state, Session.undo_turn)


def redo(state: AppState) -> Step:
    """Play again what was taken back."""
    return _travel(state, Session.redo_turn)


def _travel(state: AppState, change: Callable[[Session], Session]) -> Step:
    game = game_of(state)
    session = game.session
    try:
        if session.clock is not None:  # taking back gives no time back
            session = session.after_waiting(game.seconds_used(state.now))
        session = change(session)
    except ValueError as error:
        return state.saying(str(error)), ()
    return then(rewind(state, session), keep, proceed)


def rewind(state: AppState, session: Session) -> Step:
    """Show another moment of the game; a watched game waits there."""
    game = game_of(state)
    watch = replace(game.watch, paused=True, single=False) if game.watch else None
    state = replace(state, overlay=None, message=None).with_game(
        session=session,
        picked=(),
        animation=None,
        last_search=None,
        failed=None,
        scroll=0,
        watch=watch,
        turn_since=state.now,
        **FORGOTTEN,
    )
    return stop_thinking(state)


# Time


def tick(state: AppState, now: float) -> Step:
    """Move the animation on, let a watched game go on; otherwise change nothing in vain."""
    game = state.board
    if game is None:
        return state, ()
    if game.animation is not None:
        return advance(replace(state, now=now), game.animation)
    waiting = game.watch is not None and state.thinking is None and game.outcome is None
    if waiting or int(now) != int(state.now):
        return proceed(replace(state, now=now)) if waiting else (replace(state, now=now), ())
    return state, ()


def advance(state: AppState, animation: Animation) -> Step:
    """The moving piece a little further, or at its end."""
    progress = (state.now - animation.started) / animation.seconds
    if progress < 1:
        return state.with_game(animation=replace(animation, progress=max(0.0, progress))), ()
    return skip_animation(state)


def skip_animation(state: AppState) -> Step:
    """The move is at its end."""
    if state.game is None or state.game.animation is None:
        return state, ()
    return proceed(state.with_game(animation=None, turn_since=state.now))


# The end


def result_dialog(game: GameScreen, outcome: Outcome) -> Dialog:
    """The result with its reason, and what to do next."""
    person = game.session.person
    if outcome.winner is None:
        title = "A draw"
    elif person is None:
        title = f"{outcome.winner.capitalize()} wins"
    else:
        title = "You win" if outcome.winner is person else "You lose"
    reason = outcome.reason[0].upper() + outcome.reason[1:] + "."
    return Dialog(title, reason, AFTER_THE_END, is_result=True)
