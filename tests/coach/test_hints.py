"""Every sentence of a hint is parsed, and its claim is checked independently."""

import re
from random import Random

import pytest

from minicheckers import Position, Variant
from minicheckers.coach.analysis import Analysis, Analyst
from minicheckers.coach.chances import percent
from minicheckers.coach.hints import hint
from minicheckers.coach.wording import outcome_of
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.score import Score
from minicheckers.game.player import Limits
from minicheckers.rules.variant import ENGLISH, MINI, PIKACHU, TOWERS
from minicheckers.support.text import number_word
from testing.naive_solver import NaiveSolver
from testing.positions import random_game

GAMES = (MINI, ENGLISH, TOWERS, PIKACHU.of_size(8))
PIECES = r"(\d+) pieces?"


def worth_in_words(text: str) -> int | None:
    """A value in pieces, parsed from its wording."""
    if text == "draws":
        return 0
    found = re.fullmatch(rf"(wins|loses) by {PIECES}", text)
    return None if found is None else int(found[2]) * (1 if found[1] == "wins" else -1)


def result(value: int) -> int:
    return (value > 0) - (value < 0)


def check_others(claim: str, value: int, others: list[int], *, exact: bool) -> None:
    """The expected wording about the other moves, from their values."""
    best = max(others)
    if found := re.fullmatch(r"(\w+) other moves? also (.+)\.", claim):
        count = others.count(value)
        assert found[1] == number_word(count).capitalize() != "No"
        assert found[2] == outcome_of(count, value, exact=exact)
    elif claim == "No other move wins.":
        assert value > 0 >= best
    elif claim == "Every other move loses.":
        assert value >= 0 > best
    elif found := re.fullmatch(rf"Every other move loses by at least {PIECES}\.", claim):
        assert best == -int(found[1]) < 0
    elif found := re.fullmatch(rf"Every other move costs at least {PIECES}\.", claim):
        assert value - best == int(found[1]) > 0
    elif claim in ("Every other move takes longer.", "Every other move loses sooner."):
        assert value > best
        assert result(value) == (1 if "takes longer" in claim else -1)
        assert all(result(other) <= result(value) for other in others)
    else:
        assert claim == "The search found nothing better."
        assert best < value


def check_worth(sentences: list[str], position: Position, again: Analysis) -> None:
    """Check the first sentences of a reason against recomputed values, and remove them."""
    value = again.value
    sentence = sentences.pop(0)
    if found := re.fullmatch(r"(\S+) is the only legal move\.", sentence):
        assert [str(move) for move in position.legal_moves()] == [found[1]]
        return
    if found := re.fullmatch(r"(\S+) looks best\.", sentence):
        assert not again.exact
        assert again.moves[position.find(found[1])] == value
        assert sentences.pop(0) == f"Your winning chances are {percent(value)} %."
        return
    whole = re.fullmatch(r"(Every move|\S+) (.+)\.", sentence)
    assert whole is not None, sentence
    who, words = whole.groups()
    worth = worth_in_words(words)
    if worth is None:
        soon = re.fullmatch(r"(wins|loses) in (\d+) moves?", words)
        assert soon is not None, sentence
        assert result(value) == (1 if soon[1] == "wins" else -1)
        plies = 1_000_000 - abs(value)
        assert (plies + 1) // 2 == int(soon[2])
    else:
        assert again.exact
        assert value == worth
    if who == "Every move":
        assert set(again.moves.values()) == {value}
        return
    move = position.find(who)
    assert again.moves[move] == value
    others: list[int] = [v for m, v in again.moves.items() if m != move]
    check_others(sentences.pop(0), value, others, exact=again.exact)


def check_consequence(sentence: str, position: Position, text: str) -> None:
    move = position.find(text)
    after = position.play(move)
    replies = [str(reply) for reply in after.legal_moves()]
    if found := re.fullmatch(rf"It captures {PIECES}\.", sentence):
        foe = position.turn.other
        assert position.count(foe) - after.count(foe) == int(found[1]) > 0
    elif found := re.fullmatch(r"It makes a (\w+)\.", sentence):
        assert found[1] == position.variant.king_name
        assert after.kings(position.turn) == position.kings(position.turn) + 1
    elif sentence == "It ends the game.":
        assert after.outcome is not None
    elif found := re.fullmatch(r"(Black|White) must pass\.", sentence):
        assert replies == ["pass"]
        assert found[1] == after.turn.capitalize()
    else:
        found = re.fullmatch(r"(Black|White) must answer (\S+)\.", sentence)
        assert found is not None, sentence
        assert replies == [found[2]]
        assert found[1] == after.turn.capitalize()


def check_hint(position: Position, analysis: Analysis, again: Analysis) -> None:
    found = hint(position, analysis)
    if found.move.is_pass:
        assert [str(move) for move in position.legal_moves()] == ["pass"]
        assert "no legal move" in found.steps[2]
        return
    claim, look, square = found.steps[0].rpartition("Look at the piece on ")
    assert (look, square) == ("Look at the piece on ", f"{found.move.start}.")
    all_equal = again.exact and len(set(again.moves.values())) == 1 < len(again.moves)
    worth = outcome_of(1, again.value, again.exact)
    assert claim == (f"Every move {worth}. " if all_equal else "")
    assert found.steps[1] == f"Play {found.move}."
    sentences = re.split(r"(?<=\.) ", found.steps[2])
    check_worth(sentences, position, again)
    for sentence in sentences:
        check_consequence(sentence, position, str(found.move))


def naive_analysis(position: Position, naive: NaiveSolver) -> Analysis:
    moves = {
        m: Score.pieces(-naive.value(after.state)) for m, after in position.transitions().items()
    }
    return Analysis(max(moves.values()), moves, exact=True, depth=0, nodes=0)


def check_hints(variant: Variant, count: int, every: int = 1) -> None:
    """Hints for at least this many positions of random games, with values from another analyst.

    In mini the values of small positions come from the naive solver.
    """
    random, naive = Random(5), NaiveSolver()
    analyst, other = Analyst(variant, Limits(depth=2)), Analyst(variant, Limits(depth=2))
    checked = 0
    while checked < count:
        for position in list(random_game(variant, random))[::every]:
            if not position.legal_moves():
                continue
            pieces = sum(map(int.bit_count, position.state[:4]))
            by_hand = variant is MINI and pieces <= 7
            again = naive_analysis(position, naive) if by_hand else other.analyse(position)
            check_hint(position, analyst.analyse(position), again)
            checked += 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("count", [10, pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_every_claim_of_a_hint_is_true(variant: Variant, count: int) -> None:
    if variant.diagonal:
        check_hints(variant, count)
    else:  # with flying pieces a search takes long
        check_hints(variant, 15, every=10)


@pytest.mark.slow
@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_every_claim_of_a_hint_is_true_on_2000_positions(variant: Variant) -> None:
    check_hints(variant, 2000)


def test_an_ending_is_told_exactly() -> None:
    position = Position.from_fen("B:WK32:BK1,K2,K3", ENGLISH)
    endings = shipped_endings(ENGLISH)
    assert endings is not None
    analysis = Analyst(ENGLISH, Limits(depth=1)).analyse(position)
    assert analysis.exact
    assert re.search(r"wins in \d+ moves", hint(position, analysis).steps[2])
    check_hint(position, analysis, analysis)


def test_a_finished_game_has_no_hint() -> None:
    position = Position.from_fen("W:W:B5")
    with pytest.raises(ValueError, match="the game is over"):
        hint(position, Analyst(MINI).analyse(position))
