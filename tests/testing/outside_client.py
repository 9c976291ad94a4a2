"""pydraughts, the client and the referee that is not ours.

Another package, py-draughts, installs its modules under the same name; with both installed neither
is whole.
"""

import importlib
import inspect
from typing import Any

import pytest

draughts: Any = pytest.importorskip("draughts", reason="needs pydraughts", exc_type=ImportError)
engine: Any = pytest.importorskip(
    "draughts.engine", reason="needs pydraughts", exc_type=ImportError
)
if "command" not in inspect.signature(engine.HubEngine).parameters:
    pytest.skip(
        "py-draughts lies over pydraughts; uninstall both and install pydraughts again",
        allow_module_level=True,
    )

PDN: Any = importlib.import_module("draughts.PDN")
BLACK, WHITE = 1, 2
#: What it says and understands over the Dam Exchange Protocol.
dxp: Any = importlib.import_module("draughts.engines.dxp")
dxp_classes: Any = importlib.import_module("draughts.engines.dxp_communication.dxp_classes")
