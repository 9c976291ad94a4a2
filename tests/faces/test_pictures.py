"""The pictures of the screens: the command that makes them works, and none is missing."""

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

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
        # Fonts leave gaps between blocks: each is drawn as rectangles.
        assert not re.search("[\u2580-\u259f]", "".join(root.itertext()))
