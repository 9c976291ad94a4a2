"""The search probes the endgame table along the way."""

from random import Random

import pytest

from minicheckers import Position
from minicheckers.engine.decision import Context, Decision
from minicheckers.engine.deepening import SearchSetup, search
from minicheckers.engine.endings.files import search_probe, shipped_endings
from minicheckers.engine.evaluate import best_evaluation
from minicheckers.engine.score import WIN, plies_to_end
from minicheckers.engine.table import Memory
from minicheckers.game.player import Limits
from minicheckers.rules.variant import ENGLISH, MINI, PIKACHU

#: Black takes one of White's two kings by force, and is left with two against one.
BEFORE_THE_CAPTURE = "B:WK14,K32:BK9,K1,3"


def searched(position: Position, depth: int, *, endings: bool) -> Decision:
    setup = SearchSetup(best_evaluation(position.variant), endings=endings)
    table = Memory(shared=setup.evaluation.symmetric).table(position.turn.side)
    return search(position, setup, Limits(depth=depth), table, Random(1), Context())


def test_a_far_win_is_seen_at_once() -> None:
    position = Position.from_fen(BEFORE_THE_CAPTURE, "english")
    (capture,) = position.legal_moves()
    endings = shipped_endings(ENGLISH)
    assert endings is not None
    truth = endings.ending_of_move(position.play(capture).state)
    assert truth.plies is not None
    assert truth.plies > 15
    assert searched(position, 2, endings=True).score == WIN - truth.plies
    blind = searched(position, 2, endings=False).score
    assert blind is not None
    assert plies_to_end(blind) is None


@pytest.mark.parametrize("variant", [MINI, PIKACHU.of_size(8)], ids=str)
def test_games_without_endings_are_not_asked(variant: object) -> None:
    assert search_probe(variant) is None  # type: ignore[arg-type]
