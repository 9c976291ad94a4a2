"""Hub engines that misbehave: each a script, and the message about it.

From the folder of the tests:

    python -m testing.rogue_engines NAME > it.py
"""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent

_FORM = """\
import os, random, signal, subprocess, sys, threading, time
from minicheckers import Position
from minicheckers.hub.notation import read_move, read_position, write_move
from minicheckers.rules.variant import get_variant

def say(*words): print(*words, flush=True)
def forever():
    while True: time.sleep(1)

{start}
position, searches = None, 0
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "hub":
        games = "mini"
{hub}
        say("id name=rogue version=1 author=nobody")
        say(f'param name=variant value={{games.split()[0]}} type=enum values="{{games}}"')
        say("param name=book value=true type=bool")
        say("wait")
    elif word == "init":
{init}
        say("ready")
    elif word == "pos":
        words = line.replace('"', "").split()
        position = read_position(words[1].partition("=")[2], get_variant("mini"), turned=False)
        for text in line.partition("moves=")[2].replace('"', "").split():
            position = position.play(read_move(position, text))
    elif word == "go":
        searches += 1
        move = write_move(position.legal_moves()[0])
        if searches > 1:  # the first is the client's way to see that it plays at all
            pass
{go}
        say(f"done move={{move}}")
    elif word == "stop":
        pass
{stop}
    elif word == "quit":
        break
{end}
"""


@dataclass(frozen=True)
class Rogue:
    """An engine: what it does at each step, and the message about it.

    None if it plays on, and empty if it depends.
    """

    name: str
    says: str | None
    go: str = ""
    start: str = ""
    hub: str = ""
    init: str = ""
    stop: str = ""
    end: str = ""

    @property
    def needs_signals(self) -> bool:
        """Whether it can be only where there are signals."""
        return "ended by" in (self.says or "") or "signal." in self.hub + self.go

    @property
    def source(self) -> str:
        """The script."""
        return _FORM.format(
            start=dedent(self.start),
            end=dedent(self.end),
            hub=indent(dedent(self.hub), " " * 8),
            init=indent(dedent(self.init), " " * 8),
            stop=indent(dedent(self.stop), " " * 8),
            go=indent(dedent(self.go), " " * 12),
        )

    def write(self, directory: Path) -> str:
        """Write it to a file; return the level that plays it."""
        path = directory / f"{self.name}.py"
        path.write_text(self.source)
        return f"hub:{shlex.join([sys.executable, str(path)])}"


NOT_READY = "it did not answer within"
SLOW = "did not answer within"
CLOSED = "its process closed the connection"

#: Engines that are refused before they are asked for a move.
REFUSED = (
    Rogue("ends_at_once", "ended with exit code 0", start="sys.exit()"),
    Rogue(
        "dies_at_once",
        "exit code 3; it last printed 'no licence'",
        start="print('no licence', file=sys.stderr); sys.exit(3)",
    ),
    Rogue("crashes_at_once", "it last printed 'ZeroDivisionError", start="1 / 0"),
    Rogue("is_killed", "ended by SIGKILL", hub="os.kill(os.getpid(), signal.SIGKILL)"),
    Rogue("says_nothing", NOT_READY, start="forever()"),
    Rogue("never_waits", NOT_READY, hub="say('id name=rogue'); continue"),
    Rogue("is_never_ready", NOT_READY, init="continue"),
    Rogue("stops_at_once", NOT_READY, hub="os.kill(os.getpid(), signal.SIGSTOP)"),
    Rogue("plays_other_games", "it plays chess, go, not mini", hub="games = 'chess go'"),
    Rogue("plays_only_normal", "it plays normal, not mini", hub="say('wait'); continue"),
    Rogue("announces_nonsense", "\\x1b[2J, not mini", hub="games = '\x1b[2J'"),
    Rogue(
        "lies_about_games",
        "it announces mini, but '11-15' is not a first move there",
        start="write_move = lambda move: '11-15'",
    ),
    Rogue(
        "floods_at_once",
        NOT_READY,
        hub="while True: say(f'param name={random.random()} value=1 type=int')",
    ),
    Rogue("writes_bytes", "", hub="while True: os.write(1, os.urandom(1000))"),
    Rogue(
        "writes_a_line_without_end",
        CLOSED,
        hub="""
        try:
            while True: os.write(1, b"param " * 1000)
        except OSError:
            forever()
        """,
    ),
    Rogue("closes_its_output", CLOSED, hub="os.close(1); forever()"),
    Rogue("echoes", NOT_READY, start="for line in sys.stdin: say(line.strip())"),
    Rogue(
        "refuses_to_begin",
        "it complained 'no memory'",
        init="say('error message=\"no memory\"'); continue",
    ),
)
#: Engines that fail in their first real search.
FAILING = (
    Rogue("hangs", SLOW, "forever()"),
    Rogue("loops", SLOW, "while True: pass"),
    Rogue(
        "is_deaf", SLOW, "signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals)); forever()"
    ),
    Rogue("stops_itself", SLOW, "os.kill(os.getpid(), signal.SIGSTOP)"),
    Rogue("exits", "exit code 4", "os._exit(4)"),
    Rogue(
        "exits_with_words",
        "exit code 4; it last printed 'so \\x1b[2Jlong'",
        "print('so \x1b[2Jlong', file=sys.stderr, flush=True); os._exit(4)",
    ),
    Rogue("kills_itself", "ended by SIGKILL", "os.kill(os.getpid(), signal.SIGKILL)"),
    Rogue("aborts", "ended by SIGABRT", "os.abort()"),
    Rogue(
        "leaves_a_child_and_dies",
        "exit code 4",
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)']); os._exit(4)",
    ),
    Rogue("closes_the_pipe", CLOSED, "os.close(1); forever()"),
    Rogue("cheats", "chose '1-18', not a legal move", "move = '1-18'"),
    Rogue("passes", "chose '0-0', not a legal move", "move = '0-0'"),
    Rogue("speaks_in_tongues", "chose '\\x1b[2J', not a legal move", "move = '\x1b[2J'"),
    Rogue("says_no_move", "chose '', not a legal move", "say('done'); continue"),
    Rogue(
        "only_complains", "it complained 'I resign'", "say('error message=\"I resign\"'); forever()"
    ),
)
#: Engines that are playable all the same.
PLAYING = (
    Rogue("answers_late", None, "time.sleep(0.3)"),
    Rogue("waits_for_the_stop", None, "continue", stop="say(f'done move={move}')"),
    Rogue("answers_twice", "", "say(f'done move={move}')"),
    Rogue("answers_before_it_is_asked", None, init="say('done move=1-18')"),
    Rogue(
        "floods_with_info",
        None,
        """
        for depth in range(5_000):
            say(f"info depth={depth} score=0.1 nodes=5 pv={move}")
        """,
    ),
    Rogue("floods_with_noise", None, "for _ in range(2_000): say('=' * 100)"),
    Rogue(
        "reports_nonsense",
        None,
        """
        for text in (
            "score=x", "score=nan", "score=1e400", "score=" + "9" * 400, "depth=-1 score=1", "",
            'score=0.1 pv="1-18 2-3"', "score=0.1 pv=" + "x" * 10_000, "score=1 score=2", "=",
            "score=0.1 depth=999999999999999999 nodes=-5 time=inf", '"', "score=99.99 depth=0.5",
        ):
            say("info " + text)
            time.sleep(0.06)
        """,
    ),
    Rogue(
        "prints_escapes",
        None,
        "print('\x1b[2J\x1b]0;owned\x07', file=sys.stderr); say('\x1b[2J')",
    ),
    Rogue(
        "leaves_a_process",
        None,
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])",
    ),
    Rogue("leaves_a_thread", None, "threading.Thread(target=forever).start()"),
    Rogue("does_not_quit", None, end="forever()"),
    Rogue("dies_when_told_to_quit", None, end="os.abort()"),
)
ROGUES = (*REFUSED, *FAILING, *PLAYING)

if __name__ == "__main__":
    print(next(rogue.source for rogue in ROGUES if rogue.name == sys.argv[1]))
