"""The results on one page: the rating, the rungs, illegal answers by clause, tokens and time."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tabletown.evaluate.plan import EvaluationPlan
from tabletown.evaluate.run import Row
from tabletown.lab.ladder import ELO, PRIOR
from tabletown.lab.statistics import interval
from tabletown.registry import game
from tabletown.rulebook import load_rulebook

MOST_CLAUSES = 12
LEAST, MOST = -1000.0, 4000.0  # limits of a rating


class ModelRating(NamedTuple):
    elo: float
    low: float
    high: float


def scale_of(name: str) -> dict[str, float]:
    """The bots' own ratings in this game; empty if there are none."""
    with (Path(__file__).parent / "scale.toml").open("rb") as file:
        return {bot: float(elo) for bot, elo in tomllib.load(file).get(name, {}).items()}


def rating(plan: EvaluationPlan, rows: Sequence[Row]) -> ModelRating | None:
    """The strength that makes the results most likely, with a 95 % interval; the rungs' strengths count as known."""
    scale, others = scale_of(plan.game), plan.seats - 1
    results: dict[str, list[float]] = {}
    for row in rows:
        if row.won is not None and row.rung in scale:
            results.setdefault(row.rung, []).append(row.won)
    if not results or not others or game(plan.game).about.cooperative:
        return None
    counted = [(scale[rung], sum(won) + PRIOR, len(won) + 2 * PRIOR) for rung, won in results.items()]

    def expected(elo: float, rung: float) -> float:
        return 1 / (1 + others * math.exp((rung - elo) / ELO))

    low, high = LEAST, MOST
    for _ in range(60):
        middle = (low + high) / 2
        if sum(wins - matches * expected(middle, rung) for rung, wins, matches in counted) > 0:
            low = middle
        else:
            high = middle
    known = sum(matches * (p := expected(low, rung)) * (1 - p) for rung, _, matches in counted)
    half = 1.96 * ELO / math.sqrt(known)
    return ModelRating(low, low - half, low + half)


def report(plan: EvaluationPlan, rows: Sequence[Row]) -> str:
    about = game(plan.game).about
    how = ["options listed" if plan.listed else "options hidden"]
    how += ["names disguised"] if plan.disguised else []
    how += ["whole rulebook given" if plan.rules else "no rulebook given", f"{plan.tries} tries a question"]
    lines = [
        f"# {plan.player} plays {about.title}",
        "",
        f"{len(rows)} of {plan.matches} matches, rules {plan.rules_version}, {plan.seats} seats, seeds from "
        f"{plan.seed} ({plan.pairs} for each rung), every seat as often; {', '.join(how)}.",
        "",
        *rated(plan, rows),
        "",
        *rungs(plan, rows),
        "",
        *illegal(plan, rows),
        "",
        *costs(rows),
    ]
    return "\n".join(lines) + "\n"


def rated(plan: EvaluationPlan, rows: Sequence[Row]) -> list[str]:
    found = rating(plan, rows)
    if found is None:
        return ["**No rating**: the bots of this game have none, as nobody plays against anybody or none was measured."]
    return [
        f"**Rating {found.elo:.0f}** [{found.low:.0f}, {found.high:.0f}] on the bots' scale (greedy is 1500; 95 % "
        "interval, the bots' own ratings taken as known)."
    ]


def rungs(plan: EvaluationPlan, rows: Sequence[Row]) -> list[str]:
    scale, together = scale_of(plan.game), game(plan.game).about.cooperative
    lines = [
        f"| {'with' if together else 'against'} | its rating | matches | won | 95 % interval |",
        "|---|--:|--:|--:|--:|",
    ]
    for rung in plan.ladder:
        played = [row.won for row in rows if row.rung == rung and row.won is not None]
        low, high = interval(sum(played), len(played))
        share = f"{100 * sum(played) / len(played):.0f} %" if played else "–"
        elo = f"{scale[rung]:.0f}" if rung in scale else "–"
        lines.append(f"| `{rung}` | {elo} | {len(played)} | {share} | {100 * low:.0f} to {100 * high:.0f} % |")
    if lost := sum(row.won is None for row in rows):
        lines += ["", f"In {lost} more matches all lost together; they say nothing of strength."]
    if cut := sum(row.truncated for row in rows):
        lines += ["", f"{cut} matches did not end and count as lost."]
    return lines


def illegal(plan: EvaluationPlan, rows: Sequence[Row]) -> list[str]:
    questions, refused = sum(row.questions for row in rows), Counter[str]()
    for row in rows:
        refused.update(row.refused)
    gave_up = sum(row.gave_up for row in rows)
    if not any(row.calls for row in rows):
        return [f"{questions} questions, answered by a bot: none of its answers was refused."]
    share = f"{100 * refused.total() / questions:.1f}" if questions else "0"
    book = load_rulebook(game(plan.game))
    lines = [
        f"**Illegal answers**: {refused.total()} at {questions} questions ({share} for every 100). At {gave_up} "
        "questions every try was refused, and a random option was played."
    ]
    if refused:
        lines += ["", "| refused | clause | what it says |", "|--:|---|---|"]
    for rule, count in refused.most_common(MOST_CLAUSES):
        clause = book.find(rule)
        words = clause.text.replace("|", "/") if clause else ""
        lines.append(f"| {count} | `{rule}` | {words[:117] + '…' if len(words) > 118 else words} |")
    if len(refused) > MOST_CLAUSES:
        lines.append(f"| {sum(refused.values()) - sum(n for _, n in refused.most_common(MOST_CLAUSES))} | others | |")
    return lines


def costs(rows: Sequence[Row]) -> list[str]:
    calls, seconds = sum(row.calls for row in rows), sum(row.seconds for row in rows)
    each = f"{seconds / calls:.2f} s an answer" if calls else "no calls"
    lines = [f"**Costs**: {calls} calls, {seconds:.0f} s ({each})."]
    told: Mapping[str, list[int]] = {
        "read": [row.tokens_in for row in rows if row.tokens_in is not None],
        "written": [row.tokens_out for row in rows if row.tokens_out is not None],
    }
    tokens = [f"{sum(counted):,} tokens {what}" for what, counted in told.items() if counted]
    if tokens:
        lines[0] += f" {' and '.join(tokens)}."
    return lines
