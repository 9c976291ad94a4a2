"""What pyproject.toml cannot say: shared files made while building, and builds that repeat.

Asking for the metadata runs nothing of the package and writes nothing. A wheel carries the manual
page and the completions, which the program itself writes, so they cannot go stale. Two builds of
the same source are the same, byte for byte.

With MINICHECKERS_COMPILE=1 in the environment the innermost modules are compiled by mypyc, which
needs a C compiler; pip fetches mypyc (a part of mypy) for the time of the build.
"""

import gzip
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import setuptools  # first: it brings the distutils that newer Pythons lack
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

# isort: split
from distutils.command.install_data import install_data

#: Where the platforms look for them, below the prefix, and what makes the program write them.
SHARED = {
    "share/man/man6/minicheckers.6": ("manpage",),
    "share/bash-completion/completions/minicheckers": ("completions", "bash"),
    "share/zsh/site-functions/_minicheckers": ("completions", "zsh"),
    "share/fish/vendor_completions.d/minicheckers.fish": ("completions", "fish"),
}
#: The time that archives give to every file, unless the environment says another.
EPOCH = int(os.environ.setdefault("SOURCE_DATE_EPOCH", "1577836800"))  # 2020-01-01
os.umask(0o022)  # an archive keeps the modes of files, which are not to be the builder's own


COMPILE = os.environ.get("MINICHECKERS_COMPILE", "0") not in ("", "0")
COMPILER = "mypy>=1.13"
#: What is worth compiling: every node of a search passes through these.
COMPILED = (
    "rules/movegen",
    "rules/probes",
    "engine/root",
    "engine/exchanges",
    "engine/alphabeta",
    "engine/ordering",
    "engine/repetition",
    "engine/evaluate/base",
    "engine/evaluate/learned",
    "engine/evaluate/mask_worth",
    "engine/evaluate/mini",
    "engine/evaluate/terms",
    "engine/endings/codes",
    "engine/endings/placements",
    "engine/endings/probe",
)


class BuildElsewhere(build):
    """Build in a directory that ends with the build, so that nothing older is packed."""

    def initialize_options(self) -> None:
        """Take a temporary directory for everything that is only on the way."""
        super().initialize_options()
        self._directory = tempfile.TemporaryDirectory(prefix="minicheckers-build-")
        self.build_base = self._directory.name


class Compile(build_ext):
    """Let mypyc translate the modules to C, when a build comes to that and not before."""

    def run(self) -> None:
        """Put what is to be compiled in the place of the stand-in, and compile it."""
        try:
            from mypyc.build import mypycify
        except ImportError:
            raise SystemExit(
                f"MINICHECKERS_COMPILE needs mypyc: install '{COMPILER}' first, or let pip do it "
                "by leaving out --no-build-isolation"
            ) from None
        with tempfile.TemporaryDirectory(prefix="minicheckers-c-") as directory:
            self.distribution.ext_modules = mypycify(
                [f"src/minicheckers/{name}.py" for name in COMPILED],
                opt_level="3",
                target_dir=directory,
                group_name="minicheckers",
            )
            self.swig_opts = None
            self.finalize_options()
            super().run()

    def get_source_files(self) -> list[str]:
        """Nothing for a source archive: the C files are made from Python files that it has."""
        return []


class InstallWritten(install_data):
    """Let the program write its shared files, straight to where they are installed."""

    def run(self) -> None:
        """Write all of them."""
        source = Path(__file__).parent / "src"
        environment = os.environ | {"PYTHONPATH": str(source)}
        for name, words in SHARED.items():
            path = Path(self.install_dir, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-B", "-m", "minicheckers", *words]
            path.write_bytes(subprocess.check_output(command, env=environment))
            self.outfiles.append(str(path))


class RepeatableArchive(sdist):
    """A source archive in which nothing tells when, where and by whom it was made."""

    def make_archive(self, base_name: str, *_: object, base_dir: str, **__: object) -> str:
        """Pack a directory in the order of names, without what setuptools makes for itself."""
        target = f"{base_name}.tar.gz"
        with (
            open(target, "wb") as file,
            gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=EPOCH) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for path in sorted(Path(base_dir).rglob("*")):
                own = path.name == "setup.cfg" or path.parent.suffix == ".egg-info"
                if path.is_file() and not own:
                    archive.add(path, filter=_anonymous)
        return target


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = EPOCH, 0, 0, "", ""
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    return entry


setuptools.setup(
    cmdclass={
        "build": BuildElsewhere,
        "build_ext": Compile,
        "install_data": InstallWritten,
        "sdist": RepeatableArchive,
    },
    # A stand-in, so that setuptools knows from the start that there will be something to compile.
    ext_modules=[setuptools.Extension("minicheckers.compiled", [])] if COMPILE else [],
    setup_requires=[COMPILER] if COMPILE else [],
    # Only that there are some makes setuptools install them.
    data_files=[(str(Path(name).parent), []) for name in SHARED],
)
