"""``minicheckers games``: all games that are kept, listed, shown and exported."""

import argparse

from ..game.pdn import write_game
from ..game.player import PERSON
from ..storage.own_files import write_pdn
from ..storage.store import KeptGame, Store
from ..support.text import counted, printable, sentence
from . import shared
from .output import Column, Output, print_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id",
        nargs="?",
        type=shared.whole_number(1),
        metavar="ID",
        help="show only the game with this ID",
    )
    shared.add_flags(parser, "pdn json")


def run(arguments: argparse.Namespace) -> int:
    """Print or export the games, the one saved last first; 1 if one of them cannot be read."""
    games, notices = kept_games(arguments.id)
    if arguments.pdn is not None and not _export(arguments, games):
        return 1
    if arguments.pdn is not None and not arguments.json:
        return 0
    if arguments.id is not None and not arguments.json:
        return _show(arguments, games[0])
    print_games(arguments, games)
    return 1 if notices else 0


def kept_games(number: int | None = None) -> tuple[list[KeptGame], list[str]]:
    """All games, or the one with that ID, and what was wrong with others, which is printed."""
    with Store.default() as store:
        games = [game for game in store.games() if number in (None, game.id)]
    shared.complain(*(notices := store.take_notices()))
    if number is not None and not games:
        raise ValueError(f"there is no game {number}; to list them: minicheckers games")
    return games, notices


def print_games(arguments: argparse.Namespace, games: list[KeptGame]) -> None:
    """Print a row for every game, or say that there is none."""
    if games or arguments.json:
        print_rows(arguments, games, _COLUMNS, as_json=_record, prose=False)
    else:
        nothing = "You have not played a game yet. Start one with: minicheckers"
        print(*Output.standard().wrap(nothing), sep="\n")


#: Results in words: in PDN, White's point comes first.
_RESULTS = {"1-0": "white won", "0-1": "black won", "1/2-1/2": "drawn", "*": "unfinished"}


def _notes(game: KeptGame) -> str:
    notes = {
        game.opening: bool(game.opening),
        "with help": game.helped,
        "open in another window": game.open_elsewhere,
    }
    return ", ".join(note for note, holds in notes.items() if holds)


_COLUMNS = (
    Column("ID", "id", "strong", right=True),
    Column("date", lambda game: game.updated[:10], "dim"),
    Column("game", "variant"),
    Column("black", lambda game: game.black or PERSON.name),
    Column("white", lambda game: game.white or PERSON.name),
    Column(
        "result",
        lambda game: _RESULTS[game.result],
        lambda game: "text" if game.is_finished else "accent",
    ),
    Column("moves", right=True),
    Column("", _notes, "dim"),
)


def _record(game: KeptGame) -> dict[str, object]:
    names = "id variant black white result plies started updated helped"
    players = {"black": game.black or PERSON.name, "white": game.white or PERSON.name}
    return shared.fields(game, names) | players


def _show(arguments: argparse.Namespace, game: KeptGame) -> int:
    print_rows(arguments, [game], _COLUMNS, prose=False)
    print()
    try:
        session = game.session()
    except ValueError as error:
        shared.complain(error)
        return 1
    outcome = session.outcome
    output = Output.standard()
    state = f"{session.position.turn} to move" if outcome is None else str(outcome)
    print(*output.board(session.position), *output.wrap(sentence(state)), "", sep="\n")
    print(write_game(game.record()), end="")
    return 0


def _export(arguments: argparse.Namespace, games: list[KeptGame]) -> bool:
    """Write a file with all games that can be read, the oldest first; whether those were all."""
    texts = []
    for game in reversed(games):
        try:
            texts.append(write_game(game.record()))
        except ValueError as error:
            shared.complain(error)
    path = write_pdn(arguments.pdn, "\n".join(texts))
    if not arguments.json:
        print(f"Wrote {counted(len(texts), 'game')} to {printable(str(path))}.")
    return len(texts) == len(games)
