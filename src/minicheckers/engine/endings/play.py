"""What the moves of an ending are worth in a game, which can be drawn where the table says won.

The table counts plies to the end and knows no draw rule. Whoever follows it from a fresh start
never needs more than LONGEST_QUIET plies without progress, so the rules cannot spoil a win. They
can when such plies have gone by before. Then the winner has to force progress, which is a fresh
start, or the end of the game before the last of them; and the fewest plies in which he can are
found backwards, like the table itself, among the positions that the game can come to until then.
What progress is depends on the rule: a rule for a certain material is over when the material is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...game.timeline import keeps_counting
from ...rules.movegen import State, generator
from ...rules.predicates import is_reversible
from .table import DRAWN, OVER, Ending, Endings, Result, is_lost

#: The most plies in a row without progress that the shortest wins ask for, whatever the loser
#: does and whichever of several shortest wins is taken.
LONGEST_QUIET = 54

_DRAW = Ending(Result.DRAW, None)


@dataclass(frozen=True)
class EndingMove:
    """A move, by the state it leads to, and what it is worth for the side that makes it.

    ``ending`` counts plies from before the move. ``chance`` orders moves that draw: the more of
    the opponent's replies would be mistakes, the higher.
    """

    state: State
    ending: Ending
    chance: float = 0.0

    @property
    def rank(self) -> tuple[int, float]:
        """What to sort by: the shortest win, the trickiest draw, the longest loss."""
        plies = self.ending.plies or 0
        if self.ending.result is Result.WIN:
            return 1, -plies
        return (0, self.chance) if self.ending.result is Result.DRAW else (-1, plies)


def ending_moves(
    endings: Endings,
    game: Sequence[State],
    poll: Callable[[], None] = lambda: None,
    earlier: Sequence[State] = (),
) -> list[EndingMove]:
    """All moves of a game's last state, best first. KeyError if it is not in the table.

    `game`, `poll` and `earlier` are those of `DrawRules`.
    """
    rules = DrawRules(endings, game, poll, earlier)
    moves = []
    for child in generator(endings.variant)(game[-1]):
        ending = endings.ending_of_move(child)
        if ending.result is Result.DRAW:
            moves.append(EndingMove(child, _DRAW, _share_of_mistakes(endings, child)))
        elif rules.is_win_kept(child):
            moves.append(EndingMove(child, ending))
        else:
            # A draw by the rules alone: for the winner by the table, what is left for the opponent
            # to get wrong is most of all.
            moves.append(EndingMove(child, _DRAW, chance=float(ending.result is Result.WIN)))
    return sorted(moves, key=lambda move: move.rank, reverse=True)


def best_line(endings: Endings, state: State) -> list[State]:
    """The states of a shortest win against the longest defence; [] where nothing is decided."""
    line: list[State] = []
    while (code := endings.full_code(state)) not in (DRAWN, OVER):
        state = next(
            child
            for child in generator(endings.variant)(state)
            if endings.full_code(child) == code - 1
        )
        line.append(state)
    return line


def _share_of_mistakes(endings: Endings, state: State) -> float:
    """The share of moves that lose from a position that is a draw."""
    replies = generator(endings.variant)(state)
    mistakes = sum(endings.ending_of_move(reply).result is Result.LOSS for reply in replies)
    return mistakes / len(replies)


@dataclass
class _Clock:
    """A draw rule: after ``limit`` plies in a row that it ``counts`` the game is drawn.

    ``run`` of them have gone by at the root. ``longest`` is the most that a shortest win asks for.
    ``to_progress`` is found when it is needed.
    """

    limit: int
    run: int
    counts: Callable[[State, State], bool]
    longest: int
    to_progress: dict[State, int] = field(default_factory=dict)


class DrawRules:
    """Asked about the moves of a game's last state.

    `game` begins with the earliest state that may come back: its plies were all without progress.
    `earlier` is what was before it. `poll` is called for every position that has to be looked at,
    and ends the work by raising.
    """

    def __init__(
        self,
        endings: Endings,
        game: Sequence[State],
        poll: Callable[[], None] = lambda: None,
        earlier: Sequence[State] = (),
    ) -> None:
        self._endings = endings
        self._successors = generator(endings.variant)
        self._poll = poll
        self._root = game[-1]
        variant = endings.variant
        self._clocks = [_Clock(variant.quiet_plies, len(game) - 1, is_reversible, LONGEST_QUIET)]
        for rule in variant.material_draws:
            counts = keeps_counting(variant, rule)
            run = _run([*earlier, *game], counts)
            self._clocks.append(_Clock(rule.plies, run, counts, rule.plies))
        #: Decided states that draw the game when they come once more, with their plies to the end.
        self._spent = {
            state: endings.full_code(state) - 1
            for state in set(game)
            if game.count(state) >= endings.variant.repetitions - 1 and endings.code(state) != DRAWN
        }

    def is_win_kept(self, child: State) -> bool:
        """Whether, after a move to a child of the root, the winner still wins by the rules."""
        return all(self._is_in_time(child, clock) for clock in self._clocks)

    def _is_in_time(self, child: State, clock: _Clock) -> bool:
        """Whether the side that wins by the table does so before a rule draws the game."""
        if not clock.counts(self._root, child):
            return True
        run = clock.run + 1
        code = self._endings.full_code(child)
        if code == OVER:
            return True
        if child in self._spent or run >= clock.limit:
            return False
        plies = code - 1
        on_time = run + min(plies - 1, clock.longest) < clock.limit
        if on_time and not any(later < plies for later in self._spent.values()):
            return True
        if not clock.to_progress:
            clock.to_progress = self._plies_to_progress(clock)
        in_time = clock.limit - run
        return clock.to_progress.get(child, in_time + 1) <= in_time

    def _plies_to_progress(self, clock: _Clock) -> dict[State, int]:
        """In how many plies the winner forces progress or the end, by state; if at all in time."""
        counts = clock.counts
        found: dict[State, int] = {}
        asked = [
            child
            for child in self._successors(self._root)
            if counts(self._root, child) and self._endings.code(child) != DRAWN
        ]
        before: dict[State, list[State]] = {child: [] for child in asked}
        open_replies: dict[State, int] = {}
        levels: list[list[State]] = [[] for _ in range(clock.limit + 2)]

        def expand(state: State) -> list[State]:
            """The states to look at next: the winner's best moves, all of the loser's."""
            lost = is_lost(self._endings.code(state))
            children = self._successors(state)
            if not lost:
                children = [child for child in children if is_lost(self._endings.code(child))]
            counted = [child for child in children if counts(state, child)]
            if lost:
                open_replies[state] = len(counted)
            if not children:
                levels[0].append(state)
            elif not counted if lost else len(counted) < len(children):
                levels[1].append(state)
            return counted

        frontier = [child for child in asked if child not in self._spent]
        for _ in range(clock.limit - clock.run):
            reached = []
            for state in frontier:
                self._poll()
                for child in expand(state):
                    if child in before:
                        before[child].append(state)
                    else:
                        before[child] = [state]
                        if child not in self._spent:
                            reached.append(child)
            frontier = reached
        for plies, level in enumerate(levels[:-1]):
            for state in level:
                if state in found:
                    continue
                found[state] = plies
                for earlier in before[state]:
                    if earlier in open_replies:
                        open_replies[earlier] -= 1
                        if open_replies[earlier]:
                            continue
                    levels[plies + 1].append(earlier)
        return found


def _run(game: Sequence[State], counts: Callable[[State, State], bool]) -> int:
    """How many plies at the end of a game a rule counts."""
    run = 0
    while run < len(game) - 1 and counts(game[-run - 2], game[-run - 1]):
        run += 1
    return run
