"""Loaded by every Python whose path leads here: takes away what Windows, or macOS, does not have.

SPOTIT_HIDDEN says which of the two. This is no Windows; it shows that nothing here needs what is missing there.
"""

import builtins
import io
import os
import signal
import subprocess
import sys

HIDDEN = os.environ.get("SPOTIT_HIDDEN", "")
POSIX_ONLY = ("fork", "forkpty", "killpg", "setsid", "getpgid", "getuid", "geteuid", "chown", "sysconf")
MODULES = ("resource", "fcntl", "termios", "tty", "pwd", "grp", "pty")


def hide(module: object, *names: str) -> None:
    for name in names:
        if hasattr(module, name):
            delattr(module, name)


hide(os, "sched_getaffinity", "sched_setaffinity")
if HIDDEN == "windows":
    import asyncio  # noqa: F401 - on this system it asks os.sysconf while it is imported, from Python 3.12 on

    hide(os, *POSIX_ONLY)
    hide(signal, "SIGKILL", "SIGXCPU", "SIGALRM", "SIGHUP", "SIGQUIT", "setitimer", "alarm", "pthread_sigmask")
    for name in MODULES:
        sys.modules[name] = None
    _started = subprocess.Popen.__init__

    def start(self: object, *arguments: object, **options: object) -> None:
        for option in ("pass_fds", "start_new_session", "preexec_fn", "user", "group"):
            assert not options.pop(option, None), f"Windows has no {option}"
        options.pop("creationflags", None)
        _started(self, *arguments, **options)

    subprocess.Popen.__init__ = start
    subprocess.Popen.kill = lambda self: self.send_signal(9)  # as there, it needs no signal of that name
elif HIDDEN == "macos":
    import resource

    _set = resource.setrlimit

    def setrlimit(kind: int, limits: tuple[int, int]) -> None:
        if kind == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")
        _set(kind, limits)

    resource.setrlimit = setrlimit
_open = io.open


def without_proc(path: object, *arguments: object, **options: object) -> object:
    if str(path).startswith("/proc/"):
        raise FileNotFoundError(path)
    return _open(path, *arguments, **options)


io.open = builtins.open = without_proc
