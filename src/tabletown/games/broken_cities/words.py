"""Option words, and laws and kinds in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.broken_cities.content import (
    AREAS,
    CARDS,
    CELLS,
    KINDS,
    LAW_KINDS,
    PENALTIES,
    RETROFIT,
    SHOPPING,
    TITLES,
)
from tabletown.games.broken_cities.state import BrokenCities, Law, Penalty, Proposal

END, DEMOLISH, MOVE_IN_ALL = "end", "demolish", "renter:all"
BUY = [f"buy:{kind}" for kind in KINDS]
CELL_WORDS = [f"cell:{name}" for name in CELLS]
RENTER_WORDS = [f"renter:{name}" for name in CELLS]
BOUGHT = {word: kind for kind, word in enumerate(BUY) if kind}
CELL_OF = {word: cell for words in (CELL_WORDS, RENTER_WORDS) for cell, word in enumerate(words)}
EVENT_WORDS = {card: f"event:{card}" for card in CARDS}
LAST_WORDS = {card: f"last:{card}" for card in CARDS}

QUARTERS = {1: "a quarter", 2: "half", 3: "three quarters", 4: "all"}
NUMBERS = {1: "one", 2: "two", 3: "three"}


def either(kinds: Sequence[int], word: str = "or") -> str:
    """Greenspace or Eco-Park."""
    names = [TITLES[kind] for kind in kinds]
    if not names:
        return "nothing"
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" {word} {names[-1]}"


def penalty_text(penalty: Penalty) -> str:
    """pays 5 · loses half of the next income · …"""
    text = PENALTIES[penalty.kind].text.format(
        amount=QUARTERS[penalty.amount] if penalty.kind == "lose_income" else penalty.amount,
        kinds=either(penalty.kinds),
        park=f"{'an' if TITLES[penalty.park][:1] in 'AEIOU' else 'a'} {TITLES[penalty.park]}",
    )
    return f"is warned once, then {text}" if penalty.warning else text


def law_parts(law: Law) -> dict[str, str]:
    """The words of every part of the law that can be set, by slot."""
    parts = {
        "kinds": either(law.kinds, "and" if law.kind == "surcharge" else "or"),
        "others": either(law.others),
        "count": str(law.count),
        "amount": str(law.amount),
        "area": AREAS.get(law.area, ""),
        "text": law.text,
        "rounds": "until the game ends" if not law.rounds else f"for {law.rounds} round{'s' * (law.rounds > 1)}",
    }
    if law.penalty is not None:
        parts["penalty"] = penalty_text(law.penalty)
    return parts


def law_text(law: Law, duration: bool = True) -> str:
    """The law as a sentence."""
    parts = law_parts(law)
    text = LAW_KINDS[law.kind].text.format(**parts)
    if law.penalty is not None:
        text = text if text.endswith((".", "!", "?")) else text + "."
        text += f" Whoever breaks it {parts['penalty']}."
    if law.strict:
        text += " No excuses."
    if duration and law.rounds:
        text += f" It holds {parts['rounds']}."
    return text


def proposal_text(s: BrokenCities, proposal: Proposal) -> str:
    if proposal.repeal:
        return f"Law {proposal.replaces} is repealed: {law_text(proposal.law)}"
    text = law_text(proposal.law)
    return f"Instead of law {proposal.replaces}: {text}" if proposal.replaces else text


def rent_sum(parts: dict[str, int]) -> str:
    """7 = 4 Conventional + 1 shore + 1 forest + 1 Eco-Park"""
    total = sum(parts.values())
    return f"{total} = " + " + ".join(f"{value} {name}" for name, value in parts.items()) if parts else "0"


def a(kind: int) -> str:
    """A Green building, an Eco-Park, a retrofit."""
    name = TITLES[kind].lower() if kind == RETROFIT else TITLES[kind] + " building" * (kind <= SHOPPING)
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"
