"""A game from the board as a film."""

from ..events import WriteFilm
from ..state import Appearance
from ..view.theme import get_theme
from .animated_svg import to_animated_svg
from .cast import to_cast
from .moments import Film


def film_text(name: str, asked: WriteFilm) -> str:
    """The film that is asked for: asciicast if the file's name ends so, else animated SVG."""
    session = asked.session
    film = Film(
        session.timeline,
        str(session.black),
        str(session.white),
        "the game goes on" if session.outcome is None else str(session.outcome),
        flipped=asked.flipped,
    )
    if name.lower().endswith(".cast"):
        return to_cast(film, Appearance(theme=asked.theme))
    return to_animated_svg(film.script(), get_theme(asked.theme), film.title, flipped=film.flipped)
