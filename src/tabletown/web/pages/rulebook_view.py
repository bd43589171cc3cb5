"""A game's rulebook, prepared for its page."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletown.drawing import named
from tabletown.kernel import Game
from tabletown.rulebook import chapter_titles, load_rulebook, numbers


def rulebook_of(game: Game, q: str) -> dict[str, Any]:
    """Clauses by chapter, each with its rulings; only those with all the words of `q`."""
    book, numbered = load_rulebook(game), numbers(game)
    settings = {setting.rule: setting.id for setting in game.about.settings if setting.rule}
    words = q.lower().split()

    def found(*texts: str) -> bool:
        text = " ".join(texts).lower()
        return all(word in text for word in words)

    def entry(one: msgspec.Struct, **more: Any) -> dict[str, Any]:
        """An entry as the page shows it: in the reader's language, with its number."""
        told = {name: value if name == "id" else named(value) for name, value in msgspec.to_builtins(one).items()}
        return {**told, "number": numbered[told["id"]], **more}

    def clauses(about: str) -> list[tuple[str, str]]:
        """Ids and numbers, if a ruling says what it is about by the ids of clauses."""
        ids = about.split(", ")
        return [(id, numbered[id]) for id in ids] if all(id in numbered for id in ids) else []

    rulings = [
        entry(r, bears_on=r.about, clauses=clauses(r.about), setting=settings.get(r.id, "")) for r in book.ruling
    ]
    titles = chapter_titles(book)
    chapters: dict[str, list[dict[str, Any]]] = {}
    for clause in book.rule:
        bearing = [
            r
            for r in rulings
            if r["id"] == clause.id or clause.id in r["bears_on"] or f"ruling {r['id']}" in clause.text
        ]
        told = entry(clause, rulings=bearing)
        if found(clause.id, told["text"], told["source"], *(r["ruling"] for r in bearing)):
            chapters.setdefault(named(titles[clause.id.partition(".")[0]]), []).append(told)
    return {
        "chapters": [{"title": title, "clauses": clauses} for title, clauses in chapters.items()],
        "rulings": [r for r in rulings if found(r["id"], str(r["about"]), r["problem"], r["ruling"])],
        "examples": [entry(e) for e in book.example if found(e.id, e.source, e.given, e.when, e.then)],
    }
