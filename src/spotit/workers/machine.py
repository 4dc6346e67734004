"""What this machine has, shared out among worker processes."""

from __future__ import annotations

import os
from pathlib import Path

MOST_MB = 8192
"""Memory that a worker gets at most, unless the caller says otherwise."""


def default_processes() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def default_memory_mb(processes: int) -> int:
    """Return the memory limit of one of so many workers: 8 GiB, or an equal share of what the machine has."""
    return max(512, min(MOST_MB, _machine_memory_mb() // max(1, processes)))


def resident_mb(pid: int | None) -> float:
    """Return the memory that a process has, 0 where there is none."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except (OSError, IndexError, AttributeError):  # a system that does not tell
        return 0.0


def is_stopped(pid: int | None) -> bool:
    """Tell whether somebody has stopped a process (SIGSTOP), so that it does nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in ("T", "t")
    except (OSError, IndexError):
        return False


def _machine_memory_mb() -> int:
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # a system that does not tell
        total = MOST_MB << 20
    for file in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        text = Path(file).read_text().strip() if Path(file).is_file() else ""
        if text.isdigit():
            total = min(total, int(text))
    return total // (1024 * 1024)
