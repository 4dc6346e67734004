"""Consoles on which nothing but their own styles acts."""

from __future__ import annotations

from typing import IO, Literal

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult

from spotit.cli.terminal import visible


def open_console(
    *, stderr: bool = False, soft_wrap: bool = False, width: int | None = None, file: IO[str] | None = None
) -> Console:
    """Return a console that shows the characters of what it prints and lets none of them act.

    What goes to a `file` has no colours.
    """
    colours: Literal["auto"] | None = "auto" if file is None else None
    console = Console(stderr=stderr, soft_wrap=soft_wrap, width=width, file=file, color_system=colours)
    console.push_render_hook(_Shown())
    return console


class _Shown(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Visible(each) for each in renderables]


class _Visible:
    """Renders something with the text of its segments made visible; what has no text is the console's own."""

    def __init__(self, content: ConsoleRenderable) -> None:
        self._content = content

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._content, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))
