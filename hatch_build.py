"""The long description on a package index: the README with links that lead to the repository from anywhere."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#|mailto:)([^)\s]+)\)")


def absolute(text: str, repository: str) -> str:
    """Return Markdown whose relative links lead into the repository."""

    def lead(found: re.Match[str]) -> str:
        kind = "raw" if found[1] else "blob"
        return f"{found[1]}[{found[2]}]({repository}/{kind}/main/{found[3]})"

    return _LINK.sub(lead, text)


class CustomMetadataHook(MetadataHookInterface):
    """Fills in `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the README."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = absolute(text, metadata["urls"]["Repository"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
