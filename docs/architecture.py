"""Draws docs/pictures/architecture.svg: the packages from the ground up, each with the first line of its docstring.

python docs/architecture.py            redraws it
python docs/architecture.py --check    says whether it is up to date
"""

from __future__ import annotations

import ast
import sys
from html import escape
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "tabletown"
PICTURE = Path(__file__).parent / "pictures" / "architecture.svg"

# what may import what: a row uses only rows below it
ROWS = [
    ("who plays", ["cli.py", "terminal.py", "web", "mcp"]),
    ("who studies and teaches", ["evaluate", "data", "classroom"]),
    (
        "the server, from the page",
        ["web/app.py", "web/api", "web/guests", "web/workshop", "web/community", "web/pages"],
    ),
    ("its tables", ["web/hub.py", "web/cluster.py", "web/notify", "web/live", "web/tournaments", "web/lobby"]),
    (
        "what they use",
        [
            "web/tables",
            "web/workers",
            "web/security",
            "web/views",
            "web/people",
            "web/desk",
            "web/storage",
            "web/assets",
        ],
    ),
    ("what people make", ["workshop", "printing"]),
    ("many matches", ["lab", "envs"]),
    ("what serves every game", ["bots", "learn", "story", "translations", "drawing", "ratings", "tournaments"]),
    ("the games", [f"games/{game.parent.name}" for game in sorted(SOURCE.glob("games/*/about.py"))]),
    ("beside the kernel", ["content.py", "packs", "editions.py", "rulebook.py", "saves", "encoding.py"]),
    ("the ground", ["kernel"]),
]
WIDTH, LEFT, HEIGHT, GAP = 1200, 172, 78, 10


def says(name: str) -> str:
    """The first paragraph of a docstring."""
    path = SOURCE / name
    text = ast.get_docstring(ast.parse((path / "__init__.py" if path.is_dir() else path).read_text(encoding="utf-8")))
    return " ".join((text or "").split("\n\n")[0].split())


def lines(text: str, room: int) -> list[str]:
    """The text broken into lines of this many characters, at most three."""
    found = [""]
    for word in text.split():
        if len(found[-1]) + len(word) > room:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found if len(found) <= 3 else [*found[:2], f"{found[2][: room - 2]} …"]


def draw() -> str:
    parts, y = [], GAP
    for title, names in ROWS:
        parts.append(f'<text class="row" x="{GAP}" y="{y + HEIGHT / 2 + 4}">{escape(title)}</text>')
        width = (WIDTH - LEFT - GAP * len(names)) / len(names)
        for place, name in enumerate(names):
            x = LEFT + place * (width + GAP)
            parts.append(f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{HEIGHT}" rx="6"/>')
            parts.append(f'<text class="name" x="{x + 8:.0f}" y="{y + 19}">{escape(name.removesuffix(".py"))}</text>')
            for number, line in enumerate(lines(says(name), int(width / 6.6))):
                parts.append(f'<text x="{x + 8:.0f}" y="{y + 37 + 15 * number}">{escape(line)}</text>')
        y += HEIGHT + GAP
    style = (
        "rect{fill:#f4f1ea;stroke:#8a8577}text{font:11px sans-serif;fill:#333}"
        ".name{font-weight:700;font-size:13px}.row{font-style:italic;fill:#6b675c;font-size:12px}"
        "@media(prefers-color-scheme:dark){rect{fill:#26282b;stroke:#777}text{fill:#ddd}.row{fill:#aaa}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img" '
        f'aria-label="The packages of Tabletown: each row uses only rows below it"><style>{style}</style>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if PICTURE.read_text(encoding="utf-8") == draw() else f"{PICTURE.name} is out of date")
    PICTURE.write_text(draw(), encoding="utf-8")
