"""A game with somebody elsewhere, as the person here lives it: decided once for every face. Pure.

A step takes what came over the wire or what the person wants, and returns the new state with what
is to be done. The board and plain mode carry that out, and differ only in how they show it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..dxp.handshake import (
    Began,
    Cut,
    Dial,
    Failed,
    Gone,
    Guest,
    HangUp,
    Host,
    Resumed,
    SendTo,
    TurnedAway,
)
from ..dxp.handshake import Effects as PartyEffects
from ..dxp.link import (
    BackRefused,
    BackWanted,
    DrawRefused,
    DrawWanted,
    Link,
    Over,
    Played,
    Said,
    WentBack,
    out_of_time,
)
from ..dxp.link import Step as LinkStep
from ..dxp.sockets import Closed, NetworkEvent, Opened, Received
from ..engine.decision import Decision
from ..engine.score import Score
from ..game.pdn import UNFINISHED
from ..game.player import PERSON, Player
from ..game.session import Session
from ..messages import counted
from ..rules.notation import Move
from ..rules.variant import COLOURS
from .draw_offers import accepts_draw
from .effects import ContinueRemote, Finish, Save, Say, SetAside, StopThinking, Think
from .game import keeping

#: How long to wait for the other side to agree that a game is over, in seconds.
GOODBYE = 5.0
#: Strangers are mentioned at most once in this many seconds.
QUIET = 10.0


@dataclass(frozen=True)
class YourTurn:
    """The person is to move."""


@dataclass(frozen=True)
class End:
    """There is nothing more to do; ``failed``: not as it was meant."""

    failed: bool = False


#: Effects that save the game like a person's other games.
Kept = SetAside | ContinueRemote | Save | Finish
Effect = SendTo | HangUp | Dial | Say | Played | Think | StopThinking | YourTurn | End | Kept
Effects = tuple[Effect, ...]
Step = tuple["RemoteGame", Effects]


@dataclass(frozen=True)
class RemoteGame:
    """A host or a guest; the ``player`` is a person, or a computer in their place.

    After ``most_games`` it is over; that many ``began``, and the last one ended at the time
    ``over_at``. ``thinking``: the computer is busy with the position. ``moment`` is what somebody
    was last asked to go on from, ``told_at`` when the person was last told of a visitor who did not
    get a game, and ``opinion`` how the computer's last search saw its own side.
    """

    party: Host | Guest
    player: Player = PERSON
    seed: int | None = None
    most_games: int | None = None
    games: int = 0
    began: int = 0
    over_at: float | None = None
    thinking: bool = False
    moment: object = None
    told_at: float = -math.inf
    opinion: Score | None = None

    @property
    def link(self) -> Link | None:
        return self.party.link

    @property
    def session(self) -> Session | None:
        """The game as it is kept, None before there is one and where a computer plays it.

        It counts for nobody's record: both sides are people.
        """
        link = self.link
        if link is None or self._computer_plays:
            return None
        black, white = (
            PERSON if colour is link.colour else Player(person=link.opponent) for colour in COLOURS
        )
        session = Session(link.timeline, black, white, clock=link.clock)
        if link.ending is None or link.timeline.outcome is not None:
            return session
        if link.ending.winner is None:
            return replace(session, agreed=link.ending.result != UNFINISHED)
        loser = link.ending.winner.other
        if link.ending == out_of_time(loser):
            return replace(session, out_of_time=loser)
        return replace(session, resigned=loser)

    @property
    def is_guest(self) -> bool:
        return isinstance(self.party, Guest)

    # What comes over the wire

    def hear(self, event: NetworkEvent, now: float) -> Step:
        match event:
            case Opened(connection):
                return self._after(self.party.opened(connection, now), now)
            case Received(connection, message):
                return self._after(self.party.received(connection, message, now), now)
            case Closed(connection, sentence):
                return self._after(self.party.closed(connection, sentence, now), now)

    def tick(self, now: float) -> Step:
        game, effects = self._after(self.party.tick(now), now)
        if game.over_at is None or game.link is None:
            return game, effects
        if not (game.link.settled or now - game.over_at > GOODBYE):
            return game, effects
        effects = (*effects, *game._finishing())
        step = replace(game, over_at=None)._next_game(now)
        return step[0], (*effects, *step[1])

    def _next_game(self, now: float) -> Step:
        """What follows when both sides know that a game is over."""
        if self.most_games is not None and self.games >= self.most_games:
            return self.leave()
        if self.is_guest and self.party.connection is None:
            return self, (End(),)
        if self._computer_plays and self.is_guest:
            return self.again(now)
        return self, ()

    # What the person does; ValueError with a sentence for what cannot be done now

    def play(self, move: Move | str, now: float) -> Step:
        return self._act(lambda link: link.play(move, now), now)

    def undo(self, now: float) -> Step:
        """Ask the opponent to let us undo our last move."""
        game, effects = self._act(Link.ask_back, now)
        told = Say(f"You ask {self._opponent} to let you undo your last move.")
        return game, (*effects, told)

    def draw(self, now: float) -> Step:
        """Offer a draw, or accept the one that is offered."""
        link = self._game()
        game, effects = self._act(Link.offer_draw, now)
        told = () if link.draw_wanted else (Say(f"You offer {link.opponent} a draw."),)
        return game, (*effects, *told)

    def accept(self, now: float) -> Step:
        """Say yes to what the opponent asks for."""
        return self._answer(now, yes=True)

    def decline(self, now: float) -> Step:
        """Say no to what the opponent asks for."""
        return self._answer(now, yes=False)

    def _answer(self, now: float, *, yes: bool) -> Step:
        link = self._game()
        if link.back_wanted is not None:
            return self._act(lambda link: link.answer_back(now, yes=yes), now)
        if link.draw_wanted:
            return self._act(Link.offer_draw if yes else Link.refuse_draw, now)
        raise ValueError(f"{link.opponent} has not asked for anything")

    def resign(self, now: float) -> Step:
        return self._act(Link.resign, now)

    def say(self, text: str, now: float) -> Step:
        if not text.strip():
            raise ValueError("type your message after the word say")
        return self._act(lambda link: link.say(text), now)

    def again(self, now: float) -> Step:
        """Another game: a guest asks for it, a host stops waiting for a guest who is away."""
        if isinstance(self.party, Guest):
            return self._after(self.party.again(), now)
        if self.link is not None and self.link.ending is not None:
            raise ValueError("your guest has to ask for another game")
        if self.link is None:
            raise ValueError("nobody has joined yet")
        if self.party.connection is not None:
            raise ValueError("your guest can ask for another game when this one is over")
        return self._after(self.party.give_up(), now)

    def leave(self) -> Step:
        """Say goodbye; an unfinished game ends without a result."""
        party, effects = self.party.leave()
        wire = tuple(effect for effect in effects if isinstance(effect, SendTo | HangUp))
        game = replace(self, party=party, thinking=False)
        return game, (*wire, *game._finishing(), End())

    # What the computer does

    def found(self, decision: Decision, now: float) -> Step:
        if not self.thinking:
            return self, ()
        searched = replace(self, thinking=False, opinion=decision.score)
        return searched.play(decision.move, now)

    def failed(self, sentence: str) -> Step:
        game, effects = self.leave()
        return game, (Say(sentence), *effects[:-1], End(failed=True))

    # Inside

    def _finishing(self) -> Effects:
        """What keeps a game with its result, once nothing can change that any more."""
        session = self.session
        if self.over_at is None or session is None:
            return ()
        kept = keeping(session)
        return (kept,) if isinstance(kept, Finish) else ()

    def _saving(self, before: "RemoteGame") -> Effects:
        """What keeps a game that goes on, after a step."""
        session = self.session
        if session is None or session == before.session:
            return ()
        kept = keeping(session)
        saved = (kept,) if isinstance(kept, Save) else ()
        if self.began == before.began:
            return saved
        return (ContinueRemote(session) if session.timeline.ply else SetAside(), *saved)

    @property
    def _computer_plays(self) -> bool:
        return not self.player.is_person

    def _game(self) -> Link:
        if self.link is None:
            raise ValueError("there is no game yet")
        return self.link

    @property
    def _opponent(self) -> str:
        return self._game().opponent

    def _act(self, do: Callable[[Link], LinkStep], now: float) -> Step:
        return self._after(self.party.act(do), now)

    def _after(
        self, step: tuple[Host, PartyEffects] | tuple[Guest, PartyEffects], now: float
    ) -> Step:
        """The game after a step of its party: what happened is told, and somebody goes on."""
        party, happened = step
        if party is self.party and not happened:
            return self, ()
        game = replace(self, party=party)
        effects: Effects = ()
        for event in happened:
            if isinstance(event, SendTo | HangUp | Dial):
                effects += (event,)
            else:
                game, more = game._told(event, now)
                effects += more
        if game.link is not None and _moment(game.link) != game.moment:
            game, more = replace(game, moment=_moment(game.link))._go_on(game.link, now)
            effects += more
        # What is kept comes first: a move that the other side has seen is never lost here.
        return game, (*game._saving(self), *effects)

    def _told(self, event: object, now: float) -> Step:
        """What one thing that has happened means for the person."""
        link = self.link
        match event:
            case Played():
                return self, (event,)
            case Began():
                began = replace(self, began=self.began + 1)
                return began, () if link is None else _telling(event, link)
            case Over(ending):
                over = replace(self, games=self.games + 1, over_at=now)
                if ending.result == UNFINISHED:
                    return over, (Say(f"The game ended without a result: {ending.reason}."),)
                return over, (Say(f"The game is over: {ending}."),)
            case Failed(sentence):
                return self, (Say(sentence), End(failed=True))
            case BackWanted() if self._computer_plays:
                return self.accept(now)
            case DrawWanted() if self._computer_plays and link is not None:
                agrees = accepts_draw(self._session(link), self.opinion)
                return self.accept(now) if agrees else self.decline(now)
            case TurnedAway(sentence):
                if now - self.told_at < QUIET:
                    return self, ()
                told = replace(self, told_at=now)
                return told, (Say(f"A visitor was turned away: {sentence}"),)
            case Gone() if self.is_guest and self.over_at is None:
                return self, (Say(f"{self._opponent} has left."), End())
        if link is None:
            return self, (Say(f"The host says: {event.text}"),) if isinstance(event, Said) else ()
        return self, _telling(event, link)

    def _go_on(self, link: Link, now: float) -> Step:
        """It is somebody's turn in a new position, or nobody's any more."""
        stop: Effects = (StopThinking(),) if self.thinking else ()
        game = replace(self, thinking=False)
        if not link.my_turn or link.is_cut:
            return game, stop
        position = link.timeline.position
        if position.legal_moves()[0].is_pass:
            passed, effects = game.play(position.legal_moves()[0], now)
            return passed, (*stop, *effects)
        if not self._computer_plays:
            return game, (*stop, YourTurn())
        seconds = None if link.clock is None else link.clock.budget(link.colour)
        return replace(game, thinking=True), (*stop, Think(self._session(link), seconds))

    def _session(self, link: Link) -> Session:
        """The game as the computer sees it."""
        black, white = (self.player if colour is link.colour else PERSON for colour in COLOURS)
        return Session(link.timeline, black, white, self.seed)


def _moment(link: Link) -> tuple[object, ...]:
    """While this stays the same, nobody is asked again."""
    return link.timeline, link.ending is None, link.is_cut


def _telling(event: object, link: Link) -> Effects:
    """What has happened, told to the person."""
    sentence = _sentence(event, link)
    return (Say(sentence),) if sentence else ()


def _sentence(event: object, link: Link) -> str:
    who = link.opponent
    match event:
        case Began():
            game, control = link.timeline.start.variant, link.clock and link.clock.control
            clock = f" Each side has {control} on the clock." if control else ""
            mine, theirs = link.colour, link.colour.other
            return f"You play {game} against {who}. You have {mine}, {who} has {theirs}.{clock}"
        case BackWanted(plies):
            return f"{who} asks to undo {counted(plies, 'move')}. Answer yes or no."
        case WentBack(plies):
            return f"{counted(plies, 'move').capitalize()} undone."
        case BackRefused():
            return f"{who} declines to undo."
        case DrawWanted():
            return f"{who} offers a draw. Answer yes or no."
        case DrawRefused():
            return f"{who} declines the draw."
        case Said(text):
            return f"{who} says: {text}"
        case Cut(why):
            return f"The connection to {who} was lost ({why}). The game waits until it is back."
        case Resumed():
            return f"{who} is back. The game continues."
        case Gone():
            return f"{who} has left."
    return ""
