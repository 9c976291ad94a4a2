"""Run the program as people and other programs do."""

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from minicheckers.cli import main
from testing.forked import PROGRAM, Forked, can_fork

#: Arguments that make the program wait for positions and answer each at once.
ENGINE = ("best", "--level", "random", "--position", "-")


def state_in(directory: Path) -> dict[str, str]:
    """The environment that makes the program keep games in a directory, on every system."""
    return dict.fromkeys(("XDG_STATE_HOME", "LOCALAPPDATA"), str(directory))


def settings_in(directory: Path) -> dict[str, str]:
    """The environment that makes the program read settings from a directory, on every system."""
    return dict.fromkeys(("XDG_CONFIG_HOME", "APPDATA"), str(directory))


def homes(directory: Path) -> dict[str, str]:
    """The environment that makes the program keep everything in a directory."""
    return {
        **dict.fromkeys(("HOME", "USERPROFILE"), str(directory)),
        **state_in(directory / "state"),
        **settings_in(directory / "config"),
    }


def set_all(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)


def text_of(output: bytes) -> str:
    """What was printed, its lines ended in one way on every system."""
    return output.decode().replace(os.linesep, "\n")


class Program:
    """The real program in its own directory, with nothing kept from other runs."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.environment: dict[str, str] = os.environ | homes(directory)

    @staticmethod
    def call(*words: str) -> list[str]:
        return [*PROGRAM, *words]

    def run(self, *words: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
        raw = stdin if isinstance(stdin, bytes) else stdin.encode()
        with self.start(*words) as process:
            try:
                out, err = process.communicate(raw, timeout=120)
            except BaseException:
                process.kill()
                raise
        return subprocess.CompletedProcess(
            process.args, process.returncode, text_of(out), text_of(err)
        )

    def start(
        self,
        *words: str,
        prefix: Sequence[str] = (),
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
    ) -> "subprocess.Popen[bytes]":
        """Start it with pipes or files, in its own process group."""
        command = [*prefix, *self.call(*words)]
        if can_fork(command, self.environment):
            return Forked(
                command, cwd=self.directory, env=self.environment, stdout=stdout, stderr=stderr
            )
        return subprocess.Popen(
            command,
            cwd=self.directory,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )

    def start_answering(self, *words: str, prefix: Sequence[str] = ()) -> "subprocess.Popen[bytes]":
        """Start it as an engine, and return once it is up and has answered."""
        process = self.start(*(words or ENGINE), prefix=prefix)
        assert self.ask(process, "B:W13:B1")
        return process

    @staticmethod
    def ask(process: "subprocess.Popen[bytes]", line: str) -> str:
        """Write a line to a running program, and read the line it answers with."""
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line.encode() + b"\n")
        process.stdin.flush()
        return process.stdout.readline().decode()


class ProgramInside:
    """The program in this process, for tests that need only its input and output."""

    def __init__(
        self,
        directory: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.directory = directory
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.chdir(directory)
        set_all(monkeypatch, homes(directory))

    def run(self, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run it as `Program.run` does."""
        typed = io.TextIOWrapper(io.BytesIO(stdin.encode()))
        self._monkeypatch.setattr(sys, "stdin", typed)
        try:
            code = main(list(words))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        shown = self._capsys.readouterr()
        return subprocess.CompletedProcess(words, code, shown.out, shown.err)

    def refusal(self, *words: str, code: int = 2) -> str:
        """The one-sentence error message for wrong arguments."""
        done = self.run(*words)
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.startswith("minicheckers")
        assert done.stderr.count("\n") == 1
        assert done.stderr[:-1].isprintable()
        return done.stderr
