"""Films of recorded games: SVG that moves, terminal recordings, and the key that writes them."""

import json
import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pyte
import pytest

from minicheckers import Game
from minicheckers.cli import main
from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.plain.text import board_lines
from minicheckers.play.effects import Notice, NotWritten
from minicheckers.rules.notation import NotationChoice
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Colour
from minicheckers.tui.animated_svg import to_animated_svg
from minicheckers.tui.app import film_text
from minicheckers.tui.blocks import REVERSED
from minicheckers.tui.events import GameReady, WriteFilm
from minicheckers.tui.film import SIZE, Film, moments, output, to_cast
from minicheckers.tui.state import Appearance
from minicheckers.tui.theme import THEMES, get_theme
from testing.screen_player import ScreenPlayer, menu_state

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "docs" / "games" / "chain.pdn"
FILM = ROOT / "docs" / "pictures" / "film.svg"


def recorded() -> Timeline:
    return Game.from_pdn(GAME.read_text()).timeline


def random_game(variant: str, plies: int, seed: int = 1) -> Timeline:
    random = Random(seed)
    game = Timeline.begin(Position.start(variant))
    while game.ply < plies and game.outcome is None:
        game = game.play(random.choice(game.position.legal_moves()))
    return game


# SVG


def test_the_film_of_the_readme_is_what_the_command_writes(tmp_path: Path) -> None:
    made = tmp_path / "film.svg"
    words = ["replay", str(GAME), "--svg", str(made), "--hint", "8", "--speed", "1.5"]
    assert main(words) == 0
    assert made.read_bytes() == FILM.read_bytes()
    assert "(docs/pictures/film.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")
    game = recorded()
    assert any(len(move.captured) > 1 for move in game.moves)
    assert game.outcome is not None


@pytest.mark.sampled(30)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("theme", THEMES)
def test_forty_plies_are_small_whole_and_without_script(variant: str, theme: str) -> None:
    game = random_game(variant, 40)
    svg = to_animated_svg(Film(game, hints=(3,)).script(), THEMES[theme], "a & b")
    assert len(svg.encode()) < 100_000
    root = ElementTree.fromstring(svg)
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    assert "prefers-reduced-motion:reduce" in svg
    # What is not there at the start is hidden until its key frames show it; pieces all are there.
    shown = [
        node
        for node in root.iter()
        if node.get("href") in ("#black", "#white") and node.get("opacity") is None
    ]
    assert len(shown) == len(game.start.pieces())


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


@pytest.mark.parametrize("variant", VARIANTS)
def test_at_the_end_of_the_film_the_pieces_stand_as_in_the_game(variant: str) -> None:
    game = random_game(variant, 60, seed=5)
    svg = to_animated_svg(Film(game).script(), get_theme(None))
    frames = keyframes(svg)
    standing = set()
    pattern = r'translate\((\d+) (\d+)\)"><g(?: class="a (\w+)")?><use href="#(\w+)"/>'
    for x, y, name, colour in re.findall(pattern, svg):
        place = [int(x), int(y)]
        gone = False
        for _, rule in frames.get(name, []):
            if moved := re.search(r"translate\((-?\d+)px,(-?\d+)px\)", rule):
                place = [int(x) + int(moved[1]), int(y) + int(moved[2])]
            gone = gone or rule == "opacity:0"
        if not gone:
            standing.add((place[0], place[1], colour))
    expected = set()
    for square, piece in game.position.pieces().items():
        row, column = game.position.variant.geometry.place(square)
        expected.add((22 + 48 * column + 24, 34 + 48 * row + 24, str(piece.colour)))
    assert standing == expected


def test_key_frames_are_in_order_and_within_the_film() -> None:
    svg = to_animated_svg(
        Film(recorded(), result="white wins", hints=(8,)).script(), get_theme(None)
    )
    for name, steps in keyframes(svg).items():
        moves = [percent for percent, rule in steps if rule.startswith("transform")]
        fades = [percent for percent, rule in steps if rule.startswith("opacity")]
        for percents in (moves, fades):
            assert percents == sorted(percents), name
            assert all(0 <= percent <= 100 for percent in percents)


def test_a_faster_film_is_shorter() -> None:
    usual, fast = (Film(recorded(), speed=speed).script() for speed in (1.0, 4.0))
    assert fast.seconds == pytest.approx(usual.seconds / 4)


# The terminal


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_cast_in_a_terminal_gives_the_frames_of_the_game(variant: str) -> None:
    whole = variant == "english"
    game = recorded() if whole else random_game(variant, 8)
    film = Film(game, "Ann", "Bob", "white wins", hints=(8,), flipped=variant == "mini")
    looks = Appearance(animation=not whole)
    header, *events = map(json.loads, to_cast(film, looks).splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, *SIZE)
    screen = pyte.Screen(*SIZE)
    stream = pyte.Stream(screen)
    frames = list(moments(film, SIZE, looks))
    assert len(events) == len(frames) + 1
    times = [event[0] for event in events]
    assert times == sorted(times)
    for (seconds, kind, text), (_, frame) in zip(events[:-1], frames, strict=True):
        stream.feed(text)
        assert kind == "o"
        shown = "".join(REVERSED.get(character, character) for character in frame.to_text())
        assert screen.display == shown.split("\n"), seconds
    assert "Ann (black) against Bob (white)" in screen.display[0]
    assert "White wins" in "".join(screen.display)
    stream.feed(events[-1][2])
    assert not screen.cursor.hidden


def test_the_frames_are_those_of_every_ply_and_the_hint() -> None:
    game = recorded()
    film = Film(game, result="white wins", hints=(8,))
    texts = [frame.to_text() for _, frame in moments(film, SIZE, Appearance(animation=False))]
    assert len(texts) == 1 + game.ply + 1 + 2
    for ply in range(1, game.ply + 1):
        assert any(f": {game.moves[ply - 1]}" in text for text in texts)
    assert any("Hint: 26x17x10" in text and "♦" in text for text in texts)


def test_colours_are_those_of_the_theme() -> None:
    film = Film(random_game("mini", 2))
    coloured = "".join(text for _, text in output(film, SIZE, Appearance()))
    plain = "".join(text for _, text in output(film, SIZE, Appearance(colour=False)))
    assert "48;5;137" in coloured
    assert ";5;" not in plain


# The command


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["replay", *words]) == 0
    return capsys.readouterr().out


def test_without_a_terminal_the_game_is_told_move_by_move(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = run(str(GAME), capsys=capsys)
    title, _, rest = out.partition("\n")
    assert title == "medium (black) - hard (white)"
    start, end = (recorded().positions[n] for n in (0, -1))
    assert rest.startswith("\n".join(board_lines(start, Colour.WHITE)))
    assert re.search(r"\n4\. White captures two men with 26x17x10; Black has \w+ left\.\n", out)
    assert "\n".join(board_lines(end, Colour.WHITE)) in rest
    assert out.endswith("\nWhite wins: Black has no pieces left.\n")


def test_files_are_replaced_only_when_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, short = tmp_path / "film.cast", tmp_path / "short.pdn"
    short.write_text(Game.from_timeline(random_game("mini", 3)).pdn())
    run(str(short), "--cast", str(file), capsys=capsys)
    before = file.read_bytes()
    assert main(["replay", str(short), "--cast", str(file)]) == 2
    assert "--force" in capsys.readouterr().err
    run(str(short), "--cast", str(file), "--force", "--speed", "2", capsys=capsys)
    assert file.read_bytes() != before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--game", "2"), "no game 2"),
        (("--hint", "45"), "plies 1 to 44"),
        (("--speed", "0"), "between 0.1 and 50"),
        (("--speed", "x"), "not a number"),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        raise SystemExit(main(["replay", str(GAME), *words]))
    assert sentence in capsys.readouterr().err


# The board


def test_a_key_after_the_game_writes_it_as_a_film() -> None:
    finished = Session(recorded(), PERSON, PERSON)
    player = ScreenPlayer(menu_state()).send(GameReady(finished)).wait(1)
    player.press("s", "ctrl-u").write("english.svg").press("enter")
    (effect,) = player.of_kind(WriteFilm)
    assert (effect.name, effect.session) == ("english.svg", finished)
    svg = film_text(effect)
    assert svg.startswith("<svg")
    assert "White wins: Black has no pieces left" in svg
    assert film_text(effect._replace(name="a.cast")).startswith('{"version": 2')
    assert "film is in" in player.send(Notice("the film is in x")).said


def test_a_film_that_cannot_be_written_can_be_named_again() -> None:
    player = ScreenPlayer(menu_state()).send(GameReady(Session(recorded(), PERSON, PERSON)))
    player.send(NotWritten("a.svg", "it is there")).press("enter")
    assert [effect.name for effect in player.of_kind(WriteFilm)] == ["a.svg"]


def test_a_game_that_is_looked_through_is_filmed_whole() -> None:
    session = Session(recorded().at(0), PERSON, PERSON)
    player = ScreenPlayer(menu_state()).send(GameReady(session, replaying=True))
    player.press("s", "ctrl-u").write("a.svg").press("enter")
    (effect,) = player.of_kind(WriteFilm)
    assert effect.session.timeline == recorded()


def test_a_game_without_moves_is_a_still_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pdn = tmp_path / "empty.pdn"
    pdn.write_text(Game("towers").pdn())
    run(
        str(pdn),
        "--svg",
        str(tmp_path / "a.svg"),
        "--cast",
        str(tmp_path / "a.cast"),
        capsys=capsys,
    )
    assert len(ElementTree.parse(tmp_path / "a.svg").findall(".//*[@href='#black']")) == 12


@pytest.mark.parametrize(
    ("variant", "wanted", "letters"),
    [
        ("russian", None, True),
        ("russian", NotationChoice.NUMBERS, False),
        ("english", None, False),
        ("english", NotationChoice.LETTERS, True),
    ],
)
def test_a_film_is_in_the_chosen_notation(
    variant: str, wanted: NotationChoice | None, letters: bool
) -> None:
    film = Film(random_game(variant, 6), hints=(3,), notation=wanted)
    frames = moments(film, SIZE, Appearance(animation=False))
    svg = to_animated_svg(film.script(), get_theme(None))
    told = "\n".join(frame.to_text() for _, frame in frames) + " ".join(
        re.findall(">([^<]+)<", svg)
    )
    numbered = re.findall(r"\b[0-9]+[-x][0-9]+\b", told)
    lettered = re.findall(r"\b[a-h][1-8][-x][a-h][1-8]\b", told)
    assert bool(lettered) is letters
    assert bool(numbered) is not letters
