"""How two programs agree on a game: who asks, on what terms, with which code, and comes back. Pure.

A guest that is one of us greets, says the code if it has one, and asks with `Play`; the host
answers with `Deal`, which also carries the game to go on with after a cut line. Any other program
asks with a plain game request, and gets international draughts or a polite no.

A host talks to several visitors and plays with one of them. A step takes what happened on the wire
and returns the new state with what is to be done and told, as in `link`.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple, Self, TypeVar

from ..game.clock import Clock, TimeControl
from ..game.correspondence import read_line, write_line
from ..game.pdn import PdnGame
from ..game.timeline import Timeline
from ..messages import printable, sentence
from ..rules.house_rules import from_text, to_text
from ..rules.position import Position
from ..rules.variant import COLOURS, DEFAULT, DXP_STANDARD, Colour, Variant, get_variant
from .link import Link, LinkEffect, ProtocolError, Said, Send
from .link import Step as LinkStep
from .messages import (
    GREETING,
    MOST_NUMBER,
    MOST_PLIES,
    NAME_WIDTH,
    VERSION,
    Acceptance,
    Chat,
    Deal,
    GameAcc,
    GameEnd,
    GameReq,
    Message,
    Play,
    chat_lines,
)

#: Known programs take everything that arrives at once for one message, so that they get one at a
#: time, this many seconds apart.
GAP = 0.25
#: A wrong code is answered this late, so that guessing takes time.
CODE_PAUSE = 1.0
#: How long a guest waits for a greeting before it takes the host for another program.
GREETING_PATIENCE = 3.0
#: A visitor who says this much, or waits this long, without asking for a game is disconnected.
MOST_SMALL_TALK, VISIT = 30, 10.0
#: When more visitors come, the one who has waited longest has to go: a real guest asks at once.
MOST_VISITORS = 8
#: How long a guest waits before it reconnects, and how often it tries.
LONGEST_WAIT, MOST_TRIES = 15.0, 45
#: A start with more pieces a side is taken only if both sides name it.
MOST_PIECES = 12
_CODE = "code "


# What a step asks for


@dataclass(frozen=True)
class SendTo:
    """Send a message, not before that many seconds after the one before it."""

    connection: int
    message: Message
    pause: float = 0.0


@dataclass(frozen=True)
class HangUp:
    """Close a connection when everything is sent."""

    connection: int


@dataclass(frozen=True)
class Dial:
    """Connect to the host."""


# What a step tells the person


@dataclass(frozen=True)
class Began:
    """A game has begun."""


@dataclass(frozen=True)
class Cut:
    """The line was lost in the middle of the game; the opponent may come back."""

    sentence: str


@dataclass(frozen=True)
class Resumed:
    """The opponent is back, and the game goes on."""


@dataclass(frozen=True)
class Gone:
    """The opponent has left after the game."""


@dataclass(frozen=True)
class TurnedAway:
    """A visitor did not get a game; a sentence says why."""

    sentence: str


@dataclass(frozen=True)
class Failed:
    """There will be no game, or it cannot go on; a sentence says why."""

    sentence: str


Effect = LinkEffect | SendTo | HangUp | Dial | Began | Cut | Resumed | Gone | TurnedAway | Failed
Effects = tuple[Effect, ...]


@dataclass(frozen=True)
class Terms:
    """What one side wants of a game; None leaves it to the other side. The colour is its own."""

    variant: Variant | None = None
    start: Position | None = None
    colour: Colour | None = None
    clock: TimeControl | None = None


class Agreement(NamedTuple):
    """What both sides want: where the game starts, the guest's colour, and the clock."""

    start: Position
    guest: Colour
    clock: TimeControl | None


def agreed(host: Terms, guest: Terms, *, guest_first: bool = True) -> Agreement:
    """What fits both; ValueError with a sentence for the guest if nothing does.

    If neither names a colour, the guest gets the one that moves first or the other.
    """
    variant = _same("game", host.variant, guest.variant) or DEFAULT
    start = _same("start", host.start, guest.start) or Position.start(variant)
    if start.variant != variant:
        raise ValueError(f"the start is a position of {start.variant}, not of {variant}")
    first = start.turn if guest_first else start.turn.other
    colour = _same("colour", host.colour and host.colour.other, guest.colour) or first
    return Agreement(start, colour, _same("clock", host.clock, guest.clock))


T = TypeVar("T")


def _same(what: str, host: T | None, guest: T | None) -> T | None:
    """What one of two wants, or both; ValueError if they want different things."""
    if host is not None and guest is not None and host != guest:
        raise ValueError(f"this host wants another {what}: {host}, not {guest}")
    return guest if host is None else host


@dataclass(frozen=True, kw_only=True)
class _Party:
    """A host or a guest: the game once there is one, and where the opponent is, if anywhere."""

    link: Link | None = None
    connection: int | None = None

    def act(self, do: Callable[[Link], LinkStep]) -> tuple[Self, Effects]:
        """Do something in the game; ValueError if there is none, or it cannot be done."""
        if self.link is None:
            raise ValueError("there is no game yet")
        if self.link.is_cut:
            raise ValueError(
                f"the connection to {self.link.opponent} is lost; wait until it is back"
            )
        return self._after(do(self.link))

    def _after(self, step: LinkStep) -> tuple[Self, Effects]:
        """The party after a step of its link: what the link sends goes to the opponent."""
        link, effects = step
        pause = 0.0 if link.extended else GAP
        addressed: list[Effect] = []
        for effect in effects:
            if not isinstance(effect, Send):
                addressed.append(effect)
            elif self.connection is not None:
                addressed.append(SendTo(self.connection, effect.message, pause))
        return replace(self, link=link), tuple(addressed)


# The host


@dataclass(frozen=True)
class Visitor:
    """Somebody who came at that time: whether one of us, who knows the code, and has said much."""

    since: float
    extended: bool = False
    knows_code: bool = False
    said: int = 0

    @property
    def pause(self) -> float:
        return 0.0 if self.extended else GAP


@dataclass(frozen=True)
class Host(_Party):
    """A host with its visitors, one of whom may be the opponent.

    ``secret`` makes the tokens with which a guest can come back; ``games`` have been begun. A guest
    who is away for longer than ``patience`` seconds has left. The first game goes on with the moves
    and the clock of the one that was ``kept``.
    """

    name: str
    terms: Terms
    secret: bytes
    date: str
    code: str | None = None
    patience: float | None = None
    kept: tuple[Timeline, Clock | None] | None = None
    visitors: Mapping[int, Visitor] = field(default_factory=dict)
    games: int = 0
    cut_at: float = 0.0

    def opened(self, connection: int, now: float) -> tuple["Host", Effects]:
        host = self._with(connection, Visitor(now))
        waiting = [visitor for visitor in host.visitors if visitor != self.connection]
        return host._without(waiting[:-MOST_VISITORS])

    def closed(self, connection: int, sentence: str, now: float) -> tuple["Host", Effects]:
        """A connection is gone; a sentence says why."""
        host, _ = self._without([connection])
        if connection != self.connection or self.link is None:
            return host, ()
        host = replace(host, connection=None)
        if self.link.extended and not self.link.settled:
            news = Cut(sentence) if self.link.ending is None else Gone()
            return replace(host, link=self.link.cut(now), cut_at=now), (news,)
        link, effects = self.link.forsaken()
        return replace(host, link=link), (*effects, Gone())

    def received(self, connection: int, message: Message, now: float) -> tuple["Host", Effects]:
        visitor = self.visitors.get(connection)
        if visitor is None:
            return self, ()
        try:
            if isinstance(message, GameReq | Play):
                return self._asked(connection, visitor, message, now)
            if connection == self.connection and self.link is not None:
                after, effects = self._after(self.link.received(message, now))
                if isinstance(message, GameEnd) and message.leaving:
                    effects += (HangUp(connection),)
                return after, effects
            return self._heard(connection, visitor, message)
        except ValueError as error:  # nothing that a visitor says ends the host
            return self._dismiss(connection, str(error))

    def tick(self, now: float) -> tuple["Host", Effects]:
        """Look at the clocks, and at how long the guest has been away."""
        idle = [
            connection
            for connection, visitor in self.visitors.items()
            if connection != self.connection and now - visitor.since > VISIT
        ]
        host, effects = self._without(idle)
        more: Effects = ()
        if host._awaits_return and host.patience is not None and now - host.cut_at > host.patience:
            host, more = host.give_up()
        elif host.link is not None:
            host, more = host._after(host.link.tick(now))
        return host, (*effects, *more)

    def give_up(self) -> tuple["Host", Effects]:
        """Stop waiting for a guest whose line was cut; ValueError if there is none."""
        if not self._awaits_return or self.link is None:
            raise ValueError("there is no player whose connection was lost")
        link, effects = self.link.forsaken()
        return replace(self, link=link), effects

    def leave(self) -> tuple["Host", Effects]:
        """End the game and say goodbye to everybody."""
        host, effects = (self, ()) if self.link is None else self._after(self.link.leave())
        return host, (*effects, *map(HangUp, self.visitors))

    @property
    def _awaits_return(self) -> bool:
        """Whether the opponent's line was cut in the middle of a game."""
        return self.link is not None and self.link.ending is None and self.connection is None

    @property
    def _token(self) -> str:
        return hmac.digest(self.secret, b"%d" % self.games, "sha256").hex()[:32]

    def _with(self, connection: int, visitor: Visitor) -> "Host":
        return replace(self, visitors={**self.visitors, connection: visitor})

    def _without(self, connections: Sequence[int]) -> tuple["Host", Effects]:
        """The host without some visitors, who are hung up on."""
        if not connections:
            return self, ()
        staying = {who: self.visitors[who] for who in self.visitors if who not in connections}
        return replace(self, visitors=staying), tuple(map(HangUp, connections))

    def _heard(self, connection: int, visitor: Visitor, message: Message) -> tuple["Host", Effects]:
        """A visitor has said something before asking for a game."""
        visitor = replace(visitor, said=visitor.said + 1)
        host = self._with(connection, visitor)
        if visitor.said > MOST_SMALL_TALK or isinstance(message, GameEnd):
            return host._without([connection])
        if not isinstance(message, Chat):
            return host, ()
        if message.text.startswith(GREETING):
            greeted = self._with(connection, replace(visitor, extended=True))
            return greeted, (SendTo(connection, Chat(GREETING)),)
        if self.code is not None and message.text.startswith(_CODE):
            # Compared in constant time, so that timing reveals nothing.
            told, right = (
                printable(text.strip()).encode() for text in (message.text[5:], self.code)
            )
            if not hmac.compare_digest(told, right):
                return host._dismiss(connection, "That is not the code.", CODE_PAUSE)
            return self._with(connection, replace(visitor, knows_code=True)), ()
        return host, ()

    def _asked(
        self, connection: int, visitor: Visitor, message: GameReq | Play, now: float
    ) -> tuple["Host", Effects]:
        if self.code is not None and not visitor.knows_code:
            return self._dismiss(connection, "This host asks for a code.")
        if isinstance(message, Play) and message.token is not None:
            return self._comes_back(connection, message, now)
        if self.link is not None and self.link.ending is None:
            if connection == self.connection:
                raise ProtocolError("there is a game already")
            away = "is waiting for its player to come back" if self._awaits_return else "is busy"
            return self._dismiss(connection, f"This host {away}; try again later.")
        if isinstance(message, GameReq) and message.version != VERSION:
            refusal = GameAcc(self.name, Acceptance.OTHER_VERSION)
            return self, (SendTo(connection, refusal, visitor.pause), HangUp(connection))
        if isinstance(message, GameReq) and self.kept is not None:
            return self._dismiss(connection, "This host is waiting to continue another game.")
        try:
            first = self.games % 2 == 0
            wanted = _terms_of(message)
            if wanted.start is not None:
                _check_start(wanted.start, self.terms)
            agreement = agreed(self.terms, wanted, guest_first=first)
            if isinstance(message, GameReq):
                _check_standard(agreement, wanted)
        except ValueError as error:
            return self._dismiss(connection, sentence(str(error)))
        names = (self.name, message.name)
        link = _new_link(agreement, agreement.guest.other, names, self.date)
        if isinstance(message, GameReq):
            link = replace(link, extended=False, most_moves=message.moves)
        if self.kept is not None:
            link = replace(link, timeline=self.kept[0], clock=self.kept[1])
        host = replace(
            self._with(connection, replace(visitor, said=0)),
            connection=connection,
            link=link,
            kept=None,
            games=self.games + 1,
        )
        answer: Message = GameAcc(self.name, Acceptance.YES)
        if link.extended:
            answer = host._deal(link)
        host, effects = host._after(link.begin(now))
        begun = (SendTo(connection, answer, visitor.pause), Began(), *effects)
        return host, (*self._left_for(connection), *begun)

    def _comes_back(self, connection: int, message: Play, now: float) -> tuple["Host", Effects]:
        right = hmac.compare_digest((message.token or "").encode(), self._token.encode())
        if not right or self.link is None:
            return self._dismiss(connection, "That game is over.")
        try:
            theirs = read_line(message.line or "", _same_start(self.link)).timeline
        except ValueError as error:
            return self._dismiss(connection, f"The game cannot continue: {error}.")
        link, effects = self.link.cut(now).resumed(theirs, message.back, now)
        host = replace(self, connection=connection, link=link)
        deal = SendTo(connection, host._deal(link))
        host, more = host._after((link, effects))
        return host, (*self._left_for(connection), deal, Resumed(), *more)

    def _left_for(self, connection: int) -> Effects:
        """Hang up on the opponent before: a guest may have lost a line that looks fine here."""
        return () if self.connection in (None, connection) else (HangUp(self.connection),)

    def _deal(self, link: Link) -> Deal:
        clock = link.clock
        black, white = clock.left if clock else (0.0, 0.0)
        return Deal(
            self.name,
            link.colour.other,
            write_line(PdnGame(link.timeline)),
            self._token,
            self.date,
            None if clock is None else clock.control,
            round(black, 3),
            round(white, 3),
        )

    def _dismiss(
        self, connection: int, sentence: str, pause: float = 0.0
    ) -> tuple["Host", Effects]:
        """Tell a visitor why there is no game, and stop listening to them."""
        gap = max(pause, self.visitors[connection].pause)
        host, hanging_up = self._without([connection])
        farewell: Message = GameAcc(self.name, Acceptance.NOT_THIS_GAME)
        over: Effects = ()
        if connection == self.connection and self.link is not None:
            link, over = self.link.forsaken(sentence)
            host = replace(host, connection=None, link=link)
            farewell = GameEnd(leaving=True)
        told = (SendTo(connection, message, gap) for message in (*chat_lines(sentence), farewell))
        return host, (*told, *hanging_up, *over, TurnedAway(sentence))


def _check_start(start: Position, ours: Terms) -> None:
    """Raise ValueError for a start that only the other side names and that may be a trap.

    There are boards full of pieces on which nobody ever finds all captures.
    """
    usual = (ours.start, Position.start(start.variant))
    if start not in usual and max(map(start.count, COLOURS)) > MOST_PIECES:
        raise ValueError(
            f"a start with more than {MOST_PIECES} pieces a side must be named by both"
        )


def _same_start(link: Link) -> Callable[[Position, int], None]:
    """A check that a game is the one that was cut, as far as its start tells."""

    def check(start: Position, moves: int) -> None:
        if start != link.timeline.start or moves > MOST_PLIES + 2:
            raise ProtocolError("the two ends know different games")

    return check


def _terms_of(message: GameReq | Play) -> Terms:
    """What a guest wants; ValueError with a sentence if there is no such game."""
    start = None
    if isinstance(message, Play):
        variant = None
        if message.rules is not None:
            variant = from_text(message.rules)
        elif message.variant is not None:
            variant = get_variant(message.variant, message.size)
        if message.start is not None:
            start = Position.from_fen(message.start, variant or DEFAULT)
        return Terms(variant, start, message.colour, message.clock)
    if message.start is not None:
        start = Position.from_placement(DXP_STANDARD, message.start)
    clock = TimeControl(60.0 * message.minutes) if message.minutes else None
    return Terms(DXP_STANDARD, start, message.host_colour.other, clock)


def _check_standard(agreement: Agreement, wanted: Terms) -> None:
    """Raise ValueError if a plain request does not say what the host wants."""
    if agreement.clock != wanted.clock:
        raise ValueError(f"this host wants another clock: {agreement.clock}")
    if agreement.start != (wanted.start or Position.start(DXP_STANDARD)):
        raise ValueError(f"this host wants another start: {agreement.start}")


# The guest


class Phase(Enum):
    """How far a guest has come."""

    DIALLING = "not connected yet"
    GREETING = "waiting for a greeting"
    ASKING = "waiting for the answer to a request"
    PLAYING = "in a game, or after one"


@dataclass(frozen=True)
class Guest(_Party):
    """A guest.

    ``told`` is what the host said last before a game, ``dial_at`` the time to try again to get
    through. With the ``token`` it can come back to a game. One that ``resumes`` takes a game that
    the host has kept.
    """

    name: str
    terms: Terms
    date: str
    code: str | None = None
    resumes: bool = False
    phase: Phase = Phase.DIALLING
    since: float = 0.0
    extended: bool = False
    token: str | None = None
    told: str = ""
    tries: int = 0
    dial_at: float | None = None

    def opened(self, connection: int, now: float) -> tuple["Guest", Effects]:
        guest = replace(
            self, connection=connection, phase=Phase.GREETING, since=now, told="", extended=False
        )
        return guest, (SendTo(connection, Chat(GREETING)),)

    def closed(self, connection: int, sentence: str, now: float) -> tuple["Guest", Effects]:
        """The line is gone, or could not be had; a sentence says why."""
        if connection != self.connection and self.connection is not None:
            return self, ()
        guest = replace(self, connection=None, phase=Phase.DIALLING)
        link = self.link
        if link is None:
            return guest, (Failed(sentence),)
        if link.settled or not link.extended or self.tries >= MOST_TRIES:
            link, effects = link.forsaken()
            return replace(guest, link=link), (*effects, Gone())
        news = () if link.is_cut or link.ending is not None else (Cut(sentence),)
        dial_at = now + min(LONGEST_WAIT, 2.0**self.tries)
        return replace(guest, link=link.cut(now), tries=self.tries + 1, dial_at=dial_at), news

    def received(self, connection: int, message: Message, now: float) -> tuple["Guest", Effects]:
        if connection != self.connection:
            return self, ()
        try:
            if self.phase is Phase.PLAYING and self.link is not None:
                return self._after(self.link.received(message, now))
            if isinstance(message, Chat):
                return self._heard(connection, message.text)
            if self.phase is Phase.ASKING and isinstance(message, GameAcc):
                return self._answered(connection, message, now)
            if self.phase is Phase.ASKING and isinstance(message, Deal):
                return self._dealt(message, now)
            raise ProtocolError("the host sent something that has no place before a game")
        except ValueError as error:
            return self, (HangUp(connection), Failed(str(error)))

    def tick(self, now: float) -> tuple["Guest", Effects]:
        """Look at the clocks, and whether it is time to try again."""
        if self.phase is Phase.DIALLING:
            if self.dial_at is None or now < self.dial_at:
                return self, ()
            return replace(self, dial_at=None), (Dial(),)
        if self.phase is Phase.GREETING and now - self.since >= GREETING_PATIENCE:
            return self._ask_stranger()
        if self.phase is Phase.PLAYING and self.link is not None:
            return self._after(self.link.tick(now))
        return self, ()

    def again(self) -> tuple["Guest", Effects]:
        """Ask for another game on the same terms; ValueError while one is played."""
        if self.link is None or self.link.ending is None or self.connection is None:
            raise ValueError("ask for another game when this one is over")
        guest = replace(self, link=None, token=None, told="")
        return guest._ask(self.connection) if self.extended else guest._ask_stranger()

    def leave(self) -> tuple["Guest", Effects]:
        guest, effects = (self, ()) if self.link is None else self._after(self.link.leave())
        if self.connection is None:
            return guest, effects
        return guest, (*effects, HangUp(self.connection))

    def _heard(self, connection: int, text: str) -> tuple["Guest", Effects]:
        if self.phase is Phase.GREETING and text.startswith(GREETING):
            return replace(self, extended=True)._ask(connection)
        # The last message waits: it may be the reason for a refusal, which is told once.
        return replace(self, told=text), (Said(self.told),) if self.told else ()

    def _ask(self, connection: int) -> tuple["Guest", Effects]:
        """Ask another minicheckers for a game, or to continue the one that was cut."""
        terms, link = self.terms, self.link
        if link is None:
            start = None if terms.start is None else terms.start.fen()
            play = Play(self.name, start=start, colour=terms.colour, clock=terms.clock)
            if (game := terms.variant) is not None:
                play = replace(play, variant=game.name, size=game.size, rules=to_text(game))
        else:
            line = write_line(PdnGame(link.timeline))
            play = Play(self.name, token=self.token, line=line, back=link.back_asked)
        code = () if self.code is None else (SendTo(connection, Chat(_CODE + self.code)),)
        return replace(self, phase=Phase.ASKING), (*code, SendTo(connection, play))

    def _ask_stranger(self) -> tuple["Guest", Effects]:
        """Ask a program that has not greeted, in the way every program understands."""
        connection = self.connection
        assert connection is not None
        terms = self.terms
        try:
            if self.link is not None:
                raise ValueError("the program that answers now does not know this game")
            if terms.variant not in (None, DXP_STANDARD):
                raise ValueError(
                    f"the host plays only {DXP_STANDARD} draughts, not {terms.variant}"
                )
            request = _standard_request(self.name, terms)
        except ValueError as error:
            return self, (HangUp(connection), Failed(str(error)))
        return replace(self, phase=Phase.ASKING), (SendTo(connection, request, GAP),)

    def _answered(self, connection: int, message: GameAcc, now: float) -> tuple["Guest", Effects]:
        if message.answer is not Acceptance.YES:
            reasons = {Acceptance.OTHER_VERSION: "the host speaks another version of the protocol"}
            usual = reasons.get(message.answer, "the host does not want this game")
            told = self.told and f"the host says: {self.told.removesuffix('.')}"
            return self, (HangUp(connection), Failed(told or usual))
        if self.extended:
            raise ProtocolError("the host accepted a game without saying which")
        start = self.terms.start or Position.start(DXP_STANDARD)
        colour = self.terms.colour or start.turn
        agreement = Agreement(start, colour, self.terms.clock)
        link = _new_link(agreement, colour, (message.name, self.name), self.date)
        return self._playing(Began(), replace(link, extended=False).begin(now))

    def _dealt(self, deal: Deal, now: float) -> tuple["Guest", Effects]:
        try:
            check = self._check_deal if self.link is None else _same_start(self.link)
            line = read_line(deal.line, check).timeline
            left = (deal.black_left, deal.white_left)
            clock = None if deal.clock is None else Clock(deal.clock, left)
            if self.link is not None:
                step = replace(self.link, clock=clock).resumed(line, None, now)
                return self._playing(Resumed(), step)
            start = line.start
            offered = Terms(start.variant, start, deal.colour.other, deal.clock)
            agreed(offered, self.terms)
        except ProtocolError:
            raise
        except ValueError as error:
            raise ProtocolError(f"the host offers a game that does not fit: {error}") from None
        agreement = Agreement(start, deal.colour, deal.clock)
        link = _new_link(agreement, deal.colour, (deal.name, self.name), deal.date)
        link = replace(link, timeline=line, clock=clock)
        return replace(self, token=deal.token)._playing(Began(), link.begin(now))

    def _check_deal(self, start: Position, moves: int) -> None:
        _check_start(start, self.terms)
        if moves > MOST_PLIES + 2:
            raise ValueError(f"it has {moves} moves, more than the {MOST_PLIES} that are possible")
        if moves and not self.resumes:
            raise ValueError("it has already begun; to continue it, join with --resume")

    def _playing(self, news: Began | Resumed, step: LinkStep) -> tuple["Guest", Effects]:
        said = (Said(self.told),) if self.told else ()
        guest, effects = replace(self, phase=Phase.PLAYING, tries=0, told="")._after(step)
        return guest, (news, *said, *effects)


def _standard_request(name: str, terms: Terms) -> GameReq:
    """A plain game request; ValueError with a sentence if the terms do not fit into one."""
    start = terms.start or Position.start(DXP_STANDARD)
    minutes = terms.clock.seconds / 60 if terms.clock else 0
    whole = minutes == int(minutes) <= MOST_NUMBER
    if terms.clock is not None and (terms.clock.increment or not whole):
        raise ValueError(
            f"the host knows only clocks of whole minutes, {MOST_NUMBER} at most, not {terms.clock}"
        )
    colour = terms.colour or start.turn
    usual = start == Position.start(DXP_STANDARD)
    return GameReq(name, colour.other, int(minutes), start=None if usual else start.placement())


def _new_link(agreement: Agreement, colour: Colour, names: tuple[str, str], date: str) -> Link:
    """The game of one of two that are named, the host first, and that are both of ours."""
    host, guest = names[0] or "host", names[1][:NAME_WIDTH] or "guest"
    return Link(
        Timeline.begin(agreement.start),
        colour,
        (guest, host) if agreement.guest is Colour.BLACK else (host, guest),
        date,
        extended=True,
        clock=None if agreement.clock is None else Clock.begin(agreement.clock),
    )
