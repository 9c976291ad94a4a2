"""A short run of the malicious strangers; see flooding.py for how to make a long one."""

import sys
from pathlib import Path
from random import Random

import pytest

from endurance.flooding import FIRST, flood_host, fool_guests


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_host_is_there_for_its_guest_whoever_else_comes(tmp_path: Path) -> None:
    report = flood_host(0.1, Random(1), tmp_path)
    assert report.visits > FIRST
    assert report.games > 1


def test_a_guest_ends_when_it_is_told_to_whatever_its_host_says(tmp_path: Path) -> None:
    fool_guests(2, Random(1), tmp_path)
