"""The pictures of the screens: the command that makes them works, and none is missing."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

from minicheckers.cli import main

ROOT = Path(__file__).resolve().parents[2]


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


def test_the_film_of_the_readme_is_the_one_that_is_made(tmp_path: Path) -> None:
    game, made = ROOT / "docs" / "games" / "chain.pdn", tmp_path / "film.svg"
    assert main(["replay", str(game), "--svg", str(made), "--hint", "8", "--speed", "1.5"]) == 0
    assert made.read_bytes() == (ROOT / "docs" / "pictures" / "film.svg").read_bytes()
    assert "(docs/pictures/film.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")
