"""Write a page with the features of every game, for the documentation site.

python docs/features.py
"""

from __future__ import annotations

from tabletown.features import Features
from tabletown.registry import games


def page() -> str:
    told = [
        "# Features\n",
        "What a value may be learned from (see [Bots](researchers/bots.md)): of the table first, then of the seat.\n",
    ]
    for game in games():
        features = game.research.features
        assert isinstance(features, Features)
        rows = [f"| `{name}` | {says} |" for name, says in features.says.items()]
        if features.shared < len(rows):
            rows.insert(features.shared, "| **of the seat** | |")
        told.append(f"## {game.about.title}\n")
        told.append("\n".join(["| | |", "|---|---|", *rows]) + "\n")
    return "\n".join(told)


if __name__ == "__main__":
    print(page(), end="")
