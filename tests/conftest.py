"""Shared fixtures."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from spotit.smt.terms.term import Terms

sys.path.insert(0, str(Path(__file__).parent))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A background job of a shell is started so; processes that tests interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(autouse=True)
def terms() -> Iterator[Terms]:
    """A table of its own for the terms that a test makes."""
    with Terms() as made:
        yield made


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the benchmark data beside the repository; without it the test is skipped."""
    if not SHARED.is_dir():
        pytest.skip("the benchmark data (shared/data beside the repository) is not here")
    return SHARED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long runs out, unless markers were asked for."""
    if config.option.markexpr:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
