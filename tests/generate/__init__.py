"""The generators of `spotit selftest` under a short name: `generate.query` is `spotit.selftest.generate.query`."""

import sys
from importlib import import_module
from pkgutil import iter_modules

from spotit.selftest import generate

for _module in iter_modules(generate.__path__):
    sys.modules[f"generate.{_module.name}"] = import_module(f"spotit.selftest.generate.{_module.name}")
