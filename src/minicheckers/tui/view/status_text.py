"""Words for what goes on: whose turn it is, how far a search is, who plays."""

import math

from ...engine.decision import Progress
from ...game.session import Session
from ...rules.notation import coordinate
from ...rules.variant import COLOURS, Colour
from ..state import AppState, GameScreen, Thinking
from ..update.game_flow import SPEEDS
from .study_panel import study_status


def who(session: Session, colour: Colour) -> str:
    """Who plays a colour, in a word or two."""
    player = session.player(colour)
    if not player.is_person:
        return str(player)
    return "you" if session.person is colour else str(colour)


def name_in(game: GameScreen, colour: Colour) -> str:
    """Who plays a colour, or who has played it in a recorded game."""
    if game.replaying and game.record is not None:
        return game.record.player(colour) or str(colour)
    return who(game.session, colour)


def players_of(game: GameScreen) -> str:
    """Who plays whom, or has in a recorded game."""
    if game.replaying and game.record is not None:
        black, white = (game.record.player(colour) for colour in COLOURS)
        if black or white:
            return f"{black or 'somebody'} (black) against {white or 'somebody'} (white)"
    return opponents(game.session)


def opponents(session: Session) -> str:
    """Who plays whom."""
    if session.black.is_person and session.white.is_person:
        return "two players"
    black, white = (who(session, colour) for colour in COLOURS)
    return f"{black} (black) against {white} (white)"


def large(number: int) -> str:
    """A number in few characters: 950, 12.3k, 4.5M."""
    for factor, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= factor:
            return f"{number / factor:.1f}{letter}"
    return str(number)


def minutes(seconds: float) -> str:
    """A duration as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


#: With so many seconds left it is time to hurry.
SHORT_OF_TIME = 20.0


def shown_time(game: GameScreen, colour: Colour, now: float) -> str:
    """The time a side has used, or has left where it is played with a clock."""
    session = game.session
    running = game.seconds_used(now) if game.position.turn is colour else 0.0
    if session.clock is None:
        return minutes(session.elapsed[colour.side] + running)
    return minutes(math.ceil(max(0.0, session.clock.of(colour) - running)))


def is_short_of_time(game: GameScreen, colour: Colour, now: float) -> bool:
    """Whether a side has little time left."""
    clock = game.session.clock
    running = game.seconds_used(now) if game.position.turn is colour else 0.0
    return clock is not None and clock.of(colour) - running < SHORT_OF_TIME


def search_lines(progress: Progress) -> tuple[str, ...]:
    """What a search knows, the most important first."""
    lines = [f"depth {progress.depth}, score {progress.score}"]
    speed = f", {large(round(progress.nodes_per_second))}/s" if progress.nodes_per_second else ""
    lines.append(f"{large(progress.nodes)} {'node' if progress.nodes == 1 else 'nodes'}{speed}")
    lines.append("expects " + (" ".join(map(str, progress.pv)) or "nothing yet"))
    return tuple(lines)


def status(state: AppState, game: GameScreen, detailed: bool, width: int = 1000) -> tuple[str, str]:
    """The sentence about the game as it stands, and its ink; detailed: with how a search goes.

    What is less important is left out where there is no room for it.
    """
    turn = game.position.turn
    outcome = game.outcome
    if game.study is not None:
        told = study_status(state, game, game.study)
        if told is not None:
            return told.text, told.ink
    if state.thinking is not None:
        return _thinking(state.thinking, game, detailed, width), "text"
    if game.replaying:
        line = game.session.timeline
        last = f": {line.last_move}" if line.last_move else ""
        end = f"; {_recorded_end(game)}" if line.ply == len(line.moves) else ""
        return f"move {line.ply} of {len(line.moves)}{last}{end}", "strong"
    if outcome is not None:
        return str(outcome).capitalize(), "strong"
    if game.pending is not None:
        return f"the tutor looks at {game.pending.move}; Esc takes it back", "accent"
    if game.watch is not None:
        watch = game.watch
        pace = "paused" if watch.paused else f"{SPEEDS[watch.speed]:g} s a move"
        return f"{who(game.session, turn)} ({turn}) is next, {pace}", "text"
    if game.must_pass:
        whom = "you have" if game.session.person is turn else f"{turn} has"
        return f"press Enter: {whom} no move, turn forfeited", "warning"
    if game.session.to_move.is_person:
        return _persons_turn(game, width)
    return f"{who(game.session, turn)} ({turn}) is next", "text"


def _recorded_end(game: GameScreen) -> str:
    """How a recorded game ended."""
    if game.record is not None:
        return game.record.result_in_words()
    return str(game.outcome) if game.outcome else "unfinished"


def _thinking(thinking: Thinking, game: GameScreen, detailed: bool, width: int) -> str:
    sentence = f"{thinker(thinking, game)} is thinking"
    if thinking.progress is None or not detailed:
        return sentence
    said, mark = sentence, ": "
    for part in search_lines(thinking.progress):
        if len(said + mark + part) > width:
            break
        said, mark = said + mark + part, ", "
    return said


def thinker(thinking: Thinking, game: GameScreen) -> str:
    """Who is thinking."""
    return who(game.session, game.position.turn)


def _persons_turn(game: GameScreen, width: int) -> tuple[str, str]:
    turn = game.position.turn
    name = "your turn" if game.session.person is turn else f"{turn}'s turn"
    here = f"  [{game.focus} {coordinate(game.variant, game.focus)}]"

    def with_place(sentence: str) -> str:
        return sentence + here if len(sentence + here) <= width else sentence

    if game.picked:
        places = ", ".join(map(str, sorted(game.targets)))
        route = "x".join(map(str, game.picked))
        return with_place(f"{name}: {route} to {places}"), "text"
    if game.variant.capture_forced and any(move.captured for move in game.legal):
        return with_place(f"{name}, a capture is forced"), "warning"
    return with_place(f"{name} ({turn})"), "text"
