"""A deliberate bug: a snippet that occurs exactly once in a file of `spotit`, and what replaces it."""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """One deliberate bug."""

    file: str
    old: str
    new: str

    @property
    def title(self) -> str:
        """The mutation on one line: what differs, with a little of what stands around it."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        start = max(0, same - 20)
        return f"{self.file}: {old[start : start + 70]}  ->  {new[start : start + 70]}"


def mutations(file: str, *changes: tuple[str, str]) -> tuple[Mutation, ...]:
    """Return the mutations of one file, named as under `spotit` and without its suffix."""
    return tuple(Mutation(f"{file}.py", old, new) for old, new in changes)
