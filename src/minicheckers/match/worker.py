"""What a worker process does: play the games whose numbers it is sent, until there are no more."""

import json
import os
import sys
import threading
from queue import SimpleQueue

from .match import Match
from .playing import play_game


def main() -> None:
    """Read the match, then numbers of games; write the games. The end of input is the end."""
    # What a strategy prints must not come between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    match = Match.from_data(json.loads(sys.stdin.readline()))
    numbers: SimpleQueue[int] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            numbers.put(int(line))
        # Nobody is left to play for, and a game under way could take long.
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        played = play_game(match.fixture(numbers.get()))
        print(json.dumps(played.to_data()), file=answers, flush=True)
