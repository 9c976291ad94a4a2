"""Starting another Python, safely.

Nothing in the current directory can take the place of a module in it. It runs in a session of its
own: Ctrl-C is for the first process alone to decide on.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_CODE = "import sys; sys.path.extend({paths!r}); from {module} import main; main()"
_NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # what Windows has for a session


def start_python(
    module: str, *words: str, stderr: int, bufsize: int = -1, inherited: Sequence[int] = ()
) -> "subprocess.Popen[bytes]":
    """Run the `main` of a module of ours in a process of its own, with pipes to and from it.

    `inherited` are descriptors that it gets too, where the system has such a thing.
    """
    # -P: the current directory is not searched for modules. What else this process can import is
    # added at the end, for programs that were not installed.
    here = {"", os.getcwd()}
    paths = [path for path in sys.path if path not in here]
    paths.append(str(Path(__file__).resolve().parents[2]))
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _CODE.format(paths=paths, module=module), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        bufsize=bufsize,
        pass_fds=inherited,
        start_new_session=True,
        creationflags=_NEW_GROUP,
    )
