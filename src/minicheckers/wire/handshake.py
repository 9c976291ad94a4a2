"""How two programs agree on a game: who asks, on what terms, with which code, and comes back.

A guest that is one of us greets, says the code if it has one, and asks with `Play`; the host
answers with `Deal`, which also carries the game to go on with after a cut line. Any other program
asks with a plain game request, and gets international draughts or a polite no.

A host talks to several visitors and plays with one of them. It and the guest are objects that know
neither a socket nor a clock: what they want done and told waits in their outbox.
"""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random
from typing import NamedTuple, TypeVar

from ..game.correspondence import read_line, write_line
from ..game.openings import begin, is_ballot
from ..game.pdn import PdnGame
from ..game.player import PERSON, Clock, Player, TimeControl
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.house_rules import from_text, to_text
from ..rules.outcome import Reason
from ..rules.position import Position
from ..rules.variant import COLOURS, DEFAULT, DXP_STANDARD, Colour, Variant, get_variant
from ..support.text import printable, sentence
from .link import Link, ProtocolError, Refusal, Said
from .link import Step as LinkStep
from .messages import (
    GREETING,
    MOST_NUMBER,
    MOST_PLIES,
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


News = Said | Refusal | Began | Cut | Resumed | Gone | TurnedAway | Failed
Command = SendTo | HangUp | Dial
Effect = Command | News


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


@dataclass(kw_only=True)
class _Party:
    """A host or a guest: the game once there is one, and where the opponent is, if anywhere.

    The ``player`` is a person, or a computer in their place, whose random choices have a ``seed``.
    What a step asks for and tells waits in the ``outbox``, so that whoever takes it can keep the
    game before anything is sent.
    """

    name: str
    terms: Terms
    date: str
    player: Player = PERSON
    seed: int | None = None
    code: str | None = None
    link: Link | None = None
    connection: int | None = None
    outbox: list[Effect] = field(default_factory=list)

    def taken(self) -> list[Effect]:
        """What waits in the outbox, which is empty then."""
        taken, self.outbox = self.outbox, []
        return taken

    def expected(self) -> Session:
        """What is known of the game before it begins."""
        start = self.terms.start or Position.start(self.terms.variant or DEFAULT)
        return Session(Timeline.begin(start), self.player, Player(person="?"), self.seed)

    def act(self, do: Callable[[Link], LinkStep]) -> None:
        """Do something in the game; ValueError if there is none, or it cannot be done."""
        if self.link is None:
            raise ValueError("there is no game yet")
        if self.link.is_cut:
            raise ValueError(
                f"the connection to {self.link.opponent} is lost; wait until it is back"
            )
        self._after(do(self.link))

    def _after(self, step: LinkStep) -> None:
        """Take a step of the link: what it sends goes to the opponent."""
        self.link, effects = step
        pause = 0.0 if self.link.extended else GAP
        for effect in effects:
            if isinstance(effect, Said | Refusal):
                self._tell(effect)
            elif self.connection is not None:
                self._send(self.connection, effect, pause)

    def _send(self, connection: int, message: Message, pause: float = 0.0) -> None:
        self.outbox.append(SendTo(connection, message, pause))

    def _hang_up(self, connection: int) -> None:
        self.outbox.append(HangUp(connection))

    def _tell(self, news: News) -> None:
        self.outbox.append(news)

    def _agreed_link(self, agreement: Agreement, colour: Colour, opponent: str) -> Link:
        """The game that was agreed on, with us in a colour."""
        players = {colour: self.player, colour.other: Player(person=opponent)}
        session = Session(
            Timeline.begin(agreement.start),
            players[Colour.BLACK],
            players[Colour.WHITE],
            self.seed,
        )
        return Link(session.with_clock(agreement.clock), colour, self.name, self.date)


# The host


@dataclass
class Visitor:
    """Somebody who came at that time: whether one of us, who knows the code, and has said much."""

    since: float
    extended: bool = False
    knows_code: bool = False
    said: int = 0

    @property
    def pause(self) -> float:
        return 0.0 if self.extended else GAP


@dataclass(kw_only=True)
class Host(_Party):
    """A host with its visitors, one of whom may be the opponent.

    ``secret`` makes the tokens with which a guest can come back; ``games`` have been begun. A guest
    who is away for longer than ``patience`` seconds has left. The first game goes on with the moves
    and the clock of the one that was ``kept``. With a ``ballot`` every game begins with it, or with
    one that is drawn for two games, so that each is played with both colours.
    """

    secret: bytes
    patience: float | None = None
    kept: Session | None = None
    ballot: str | None = None
    visitors: dict[int, Visitor] = field(default_factory=dict)
    games: int = 0
    cut_at: float = 0.0

    def expected(self) -> Session:
        return self.kept or super().expected()

    def opened(self, connection: int, now: float) -> None:
        self.visitors[connection] = Visitor(now)
        waiting = [visitor for visitor in self.visitors if visitor != self.connection]
        self._show_out(waiting[:-MOST_VISITORS])

    def closed(self, connection: int, sentence: str, now: float) -> None:
        """A connection is gone; a sentence says why."""
        self.visitors.pop(connection, None)
        if connection != self.connection or self.link is None:
            return
        self.connection = None
        if self.link.extended and not self.link.settled:
            self._tell(Cut(sentence) if self.link.outcome is None else Gone())
            self.link, self.cut_at = self.link.cut(now), now
        else:
            self.link = self.link.forsaken()
            self._tell(Gone())

    def received(self, connection: int, message: Message, now: float) -> None:
        visitor = self.visitors.get(connection)
        if visitor is None:
            return
        try:
            if isinstance(message, GameReq | Play):
                self._asked(connection, visitor, message, now)
            elif connection == self.connection and self.link is not None:
                self._after(self.link.received(message, now))
                if isinstance(message, GameEnd) and message.leaving:
                    self._hang_up(connection)
            else:
                self._heard(connection, visitor, message)
        except ValueError as error:  # nothing that a visitor says ends the host
            self._dismiss(connection, str(error))

    def tick(self, now: float) -> None:
        """Look at the clocks, and at how long the guest has been away."""
        idle = [
            connection
            for connection, visitor in self.visitors.items()
            if connection != self.connection and now - visitor.since > VISIT
        ]
        self._show_out(idle)
        if self._awaits_return and self.patience is not None and now - self.cut_at > self.patience:
            self.give_up()
        elif self.link is not None:
            self._after(self.link.tick(now))

    def give_up(self) -> None:
        """Stop waiting for a guest whose line was cut; ValueError if there is none."""
        if not self._awaits_return or self.link is None:
            raise ValueError("there is no player whose connection was lost")
        self.link = self.link.forsaken()

    def leave(self) -> None:
        """End the game and say goodbye to everybody."""
        if self.link is not None:
            self._after(self.link.leave())
        for connection in self.visitors:
            self._hang_up(connection)

    @property
    def _awaits_return(self) -> bool:
        """Whether the opponent's line was cut in the middle of a game."""
        return self.link is not None and self.link.outcome is None and self.connection is None

    @property
    def _token(self) -> str:
        return hmac.digest(self.secret, b"%d" % self.games, "sha256").hex()[:32]

    def _show_out(self, connections: Sequence[int]) -> None:
        """Hang up on visitors, and listen to them no longer."""
        for connection in connections:
            del self.visitors[connection]
            self._hang_up(connection)

    def _heard(self, connection: int, visitor: Visitor, message: Message) -> None:
        """A visitor has said something before asking for a game."""
        visitor.said += 1
        if visitor.said > MOST_SMALL_TALK or isinstance(message, GameEnd):
            self._show_out([connection])
        elif isinstance(message, Chat) and message.text.startswith(GREETING):
            visitor.extended = True
            self._send(connection, Chat(GREETING))
        elif isinstance(message, Chat) and self.code is not None:
            self._hear_code(connection, visitor, message.text, self.code)

    def _hear_code(self, connection: int, visitor: Visitor, text: str, code: str) -> None:
        if not text.startswith(_CODE):
            return
        # Compared in constant time, so that timing reveals nothing.
        told, right = (printable(word.strip()).encode() for word in (text[len(_CODE) :], code))
        if hmac.compare_digest(told, right):
            visitor.knows_code = True
        else:
            self._dismiss(connection, "That is not the code.", CODE_PAUSE)

    def _asked(
        self, connection: int, visitor: Visitor, message: GameReq | Play, now: float
    ) -> None:
        if self.code is not None and not visitor.knows_code:
            self._dismiss(connection, "This host asks for a code.")
        elif isinstance(message, Play) and message.token is not None:
            self._comes_back(connection, message, now)
        elif self.link is not None and self.link.outcome is None:
            if connection == self.connection:
                raise ProtocolError("there is a game already")
            away = "is waiting for its player to come back" if self._awaits_return else "is busy"
            self._dismiss(connection, f"This host {away}; try again later.")
        elif isinstance(message, GameReq) and message.version != VERSION:
            self._send(connection, GameAcc(self.name, Acceptance.OTHER_VERSION), visitor.pause)
            self._hang_up(connection)
        elif isinstance(message, GameReq) and self.kept is not None:
            self._dismiss(connection, "This host is waiting to continue another game.")
        else:
            self._agree(connection, visitor, message, now)

    def _agree(
        self, connection: int, visitor: Visitor, message: GameReq | Play, now: float
    ) -> None:
        """Begin a game, if what is wanted fits."""
        try:
            wanted = _terms_of(message)
            if wanted.start is not None:
                _check_start(wanted.start, self.terms)
            agreement = agreed(self.terms, wanted, guest_first=self.games % 2 == 0)
            if isinstance(message, GameReq):
                _check_standard(agreement, wanted)
        except ValueError as error:
            self._dismiss(connection, sentence(str(error)))
            return
        link = self._agreed_link(agreement, agreement.guest.other, message.name or "guest")
        if isinstance(message, GameReq):
            link = replace(link, extended=False, most_moves=message.moves)
        if self.kept is not None:
            line, clock = self.kept.timeline, self.kept.clock
            link = replace(link, session=replace(link.session, timeline=line, clock=clock))
        elif self.ballot is not None:
            draws = Random(self.secret if self.seed is None else self.seed)
            line = begin(agreement.start.variant, self.ballot, draws, self.games // 2)
            link = replace(link, session=replace(link.session, timeline=line, given=line.ply))
        self._seat(connection)
        visitor.said = 0
        self.kept, self.games = None, self.games + 1
        answer = self._deal(link) if link.extended else GameAcc(self.name, Acceptance.YES)
        self._send(connection, answer, visitor.pause)
        self._tell(Began())
        self._after(link.begin(now))

    def _comes_back(self, connection: int, message: Play, now: float) -> None:
        right = hmac.compare_digest((message.token or "").encode(), self._token.encode())
        if not right or self.link is None:
            self._dismiss(connection, "That game is over.")
            return
        try:
            theirs = read_line(message.line or "", _same_start(self.link)).timeline
        except ValueError as error:
            self._dismiss(connection, f"The game cannot continue: {error}.")
            return
        link, effects = self.link.cut(now).resumed(theirs, message.back, now)
        self._seat(connection)
        self._send(connection, self._deal(link))
        self._tell(Resumed())
        self._after((link, effects))

    def _seat(self, connection: int) -> None:
        """Let a visitor be the opponent: a guest may have lost a line that looks fine here."""
        if self.connection not in (None, connection):
            self._hang_up(self.connection)
        self.connection = connection

    def _deal(self, link: Link) -> Deal:
        clock = link.session.clock
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

    def _dismiss(self, connection: int, sentence: str, pause: float = 0.0) -> None:
        """Tell a visitor why there is no game, and stop listening to them."""
        gap = max(pause, self.visitors[connection].pause)
        farewell: Message = GameAcc(self.name, Acceptance.NOT_THIS_GAME)
        if connection == self.connection and self.link is not None:
            self.link, self.connection = self.link.forsaken(Reason.BROKE_RULES), None
            farewell = GameEnd(leaving=True)
        for message in (*chat_lines(sentence), farewell):
            self._send(connection, message, gap)
        self._show_out([connection])
        self._tell(TurnedAway(sentence))


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


@dataclass(kw_only=True)
class Guest(_Party):
    """A guest.

    ``told`` is what the host said last before a game, ``dial_at`` the time to try again to get
    through. With the ``token`` it can come back to a game. One that ``resumes`` takes a game that
    the host has kept.
    """

    resumes: bool = False
    phase: Phase = Phase.DIALLING
    since: float = 0.0
    extended: bool = False
    token: str | None = None
    told: str = ""
    tries: int = 0
    dial_at: float | None = None

    def opened(self, connection: int, now: float) -> None:
        self.connection, self.since = connection, now
        self.phase, self.told, self.extended = Phase.GREETING, "", False
        self._send(connection, Chat(GREETING))

    def closed(self, connection: int, sentence: str, now: float) -> None:
        """The line is gone, or could not be had; a sentence says why."""
        if connection != self.connection and self.connection is not None:
            return
        self.connection, self.phase, link = None, Phase.DIALLING, self.link
        if link is None:
            self._tell(Failed(sentence))
        elif link.settled or not link.extended or self.tries >= MOST_TRIES:
            self.link = link.forsaken()
            self._tell(Gone())
        else:
            if not link.is_cut and link.outcome is None:
                self._tell(Cut(sentence))
            self.dial_at = now + min(LONGEST_WAIT, 2.0**self.tries)
            self.link, self.tries = link.cut(now), self.tries + 1

    def received(self, connection: int, message: Message, now: float) -> None:
        if connection != self.connection:
            return
        try:
            if self.phase is Phase.PLAYING and self.link is not None:
                self._after(self.link.received(message, now))
            elif isinstance(message, Chat):
                self._heard(connection, message.text)
            elif self.phase is Phase.ASKING and isinstance(message, GameAcc):
                self._answered(connection, message, now)
            elif self.phase is Phase.ASKING and isinstance(message, Deal):
                self._dealt(message, now)
            else:
                raise ProtocolError("the host sent something that has no place before a game")
        except ValueError as error:
            self._give_up(connection, str(error))

    def _give_up(self, connection: int, sentence: str) -> None:
        self._hang_up(connection)
        self._tell(Failed(sentence))

    def tick(self, now: float) -> None:
        """Look at the clocks, and whether it is time to try again."""
        if self.phase is Phase.DIALLING:
            if self.dial_at is not None and now >= self.dial_at:
                self.dial_at = None
                self.outbox.append(Dial())
        elif self.phase is Phase.GREETING and now - self.since >= GREETING_PATIENCE:
            self._ask_stranger()
        elif self.phase is Phase.PLAYING and self.link is not None:
            self._after(self.link.tick(now))

    def again(self) -> None:
        """Ask for another game on the same terms; ValueError while one is played."""
        if self.link is None or self.link.outcome is None or self.connection is None:
            raise ValueError("ask for another game when this one is over")
        self.link, self.token, self.told = None, None, ""
        if self.extended:
            self._ask(self.connection)
        else:
            self._ask_stranger()

    def leave(self) -> None:
        if self.link is not None:
            self._after(self.link.leave())
        if self.connection is not None:
            self._hang_up(self.connection)

    def _heard(self, connection: int, text: str) -> None:
        if self.phase is Phase.GREETING and text.startswith(GREETING):
            self.extended = True
            self._ask(connection)
            return
        # The last message waits: it may be the reason for a refusal, which is told once.
        if self.told:
            self._tell(Said(self.told))
        self.told = text

    def _ask(self, connection: int) -> None:
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
        if self.code is not None:
            self._send(connection, Chat(_CODE + self.code))
        self._send(connection, play)
        self.phase = Phase.ASKING

    def _ask_stranger(self) -> None:
        """Ask a program that has not greeted, in the way every program understands."""
        assert self.connection is not None
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
            self._give_up(self.connection, str(error))
        else:
            self.phase = Phase.ASKING
            self._send(self.connection, request, GAP)

    def _answered(self, connection: int, message: GameAcc, now: float) -> None:
        if message.answer is not Acceptance.YES:
            reasons = {Acceptance.OTHER_VERSION: "the host speaks another version of the protocol"}
            usual = reasons.get(message.answer, "the host does not want this game")
            told = self.told and f"the host says: {self.told.removesuffix('.')}"
            self._give_up(connection, told or usual)
            return
        if self.extended:
            raise ProtocolError("the host accepted a game without saying which")
        start = self.terms.start or Position.start(DXP_STANDARD)
        colour = self.terms.colour or start.turn
        agreement = Agreement(start, colour, self.terms.clock)
        link = self._agreed_link(agreement, colour, message.name or "host")
        self._playing(Began(), replace(link, extended=False).begin(now))

    def _dealt(self, deal: Deal, now: float) -> None:
        try:
            check = self._check_deal if self.link is None else _same_start(self.link)
            line = read_line(deal.line, check).timeline
            left = (deal.black_left, deal.white_left)
            clock = None if deal.clock is None else Clock(deal.clock, left)
            if self.link is not None:
                link = replace(self.link, session=replace(self.link.session, clock=clock))
                self._playing(Resumed(), link.resumed(line, None, now))
                return
            start, given = line.start, 0 if self.resumes else line.ply
            if given and not is_ballot(line):
                raise ValueError("it has already begun; to continue it, join with --resume")
            agreed(Terms(start.variant, start, deal.colour.other, deal.clock), self.terms)
        except ProtocolError:
            raise
        except ValueError as error:
            raise ProtocolError(f"the host offers a game that does not fit: {error}") from None
        agreement = Agreement(start, deal.colour, deal.clock)
        link = self._agreed_link(agreement, deal.colour, deal.name or "host")
        session = replace(link.session, timeline=line, clock=clock, given=given)
        self.token = deal.token
        self._playing(Began(), replace(link, session=session, date=deal.date).begin(now))

    def _check_deal(self, start: Position, moves: int) -> None:
        _check_start(start, self.terms)
        if moves > MOST_PLIES + 2:
            raise ValueError(f"it has {moves} moves, more than the {MOST_PLIES} that are possible")

    def _playing(self, news: Began | Resumed, step: LinkStep) -> None:
        self._tell(news)
        if self.told:
            self._tell(Said(self.told))
        self.phase, self.tries, self.told = Phase.PLAYING, 0, ""
        self._after(step)


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
