"""A search on a real terminal: opened by the command, explored by keys, stopped, and left."""

from testing.harness import Start


def test_a_search_is_looked_at_by_keys(start: Start) -> None:
    terminal = start("think", "--depth", "4", size=(120, 40)).wait_for("best is 5-7, +25")
    terminal.press(".")
    terminal.wait_for("is ≤+26 in the window +36..+∞, cut off, 4 moves not searched")
    terminal.press("right", "right", "down", "enter")
    terminal.wait_for("With all moves the node is worth +26")
    terminal.press("p")
    terminal.wait_for("pause")
    terminal.press("escape", "2")
    terminal.wait_for("2[x] ordering")
    terminal.resize(60, 20)
    terminal.wait_for("2[x]order")
    terminal.press("b", "q")
    assert terminal.wait() == 0


def test_a_long_search_is_stopped_at_once(start: Start) -> None:
    terminal = start("think", "--variant", "english", "--depth", "30").wait_for("nodes so far")
    terminal.press("escape")
    terminal.wait_for("Search stopped.")
    terminal.press("q")
    assert terminal.wait() == 0


def test_in_plain_mode_it_is_printed(start: Start) -> None:
    terminal = start("think", "--depth", "1", "--plain").wait_for("*6-9  +36")
    assert terminal.wait() == 0
