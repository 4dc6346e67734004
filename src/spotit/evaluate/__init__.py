"""Evaluate text-to-SQL methods on a benchmark: EX, SpotIt and SpotIt+, in a store that survives kills."""

from spotit.evaluate.run import evaluate
from spotit.evaluate.run_inputs import Request
from spotit.evaluate.score import score
from spotit.evaluate.store import Run, load_run

__all__ = ["Request", "Run", "evaluate", "load_run", "score"]
