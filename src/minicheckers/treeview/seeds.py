"""The original players: how each judges, how deep it looks and how long.

They come from the first descriptions of our games, by people who were learning how a machine plays.
Each formula is as its text says, with the text's own numbers; where a text names an order and no
numbers the numbers are ours, and where it names nothing the comment says what we chose.
"""

from collections.abc import Iterable
from dataclasses import replace

from ..engine.evaluate import EVALUATIONS, Evaluator, best_evaluation, english
from ..engine.evaluate.mini import original_utility, safe_squares
from ..engine.evaluate.terms import rows_from_home
from ..rules.movegen import State
from ..rules.position import Position
from ..rules.variant import Variant
from ..support.text import did_you_mean, quoted
from .ideas import (
    ALPHABETA,
    MINIMAX,
    Algorithm,
    Formula,
    Term,
    TermCounter,
    TermMaker,
    own_first,
)
from .search import Thinker, as_deep_as_possible, to_depth

#: The default depth.
DEFAULT_DEPTH = 4
#: The name of what the engine itself plays a game with.
ENGINE = "engine"


def _pieces(man: int, king: int) -> TermMaker:
    """So much for a man and so much for a king, the opponent's taken off."""

    def counter(variant: Variant, searcher: int) -> TermCounter:
        def count(state: State) -> Iterable[Term]:
            men, kings, foe_men, foe_kings = own_first(state, searcher)
            yield f"own men x {man}", man * men.bit_count()
            yield f"own kings x {king}", king * kings.bit_count()
            yield f"other men x -{man}", -man * foe_men.bit_count()
            yield f"other kings x -{king}", -king * foe_kings.bit_count()

        return count

    return counter


def _men_and_safety(variant: Variant, searcher: int) -> TermCounter:
    """50 a man ahead, 10 a safe man of one's own, 1 a man of one's own."""
    safe = safe_squares(variant, searcher)

    def count(state: State) -> Iterable[Term]:
        men, kings, foe_men, foe_kings = own_first(state, searcher)
        own, foes = men | kings, foe_men | foe_kings
        rearmost = foes & -foes if searcher else foes
        yield "men ahead x 50", 50 * (own.bit_count() - foes.bit_count())
        yield "safe men x 10", 10 * (own & safe[rearmost.bit_length()]).bit_count()
        yield "own men", own.bit_count()

    return count


def _utility(variant: Variant, searcher: int) -> Evaluator:
    """The utility of a finished game: 500 a man ahead, 50 a man of one's own."""

    def evaluate(state: State) -> int:
        mine, theirs = (state[0] | state[1]).bit_count(), (state[2] | state[3]).bit_count()
        return (
            original_utility(mine, theirs)
            if state[4] == searcher
            else -original_utility(theirs, mine)
        )

    return evaluate


def _two_stages(variant: Variant, searcher: int) -> TermCounter:
    """Early position and men, later kings and trades; the order of the terms is the text's."""
    geometry = variant.geometry
    middle = sum(geometry.row_masks[variant.size // 2 - 1 : variant.size // 2 + 1])
    box = middle & sum(geometry.column_masks[2:-2])
    ends = middle ^ box
    home, foe_home = (rows_from_home(variant, side)[0] for side in (searcher, 1 - searcher))

    def count(state: State) -> Iterable[Term]:
        men, kings, foe_men, foe_kings = own_first(state, searcher)
        own, foes = men | kings, foe_men | foe_kings
        mine, theirs = own.bit_count(), foes.bit_count()
        more_men = men.bit_count() - foe_men.bit_count()
        more_kings = kings.bit_count() - foe_kings.bit_count()
        if english.is_endgame(mine, theirs, more_kings):
            lead = more_men + 2 * more_kings
            fewer = english.PIECE_ON_BOARD * (mine + theirs)
            yield "end-game: pieces on the board", -fewer if lead > 0 else fewer if lead else 0
            yield f"men ahead x {english.MAN}", english.MAN * more_men
            yield f"kings ahead x {english.ENDGAME_KING}", english.ENDGAME_KING * more_kings
            return
        in_ends = (own & ends).bit_count() - (foes & ends).bit_count()
        in_box = (own & box).bit_count() - (foes & box).bit_count()
        yield f"middle rows x {english.MIDDLE_ROWS}", english.MIDDLE_ROWS * in_ends
        yield f"middle box x {english.MIDDLE_BOX}", english.MIDDLE_BOX * in_box
        guard = english.HOME_ROW_UNDER_THREAT if foe_men else english.HOME_ROW
        foe_guard = english.HOME_ROW_UNDER_THREAT if men else english.HOME_ROW
        yield f"own home row x {guard}", guard * (own & home).bit_count()
        yield f"other home row x -{foe_guard}", -foe_guard * (foes & foe_home).bit_count()
        yield f"men ahead x {english.MAN}", english.MAN * more_men
        yield f"kings ahead x {english.KING}", english.KING * more_kings

    return count


def _same_to_the_end(name: str, summary: str, king: int) -> Formula:
    """A king for so many men; a finished game is worth what its position is."""
    formula = Formula(name, summary, _pieces(1, king), man=1)
    return replace(formula, final=formula.heuristic)


FORMULAS = {
    formula.name: formula
    for formula in (
        Formula(
            "original-000",
            "50 a man ahead, 10 a safe man of one's own, 1 a man of one's own",
            _men_and_safety,
            _utility,
            man=50,
        ),
        _same_to_the_end("original-001", "a tower counts three men", 3),
        Formula(
            "original-002", "early the middle and the home row, later kings and trades", _two_stages
        ),
        _same_to_the_end("original-003", "a pikachu counts two pichus", 2),
        # The text tells what a heuristic is, and gives none: pieces, kings for two men.
        Formula("original-004", "a king counts two men", _pieces(1, 2), man=1),
        Formula("pieces", "100 a man, 200 a king", _pieces(100, 200)),
    )
}


def deeper_with_fewer(position: Position) -> int:
    """The dynamic depth of the original 000: around 14 to 20, the deeper the fewer men are left."""
    pieces = sum(mask.bit_count() for mask in position.state[:4])
    return max(14, min(20, 26 - pieces))


ORIGINALS = {
    original.name: original
    for original in (
        Thinker(
            "original-000-medium",
            "alpha-beta, five plies deep",
            ALPHABETA,
            FORMULAS["original-000"],
            to_depth(5),
            game="mini",
        ),
        Thinker(
            "original-000-hard",
            "alpha-beta, 14 to 20 plies deep, deeper with fewer men",
            ALPHABETA,
            FORMULAS["original-000"],
            deeper_with_fewer,
            game="mini",
        ),
        Thinker(
            "original-001",
            "minimax, five plies deep",
            MINIMAX,
            FORMULAS["original-001"],
            to_depth(5),
            game="towers",
        ),
        # How long it may think is for the person to say.
        Thinker(
            "original-002",
            "alpha-beta with iterative deepening, captures played on, for 5 seconds",
            replace(ALPHABETA, quiescence=True, deepening=True),
            FORMULAS["original-002"],
            as_deep_as_possible,
            game="english",
            seconds=5.0,
            last_start=0.5,
            shuffles=True,
        ),
        # The text has a time limit and does not say which.
        Thinker(
            "original-003",
            "alpha-beta with iterative deepening, for 5 seconds",
            replace(ALPHABETA, deepening=True),
            FORMULAS["original-003"],
            as_deep_as_possible,
            game="pikachu",
            seconds=5.0,
        ),
        Thinker(
            "original-004",
            "alpha-beta with iterative deepening from depth 4 on, for 30 seconds",
            replace(ALPHABETA, deepening=True),
            FORMULAS["original-004"],
            as_deep_as_possible,
            game="english",
            first_depth=4,
            seconds=30.0,
            last_start=0.5,
            shuffles=True,
        ),
    )
}


def default_formula(variant: Variant) -> Formula:
    """The formula that came with a game, pieces for a game that came without one."""
    return next(
        (one.formula for one in ORIGINALS.values() if one.game == variant.name), FORMULAS["pieces"]
    )


def formula_called(name: str, variant: Variant) -> Formula:
    """The formula of a name for a game; ValueError with all there is if there is none."""
    if name in FORMULAS:
        return FORMULAS[name]
    if name == ENGINE:
        return Formula.of(best_evaluation(variant))
    if name in EVALUATIONS and name.partition("-")[0] == variant.name:
        return Formula.of(EVALUATIONS[name])
    known = (*FORMULAS, ENGINE)
    advice = did_you_mean(name, known, f"choose from {', '.join(known)}")
    raise ValueError(f"there is no evaluation {quoted(name)} for {variant}{advice}")


def own_search(
    variant: Variant, algorithm: Algorithm = ALPHABETA, depth: int = DEFAULT_DEPTH
) -> Thinker:
    """A plain search with the formula that came with the game."""
    return Thinker(str(algorithm), "", algorithm, default_formula(variant), to_depth(depth))
