"""Jobs for workers that do what no job should."""

import time


class Greedy:
    """Takes as many megabytes as it is told."""

    def start(self):
        return lambda megabytes: len(bytearray(megabytes << 20))


class Sleepy:
    """Sleeps as long as it is told."""

    def start(self):
        return time.sleep


class Broken:
    """Does not even start."""

    def start(self):
        raise OSError("no disk")
