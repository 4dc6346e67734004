"""Jobs for workers that do what no job should."""

import os
import time


class Greedy:
    """Takes as many megabytes as it is told."""

    def start(self):
        return lambda megabytes: len(bytearray(megabytes << 20))


class Hoarding:
    """Keeps as many megabytes as it is told, step after step, and answers with its process id."""

    def start(self):
        kept = []

        def answer(megabytes):
            kept.append(b"x" * (megabytes << 20))
            return os.getpid()

        return answer


class Sleepy:
    """Sleeps as long as it is told."""

    def start(self):
        return time.sleep


class Deadly:
    """Sends itself the signal that it is told, unless that is 0."""

    def start(self):
        return lambda number: os.kill(os.getpid(), number)


class Measuring:
    """Returns how much it is told."""

    def start(self):
        return len


class Broken:
    """Does not even start."""

    def start(self):
        raise OSError("no disk")
