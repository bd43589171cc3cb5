"""Position cards (6.0, 7.0), held or offered, as pictures and in words, with the state of each condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletown import drawing
from tabletown.drawing import called, esc, mark
from tabletown.games.cross_bronx.components import INSTRUCTIONS, POSITIONS, WORDS, Position
from tabletown.games.cross_bronx.options import POSITION_OF_WORD
from tabletown.games.cross_bronx.predicates import read
from tabletown.games.cross_bronx.rules.counters import holds, numbers
from tabletown.games.cross_bronx.state import FACTION_IDS, FACTION_NAMES, FACTIONS, Bronx
from tabletown.kernel import Decision, say


class Row(NamedTuple):
    """A condition, whether it holds now, its current number and, on the Non-Player side, its action."""

    met: bool
    words: str
    now: str
    leads: str = ""
    how: str = ""


def conditions(s: Bronx, card: Position) -> list[Row]:
    f = FACTION_IDS.index(card.faction)
    return [Row(holds(when, s, f), _of(when, f), today(when, numbers(when, s, f))) for when in card.player.conditions]


def rows(s: Bronx, card: Position) -> Iterator[Row]:
    """Rows of the Non-Player side from top to bottom; the last one is the goal."""
    f = FACTION_IDS.index(card.faction)
    for number, row in enumerate(card.np.rows):
        action = say(WORDS.action[row.action])
        leads = say("Goal: {action}", action=action) if number == 3 else action
        now = today(row.when, numbers(row.when, s, f))
        yield Row(holds(row.when, s, f), _of(row.when, f), now, leads, say(INSTRUCTIONS[row.instruction].words))


def today(when: str, counted: Sequence[int]) -> str:
    """The current value of the number that a condition tests."""
    if read(when).scope == "any":
        return (
            say("now in {n} District", "now in {n} Districts", n=counted[0])
            if counted[0]
            else say("now in no District")
        )
    if len(counted) > 1:
        return say("now {n} against {other}", n=counted[0], other=counted[1])
    return say("now {n}", n=counted[0])


def _of(predicate: str, f: int) -> str:
    return say(WORDS.condition[predicate], own=say(FACTION_NAMES[f]))


def goal(card: Position) -> str:
    wanted, f = card.player.goal, FACTION_IDS.index(card.faction)
    where = say(WORDS.restriction[wanted.restriction], own=say(FACTION_NAMES[f]))
    option = say(WORDS.option[f"{wanted.action}.{wanted.option}"])
    return " ".join(part for part in (say(WORDS.action[wanted.action]) + ",", option, where) if part)


# ------------------------------------------------------------------ pictures


def held(s: Bronx) -> str:
    """The Positions that the Factions hold, side by side, with their progress."""
    cards = "".join(_article(s, POSITIONS[s.position[f]], f) for f in FACTIONS if s.position[f] >= 0)
    return f'<div class="cb">{cards}</div>' if cards else ""


def choice(s: Bronx, asked: Decision | None) -> str:
    """The Positions on offer, each in full; a click keeps one."""
    words = (
        [word for word in asked.options if word in POSITION_OF_WORD] if asked is not None and asked.seat >= 0 else []
    )
    if not words or asked is None:
        return ""
    head = say("Keep one of {n} Positions", n=len(words))
    small = say("If it is not achieved, you may keep it after the Census. ✓ and – show the board as it is now.")
    cards = "".join(_offered(s, word) for word in words)
    return f'<div class="cb offer"><h3>{head} <small>{small}</small></h3><div class="cards">{cards}</div></div>'


def _offered(s: Bronx, word: str) -> str:
    """A card in full: its conditions and their state, its goal and reward, and its other side."""
    card = POSITIONS[POSITION_OF_WORD[word]]
    f = FACTION_IDS.index(card.faction)
    action, _, rest = goal(card).partition(", ")
    stars = say("{n} Goal Star", "{n} Goal Stars", n=card.target)
    both = "".join(_condition(row) for row in conditions(s, card))
    times = say("Goal, once: 1 Victory Point", "Goal, {n} times: 1 Victory Point", n=card.target)
    objective = say("Priority Objective: {objective}", objective=say(WORDS.objective[card.priority_objective]))
    double = say("counts 2 Victory Points instead of 1 at the Census once the Position is achieved.")
    other = "".join(
        f"<li>{esc(row.words)} → <b>{esc(row.leads)}</b> <small>{esc(row.how)}</small></li>" for row in rows(s, card)
    )
    return (
        f'<article class="pos o{f + 1}" data-option="{esc(word)}" role="button" tabindex="-1" '
        f'aria-label="{esc(sentence(s, card))}"><header><div><h4>{called(card.title)}</h4><p>{called(card.blurb)}</p>'
        f'</div><p class="tg"><b aria-hidden="true">{"☆" * card.target}</b>{stars}</p></header><div class="bd">'
        f"<div><h5>{say('If both are true when you act, your goal counts')}</h5>{both}</div>"
        f'<div class="goalbox"><h5>{times}</h5><p><b>{esc(action)}</b> {esc(rest)}</p></div>'
        f'<p class="prio"><b>{esc(objective)}</b> {double}</p></div>'
        f"<footer><p><b>{say('Other side, for a Non-Player')}</b> · {_boxes(card)}</p><ol>{other}</ol></footer>"
        f"</article>"
    )


def _condition(row: Row) -> str:
    tick = '<i class="yes">✓</i>' if row.met else '<i class="no">–</i>'
    return f'<p class="cond">{tick}<span>{esc(row.words)}<small>{esc(row.now)}</small></span></p>'


def _article(s: Bronx, card: Position, f: int) -> str:
    now = s.np_row if s.actor == f else -1
    side = _np(s, card, now) if s.non_player[f] else ""
    return f'<article class="po">{_face(s, card, f, s.stars[f], person=not s.non_player[f])}{side}</article>'


def _face(s: Bronx, card: Position, f: int, stars: int, person: bool) -> str:
    shown = "★" * stars + "☆" * max(0, card.target - stars)
    said = say("{stars} of {target} Goal Stars", stars=stars, target=card.target)
    objective = esc(say(WORDS.objective[card.priority_objective]))
    parts = [
        f'<h3>{mark(f)} {called(card.title)} <span class="st" aria-label="{said}">{shown}</span></h3>'
        f"<p><small>{called(card.blurb)}</small></p>"
        f"<p>{say('Priority Objective: {objective}', objective=objective)}</p>"
    ]
    if person:
        parts += [_line(row) for row in conditions(s, card)]
        done = say(" Achieved.") if s.position[f] >= 0 and POSITIONS[s.position[f]] is card and s.achieved[f] else ""
        parts.append(f"<p><b>{say('Goal of the Position')}</b>: {esc(goal(card))}.{done}</p>")
    else:
        parts.append(f"<p>{_boxes(card)}</p>")
    return "".join(parts)


def _boxes(card: Position) -> str:
    return say("Boxes: {boxes}", boxes=", ".join(say(box.title()) for box in card.np.boxes))


def _np(s: Bronx, card: Position, now: int) -> str:
    return "".join(_line(row, number == now) for number, row in enumerate(rows(s, card)))


def _line(row: Row, now: bool = False) -> str:
    leads = f" → {esc(row.leads)}<small>{esc(row.how)}</small>" if row.leads else ""
    tick = "✓" if row.met else "–"
    return f'<p class="rw{" on" if now else ""}"><span>{tick}</span><span>{esc(row.words)}{leads}</span></p>'


# ------------------------------------------------------------------ words


def sentence(s: Bronx, card: Position) -> str:
    """A whole card in a few sentences, for the person asked to keep one."""
    both = "; ".join(_said(row) for row in conditions(s, card))
    return say(
        "{title} (Goal Stars: {target}). If both hold: {both}. Goal: {goal}. Priority Objective: {objective}. {blurb}",
        title=say(card.title),
        target=card.target,
        both=both,
        goal=goal(card),
        objective=say(WORDS.objective[card.priority_objective]),
        blurb=say(card.blurb),
    )


def in_words(s: Bronx, f: int) -> list[str]:
    """The Position that a Faction holds, its state and, for a Non-Player, its rows."""
    if s.position[f] < 0:
        return []
    card = POSITIONS[s.position[f]]
    objective = say(WORDS.objective[card.priority_objective])
    head = say(
        "Position of {faction}: {title}, {stars} of {target} Goal Stars. Priority Objective: {objective}.",
        faction=FACTION_NAMES[f],
        title=say(card.title),
        stars=s.stars[f],
        target=card.target,
        objective=objective,
    )
    head += say(" Achieved.") if s.achieved[f] else ""
    if s.non_player[f]:
        lines = [
            say("{n}. {condition} → {leads}. {how}", n=number, condition=_said(row), leads=row.leads, how=row.how)
            for number, row in enumerate(rows(s, card), 1)
        ]
        return [head, *(f"  {drawing.sentence(line)}" for line in (_boxes(card), *lines))]
    both = [f"  {drawing.sentence(_said(row))}" for row in conditions(s, card)]
    return [head, *both, say("  Goal: {goal}.", goal=goal(card))]


def _said(row: Row) -> str:
    return say("{words} (now: yes)", words=row.words) if row.met else say("{words} (now: no)", words=row.words)
