"""The coach's values in letters and words, and a whole review as text."""

from dataclasses import replace

from minicheckers import Position
from minicheckers.coach.analysis import Analyst
from minicheckers.coach.review import Review, review
from minicheckers.coach.review_text import (
    certainty_line,
    curve_rows,
    review_lines,
    summary_line,
)
from minicheckers.coach.wording import short
from minicheckers.engine.score import Score
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.rules.variant import ENGLISH, MINI, Colour


def test_values_keep_their_sign_in_little_room() -> None:
    assert [short(40, False, n) for n in (4, 3, 2, 1)] == ["58 %", "58", "58", "+"]
    assert [short(-1023, False, n) for n in (3, 2, 1)] == ["1 %", " 1", "-"]
    assert short(0, False, 1) == "="
    assert [short(Score.won(7), False, width) for width in (8, 2, 1)] == ["won in 4", "W4", "W"]
    assert short(Score.lost(7), True, 2) == "L4"
    assert short(-3, True, 2) == "-3"


def played(moves: str, variant: str) -> Timeline:
    timeline = Timeline.begin(Position.start(variant))
    for move in moves.split():
        timeline = timeline.play(move)
    return timeline


def test_a_review_tells_every_move_the_graph_and_the_turning_point() -> None:
    text = "\n".join(review_lines(review(played("6-9 14-11", "mini"), Analyst(MINI))))
    assert "Values are exact" in text
    assert "   1 black  6-9" in text
    assert "better: 4-7, 5-7, 5-8, 6-8" in text
    assert "Black lost 1 point through mistakes, and got 0 of 1 critical" in text
    # Both words are explained where they are used.
    assert "critical if" in text
    assert "A point is" in text
    assert "The turning point: move 1, Black played 6-9." in text


def test_a_review_of_opinions_says_so() -> None:
    analyst = Analyst(ENGLISH, limits=Limits(depth=3))
    text = "\n".join(review_lines(review(played("9-13 22-18", "english"), analyst)))
    assert "Values are the engine's opinion" in text
    assert "had no critical decisions." in text
    assert "No move changed the result." in text


def rows_of(found: Review) -> dict[str, str]:
    return {label: row for label, row, _ in curve_rows(found, 40, ascii=True)}


def test_the_graph_of_opinions_shows_winning_chances() -> None:
    analyst = Analyst(ENGLISH, limits=Limits(depth=3))
    found = review(played("11-15 22-18 15x22", "english"), analyst)
    # Black's, White's, Black's: about even, worse for Black, and lost in five moves.
    values = zip(found.moves, (4, 120, Score.lost(10)), strict=True)
    found = replace(found, moves=tuple(replace(g, before=v, after=v) for g, v in values))
    assert rows_of(found) == {
        "100 %": "",
        "88 %": "",
        "75 %": "",
        "62 %": "",
        "50 %": "#...",
        "38 %": " ###",
        "25 %": " ###",
        "12 %": "  ##",
        "0 %": "  ##",
    }
    tones = {label: tone for label, _, tone in curve_rows(found, 40, ascii=True)}
    assert (tones["62 %"], tones["50 %"], tones["38 %"]) == ("good", "dim", "bad")


def test_in_an_exact_ending_the_graph_tells_results() -> None:
    timeline = Timeline.begin(Position.from_fen("W:WK1,K2:B27", "english"))
    found = review(timeline.play(timeline.position.legal_moves()[0]), Analyst(ENGLISH))
    assert rows_of(found) == {"won": "", "0": "..", "lost": "##"}
    assert certainty_line(found).startswith("Values are exact")


def test_a_thrown_game_counts_as_mistakes() -> None:
    timeline = Timeline.begin(Position.from_fen("W:W15,31,32:B2,11,27", "english"))
    analyst = Analyst(ENGLISH, limits=Limits(depth=9))
    moves = analyst.analyse(timeline.position).moves
    worst = min(moves, key=lambda move: moves[move])
    found = review(timeline.play(worst), analyst)
    assert found.moves[0].loss >= 50
    assert summary_line(found, Colour.WHITE).startswith("White made 1 blunder")
    assert summary_line(found, Colour.BLACK).startswith("Black made no mistakes")
