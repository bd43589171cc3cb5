"""Style sheets as they are served: in their cascade layer, with the frames' conditions in their places, and small."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from pathlib import Path

CUSTOM = re.compile(r"@custom-media (--[\w-]+)\s+([^;]+);")
MEDIA = re.compile(r"@media ([^{]+?)(\s*\{)")
# a later one wins, whatever the selectors
LAYERS = ("tokens", "base", "components", "table", "pages", "game", "overlay", "classroom")


def layer_of(path: Path) -> str:
    """The cascade layer of a sheet: its own name or that of the folders it lies in; all others belong to a game.

    >>> layer_of(Path("css/base.css")), layer_of(Path("css/table/tray.css")), layer_of(Path("my_game/style.css"))
    ('base', 'table', 'game')
    """
    return next((layer for layer in (path.stem, path.parent.name, path.parent.parent.name) if layer in LAYERS), "game")


def in_layer(sheet: str, layer: str) -> str:
    """A sheet inside its layer. The first sheet of every page, the tokens, says the order of all layers."""
    order = f"@layer {', '.join(LAYERS)};\n" if layer == LAYERS[0] else ""
    return f"{order}@layer {layer} {{\n{sheet}\n}}\n"


def custom_media(sheet: str) -> dict[str, list[str]]:
    """The conditions that a sheet names: for each name the media queries of which one must hold.

    >>> custom_media("@custom-media --narrow (width < 300px), print;")
    {'--narrow': ['(width < 300px)', 'print']}
    """
    return {name: re.split(r",\s*", queries.strip()) for name, queries in CUSTOM.findall(sheet)}


def expand_media(sheet: str, named: Mapping[str, list[str]]) -> str:
    """Put conditions in the place of their names, which browsers do not know yet.

    >>> expand_media("@media (--narrow) and (hover) { a {} }", {"--narrow": ["(width < 300px)", "print"]})
    '@media (width < 300px) and (hover), print and (hover) { a {} }'
    """

    def expanded(query: str) -> list[str]:
        parts = re.split(r"\((--[\w-]+)\)", query)  # every second one is a name
        choices = [named[part] if number % 2 else [part] for number, part in enumerate(parts)]
        return ["".join(chosen) for chosen in itertools.product(*choices)]

    def rule(match: re.Match[str]) -> str:
        return f"@media {', '.join(one for query in match[1].split(',') for one in expanded(query.strip()))}{match[2]}"

    return MEDIA.sub(rule, CUSTOM.sub("", sheet))


def minify_sheet(source: str) -> str:
    """A style sheet without comments, indents and ends of lines where they say nothing."""
    lines = (line.strip() for line in re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL).splitlines())
    parts = re.split(r'("[^"]*")', " ".join(line for line in lines if line))  # what is quoted stays as it is
    parts[::2] = [re.sub(r"(?<=[{};,]) | (?=[{}])", "", part).replace(";}", "}") for part in parts[::2]]
    return "".join(parts) + "\n"
