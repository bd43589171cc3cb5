"""A table from the server in the words of the text environment."""

from __future__ import annotations

from typing import Any

from tabletown.envs.text.answers import ReplyResult, understand
from tabletown.envs.text.prompt import MOST_CLAUSES, MOST_NEWS, forms, listing, section
from tabletown.kernel import Choose, Text, Typed
from tabletown.kernel.errors import UnknownGame
from tabletown.registry import game as find_game
from tabletown.rulebook import Rulebook, load_rulebook


def position(view: dict[str, Any], listed: bool) -> str:
    """What happened, what the seat sees, the relevant clauses, the question."""
    if view["outcome"]:
        return ended(view)
    news = news_of(view)
    parts = [heading(view), section("Since your last turn", news[-MOST_NEWS:])]
    parts.append(section("What you see", [view["scene"]["text"]]))
    parts.append(section("Rules that matter now", clauses(view)))
    if not view["asked"]:
        return "\n\n".join([*filter(None, parts), whose_turn(view)])
    decision = question(view)
    parts.append(section("Question", [f"{view['asked']['prompt']} [{decision.rule}]"]))
    parts.append(listing(decision, labels(view)) if listed else forms(decision))
    return "\n\n".join(filter(None, parts))


def heading(view: dict[str, Any]) -> str:
    seats = []
    for seat in view["seats"]:
        who = "you" if seat["seat"] == view["you"] else seat["player"] or seat["bot"] or seat["kind"]
        seats.append(f"{seat['name']}: {who}")
    return f"{view['title']} ({view['game']}). At the table: {'; '.join(seats)}."


def news_of(view: dict[str, Any]) -> list[str]:
    """The log lines since the seat's last turn, including the consequences of its own answers."""
    told, others = [], False
    for line in reversed(view["lines"]):
        if line["seat"] == view["you"] and others:
            break
        others = others or line["seat"] not in (None, -1, view["you"])
        told.append(line["text"])
    return told[::-1]


def clauses(view: dict[str, Any]) -> list[str]:
    book = book_of(view["game"])
    ids = [view["asked"]["rule"] if view["asked"] else "", *(line["rule"] for line in reversed(view["lines"]))]
    found = [book.find(id) for id in list(dict.fromkeys(filter(None, ids)))[: 3 * MOST_CLAUSES]]
    return [f"[{clause.id}] {clause.text}" for clause in found if clause is not None][:MOST_CLAUSES]


def book_of(game: str) -> Rulebook:
    try:
        return load_rulebook(find_game(game))
    except UnknownGame:  # the server has a game that isn't installed here
        return Rulebook()


def question(view: dict[str, Any]) -> Choose:
    asked = view["asked"]
    typed = asked.get("typed")
    own = Typed(typed["prefix"], typed["hint"], typed["limit"]) if typed else None
    words = [option["word"] for option in asked["options"]]
    return Choose(max(0, asked["seat"]), Text("{prompt}")(prompt=asked["prompt"]), words, asked["rule"], typed=own)


def labels(view: dict[str, Any]) -> list[str]:
    return [option["label"] for option in view["asked"]["options"]]


def answer_of(view: dict[str, Any], text: str, listed: bool) -> ReplyResult:
    return understand(text, question(view), labels(view), [seat["name"] for seat in view["seats"]], listed)


def whose_turn(view: dict[str, Any]) -> str:
    waits = ", ".join(f"{each['name']} ({each['prompt']})" for each in view["waiting"])
    return f"It isn't your turn. The table is waiting for {waits or 'no one'}. Call wait_for_turn."


def ended(view: dict[str, Any]) -> str:
    outcome, names = view["outcome"], [seat["name"] for seat in view["seats"]]
    winners = ", ".join(names[seat] for seat in outcome["winners"]) or "nobody"
    scores = [f"{name} {score:g}" for name, score in zip(names, outcome.get("scores") or [])]
    points = f" Points: {', '.join(scores)}." if scores else ""
    return f"The match is over. {outcome['reason']} Winners: {winners}.{points}"
