"""A law session: the sentence is the form. Each part that can be set is a slot; its choices open below."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tabletown.drawing import esc, named
from tabletown.games.broken_cities.content import COST, KINDS, LAW_KINDS, PENALTIES, TITLES
from tabletown.games.broken_cities.options import ACCEPT, CHANGE, SET_WORDS, VETO, vote_in
from tabletown.games.broken_cities.rules.counting import own_emissions
from tabletown.games.broken_cities.rules.laws import DUTIES, missed
from tabletown.games.broken_cities.state import Assembly, BrokenCities, Law, Penalty, Proposal, Vote
from tabletown.games.broken_cities.view.pieces import mark
from tabletown.games.broken_cities.words import law_parts, law_text, penalty_parts, proposal_text
from tabletown.kernel import Decision, Text, say, seat_name

SLOT_LABELS = {
    "count": Text("How many"),
    "amount": Text("How much"),
    "kinds": Text("Which kinds"),
    "others": Text("What else must be built"),
    "area": Text("Where"),
    "text": Text("The words"),
    "penalty": Text("Which penalty"),
    "size": Text("Size of the penalty"),
    "barred": Text("Which kinds are barred"),
    "park": Text("Which park"),
    "warning": Text("Warn first"),
    "strict": Text("Excuse those who can't keep it"),
    "rounds": Text("How long it holds"),
}


def form(s: BrokenCities, seat: int | None, asked: Decision | None, names: Sequence[str]) -> str:
    """The drawer below the block during a law session."""
    assembly = s.assembly
    assert assembly is not None
    draft = assembly.draft
    parts = []
    if draft is not None:
        parts.append(sheet(s, draft, seat, asked, names))
        if asked is not None and assembly.slot in SLOT_LABELS and asked.typed is None:  # a text field has its own label
            parts.append(open_slot(assembly))
    elif asked is None:
        parts.append(f'<p class="bc-note">{say("Someone is thinking about a law.")}</p>')
    return f'<div class="bc bc-law">{"".join(parts)}</div>'


def judged(s: BrokenCities, number: int) -> str:
    """The law that a player is accused of breaking, for those who judge."""
    law = next(law for law in s.active if law.number == number)
    return (
        '<div class="bc bc-law"><section class="sheetlaw"><p class="dl">'
        f"<span>{say('Law {number}', number=number)}</span></p>"
        f'<p class="lawtext">{esc(law_text(law, duration=False))}</p></section></div>'
    )


def sheet(s: BrokenCities, draft: Proposal, seat: int | None, asked: Decision | None, names: Sequence[str]) -> str:
    options = frozenset(asked.options) if asked is not None else frozenset()
    who = seat_name(draft.by, names, seat)
    if s.phase == "draft":
        by = say("You're writing it") if draft.by == seat else say("{who} is writing it", who=who)
    else:
        by = say("Your proposal") if draft.by == seat else say("Proposed by {who}", who=who)
    head = (
        say("Law {made}", made=s.made + 1)
        if not draft.replaces
        else say("Law {replaces}, repealed", replaces=draft.replaces)
        if draft.repeal
        else say("Law {replaces}, changed", replaces=draft.replaces)
    )
    return (
        f'<section class="sheetlaw"><p class="dl"><span>{head}</span><span>{esc(by)}</span></p>'
        f'<p class="lawtext">{sentence(draft.law, options, s.assembly.slot if s.assembly else "")}</p>'
        f"{what_changed(s, draft)}{had_it_held(s, draft.law, seat, names)}</section>"
    )


def sentence(law: Law, options: frozenset[str], open_slot: str, found: dict[str, str] | None = None) -> str:
    """The law with its slots as buttons where they can be set; `found` collects their words."""
    parts = {name: shown(value) for name, value in law_parts(law).items()}

    def slot(name: str, words: str) -> str:
        if found is not None:
            found[name] = words
        if (word := SET_WORDS.get(name)) in options:
            said = esc(f"{SLOT_LABELS[name]}: {words}")
            return f'<button type="button" class="slot" data-option="{word}" aria-label="{said}">{esc(words)}</button>'
        return f'<b class="{"slot on" if name == open_slot else "part"}">{esc(words)}</b>'

    pieces = re.split(r"\{(\w+)\}", named(LAW_KINDS[law.kind].text))
    text = "".join(slot(piece, parts[piece]) if n % 2 else esc(piece) for n, piece in enumerate(pieces))
    if law.penalty is not None:
        if law.kind == "honour" and not law.text.endswith((".", "!", "?")):
            text += "."
        text += " " + say("Anyone who breaks it {penalty}.", penalty=penalty_sentence(law.penalty, slot))
    text += " " + say("It holds {rounds}.", rounds=slot("rounds", parts["rounds"]))
    for name, on, words in (
        ("warning", law.penalty is not None and law.penalty.warning, (say("A warning comes first"), say("No warning"))),
        ("strict", law.strict, (say("No excuses"), say("Those who can't keep it are excused"))),
    ):
        if SET_WORDS[name] in options:
            text += f" {slot(name, words[0] if on else words[1])}"
    return text


def penalty_sentence(penalty: Penalty, slot: Callable[[str, str], str]) -> str:
    """The penalty with two slots: which one, and how much of it."""
    slots = {"amount": "size", "kinds": "barred", "park": "park"}
    values = penalty_parts(penalty)
    text, named_it = "", False
    for number, piece in enumerate(re.split(r"\{(\w+)\}", named(PENALTIES[penalty.kind].text))):
        if number % 2:
            text += slot(slots[piece], shown(values[piece]))
        elif not named_it and piece.strip():  # the first words say which penalty it is
            text, named_it = text + slot("penalty", piece.strip()) + " ", True
        else:
            text += esc(piece)
    return say("is warned once, then {penalty}", penalty=text.strip()) if penalty.warning else text.strip()


def shown(value: object) -> str:
    """The words in a slot, translated."""
    return named(value) if isinstance(value, str) else str(value)


def open_slot(assembly: Assembly) -> str:
    """Which part is being set; its values are the options."""
    law = assembly.draft.law if assembly.draft is not None else None
    fixed = ""
    if assembly.slot in ("kinds", "others") and law is not None and len(getattr(law, assembly.slot)) == 1:
        only = TITLES[getattr(law, assembly.slot)[0]]
        fixed = f'<span class="help">{say("Add another kind before you remove {only}.", only=only)}</span>'
    return f"<h3>{SLOT_LABELS[assembly.slot]}</h3>{fixed}"


def slots_of(s: BrokenCities, asked: Decision) -> dict[str, str]:
    """The current words of each part that can be set."""
    if s.assembly is None or s.assembly.draft is None:
        return {}
    return slots(s.assembly.draft.law, frozenset(asked.options))


def slots(law: Law, options: frozenset[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    sentence(law, options, "", found)
    return found


def what_changed(s: BrokenCities, draft: Proposal) -> str:
    """Which parts of a law are no longer as they were voted on, if its writer asked for the change."""
    if s.phase == "draft":
        return ""  # the writer knows, and needs the room
    last = s.assembly.votes[-1] if s.assembly is not None and s.assembly.votes else None
    if last is None or last.answers.get(draft.by) != CHANGE or last.proposal.law.kind != draft.law.kind:
        return ""
    before, now = (slots(law, frozenset(SET_WORDS.values())) for law in (last.proposal.law, draft.law))
    changes = [
        f"<span>{SLOT_LABELS[name]}: {esc(before[name])} → {esc(words)}</span>"
        for name, words in now.items()
        if before.get(name, words) != words
    ]
    return f'<p class="would"><b>{say("Changed since the vote:")}</b> {"".join(changes)}</p>' if changes else ""


def had_it_held(s: BrokenCities, law: Law, seat: int | None, names: Sequence[str]) -> str:
    """Whom the law would have affected in the last round."""
    found = []
    for player in range(s.players):
        turn = s.last_turns[player]
        if turn and (words := would(s, law, player, turn, esc(seat_name(player, names, seat)))):
            found.append(f"<span>{mark(player, 18)} {words}</span>")
    if law.kind not in DUTIES and law.kind not in ("ban", "build_cap", "surcharge", "carbon_tax"):
        return ""
    hit = "".join(found) or f"<span>{say('nobody would have been affected')}</span>"
    return f'<p class="would"><b>{say("If it had applied in round {round}:", round=s.round)}</b> {hit}</p>'


def would(s: BrokenCities, law: Law, player: int, turn: Sequence[int], who: str) -> str:
    """What the law would have meant for a turn: kinds bought, emissions added, money in hand."""
    bought, added, purse = turn[: len(KINDS)], turn[-2], turn[-1]
    built = sum(bought[kind] for kind in law.kinds)
    if law.kind == "surcharge":
        return say("{who} would have paid {built} more", who=who, built=built * law.amount) if built else ""
    if law.kind == "ban" and law.area == "anywhere" and built:
        return say("{who} would have built {built} fewer", who=who, built=built)
    if law.kind == "build_cap" and built > law.count:
        return say("{who} would have built {built} fewer", who=who, built=built - law.count)
    if law.kind == "build_obligation" and built < law.count:
        poor = purse < (law.count - built) * min(COST[kind] for kind in law.kinds)
        excused = poor and not law.strict
        return say("{who} would have been excused", who=who) if excused else say("{who} would have broken it", who=who)
    if law.kind == "offset" and law.count * built > sum(bought[kind] for kind in law.others):
        return say("{who} would have broken it", who=who)
    if law.kind == "turn_emission_cap" and added > law.amount:
        return say("{who} would have been {added} over the limit", who=who, added=added - law.amount)
    if law.kind in ("own_emission_cap", "park_quota", "carbon_tax"):
        return stands(s, law, player, who)
    return ""


def stands(s: BrokenCities, law: Law, player: int, who: str) -> str:
    """What a law about everything a player owns would mean for the city as it is."""
    own = own_emissions(s, player)
    if law.kind == "carbon_tax":
        tax = law.count * max(0, own // law.amount)
        return say("{who} would have paid {tax}", who=who, tax=tax) if tax else ""
    gap = missed(s, law, player)
    if law.kind == "park_quota":
        return say("{who} would lack {n} park", "{who} would lack {n} parks", who=who, n=gap) if gap else ""
    return say("{who} would be {gap} over the limit", who=who, gap=gap) if gap else ""


def votes(s: BrokenCities, seat: int | None, names: Sequence[str]) -> str:
    """Beside the block: how often each may still propose, and what was turned down."""
    assembly = s.assembly
    assert assembly is not None
    limit = int(s.options.proposals)
    left = [limit - assembly.used[player] for player in range(s.players)]
    rows = "".join(
        f'<li class="pl2">{mark(player, 22)}<span>{esc(seat_name(player, names, seat))}</span><small>'
        f"{say('{n} proposal left', '{n} proposals left', n=left[player])}</small></li>"
        for player in range(s.players)
    )
    past = "".join(_turned_down(s, vote, seat, names) for vote in reversed(assembly.votes))
    title = f"<h3>{say('Turned down')}</h3>" if past else ""
    return f'<div class="bc bc-votes"><ul>{rows}</ul>{title}{past}</div>'


SIGNS = {
    ACCEPT: '<path d="M3,9.5L7.5,14L15,4.5"/>',
    CHANGE: '<path d="M3,15L4,11L12,3L15,6L7,14Z"/>',
    VETO: '<path d="M4,4L14,14M14,4L4,14"/>',
}
SAID = {ACCEPT: Text("{who} accepted"), CHANGE: Text("{who} asked for a change"), VETO: Text("{who} vetoed")}


def _turned_down(s: BrokenCities, vote: Vote, seat: int | None, names: Sequence[str]) -> str:
    rows = []
    for player, answer in sorted(vote.answers.items()):
        word, why = vote_in(answer)
        quote = f"<q>{esc(why)}</q>" if why else ""
        sign = f'<svg class="sign {word}" width="16" height="16" viewBox="0 0 18 18" aria-hidden="true">'
        sign += f"{SIGNS[word]}</svg>"
        voted = esc(SAID[word](who=seat_name(player, names, seat)))
        rows.append(f"<li>{mark(player, 18)}<span>{voted}{quote}</span>{sign}</li>")
    said = esc(proposal_text(vote.proposal))
    return f'<section class="no"><p class="said">“{said}”</p><ul>{"".join(rows)}</ul></section>'
