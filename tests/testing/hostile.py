"""Strategies that misbehave, and how to run them and see what they leave behind.

Each is a module with a class `It`, and knows what the message about it says (nothing if it plays
on). From the folder of the tests:

    python -m testing.hostile NAME > it.py
"""

import sys
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent, indent

import psutil

#: A low limit, so that memory runs out soon (MiB).
MEMORY = "400"

_FORM = """\
import atexit, builtins, ctypes, json, math, os, re, signal, subprocess, sys, threading, time
from minicheckers import Decision, Move, Progress
{before}
asked = 0

class It:
    def __init__(self, options):
        {made}

    def choose(self, position, context):
        global asked
        asked += 1
        move = position.legal_moves()[0]
{body}
        return Decision(move)
"""


@dataclass(frozen=True)
class Hostile:
    """A hostile strategy: what its `choose` does, and the message about it, None if there is none.

    Empty if it depends: it may play on, and it may fail. ``before`` is what the module does when
    it is imported, ``made`` what the making does.
    """

    name: str
    says: str | None
    body: str
    before: str = ""
    made: str = "pass"

    @property
    def source(self) -> str:
        """The source of the module."""
        return _FORM.format(
            before=dedent(self.before), made=self.made, body=indent(dedent(self.body), " " * 8)
        )

    def write(self, directory: Path) -> str:
        """Write it to a file; return the level that plays it."""
        path = directory / f"{self.name}.py"
        path.write_text(self.source)
        return f"{path}:It"


SLOW = "did not answer within 2 seconds"
_FOREVER = "def forever():\n    while True: pass"

HOSTILE = (
    Hostile("raises", "'ZeroDivisionError: division by zero'", "1 / 0"),
    Hostile(
        "raises_strangely", "'BaseException: \\\\x1b[2Jgone'", "raise BaseException('\\x1b[2Jgone')"
    ),
    Hostile(
        "raises_the_unspeakable",
        "Unspeakable",
        "raise Unspeakable",
        """
        class Unspeakable(Exception):
            def __str__(self): raise self
        """,
    ),
    Hostile("interrupts", "'KeyboardInterrupt'", "raise KeyboardInterrupt"),
    Hostile("exits", "'SystemExit: 3'", "sys.exit(3)"),
    Hostile("exits_at_once", "ended with exit code 3", "os._exit(3)"),
    Hostile(
        "exits_with_words",
        "exit code 3; it last printed 'so \\\\x1b[2Jlong'",
        """
        print("first")
        print("so \\x1b[2Jlong")
        os._exit(3)
        """,
    ),
    Hostile("kills_itself", "ended by SIGKILL", "os.kill(os.getpid(), signal.SIGKILL)"),
    Hostile("kills_its_group", "ended by SIGKILL", "os.killpg(0, signal.SIGKILL)"),
    Hostile(
        "terminates", "ended by SIGTERM", "os.kill(os.getpid(), signal.SIGTERM); time.sleep(9)"
    ),
    Hostile("aborts", "ended by SIGABRT", "os.abort()"),
    Hostile("segfaults", "ended by SIGSEGV", "ctypes.string_at(0)"),
    Hostile("stops", SLOW, "os.kill(os.getpid(), signal.SIGSTOP)"),
    Hostile(
        "sets_an_alarm",
        "ended by SIGALRM",
        "signal.setitimer(signal.ITIMER_REAL, 0.1); time.sleep(9)",
    ),
    Hostile("loops", SLOW, "while True: pass"),
    Hostile(
        "loops_catching_all",
        SLOW,
        """
        while True:
            try:
                time.sleep(1)
            except BaseException:
                pass
        """,
    ),
    Hostile("powers", SLOW, "7 ** 7 ** 10"),
    Hostile("matches", SLOW, "re.match('(a+)+$', 'a' * 60 + 'b')"),
    Hostile("sleeps", SLOW, "time.sleep(1000)"),
    Hostile(
        "sleeps_deaf",
        SLOW,
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
        time.sleep(1000)
        """,
    ),
    Hostile("answers_late", None, "time.sleep(0.8)"),
    Hostile(
        "waits_for_the_stop",
        None,
        """
        while not context.stopped(): time.sleep(0.005)
        """,
    ),
    Hostile("reads", "'EOFError", "input()"),
    Hostile(
        "prints",
        None,
        "print('\\x1b[2J\\x1b]0;owned\\x07', flush=True); print('{}', file=sys.stderr)",
    ),
    Hostile(
        "writes_to_descriptors",
        None,
        "os.write(1, b'\\x1b[2J{}\\n'); os.write(2, b'\\xff\\x1b[31m')",
    ),
    Hostile("prints_without_end", SLOW, "while True: print('x' * 1000)"),
    Hostile("opens_the_terminal", "'OSError", "open('/dev/tty', 'w').write('\\x1b[2J')"),
    Hostile(
        "closes_its_output",
        None,
        "if asked == 1: sys.stdout.close(); sys.stderr.close(); os.close(1); os.close(2)",
    ),
    Hostile("closes_all", "its process", "os.closerange(0, 256)"),
    Hostile(
        "fills_memory",
        "'MemoryError'",
        """
        kept = []
        while True: kept.append(bytes(10**8))  # reserved, not written to: that takes no time
        """,
    ),
    Hostile(
        "leaves_a_thread", None, "if asked == 1: threading.Thread(target=forever).start()", _FOREVER
    ),
    Hostile(
        "leaves_a_greedy_thread",
        None,
        "if asked == 1: threading.Thread(target=greedy).start()",
        """
        def greedy():
            kept = []
            while True: kept.append(bytearray(10**6))
        """,
    ),
    Hostile("forks", None, "os.fork()"),
    Hostile(
        "forks_and_loops",
        None,
        """
        for _ in range(5):
            if os.fork() == 0:
                while True: time.sleep(0.01)
        """,
    ),
    Hostile(
        "forks_and_dies",
        "exit code 4",
        """
        if os.fork() == 0: time.sleep(1000)
        os._exit(4)
        """,
    ),
    Hostile("starts_a_program", None, "subprocess.Popen(['sleep', '1000'])"),
    Hostile(
        "starts_a_program_and_dies",
        "exit code 4",
        "subprocess.Popen(['sleep', '1000']); os._exit(4)",
    ),
    Hostile("loops_at_exit", "'SystemExit: 1'", "atexit.register(forever); sys.exit(1)", _FOREVER),
    Hostile("recurses", "'RecursionError", "def deeper(): deeper()\ndeeper()"),
    Hostile(
        "overflows_the_stack",
        "ended by SIGSEGV",
        """
        sys.setrecursionlimit(10**9)
        threading.stack_size(0)
        text = "(" * 10
        class Deep:
            def __repr__(self): return repr(self)
        repr(Deep())
        """,
    ),
    Hostile(
        "patches_the_rules",
        "failed",
        """
        type(position).legal_moves = type(position).transitions = None
        """,
    ),
    Hostile("patches_json", "its process", "json.dumps = None"),
    Hostile("patches_the_builtins", "", "builtins.len = builtins.isinstance = None"),
    Hostile("clears_the_modules", "", "sys.modules.clear()"),
    Hostile(
        "answers_twice",
        "",
        """
        for pipe in range(3, 12) if asked == 1 else ():
            for number in range(1, 4):
                try:
                    os.write(pipe, b'{"number": %d, "done": null}\\n' % number)
                except OSError: pass
        time.sleep(0.2)
        """.replace("null", '{"move": "4-7", "score": null, "depth": 0, "nodes": 0, "pv": []}'),
    ),
    Hostile(
        "answers_with_nonsense",
        "answered with nonsense",
        """
        for number in range(1, 9):
            for pipe in range(3, 12):
                try:
                    os.write(pipe, b'{"number": %d, "done": [[[]]]}\\n' % number)
                except OSError: pass
        time.sleep(0.2)
        """,
    ),
    Hostile(
        "writes_a_line_without_end",
        "its process closed the connection",
        """
        for pipe in range(3, 12):
            try:
                os.write(pipe, b'{"number": [' + b'[' * 2_000_000)
            except OSError: pass
        time.sleep(1000)
        """,
    ),
    Hostile("is_silent", "answered with 'NoneType'", "return None"),
    Hostile("cheats", "chose '1-18', not a legal move", "return Decision(Move((1, 18)))"),
    Hostile(
        "answers_with_a_trap",
        "'RuntimeError: ha'",
        "return Trap(move)",
        """
        class Trap(Decision):
            def __getattribute__(self, name):
                raise RuntimeError("ha")
        """,
    ),
    Hostile(
        "reports_nonsense",
        None,
        """
        for seconds in (1e-320, math.nan, math.inf, -1.0, "1", None, 10**400, True):
            context.report(Progress(1, 5, (move,), 10**6, seconds))
            time.sleep(0.06)
        for pv in (("4-7",), (Move((1, 18)),), (Move(()),), (Move(("a", None)),), [move], None, 7):
            context.report(Progress(1, 5, pv, 10**6, 0.1))
            time.sleep(0.06)
        for wrong in (None, 5, "depth", object(), Progress(None, "?", (), -1, 0.1)):
            context.report(wrong)
        """,
    ),
    Hostile(
        "floods_with_reports",
        None,
        """
        while not context.stopped(): context.report(Progress(1, 5, (move,) * 50, 10**6, 0.1))
        """,
    ),
    Hostile(
        "floods_the_pipe",
        SLOW,
        """
        line = json.dumps({"number": 3, "progress": [1] * 50}).encode() + b"\\n"
        while True:
            for pipe in range(3, 12):
                try:
                    os.write(pipe, line * 100)
                except OSError: pass
        """,
    ),
    Hostile("changes_the_directory", None, "os.chdir('/'); os.environ.clear()"),
    Hostile("exits_when_imported", "'SystemExit: 3'", "", "sys.exit(3)"),
    Hostile(
        "dies_when_imported", "exit code 6; it last printed 'bye'", "", "print('bye'); os._exit(6)"
    ),
    Hostile("dies_when_made", "exit code 7", "", made="os._exit(7)"),
)
BY_NAME = {hostile.name: hostile for hostile in HOSTILE}


@dataclass
class Marked:
    """A mark in the environment of processes, to find them wherever they end up."""

    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def environment(self) -> dict[str, str]:
        """The variables to add to the environment."""
        return {"MINICHECKERS_PLUGIN_MEMORY": MEMORY, "MARK": self.mark}

    def processes(self) -> list[int]:
        """The processes that carry the mark."""
        found = psutil.process_iter(["environ"])  # an environment we may not read is None
        return [one.pid for one in found if (one.info["environ"] or {}).get("MARK") == self.mark]

    def wait_for_child(self, pid: int) -> None:
        """Wait until a process has started another one, and a little longer."""
        end = time.monotonic() + 60
        while not [other for other in self.processes() if other != pid]:
            assert time.monotonic() < end
            time.sleep(0.02)
        time.sleep(0.5)

    def assert_none_left(self, patience: float = 60.0) -> None:
        """Fail if processes are still there after a while."""
        end = time.monotonic() + patience
        while left := self.processes():
            assert time.monotonic() < end, f"left behind: {left}"
            time.sleep(0.02)


if __name__ == "__main__":
    print(BY_NAME[sys.argv[1]].source)
