"""The file of endings."""

import re

import pytest

from endings import digest, file_of
from minicheckers.engine.endings.files import read_endings, shipped_endings
from minicheckers.rules.variant import ENGLISH, MINI, PIKACHU, TOWERS
from retrograde import build


@pytest.fixture(scope="module")
def content() -> bytes:
    return file_of(build(TOWERS, 2, lambda done, total: None))


def test_a_file_gives_back_what_was_written(content: bytes) -> None:
    endings = read_endings(content)
    assert endings.variant == TOWERS
    assert endings.pieces == 2
    assert file_of(endings) == content
    assert f'"sha256": "{digest(endings)}"'.encode() in content


@pytest.mark.parametrize("other", [b"", b"\n", b"{}\n", b"[1]\n", b"\xff\n", b"null\n"])
def test_what_is_no_such_file_is_refused(other: bytes) -> None:
    with pytest.raises(ValueError, match="not a file of minicheckers endings"):
        read_endings(other)


def test_another_version_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="not a file of minicheckers endings"):
        read_endings(content.replace(b'"version": 1', b'"version": 2'))


def test_a_file_of_the_wrong_length_is_refused(content: bytes) -> None:
    for wrong in (content[:-1], content + b"x", content.split(b"\n")[0] + b"\n"):
        with pytest.raises(ValueError, match="cut off or damaged"):
            read_endings(wrong)


def test_only_two_games_come_with_endings() -> None:
    assert shipped_endings(MINI) is None
    assert shipped_endings(PIKACHU.of_size(8)) is None
    for variant in (ENGLISH, TOWERS):
        endings = shipped_endings(variant)
        assert endings is not None
        assert endings.variant == variant
        assert endings.pieces == 4
        assert shipped_endings(variant) is endings


def test_the_shipped_files_are_small(content: bytes) -> None:
    from importlib import resources

    folder = resources.files("minicheckers.engine.endings")
    sizes = [len(folder.joinpath(f"{name}.endings").read_bytes()) for name in ("english", "towers")]
    assert sum(sizes) < 1_200_000
    assert re.match(rb'{"format": "minicheckers endings"', content)
