"""``minicheckers games``: all games that are kept, listed, shown and exported."""

import argparse

from ..storage.game_files import write_pdn
from ..storage.store import KeptGame, Store
from ..support.text import counted, printable, sentence
from . import shared
from .output import Cell, Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id",
        nargs="?",
        type=shared.whole_number(1),
        metavar="ID",
        help="show only the game with this ID",
    )
    parser.add_argument("--pdn", metavar="FILE", help="write the games to a new PDN file")
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print or export the games, the one saved last first; 1 if one of them cannot be read."""
    with Store.default() as store:
        games = [game for game in store.games() if arguments.id in (None, game.id)]
    shared.complain(*(notices := store.take_notices()))
    if arguments.id is not None and not games:
        raise ValueError(f"there is no game {arguments.id}; to list them: minicheckers games")
    if arguments.pdn is not None:
        return _export(games, arguments.pdn)
    if arguments.json:
        for game in games:
            shared.print_json(_fields(game))
        return 1 if notices else 0
    output = Output.standard()
    if arguments.id is not None:
        return _show(output, games[0])
    if games:
        print(*_list(output, games), sep="\n")
    else:
        nothing = "You have not played a game yet. Start one with: minicheckers"
        print(*output.wrap(nothing), sep="\n")
    return 1 if notices else 0


def _fields(game: KeptGame) -> dict[str, object]:
    names = ("id", "variant", "black", "white", "result", "plies", "started", "updated", "helped")
    players = {"black": game.black or "you", "white": game.white or "you"}
    return {name: players.get(name, getattr(game, name)) for name in names}


def _list(output: Output, games: list[KeptGame]) -> list[str]:
    heads = output.heads("ID", "date", "game", "black", "white", "result", "moves", "")
    return output.table([_row(game) for game in games], heads, right={0, 6})


#: Results in words: in PDN, White's point comes first.
_WON = {"1-0": "white won", "0-1": "black won", "1/2-1/2": "drawn"}


def _row(game: KeptGame) -> list[Cell]:
    notes = ["with help"] if game.helped else []
    notes += ["open in another window"] if game.open_elsewhere else []
    result = Cell(_WON[game.result]) if game.is_finished else Cell("unfinished", "accent")
    return [
        Cell(str(game.id), "strong"),
        Cell(game.updated[:10], "dim"),
        Cell(game.variant),
        Cell(game.black or "you"),
        Cell(game.white or "you"),
        result,
        Cell(str(game.moves)),
        Cell(", ".join(notes), "dim"),
    ]


def _show(output: Output, game: KeptGame) -> int:
    print(*_list(output, [game]), "", sep="\n")
    try:
        session = game.session()
    except ValueError as error:
        shared.complain(error)
        return 1
    outcome = session.outcome
    state = f"{session.position.turn} to move" if outcome is None else str(outcome)
    print(*output.board(session.position), *output.wrap(sentence(state)), "", sep="\n")
    print(session.pdn(_date(game)), end="")
    return 0


def _export(games: list[KeptGame], name: str) -> int:
    """Write a file with all games that can be read, the oldest first."""
    texts = []
    for game in reversed(games):
        try:
            texts.append(game.session().pdn(_date(game)))
        except ValueError as error:
            shared.complain(error)
    path = write_pdn(name, "\n".join(texts))
    print(f"Wrote {counted(len(texts), 'game')} to {printable(str(path))}.")
    return 0 if len(texts) == len(games) else 1


def _date(game: KeptGame) -> str:
    return game.updated[:10].replace("-", ".")
