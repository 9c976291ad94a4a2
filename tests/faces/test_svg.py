"""Pictures of frames, films of recorded games, and the pictures of the screens."""

import re
import runpy
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from minicheckers import Game
from minicheckers.game.presentation import Spelling
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS
from minicheckers.tui.animated_svg import CELL_HEIGHT, CELL_WIDTH, Film, film_svg
from minicheckers.tui.theme import THEMES, get_theme

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "docs" / "games" / "chain.pdn"
#: A square of a film, and where its board begins, in pixels.
SQUARE, LEFT, TOP = (6 * CELL_WIDTH, 3 * CELL_HEIGHT), 3 * CELL_WIDTH, 2 * CELL_HEIGHT


def recorded() -> Timeline:
    return Game.from_pdn(GAME.read_text()).timeline


def random_game(game: str, plies: int, seed: int = 1) -> Timeline:
    random = Random(seed)
    line = Timeline.begin(Position.start(game))
    while line.ply < plies and line.outcome is None:
        line = line.play(random.choice(line.position.legal_moves()))
    return line


def keyframes(svg: str) -> dict[str, list[tuple[float, str]]]:
    """Every animation: its steps in per cent, each with what it sets."""
    found = {}
    for name, body in re.findall(r"@keyframes (\w+)\{((?:[^{}]*\{[^{}]*\})*)\}", svg):
        found[name] = [
            (float(percent), rule)
            for percents, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", body)
            for percent in percents.replace("%", "").split(",")
        ]
    return found


def told(svg: str) -> str:
    return " ".join(ElementTree.fromstring(svg).itertext())


# Films


@pytest.mark.sampled(8)
@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
def test_forty_plies_are_small_whole_and_without_script(game: str, theme: str) -> None:
    line = random_game(game, 40)
    svg = film_svg(Film(line, "a & b", hints=(3,)), get_theme(theme))
    assert len(svg.encode()) < 100_000
    nodes = [*ElementTree.fromstring(svg).iter()]
    assert not [node for node in nodes if node.tag.endswith("script")]
    assert "prefers-reduced-motion:reduce" in svg
    assert "a & b" in told(svg)
    # What is not there at the start is hidden until its key frames show it; pieces all are there.
    whole = ("#black", "#white", "#black-king", "#white-king")
    pieces = [node for node in nodes if node.get("href") in whole and not node.get("opacity")]
    assert len(pieces) == len(line.start.pieces())


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("flipped", [False, True])
def test_at_the_end_of_a_film_the_pieces_stand_as_in_the_game(game: str, flipped: bool) -> None:
    line = random_game(game, 60, seed=5)
    svg = film_svg(Film(line, flipped=flipped), get_theme("classic"))
    frames, standing = keyframes(svg), set()
    pattern = (
        r'translate\((\d+) (\d+)\)"(?: class="s (\w+)")?>'
        r'<g(?: class="a (\w+)")?><use href="#(\w+)(-king)?"/>(<use)?'
    )
    for x, y, fading, moving, colour, king, crowned in re.findall(pattern, svg):
        if any(rule == "opacity:0" for _, rule in frames.get(fading, [])):
            continue
        left, top = int(x), int(y)
        if moving:
            moved = re.search(r"translate\((-?\d+)px,(-?\d+)px\)", frames[moving][-1][1])
            assert moved is not None
            left, top = left + int(moved[1]), top + int(moved[2])
        standing.add(
            ((left - LEFT) // SQUARE[0], (top - TOP) // SQUARE[1], colour, bool(king or crowned))
        )
    expected, variant = set(), line.start.variant
    for square, piece in line.position.pieces().items():
        row, column = variant.geometry.place(square)
        if flipped:
            row, column = variant.size - 1 - row, variant.size - 1 - column
        expected.add((column, row, str(piece.colour), piece.king))
    assert standing == expected


def test_a_faster_film_is_shorter() -> None:
    lengths = [
        float(re.findall(r"animation:([\d.]+)s", film_svg(film, get_theme("classic")))[0])
        for film in (Film(recorded()), Film(recorded(), speed=4.0))
    ]
    assert lengths[1] == pytest.approx(lengths[0] / 4, abs=0.01)


def test_a_hint_where_there_is_no_ply_is_refused_and_no_moves_are_a_still_picture() -> None:
    with pytest.raises(ValueError, match="plies 1 to 44"):
        film_svg(Film(recorded(), hints=(45,)), get_theme("classic"))
    still = film_svg(Film(random_game("towers", 0)), get_theme("classic"))
    assert still.count('<use href="#black"/>') == 12
    assert "@keyframes" not in still


@pytest.mark.parametrize("letters", [False, True])
def test_a_film_is_in_the_chosen_notation(letters: bool) -> None:
    line = random_game("english", 6)
    film = Film(line, hints=(3,), notation=Spelling(line.start.variant, letters))
    texts = told(film_svg(film, get_theme("classic")))
    assert bool(re.search(r"\b[a-h][1-8][-x][a-h][1-8]\b", texts)) is letters
    assert bool(re.search(r"\b\d+[-x]\d+\b", texts)) is not letters


# The pictures of the screens: the command that makes them works, and none is missing.


def test_every_picture_is_made_and_is_in_the_documents(tmp_path: Path) -> None:
    write = runpy.run_path(str(ROOT / "tools" / "pictures.py"))["main"]
    write(tmp_path)
    made = {path.name for path in tmp_path.glob("*.svg")}
    # The drawings of search trees are made, and held fresh, with the pages they stand on.
    kept = {path.name for path in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert made == {name for name in kept if not name.startswith("think-")}
    for path in tmp_path.glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        assert root.tag.endswith("svg")
        assert len(list(root.iter())) > 50
        # Fonts leave gaps between blocks: each is drawn as rectangles.
        assert not re.search("[\u2580-\u259f]", "".join(root.itertext()))
