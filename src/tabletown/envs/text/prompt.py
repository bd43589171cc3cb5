"""A position in words for a model: what happened, what the seat sees, the relevant clauses, and the question."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.envs.text.answers import numbered
from tabletown.kernel import Decision, Game, Match
from tabletown.rulebook import load_rulebook

MOST_CHARACTERS = 24_000
MOST_NEWS = 60  # most recent lines of the log
MOST_CLAUSES = 8


def prompt_of(match: Match, seat: int, listed: bool = True, clauses: bool = True) -> str:
    """The whole prompt of a seat; without a question, what it sees while it waits.

    >>> from tabletown import new
    >>> match = new("right-of-way", seats=2, seed=1)
    >>> [line for line in prompt_of(match, match.decisions[0].seat).splitlines() if line.startswith("## ")][-2:]
    ['## Question', '## Options']
    """
    decision = match.decision(seat)
    parts = [heading(match, seat)]
    news = match.player_view(seat).news
    if news:
        left_out = [f"({len(news) - MOST_NEWS} earlier lines are left out.)"] if len(news) > MOST_NEWS else []
        parts.append(section("Since your last turn", [*left_out, *news[-MOST_NEWS:]]))
    parts.append(section("What you see", [match.text(seat)]))
    if clauses:
        parts.append(section("Rules that matter now", clauses_now(match, seat)))
    if decision is None:
        parts.append("You have nothing to decide now.")
    else:
        parts.append(section("Question", [decision.prompt.render(match.names, seat) + f" [{decision.rule}]"]))
        labels = match.player_view(seat).labels
        parts.append(listing(decision, labels) if listed else forms(decision))
    return "\n\n".join(filter(None, parts))


def heading(match: Match, seat: int) -> str:
    about = match.game.about
    others = [name for other, name in enumerate(match.names) if other != seat]
    who = f"You are {match.names[seat]}" + (f"; the others are {', '.join(others)}." if others else ", alone.")
    settings = [f"{setting.title}: {match.options[setting.id]}" for setting in about.settings if not setting.in_room]
    together = " You win or lose together." if about.cooperative else ""
    lines = [f"{about.title}: {about.line}", who + together]
    return "\n".join([*lines, f"Settings: {'; '.join(settings)}."] if settings else lines)


def section(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"## {title}", *lines]) if lines else ""


def clauses_now(match: Match, seat: int) -> list[str]:
    """The clause behind the question, then those behind the latest events."""
    decision, book = match.decision(seat), load_rulebook(match.game)
    recent = [line.rule for line in match.lines_for(seat)][-3 * MOST_CLAUSES :]
    ids = [decision.rule if decision is not None else "", *reversed(recent)]
    found = [book.find(id) for id in dict.fromkeys(ids) if id]
    return [f"[{clause.id}] {clause.text}" for clause in found if clause is not None][:MOST_CLAUSES]


def listing(decision: Decision, labels: Sequence[str]) -> str:
    lines = [f"{option}: {label}" for option, label in zip(decision.options, labels)]
    own = [own_words(decision)] if decision.typed is not None else []
    how = "its word or its sentence"
    if numbered(decision.options, labels):
        lines = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
        how = "its number, its word or its sentence"
    how = f"Answer with one option: {how}. Put it on the last line of your answer."
    return section("Options", [*lines, *own, "", how])


def forms(decision: Decision) -> str:
    """The forms that answers take, if the options are not listed."""
    kinds = dict.fromkeys(option.partition(":")[0] + (":…" if ":" in option else "") for option in decision.options)
    own = [own_words(decision)] if decision.typed is not None else []
    how = (
        f"The options aren't listed: work them out from the rules. Answers look like this: {', '.join(kinds)}. Answer "
        "with a word of that form or a sentence saying what you do. Put it on the last line of your answer."
    )
    return section("Your answer", [*own, how])


def own_words(decision: Decision) -> str:
    typed = decision.typed
    return f"Or in your own words, at most {typed.limit} characters: {typed.prefix}… ({typed.hint})" if typed else ""


def rules_text(game: Game) -> str:
    """The whole rulebook in our words, rulings included: what a model may read before it plays.

    >>> from tabletown.registry import game
    >>> rules_text(game("crossroll")).splitlines()[0]
    'The rules of Crossroll Hong Kong:'
    """
    entries = [entry for entry in load_rulebook(game).in_words if entry.kind != "example"]
    return "\n".join([f"The rules of {game.about.title}:", *(f"[{entry.id}] {entry.text}" for entry in entries)])
