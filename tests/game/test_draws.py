"""The draws that only a game's history can tell, and how a line keeps that history."""

from collections.abc import Callable

import pytest

from minicheckers import Colour, Game, Position
from minicheckers.game.timeline import Timeline

#: Two kings far from each other, and a way for each to go to and fro.
SHUFFLE = ("29-25", "4-8", "25-29", "8-4")
TWO_KINGS = "B:WK4:BK29"


def shuffled(game: Game, plies: int) -> Game:
    for ply in range(plies):
        game.play(SHUFFLE[ply % 4])
    return game


@pytest.mark.parametrize("variant", ["english", "towers"])
def test_the_third_time_is_a_draw(variant: str) -> None:
    game = shuffled(Game(variant, start=TWO_KINGS), 7)
    assert game.outcome is None
    assert game.timeline.repetitions == 2
    game.play(SHUFFLE[3])
    assert game.timeline.repetitions == 3
    assert str(game.outcome) == "draw: the same position has come up for the third time"
    assert game.legal_moves() == ()
    assert game.position.outcome is None
    with pytest.raises(ValueError, match="the game is over"):
        game.play("29-25")


def test_what_was_taken_back_has_not_come_up() -> None:
    game = shuffled(Game("english", start=TWO_KINGS), 8)
    for ply, times in ((4, 2), (0, 1), (8, 3)):
        game.goto(ply)
        assert game.timeline.repetitions == times
        assert (game.outcome is None) == (times < 3)


def eighty_plies(game: Game) -> None:
    """Let the kings wander, never twice to the same position."""
    seen: set[Position] = set()
    for _ in range(game.variant.quiet_plies):
        move, after = next(
            (move, after)
            for move, after in game.position.transitions().items()
            if move.start in kings_of(game.position) and not move.captured and after not in seen
        )
        seen.add(after)
        game.play(move)


def kings_of(position: Position) -> set[int]:
    return {square for square, piece in position.pieces().items() if piece.king}


def test_eighty_plies_without_progress_are_a_draw() -> None:
    game = Game("pikachu", start="W:WK1,60:BK64,5")
    eighty_plies(game)
    assert game.timeline.quiet_plies == 80
    assert game.ply == 80
    assert str(game.outcome) == "draw: 80 moves without a capture or a man's step forward"
    game.undo()
    assert game.outcome is None
    assert game.timeline.quiet_plies == 79


def test_a_sideways_step_of_a_pichu_is_quiet_and_an_advance_is_not() -> None:
    game = Game("pikachu", start="W:WK1,60:BK64,30")
    game.play("1-2")
    assert game.timeline.quiet_plies == 1
    game.play("30-29")
    assert game.timeline.quiet_plies == 2
    game.play("60-59")
    assert game.timeline.quiet_plies == 3
    game.play("29-37")
    assert game.timeline.quiet_plies == 0
    game.play("59-51")
    assert game.timeline.quiet_plies == 0


def test_captures_and_crownings_are_progress() -> None:
    game = Game("english", start="B:WK4,22:BK29,6,17")
    game.play("17x26")
    assert game.timeline.quiet_plies == 0
    game.play("4-8")
    assert game.timeline.quiet_plies == 1
    game.play("26-30")
    assert game.timeline.quiet_plies == 0
    assert game.position.kings(Colour.BLACK) == 2


def test_a_king_going_forward_is_quiet() -> None:
    game = Game("english", start="B:WK4:BK10")
    game.play("10-15")
    assert game.timeline.quiet_plies == 1


# Timeline as a value


def test_lines_are_values() -> None:
    line = Timeline.begin(Position.start())
    longer = line.play("6-9").play("13-10")
    assert line.ply == 0
    assert longer == line.play("6-9").play("13-10")
    assert hash(longer) == hash(line.play("6-9").play("13-10"))
    assert longer.history == longer.positions[:2]
    assert longer.start == line.position
    assert str(longer.last_move) == "13-10"
    assert line.last_move is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda line: line.undo(2), "there is no move to undo"),
        (lambda line: line.undo(-1), "there is no move to undo"),
        (lambda line: line.redo(), "there is no move to redo"),
        (lambda line: line.redo(-1), "there is no move to redo"),
        (lambda line: line.at(2), "the game has plies 0 to 1, not 2"),
        (lambda line: line.at(-1), "the game has plies 0 to 1, not -1"),
    ],
)
def test_no_further_than_there_are_moves(
    change: Callable[[Timeline], Timeline], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        change(Timeline.begin(Position.start()).play("6-9"))
