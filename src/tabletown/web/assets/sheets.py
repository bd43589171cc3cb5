"""Style sheets as served: in their cascade layer, with the frames' conditions expanded, and minified.

By hand: what these sheets need is twenty lines, and a tool for all of CSS would need a build before the server starts.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from pathlib import Path

CUSTOM = re.compile(r"@custom-media (--[\w-]+)\s+([^;]+);")
MEDIA = re.compile(r"@media ([^{]+?)(\s*\{)")
# later layers win, whatever the selectors
LAYERS = ("tokens", "base", "components", "table", "pages", "game", "overlay", "classroom")
NO_LAYERS = "plain"


def layer_of(path: Path) -> str:
    """The cascade layer of a sheet, by its name or its folder; any other sheet is a game's.

    One sheet is in no layer: it's for browsers that skip them.

    >>> layer_of(Path("css/base.css")), layer_of(Path("css/table/tray.css")), layer_of(Path("my_game/style.css"))
    ('base', 'table', 'game')
    >>> layer_of(Path("css/plain.css"))
    ''
    """
    if path.stem == NO_LAYERS:
        return ""
    return next((layer for layer in (path.stem, path.parent.name, path.parent.parent.name) if layer in LAYERS), "game")


def in_layer(sheet: str, layer: str) -> str:
    """Wrap a sheet in its layer. The first sheet of every page, the tokens, declares the order of all layers."""
    if not layer:
        return sheet
    order = f"@layer {', '.join(LAYERS)};\n" if layer == LAYERS[0] else ""
    return f"{order}@layer {layer} {{\n{sheet}\n}}\n"


def custom_media(sheet: str) -> dict[str, list[str]]:
    """The custom media queries of a sheet: each name with its alternatives.

    >>> custom_media("@custom-media --narrow (width < 300px), print;")
    {'--narrow': ['(width < 300px)', 'print']}
    """
    return {name: re.split(r",\s*", queries.strip()) for name, queries in CUSTOM.findall(sheet)}


def expand_media(sheet: str, named: Mapping[str, list[str]]) -> str:
    """Replace custom media queries, which browsers don't support yet, by their conditions.

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
    """Remove comments, indentation and needless line breaks from a style sheet."""
    lines = (line.strip() for line in re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL).splitlines())
    parts = re.split(r'("[^"]*")', " ".join(line for line in lines if line))  # quoted text stays as it is
    parts[::2] = [re.sub(r"(?<=[{};,]) | (?=[{}])", "", part).replace(";}", "}") for part in parts[::2]]
    return "".join(parts) + "\n"
