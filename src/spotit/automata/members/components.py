"""Strongly connected components of an automaton."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def components(moves: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield the sets of states that lead to each other, each after all others that it leads to."""
    numbers = [0] * len(moves)
    low = [0] * len(moves)
    open_states: list[int] = []
    is_open = [False] * len(moves)
    counter = 0
    path: list[tuple[int, Iterator[int]]] = []

    def enter(state: int) -> None:
        nonlocal counter
        counter += 1
        numbers[state] = low[state] = counter
        open_states.append(state)
        is_open[state] = True
        path.append((state, iter(dict.fromkeys(moves[state]))))

    enter(0)
    while path:
        state, following = path[-1]
        for after in following:
            if not numbers[after]:
                enter(after)
                break
            if is_open[after]:
                low[state] = min(low[state], numbers[after])
        else:
            path.pop()
            if path:
                parent = path[-1][0]
                low[parent] = min(low[parent], low[state])
            if low[state] == numbers[state]:
                at = open_states.index(state)
                component = open_states[at:]
                del open_states[at:]
                for member in component:
                    is_open[member] = False
                yield component
