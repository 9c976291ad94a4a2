"""Reviews: grades, turning points, refutations, and what one can do with a mistake."""

import re
from typing import Any, NamedTuple

import pytest

from minicheckers.activities.game import Sparring
from minicheckers.activities.mistakes import Mistakes
from minicheckers.activities.review import Reviewed
from minicheckers.coach.puzzles import id_of
from minicheckers.coach.requests import GradeGame
from minicheckers.coach.review_text import review_sentences, worth
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.request import Looks
from minicheckers.game.session import Session
from minicheckers.game.timeline import replayed
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from minicheckers.storage.store import Store
from testing.board_player import COACH, Player, Silent, graded
from testing.desk_runner import run

#: Black's first move gives the draw away, and later ones some more pieces.
MOVES = "6-9 14-11 2-6 11-8 5x12 15x8 6x11 13x8 1-5 8x1 3-6 16-13 4-7 13-10 6-8 10x5"
GAME = MOVES.split()


def session() -> Session:
    return Session(replayed(Position.start("mini"), GAME), PERSON, GamePlayer("hard"))


def review(**changes: Any) -> Player:
    return Player(**{"size": (120, 40), **changes}).open(Reviewed(session()))


def at_mistake(**changes: Any) -> Player:
    return review(**changes).press("home", ".").settled()


def test_a_review_says_what_the_opening_was() -> None:
    line = replayed(Position.start("english"), ["9-14", "23-18", "14x23", "27x18"])
    player = Player(size=(120, 40)).open(Reviewed(Session(line, PERSON, GamePlayer("hard"))))
    assert "Double Cross" in player.settled().panel
    assert not any("opening" in words for words in review_sentences(review().study.found))


def test_the_whole_is_told_at_the_end_and_every_move_on_the_way() -> None:
    player = review()
    found = player.study.found
    assert "The turning point: move 1" in player.panel
    lost = r"You lost \d+ points? through mistakes, and got \d+ of \d+ critical"
    assert re.search(lost, player.panel)
    player.press("home")
    for one in found.moves:
        player.press("right").settled()
        marked = f"{one.move} {one.grade.mark}".rstrip()
        told = f"{one.number}. {marked}: {one.grade} ({worth(one)} for {one.colour})"
        assert told in player.panel
        assert player.panel.count(marked) >= 2 or player.study.rest == 0, (
            "in the list of moves, too"
        )
        if one.loss:
            assert str(one.best[0]) in player.panel
            assert player.study.shown_hint() == one.best[0].path
    player.press("left", "i").settled()
    assert player.on.shown_analysis() == found.moves[-1].analysis


@pytest.mark.parametrize("ascii", [False, True])
def test_the_graph_marks_mistakes_and_the_move_on_the_board(ascii: bool) -> None:
    player = at_mistake(looks=Looks(ascii=ascii, animation=False))
    assert "value for you (black)" in player.panel
    assert ("^" if ascii else "▲") in player.text
    player.press("home")
    assert "?" in player.panel
    assert player.text.isascii() is ascii


def test_while_moves_are_graded_one_can_look_at_those_that_are() -> None:
    player = review(work=Silent)
    assert "graded 0 of 16 turns" in player.panel
    assert "not a mistake" in player.press("c").said
    assert "no mistake" in player.press(".").said
    assert player.press("left").settled().moves == GAME[:-1]


def test_a_mistake_is_refuted_on_the_board() -> None:
    player = at_mistake()
    before, graded = player.moves, player.study.here
    assert player.study.shown_hint() == graded.best[0].path
    player.press("c").settled()
    assert isinstance(player.study, Reviewed)
    assert player.moves[: len(before)] == before
    assert len(player.moves) > len(before)
    assert player.study.shown_hint() == ()
    assert f"{graded.move} is wrong: after {player.moves[len(before)]}" in player.said
    assert "you lose" in player.said
    assert player.press("left").settled().moves == before[:-1]
    assert player.press("right").settled().moves == before
    assert "not a mistake" in player.press("home", "c").said


def test_a_refutation_leads_on_to_the_next_mistake() -> None:
    player = at_mistake().press("c").settled()
    shown = player.moves
    player.press(".").settled()
    assert player.moves != shown
    assert player.moves == GAME[: len(player.moves)]


def test_a_mistake_is_played_out_and_leaves_no_trace() -> None:
    player = at_mistake()
    graded = player.study.here
    player.press("enter")
    assert isinstance(player.study, Sparring)
    assert "not count" in player.said
    assert player.on.position == graded.position
    assert player.study.session.person is graded.colour
    player.play(str(graded.best[0])).press("b")
    assert isinstance(player.study, Reviewed)
    assert not player.store.games()


def test_the_mistakes_of_the_person_are_retried() -> None:
    player = review().press("y")
    assert isinstance(player.study, Mistakes)
    assert {mistake.colour for mistake in player.study.mistakes} == {Colour.BLACK}
    line = replayed(Position.start("mini"), ["6-9", "15-12", "5-8", "12x5"])
    both = Player().open(Reviewed(Session(line, PERSON, PERSON)))
    assert {mistake.colour for mistake in both.study.own_mistakes} == set(Colour)


def test_where_values_are_opinions_that_is_said() -> None:
    line = replayed(Position.start("english"), ["11-15", "22-18"])
    player = Player(size=(120, 40)).open(Reviewed(Session(line, PERSON, PERSON)))
    assert "opinion" in player.study.title()
    assert "opinion" in player.panel


def test_without_a_move_or_after_the_end_there_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="no move to review"):
        Reviewed(Session(replayed(Position.start("mini"), []), PERSON, PERSON))
    over = Session(replayed(Position.from_fen("B:W8:B6"), ["6x11"]), PERSON, PERSON)
    player = Player().open(Reviewed(over)).press("enter")
    assert "over" in player.said
    assert isinstance(player.study, Reviewed)


def test_line_by_line_it_is_told_in_sentences(store: Store) -> None:
    _code, said = run(
        Reviewed(session()), store, "next mistake", "previous mistake", "retry", "leave"
    )
    found = COACH.answer(GradeGame(session().timeline))
    for words in review_sentences(found):
        assert words in said
    assert "█" not in said
    assert "#" not in said, "told, not drawn"
    assert "no mistake after" in said
    assert "Mistake 1 of 3" in said


# Mistakes to fix: of one game, and of all that are kept, found one after the other.


class Kept(NamedTuple):
    """A game in an archive."""

    headline: str
    moves: str

    def session(self) -> Session:
        if not self.moves:
            raise ValueError("it is broken")
        line = replayed(Position.start("mini"), self.moves.split())
        return Session(line, PERSON, GamePlayer("easy"))


#: Black gives the draw away at once, and again later in the second game.
FIRST, SECOND = Kept("latest", "6-9 15-12 5-8 12x5"), Kept("older", "6-9 14-11 2-6")


def of_kept(*kept: Kept, known: frozenset[str] = frozenset()) -> Mistakes:
    games: Any = kept or (FIRST, Kept("broken", ""), SECOND)
    return Mistakes.of_kept(games, known)


def test_every_move_that_keeps_the_value_is_right() -> None:
    player = Player().open(Mistakes(graded()))
    mistake = player.study.mistake
    assert player.on.position == mistake.position
    assert f"You played {mistake.move}" in player.panel
    player.play(str(mistake.move)).settled()
    assert f"{mistake.move} is wrong" in player.panel
    assert not player.on.takes_moves
    player.press("enter")
    assert player.study.tries == 1
    player.press("c")
    assert str(mistake.best[0]) in player.said
    assert player.press("enter").study.done
    assert player.study.line.moves[-1] == mistake.best[0]
    for move in mistake.analysis.moves:
        if mistake.accepts(move):
            player = Player().open(Mistakes(graded())).play(str(move))
            assert player.study.done
            assert player.store.fixed_mistakes() == {id_of(mistake.position)}
    for _ in player.study.mistakes[1:]:
        player.press("enter").play(str(player.study.mistake.best[0]))
    assert player.press("enter").at_menu
    assert player.said


def test_what_was_fixed_before_comes_only_if_asked_for() -> None:
    fixed = frozenset(id_of(mistake.position) for mistake in graded())
    player = Player().open(of_kept(FIRST, known=fixed))
    assert not player.study.ready
    assert not player.on.takes_moves
    player.press("o")
    assert player.on.takes_moves
    assert "already" in player.press("o").said


def test_while_they_are_looked_for_there_is_nothing_to_find() -> None:
    player = Player(work=Silent).open(of_kept())
    before = player.text
    player.press(".", "c", "enter")
    assert player.said
    assert player.study.number == 0
    player.press("escape")
    assert "going through your games" in before


def test_without_a_mistake_or_a_game_there_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="no mistake"):
        Mistakes()
    with pytest.raises(ValueError, match="not finished a game"):
        of_kept(Kept("broken", ""))


def test_line_by_line_one_is_looked_for_after_the_other(store: Store) -> None:
    code, said = run(of_kept(), store, "6-9", "6-8", "values", *["skip"] * 9)
    assert code == 0
    assert re.search(r"Mistake 1 of \d so far: latest, move 1", said)
    assert "6-9 is wrong" in said
    assert "Correct! 6-8 draws" in said
    assert said.count("You played 6-9,") == 1
    assert "older, move 2" in said
    assert "no more mistakes" in said
    assert len(store.fixed_mistakes()) == 1
