"""Whether the coach has one truth: hints against grades, blunders played out, reviews compared.

    python research/coach_truth.py english russian international --games 200 --out truth.jsonl
    python research/coach_truth.py english russian international --playouts 20 --out blunders.jsonl
    python research/coach_truth.py english russian --games 20 --looks 25000 75000 150000

Games are played between strengths, and each is a line of the file, so that a run that was cut short
goes on where it ended. The totals of the whole file are printed at the end. A hint is asked for at
every choice of a game, in any order, by one coach, and graded by another that knows nothing. The
same two review the game, and the first one again. With --playouts the blunders are looked for
instead, and each is played out from the best move and from the one played. --looks tells what a
look of fewer nodes would get wrong, by one of REFERENCE nodes. The same seed plays the same games;
only the seconds differ.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from minicheckers.coach.analysis import Analyst
from minicheckers.coach.chances import chances
from minicheckers.coach.requests import Analyse, Coach, GradeGame
from minicheckers.coach.review import Grade, GradedMove, grade, judge
from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import search, strongest_setup
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.opponents.levels import ladder
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour, Variant, get_variant

#: The strengths that play, as numbers; plies by chance before they begin; a game ends here at last.
STRENGTHS, OPENING, LONGEST = range(4, 10), 4, 160
#: Who plays a position out: so many nodes a move, misjudged by up to so much, as the study did.
PLAYOUT_NODES, PLAYOUT_ERROR = 3000, 3
#: Where a look of so few nodes sees no blunder, none is looked for.
HASTY = 5000
#: A blunder is confirmed if it scores so many points of a hundred less.
CONFIRMED = 20
#: Looks are judged by one of so many nodes, at one choice in so many.
REFERENCE, ONE_IN = 600_000, 6


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("variants", nargs="+", metavar="V")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="in all")
    parser.add_argument("--playouts", type=int, default=0, metavar="N", help="games a move")
    parser.add_argument("--looks", type=int, nargs="*", default=[], metavar="NODES")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument(
        "--minutes", type=float, default=1e9, metavar="M", help="begin no game later"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="go on with this file")
    arguments = parser.parse_args()
    end = time.monotonic() + 60 * arguments.minutes
    out: Path | None = arguments.out
    known = out.read_text(encoding="utf-8").splitlines() if out and out.exists() else []
    records: list[dict[str, Any]] = [*map(json.loads, known)]
    coaches: dict[str, Coach] = {}
    for number in range(len(records), arguments.games):
        if time.monotonic() > end:
            break
        name = arguments.variants[number % len(arguments.variants)]
        random = Random(f"{arguments.seed} {number} {name}")
        line = played(get_variant(name), random)
        if arguments.looks:
            record = compared(line, arguments.looks, random)
        elif arguments.playouts:
            record = played_out(line, arguments.playouts, random)
        else:
            record = examined(line, coaches.setdefault(name, Coach()), random)
        records.append({"game": number, "variant": name, "plies": line.ply} | record)
        if out is not None:
            with out.open("a", encoding="utf-8") as file:
                print(json.dumps(records[-1]), file=file)
    tell = looks_told if arguments.looks else blunders_told if arguments.playouts else truth_told
    for told in tell(records):
        print(told)


def played(variant: Variant, random: Random) -> Timeline:
    """A game between two strengths from an opening by chance."""
    line = Timeline.begin(Position.start(variant))
    steps = [ladder(variant)[random.choice(STRENGTHS) - 1] for _ in range(2)]
    tables = Table(bits=14), Table(bits=14)
    while line.outcome is None and line.ply < LONGEST:
        if line.ply < OPENING:
            line = line.play(random.choice(line.position.legal_moves()))
            continue
        side = line.ply % 2
        setup, context = strongest_setup(variant), Context(line.history)
        step, table = steps[side], tables[side]
        found = search(line.position, setup, step.limits, table, random, context, step.error)
        line = line.play(found.move)
    return line


def examined(line: Timeline, coach: Coach, random: Random) -> dict[str, Any]:
    """Hints at all choices, and three reviews."""
    stranger = Analyst(line.start.variant)
    choices = [ply for ply in range(line.ply) if len(line.at(ply).position.legal_moves()) > 1]
    random.shuffle(choices)
    hints = {ply: coach.answer(Analyse(line.at(ply))).best[0] for ply in choices}
    board: list[GradedMove] = [*coach.answer(GradeGame(line)).moves]
    again: list[GradedMove] = [*coach.answer(GradeGame(line)).moves]
    started = time.perf_counter()
    command, first = [], 0.0
    for ply, move in enumerate(line.played):
        command.append(judge(line.at(ply), move, stranger, lambda: False))
        first = first or time.perf_counter() - started
    seconds = time.perf_counter() - started
    judged = [judge(line.at(ply), move, stranger, lambda: False) for ply, move in hints.items()]
    bad = [one.ply for one in judged if one.grade not in (Grade.BEST, Grade.GOOD, Grade.FORCED)]
    mistakes = [one for one in command if one.grade.is_mistake]
    return {
        "hints": len(hints),
        "bad_hints": bad,
        "grades": len(command),
        "differ": sum(a.grade != b.grade for a, b in zip(board, command, strict=True)),
        "differ_again": sum(a.grade != b.grade for a, b in zip(board, again, strict=True)),
        "mistakes": len(mistakes),
        "doubtful": sum(one.is_doubtful for one in command),
        "with_reason": sum(one.why is not None for one in mistakes),
        "first": round(first, 2),
        "seconds": round(seconds, 1),
    }


def played_out(line: Timeline, games: int, random: Random) -> dict[str, Any]:
    """What the best move and the one played score at every blunder, in points of a hundred."""
    analyst = Analyst(line.start.variant)
    hasty = Analyst(line.start.variant, Limits(nodes=HASTY))
    found = []
    for ply, move in enumerate(line.played):
        here = line.at(ply)
        seen = hasty.analyse(here.position, Context(here.history))
        if grade(here, move, seen).grade is not Grade.BLUNDER:
            continue
        blunder = judge(here, move, analyst, lambda: False)
        if blunder.grade is not Grade.BLUNDER or blunder.analysis.exact:
            continue
        best, own = (
            round(sum(_score(blunder, tried, random) for _ in range(games)) / games)
            for tried in (blunder.best[0], move)
        )
        found.append({"ply": blunder.ply, "loss": blunder.loss, "best": best, "played": own})
    return {"blunders": found}


def _score(blunder: GradedMove, move: Any, random: Random) -> float:
    mover: Colour = blunder.colour
    line, setup = blunder.line.play(move), strongest_setup(blunder.position.variant)
    tables, limits = (Table(bits=14), Table(bits=14)), Limits(nodes=PLAYOUT_NODES)
    while line.outcome is None and line.ply < blunder.ply + LONGEST:
        context, table = Context(line.history), tables[line.ply % 2]
        found = search(line.position, setup, limits, table, random, context, PLAYOUT_ERROR)
        line = line.play(found.move)
    winner = None if line.outcome is None else line.outcome.winner
    return 50.0 if winner is None else 100.0 * (winner is mover)


def compared(line: Timeline, sizes: list[int], random: Random) -> dict[str, Any]:
    """What the best moves of looks of several sizes lose by the reference, in points."""
    variant = line.start.variant
    reference = Analyst(variant, Limits(nodes=REFERENCE))
    analysts = {size: Analyst(variant, Limits(nodes=size)) for size in sizes}
    lost: dict[str, list[float]] = {str(size): [] for size in sizes}
    for ply in range(line.ply):
        here = line.at(ply)
        if len(here.position.legal_moves()) == 1 or random.randrange(ONE_IN):
            continue
        truth = reference.analyse(here.position, Context(here.history))
        for size, analyst in analysts.items():
            best = analyst.analyse(here.position, Context(here.history)).best[0]
            cost = chances(truth.value) - chances(truth.moves[best])
            lost[str(size)].append(round(cost, 2))
    return {"lost": lost}


def truth_told(records: list[dict[str, Any]]) -> Iterator[str]:
    """The totals as sentences."""

    def total(key: str) -> int:
        return sum(len(one[key]) if isinstance(one[key], list) else one[key] for one in records)

    games = dict.fromkeys({one["variant"] for one in records}, 0)
    for one in records:
        games[one["variant"]] += 1
    yield f"{len(records)} games: {games}"
    yield f"(a) {total('hints')} hints, worse than good: {total('bad_hints')}"
    yield (
        f"(c) {total('grades')} grades; board and command differ in {total('differ')}, "
        f"board and board again in {total('differ_again')}"
    )
    slowest = max(records, key=lambda one: one["seconds"])
    a_ply = total("seconds") / total("plies")
    yield (
        f"(d) first grade after {max(one['first'] for one in records)} s at most, {a_ply:.2f} s a "
        f"ply, the slowest review {slowest['seconds']} s for {slowest['plies']} plies"
    )
    yield (
        f"{total('mistakes')} mistakes, {total('with_reason')} with a reason; "
        f"{total('doubtful')} times the coach could not tell"
    )


def blunders_told(records: list[dict[str, Any]]) -> Iterator[str]:
    """How many blunders were confirmed."""
    blunders = [blunder for one in records for blunder in one["blunders"]]
    held = [one for one in blunders if one["best"] - one["played"] >= CONFIRMED]
    yield f"(b) {len(records)} games: {len(blunders)} blunders, {len(held)} confirmed"


def looks_told(records: list[dict[str, Any]]) -> Iterator[str]:
    """How often the best move of a look loses something by the reference."""
    for size in records[0]["lost"]:
        lost = [cost for one in records for cost in one["lost"][size]]
        shares = (
            f"{100 * sum(c >= least for c in lost) / len(lost):.1f} %" for least in (3, 5, 10)
        )
        told = ", ".join(shares)
        yield f"{size} nodes, {len(lost)} choices: loses at least 3, 5, 10 points in {told}"


if __name__ == "__main__":
    main()
