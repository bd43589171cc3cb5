"""A game's rulebook as its page shows it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from tabletown.kernel import Game
from tabletown.rulebook import Rulebook, load_rulebook


def rulebook_of(game: Game, q: str) -> dict[str, Any]:
    """Clauses in chapters, each with the rulings that bear on it; only what holds all the words of `q`."""
    book = load_rulebook(game)
    settings = {setting.rule: setting.id for setting in game.about.settings if setting.rule}
    words = q.lower().split()

    def found(*texts: str) -> bool:
        text = " ".join(texts).lower()
        return all(word in text for word in words)

    rulings = [{**msgspec.to_builtins(r), "setting": settings.get(r.id, "")} for r in book.ruling]
    titles = chapter_titles(book)
    chapters: dict[str, list[dict[str, Any]]] = {}
    for clause in book.rule:
        bearing = [
            r for r in rulings if r["id"] == clause.id or clause.id in r["about"] or f"ruling {r['id']}" in clause.text
        ]
        if found(clause.id, clause.text, clause.source, *(r["ruling"] for r in bearing)):
            chapters.setdefault(titles[clause.id.partition(".")[0]], []).append(
                {**msgspec.to_builtins(clause), "rulings": bearing}
            )
    return {
        "chapters": [{"title": title, "clauses": clauses} for title, clauses in chapters.items()],
        "rulings": [r for r in rulings if found(r["id"], str(r["about"]), r["problem"], r["ruling"])],
        "examples": [msgspec.to_builtins(e) for e in book.example if found(e.id, e.source, e.given, e.when, e.then)],
    }


def chapter_titles(book: Rulebook) -> dict[str, str]:
    """For each first part of the clauses' ids the printed heading that most of them stand under, else that part."""
    headings: dict[str, Counter[str]] = {}
    for clause in book.rule:
        heading = re.split(r"[(:,/]|\.{2,}| - |\s\d+\w?$", clause.source)[0].strip()
        headings.setdefault(clause.id.partition(".")[0], Counter())[heading] += 1
    titles = {}
    for part, counted in headings.items():
        heading = counted.most_common(1)[0][0]
        heading = heading.capitalize() if heading.isupper() else heading[:1].upper() + heading[1:]
        titles[part] = heading if re.match(r"[^\W\d]", heading) else part.replace("-", " ").capitalize()
    return titles
