"""Loaded by every Python whose path leads here: the solver gets a question that takes hours, and says so."""

import importlib.abc
import importlib.machinery
import os
import sys

MODULE = "spotit.smt.solve.solver"
HOLES = 14


def pigeons() -> str:
    """Return the question whether there is room for one pigeon more than there are holes, in plain logic."""
    birds, holes = range(HOLES + 1), range(HOLES)
    lines = [f"(declare-const pigeon_{b}_{h} Bool)" for b in birds for h in holes]
    lines += [f"(assert (or {' '.join(f'pigeon_{b}_{h}' for h in holes)}))" for b in birds]
    lines += [
        f"(assert (not (and pigeon_{b}_{h} pigeon_{c}_{h})))" for h in holes for b in birds for c in birds if b < c
    ]
    return "\n".join(lines)


def slowed(module: object) -> None:
    usual = module._Backend.ask

    def ask(self, steps, seconds, again):
        self.solver = module.z3.SimpleSolver(ctx=self._context)
        self.solver.push()  # those who asked will pop
        self.solver.from_string(pigeons())
        with open(os.environ["SPOTIT_SOLVING"], "w") as file:
            file.write(str(os.getpid()))
        return usual(self, 2**32 - 1, 600.0, 600.0)

    module._Backend.ask = ask


class Loader(importlib.abc.Loader):
    def __init__(self, usual):
        self.usual = usual

    def create_module(self, spec):
        return self.usual.create_module(spec)

    def exec_module(self, module):
        self.usual.exec_module(module)
        slowed(module)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != MODULE:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        spec.loader = Loader(spec.loader)
        return spec


sys.meta_path.insert(0, Finder())
