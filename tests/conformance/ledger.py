"""What each line of the log changed on the table, recorded while matches are played, and what of it the line tells."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tabletown import Match
from tabletown.bots import make
from tabletown.kernel import Change, Game, Line
from tabletown.kernel.game import hide_nothing
from tabletown.ledger import changes
from tabletown.ledger import note as note_changes

FOLDER = Path(__file__).parent / "told"
PLACES = ("district", "origin", "space", "org", "place", "cell")  # parts of a line that say where


@dataclass
class Step:
    """What one answer led to: its lines with their changes, and what changed after the last of them.

    `closed`: all of it must be told by now, for somebody else is asked, or the match is over.
    """

    option: str
    lines: list[tuple[Line, list[Change]]] = field(default_factory=list)
    rest: list[Change] = field(default_factory=list)
    closed: bool = True
    secret: bool = False  # several seats act at once, and what they change shows when they are done


Known = Mapping[int | None, Mapping[str, float]]
Record = dict[int | None, list[Step]]  # through whose eyes: what happened


def record(game: Game, seats: int | None, options: Mapping[str, str], seed: int, most: int) -> Record:
    """A match between a bot that slips now and then and random answers."""
    rng, bot = random.Random(seed), make("greedy:40%", seed=seed)
    match = Match(game, seats, dict(options), seed)
    steps: Record = {}
    known = known_by(match)
    for _ in range(most):
        if match.over:
            break
        have, decision, table = len(match.lines), rng.choice(match.decisions), which_table(match)
        wise = decision.seat >= 0 and rng.random() < 0.75
        option = bot.choose(match.seen_by(decision.seat)) if wise else rng.choice(list(decision.options))
        match.choose(decision.seat, option)
        told = note_changes(match, have)
        known = told.known if told is not None else known
        if which_table(match) == table:
            note(steps, match, known, match.lines[have:], option, decision.seat)
    return steps


def known_by(match: Match) -> Known:
    """What each pair of eyes counts now."""
    ledger, hide = match.game.research.ledger, match.game.view.hide
    assert ledger is not None
    eyes = (None,) if hide is hide_nothing else (None, *range(match.seats))
    return {eye: ledger(hide(match.state, eye)) for eye in eyes}


def which_table(match: Match) -> tuple[object, object]:
    """Where one session or night follows another, all is set up anew."""
    return getattr(match.state, "session", None), getattr(match.state, "scenario", None)


def note(steps: Record, match: Match, known: Known, lines: list[Line], option: str, seat: int) -> None:
    """`known`: what each had counted when the last line was told."""
    now = known_by(match)
    closed = match.opened is None and seat not in {decision.seat for decision in match.decisions}
    for eye in known:
        seen = [(line, line.own.get(eye, line.changes) if eye is not None else line.changes) for line in lines]
        rest = changes(known[eye], now[eye])
        steps.setdefault(eye, []).append(Step(option, seen, rest, closed, match.opened is not None))


def load_told(game: Game) -> dict[str, set[str]]:
    """Which numbers a line of the log may tell of, by its template; "…, up", "…, down", "…, own": only that.

    A line that names a seat tells of that seat; "…, any": of every seat, because it says where or what; "…, others": of
    all but that one.
    """
    with (FOLDER / f"{game.about.id}.toml").open("rb") as file:
        return {line: set(names) for line, names in tomllib.load(file)["told"].items()}


def tells(told: Mapping[str, set[str]], line: Line, change: Change) -> bool:
    text = line.text
    name, way = change.what.template, "up" if change.after > change.before else "down"
    known = told.get(text.template, set())
    own = f"{name}, own" in known and change.who == text.parts.get("seat", text.parts.get("who"))
    others = f"{name}, others" in known and change.who != text.parts["who"]
    if f"{name}, any" not in known and not others:
        if not own and not {name, f"{name}, {way}"} & known:
            return False
        if change.who >= 0 and "{who:seat}" in text.template and change.who != text.parts["who"]:
            return False
    district = change.what.parts.get("district")
    places = [str(text.parts[part]) for part in PLACES if part in text.parts]
    return district is None or not places or any(place.split()[-1].startswith(str(district)) for place in places)


def untold(steps: list[Step], told: Mapping[str, set[str]], without: str = "") -> Iterator[str]:
    """Changes that no line tells. `without`: as if this were not told."""
    carried: list[Change] = []
    group: list[Line] = []
    for step in steps:
        for line, seen in step.lines:
            carried = [*carried, *seen]
            if line.text.template != without:
                group.append(line)
        carried = [*carried, *step.rest]
        if step.closed or not (step.rest or step.secret):
            for change in carried:
                if not any(tells(told, line, change) for line in group):
                    yield f"{change.what} {change.before:g} to {change.after:g} ({step.option})"
            carried, group = [], []
