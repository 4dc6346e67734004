"""Why a condition is not decided by automata."""

from __future__ import annotations


class NotDecided(Exception):
    """The question is left to others: an answer would be a guess."""


class NotRegular(NotDecided):
    """A condition that is not understood as a property of one value that an automaton can decide."""


class AutomatonTooLarge(NotDecided):
    """An automaton or a list of members that would grow beyond what is worth building."""
