"""A game in play: moves, undo, hints, warnings, the clock, resigning, what is saved and counted.

Pure: every step returns the game as it is then, and what the world is to do. A step that is refused
raises ValueError with a sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..activities.draw_offers import AGAIN, accepts_draw, how_near
from ..activities.keeping import leaves_trace
from ..coach.player_rating import rating_sentences
from ..coach.requests import Refute
from ..coach.wording import warning_sentence
from ..engine.decision import Progress
from ..engine.score import Score
from ..game.player import Player
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import counted
from ..rules.notation import Move
from ..rules.outcome import Outcome
from ..rules.position import Position
from ..rules.variant import Colour, Variant
from .advice import INSIGHT, Advice
from .effects import (
    CoachAnswered,
    CoachFailed,
    Consult,
    Effects,
    Finish,
    HurryUp,
    PlayEvent,
    RecordChanged,
    Save,
    Say,
    SearchDone,
    SearchFailed,
    SearchProgress,
    SetAside,
    StopConsulting,
    StopThinking,
    Think,
    then,
)

if TYPE_CHECKING:  # the coach takes a while to load
    from ..coach.refutation import Refutation

Step = tuple["PlayedGame", Effects]


def keeping(session: Session) -> Save | Finish | None:
    """What keeps a game as it is now: it is saved after every move, and counts once it is over."""
    if not leaves_trace(session):
        return None
    return Save(session) if session.outcome is None else Finish(session)


def rating_after(event: RecordChanged) -> tuple[str, ...]:
    """The rating in words after a game, nothing if the game has not changed it."""
    variant = event.session.variant
    rating = event.record.ratings.get(variant.name) if event.rated else None
    return () if rating is None else rating_sentences(variant, rating)


@dataclass(frozen=True)
class Thinking:
    """A running search and its latest report; a hurried one answers as soon as it can."""

    hurried: bool = False
    progress: Progress | None = None


@dataclass(frozen=True)
class PlayedGame:
    """A game with its players, and what goes on around it.

    ``insight``: the person wants to see the value of every move; ``warns``: to be warned before a
    blunder. A game that is not ``kept`` leaves no trace. With ``confirms_pass`` a person agrees to
    a forfeited turn, once for several in a row. In a game that is not ``automatic`` somebody else
    decides when the computer thinks.

    ``opinion`` is how the computer's last search saw its own side. ``draw_offered`` is which of two
    people has offered a draw, and ``draw_declined`` the ply at which the computer declined one.

    ``pending`` is a person's move that the coach is checking, ``warning`` what it found wrong with
    it, and ``warned`` the move that needs no second warning. ``balance`` is how the game stands for
    Black, as far as that was shown. ``failed`` is why the computer could not move.
    """

    session: Session
    advice: Advice
    insight: bool = False
    warns: bool = False
    kept: bool = True
    confirms_pass: bool = True
    automatic: bool = True
    turn_since: float = 0.0
    thinking: Thinking | None = None
    last_search: Progress | None = None
    failed: str | None = None
    pending: Move | None = None
    warning: str | None = None
    warned: Move | None = None
    balance: Score | None = None
    opinion: Score | None = None
    draw_offered: Colour | None = None
    draw_declined: int | None = None

    @classmethod
    def of(
        cls,
        session: Session,
        *,
        insight: bool = False,
        warns: bool = False,
        kept: bool = True,
        confirms_pass: bool = True,
        automatic: bool = True,
    ) -> "PlayedGame":
        """A game at the beginning, or wherever its session is."""
        advice = Advice(session.timeline)
        return cls(session, advice, insight, warns, kept, confirms_pass, automatic)

    # What is on the board

    @property
    def timeline(self) -> Timeline:
        return self.session.timeline

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def variant(self) -> Variant:
        return self.session.variant

    @property
    def outcome(self) -> Outcome | None:
        return self.session.outcome

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves now; () when the game is over."""
        return () if self.outcome else self.position.legal_moves()

    @property
    def must_pass(self) -> bool:
        return self.outcome is None and self.legal[0].is_pass

    @property
    def person_to_move(self) -> bool:
        """Whether a person is to choose a move now."""
        free = self.outcome is None and not self.must_pass
        return free and self.session.to_move.is_person and self.pending is None

    @property
    def is_watched(self) -> bool:
        return self.session.is_watched

    @property
    def is_unfinished(self) -> bool:
        return self.session.timeline.ply > 0 and self.outcome is None

    @property
    def is_under_way(self) -> bool:
        """Whether losing the game would lose something."""
        return self.is_unfinished and keeping(self.session) is not None

    # Going on

    def begin(self, now: float) -> Step:
        """Let the game begin, or go on after it was put aside."""
        return replace(self, turn_since=now)._proceed(now)

    def try_move(self, move: Move, now: float) -> Step:
        """Play a person's move, after a warning from the coach if it is wanted and deserved."""
        if not self.person_to_move:
            raise ValueError(self.why_not_turn())
        self.position.find(move)  # ValueError if it is illegal
        if not self.warns or not self.kept or move == self.warned or move.is_pass:
            return self.play(move, now)
        waiting = replace(self, pending=move, warning=None, advice=self.advice.without_hint())
        return then(waiting._consult(), lambda game: game._consider(now))

    def play(self, move: Move, now: float) -> Step:
        """Play a legal move for the side to move, and see what follows."""
        session = self.session.play(move, self.seconds_used(now))
        return self._turn_to(session, now)

    def follow(self, line: Timeline, now: float) -> Step:
        """Play the moves that somebody else's copy of the game has more than this one.

        ValueError with a sentence if it is no copy, or has nothing new.
        """
        from ..game.correspondence import added_moves

        self._check_going_on()
        added_moves(self.session.timeline, line)
        session = replace(self.charged(now).session, timeline=line)
        return self._turn_to(session, now)

    def pass_turn(self, now: float, *told: Say) -> Step:
        """Forfeit a turn without a legal move."""
        if not self.must_pass:
            raise ValueError("you have a legal move, so you cannot pass")
        session = self.session.play(self.legal[0], self.seconds_used(now))
        return self._turn_to(session, now, told)

    def undo(self, now: float) -> Step:
        """Undo a turn, also after the end and while the computer thinks."""
        return self._travel(self._charged(now).undo_turn(), now)

    def redo(self, now: float) -> Step:
        return self._travel(self._charged(now).redo_turn(), now)

    def _travel(self, session: Session, now: float) -> Step:
        return replace(self, last_search=None, opinion=None)._turn_to(session, now)

    def before_resigning(self) -> str:
        """What a person who wants to resign is to know; ValueError if the game is over."""
        self._check_going_on()
        if self.session.person is not None:
            return "This counts as a loss."
        return f"{self.position.turn.capitalize()} will lose."

    def _check_going_on(self) -> None:
        if self.outcome is not None:
            raise ValueError("the game is over")

    def resign(self, now: float) -> Step:
        """Resign for the person, or with two people for the side to move."""
        session = self.charged(now).session
        return self._turn_to(session.resign(session.person or session.position.turn), now)

    # Draws

    def check_draw_offer(self) -> None:
        """ValueError with a sentence if no draw can be offered now."""
        self._check_going_on()
        if not self.session.to_move.is_person:
            raise ValueError(self.why_not_turn())
        waits = AGAIN if self.draw_declined is None else self.timeline.ply - self.draw_declined
        if 0 <= waits < AGAIN:
            left = counted((AGAIN - waits + 1) // 2, "more move")
            raise ValueError(f"the computer has declined a draw; offer it again after {left}")

    def offer_draw(self, now: float) -> Step:
        """Offer a draw: the computer answers at once, and of two people the other one does."""
        self.check_draw_offer()
        if self.session.person is None:
            return replace(self, draw_offered=self.position.turn), ()
        if accepts_draw(self.session, self.opinion):
            return self._agree_on_draw(now, Say("The computer accepts the draw."))
        declined = replace(self, draw_declined=self.timeline.ply)
        return declined, (Say("The computer declines the draw."),)

    def accept_draw(self, now: float) -> Step:
        """The other of two people agrees to the draw that is offered."""
        self._check_offered()
        return self._agree_on_draw(now)

    def decline_draw(self) -> Step:
        """The other of two people wants to play on."""
        self._check_offered()
        return replace(self, draw_offered=None), (Say("The draw is declined. The game continues."),)

    def _check_offered(self) -> None:
        if self.draw_offered is None:
            raise ValueError("nobody has offered a draw")

    def claim_draw(self) -> Step:
        """A draw by the rules ends the game at once, so there is never one to claim: say why."""
        self._check_going_on()
        return self, (Say(f"{how_near(self.timeline)}."),)

    def _agree_on_draw(self, now: float, *told: Say) -> Step:
        return self._turn_to(self.charged(now).session.agree_on_draw(), now, told)

    def change_level(self, level: str, now: float) -> Step:
        """The same game with another level in the computer's place."""
        session = self.session
        if session.is_shared:
            raise ValueError("there is no level to change: two people are playing")

        def changed(player: Player) -> Player:
            return player if player.is_person else replace(player, level=level)

        black, white = changed(session.black), changed(session.white)
        return self._turn_to(replace(session, black=black, white=white), now)

    def another(self, session: Session, now: float, *, resumed: bool = False) -> Step:
        """Another game with the same help, new or ``resumed``; an unfinished one stays saved."""
        game = PlayedGame.of(
            session,
            insight=self.insight,
            warns=self.warns,
            kept=self.kept,
            confirms_pass=self.confirms_pass,
            automatic=self.automatic,
        )
        aside = (SetAside(),) if self.kept and not resumed else ()
        return then((game, (*self._stopping(), *aside)), lambda game: game.begin(now))

    def _turn_to(self, session: Session, now: float, told: Effects = ()) -> Step:
        """The game at another moment: messages about the last one no longer hold."""
        game = replace(
            self,
            session=session,
            advice=Advice(session.timeline),
            turn_since=now,
            thinking=None,
            failed=None,
            pending=None,
            warning=None,
            warned=None,
            draw_offered=None,
        )
        effects = (*self._stopping(), *game.saving(), *told)
        return then((game, effects), lambda game: game._proceed(now))

    def _stopping(self) -> Effects:
        effects: Effects = (StopThinking(),) if self.thinking is not None else ()
        waiting = self.advice.asked and not self.advice.final
        return (*effects, StopConsulting()) if waiting or self.pending else effects

    def saving(self) -> Effects:
        kept = keeping(self.session) if self.kept else None
        return () if kept is None else (kept,)

    def _proceed(self, now: float) -> Step:
        """All that happens without the person: a forfeited turn, a search, a look by the coach."""
        if self.outcome is not None:
            return self, ()
        if self.must_pass and self._passes_alone():
            turn = self.position.turn
            has, passes = f"{turn.capitalize()} has", f"{turn.capitalize()} passes"
            if self.session.person is turn:
                has, passes = "You have", "you pass"
            return self.pass_turn(now, Say(f"{has} no legal move, so {passes}."))
        if self.session.to_move.is_person:
            return self._consult()
        return self.think(now) if self.automatic and self.failed is None else (self, ())

    def _passes_alone(self) -> bool:
        """Whether a pass needs no confirmation."""
        if not self.session.to_move.is_person:
            return self.automatic
        own_moves = self.session.timeline.played[-2::-2]
        return not self.confirms_pass or (bool(own_moves) and own_moves[0].is_pass)

    # The computer

    def think(self, now: float) -> Step:
        session = self.session
        turn_since = now if self.is_watched else self.turn_since  # a pause is nobody's time
        clock = session.clock
        seconds = None if clock is None else clock.budget(session.position.turn)
        game = replace(self, thinking=Thinking(), failed=None, turn_since=turn_since)
        return game, (Think(session, seconds),)

    def move_now(self) -> Step:
        """Let the computer play the best move it has found so far."""
        if self.thinking is None:
            raise ValueError("the computer is not thinking")
        return replace(self, thinking=replace(self.thinking, hurried=True)), (HurryUp(),)

    def retry(self, now: float) -> Step:
        """Ask the computer again after it has failed."""
        if self.outcome is not None or self.session.to_move.is_person:
            raise ValueError("it is not the computer's turn")
        return self.think(now)

    # The coach

    def toggle_insight(self) -> Step:
        if self.insight:
            return replace(self, insight=False, balance=None), (Say(INSIGHT[False]),)
        game, effects = replace(self, insight=True)._consult()
        return game._note_values(), (Say(INSIGHT[True]), *effects)

    def ask_hint(self) -> Step:
        return self._asked(Advice.ask_hint)

    def ask_values(self) -> Step:
        return self._asked(Advice.ask_values)

    def _asked(self, ask: Callable[[Advice], tuple[Advice, Effects]]) -> Step:
        if self.outcome is not None or not (self.person_to_move or self.is_watched):
            raise ValueError(self.why_not_turn())
        advice, effects = ask(self.advice)
        game = replace(self, advice=advice)
        return (game.helped() if advice.final else game), effects

    def drop_hint(self) -> "PlayedGame":
        return replace(self, advice=self.advice.without_hint())

    def take_back(self) -> Step:
        """Take back the move that the coach is checking or has warned about."""
        if self.pending is None:
            return self, ()
        # What the coach is busy with was about that move; the position is still of interest.
        advice = self.advice if self.advice.final else Advice(self.session.timeline)
        game = replace(self, pending=None, warning=None, advice=advice)
        return then((game, self._stopping()), PlayedGame._consult)

    def insist(self, now: float) -> Step:
        """Play the move that the coach is checking or has warned about, all the same."""
        return (self, ()) if self.pending is None else self.play(self.pending, now)

    def helped(self) -> "PlayedGame":
        """The game marked as helped: it no longer counts as unaided."""
        session = self.session
        if not self.kept or session.helped or session.person is None or self.outcome is not None:
            return self
        return replace(self, session=replace(session, helped=True))

    def _consult(self) -> Step:
        """Ask the coach about the position, if somebody wants to know something about it."""
        if self.outcome is not None or self.thinking is not None or self.is_watched:
            return self, ()
        wanted = self.insight or self.pending or (self.warns and self.kept and self.person_to_move)
        return self.consult() if wanted else (self, ())

    def consult(self) -> Step:
        advice, effects = self.advice.consult()
        return replace(self, advice=advice), effects

    def _note_values(self) -> "PlayedGame":
        """What follows from values that are on the screen: how the game stands, and the help."""
        analysis = self.advice.analysis
        if analysis is None or not self.insight:
            return self
        value = analysis.value if self.position.turn is Colour.BLACK else -analysis.value
        return replace(self, balance=value).helped()

    def _consider(self, now: float) -> Step:
        """Play the move that waits if it keeps the result; else ask what punishes it."""
        analysis = self.advice.analysis
        if self.pending is None or analysis is None or not self.advice.final:
            return self, ()
        from ..coach.review import throws_result_away

        if throws_result_away(self.pending, analysis):
            return self, (Consult(Refute(self.position, self.pending)),)
        return self.insist(now)

    def _warn(self, found: "Refutation") -> Step:
        """Say what is wrong with the move that waits; it is played when the person insists."""
        if self.pending is None or self.advice.analysis is None:
            return self, ()
        reply = next(iter(found.replies), None)
        warning = warning_sentence(self.pending, self.advice.analysis, reply)
        return replace(self, warning=warning, warned=self.pending).helped(), ()

    # What the world says

    def hear(self, event: PlayEvent, now: float) -> Step:
        match event:
            case SearchProgress(progress) if self.thinking is not None:
                thinking = replace(self.thinking, progress=progress)
                return replace(self, thinking=thinking, last_search=progress), ()
            case SearchDone(decision) if self.thinking is not None:
                searched = replace(self, thinking=None, opinion=decision.score)
                return searched.play(decision.move, now)
            case SearchFailed(sentence) if self.thinking is not None:
                return replace(self, thinking=None, failed=sentence), (Say(sentence, "warning"),)
            case CoachAnswered(answer, final):
                return self._hear_coach(answer, final, now)
            case CoachFailed(sentence):
                told = (Say(sentence, "warning"),)
                game = replace(self, advice=replace(self.advice.without_hint(), final=True))
                return then(game.insist(now), lambda game: (game, told))
            case RecordChanged(session=session) if session == self.session:
                sentences = rating_after(event)
                return self, (Say(" ".join(sentences)),) if sentences else ()
            case _:
                return self, ()

    def _hear_coach(self, answer: object, final: bool, now: float) -> Step:
        from ..coach.analysis import Analysis
        from ..coach.refutation import Refutation

        if isinstance(answer, Refutation):
            return self._warn(answer)
        if not isinstance(answer, Analysis):
            return self, ()
        advice, told = self.advice.heard(answer, final).tell()
        game = replace(self, advice=advice)._note_values()
        game = game.helped() if told else game
        return then((game, told), lambda game: game._consider(now))

    # Time

    def seconds_used(self, now: float) -> float:
        """How long the side to move has been thinking."""
        return 0.0 if self.outcome else max(0.0, now - self.turn_since)

    def charged(self, now: float) -> "PlayedGame":
        """The game with the time used so far on the account of the side to move."""
        session = self.session.after_waiting(self.seconds_used(now))
        return replace(self, session=session, turn_since=now)

    def _charged(self, now: float) -> Session:
        """Undo does not return any time; without a clock there is none to return."""
        return self.session if self.session.clock is None else self.charged(now).session

    def check_time(self, now: float) -> Step | None:
        """The end of the game if somebody's time is up, else None."""
        paused = self.is_watched and self.thinking is None
        if self.outcome or paused or not self.session.is_too_late(self.seconds_used(now)):
            return None
        return self._turn_to(self.charged(now).session, now)

    def put_aside(self, now: float) -> Step:
        """Leave the game for a while: nobody thinks, time used and help had so far are saved."""
        if (late := self.check_time(now)) is not None:
            return late
        game = self.charged(now)
        saved = game.saving() if game.outcome is None else ()
        game = replace(game, thinking=None, pending=None, warning=None)
        game = replace(game, advice=Advice(game.session.timeline))
        return game, (*self._stopping(), *saved)

    def why_not_turn(self) -> str:
        if self.outcome is not None:
            return "the game is over"
        if self.is_watched:
            return "the computer plays both sides"
        if self.must_pass and self.session.to_move.is_person:
            return "you have no legal move, so you pass; press Enter"
        if self.pending is not None:
            return f"the coach is checking {self.pending}"
        return f"it is the computer's turn ({self.session.to_move})"
