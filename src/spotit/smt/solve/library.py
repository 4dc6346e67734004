"""Z3, with its library from where the package is installed; the only module that imports it.

By itself the package looks for its library in the working directory first, and would run what somebody has put there.
"""

from __future__ import annotations

import builtins
import sys
from importlib.util import find_spec
from pathlib import Path

__all__ = ["z3", "z3core"]
_SETTING = "Z3_LIB_DIRS"
"""The name by which the package is told where to look first."""


def _folders() -> list[str]:
    """Return where the library may be: with the package, or with this Python."""
    spec = find_spec("z3")
    homes = [Path(home) for home in (spec.submodule_search_locations if spec else None) or ()]
    return [str(folder) for home in homes for folder in (home / "lib", home)] + [str(Path(sys.prefix) / "lib")]


setattr(builtins, _SETTING, _folders())
import z3  # noqa: E402 - after it was told where to look
from z3 import z3core  # noqa: E402

delattr(builtins, _SETTING)
