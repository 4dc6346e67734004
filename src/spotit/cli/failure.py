"""What the command line does when SpotIt itself fails."""

from __future__ import annotations

import os
import traceback

from spotit.cli.terminal import say

EXIT_CODE = 70
"""Of an internal failure, as in sysexits.h; no verdict has it."""
DEBUG = "SPOTIT_DEBUG"
"""The environment variable that asks for tracebacks."""


def tell_failure(error: Exception) -> int:
    """Say on stderr that an exception came which nobody expected; return the exit code."""
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    say(
        f"spotit: internal failure: {type(error).__name__}: {error}\n"
        "This is an error in SpotIt, not in your input. Please report it with the command and the files that it read; "
        f"{DEBUG}=1 prints the traceback.",
        error=True,
    )
    return EXIT_CODE
