"""Laws and kinds in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import named
from tabletown.games.broken_cities.content import (
    AREAS,
    CONVENTIONAL,
    ECO_PARK,
    GREEN,
    GREENSPACE,
    LAW_KINDS,
    LOW_COST,
    PENALTIES,
    RETROFIT,
    SHOPPING,
    TITLES,
)
from tabletown.games.broken_cities.state import Law, Penalty, Proposal
from tabletown.kernel import Text

QUARTERS = {1: Text("a quarter"), 2: Text("half"), 3: Text("three quarters"), 4: Text("all")}
SOME, ALL = Text("{kinds:or}"), Text("{kinds}")
NOTHING = Text("nothing")
WARNED_FIRST = Text("is warned once, then {penalty}")
UNTIL_THE_END = Text("until the game ends")
FOR_ROUNDS = Text("for {n} round", many="for {n} rounds")
OWN_WORDS, OWN_WORDS_ENDED = Text("{text}."), Text("{text}")
WHOEVER = Text("Anyone who breaks it {penalty}.")
NO_EXCUSES = Text("No excuses.")
HOLDS = Text("It holds {rounds}.")
TWO_SENTENCES = Text("{first} {then}")
REPEALS, REPLACES = Text("Repeal law {number}: {law}"), Text("Instead of law {number}: {law}")
ONE_OF_A_KIND = {
    LOW_COST: Text("a Low-Cost building"),
    CONVENTIONAL: Text("a Conventional building"),
    GREEN: Text("a Green building"),
    SHOPPING: Text("a Shopping building"),
    GREENSPACE: Text("a Greenspace"),
    ECO_PARK: Text("an Eco-Park"),
    RETROFIT: Text("a retrofit"),
}


def either(kinds: Sequence[int], together: bool = False) -> Text:
    """Kinds as a list: "Greenspace or Eco-Park", or with `together` "Greenspace and Eco-Park"."""
    return (ALL if together else SOME)(kinds=[TITLES[kind] for kind in kinds]) if kinds else NOTHING


def penalty_text(penalty: Penalty) -> Text:
    """A penalty in words, such as "pays 5" or "loses half of their next income"."""
    text = Text(PENALTIES[penalty.kind].text, penalty_parts(penalty))
    return WARNED_FIRST(penalty=text) if penalty.warning else text


def penalty_parts(penalty: Penalty) -> dict[str, object]:
    return {
        "amount": QUARTERS[penalty.amount] if penalty.kind == "lose_income" else penalty.amount,
        "kinds": either(penalty.kinds),
        "park": ONE_OF_A_KIND.get(penalty.park, NOTHING),
    }


def law_parts(law: Law) -> dict[str, object]:
    """The words of every part of the law that can be set, by slot."""
    return {
        "kinds": either(law.kinds, together=law.kind == "surcharge"),
        "others": either(law.others),
        "count": law.count,
        "amount": law.amount,
        "area": AREAS.get(law.area, ""),
        "text": law.text,
        "rounds": FOR_ROUNDS(n=law.rounds) if law.rounds else UNTIL_THE_END,
    }


def law_text(law: Law, duration: bool = True) -> Text:
    """The law in one or more sentences."""
    parts = law_parts(law)
    text = Text(LAW_KINDS[law.kind].text, parts)
    if law.kind == "honour":
        text = (OWN_WORDS_ENDED if law.text.endswith((".", "!", "?")) else OWN_WORDS)(text=law.text)
    if law.penalty is not None:
        text = TWO_SENTENCES(first=text, then=WHOEVER(penalty=penalty_text(law.penalty)))
    if law.strict:
        text = TWO_SENTENCES(first=text, then=NO_EXCUSES)
    if duration and law.rounds:
        text = TWO_SENTENCES(first=text, then=HOLDS(rounds=parts["rounds"]))
    return text


def proposal_text(proposal: Proposal) -> Text:
    text = law_text(proposal.law)
    if proposal.repeal:
        return REPEALS(number=proposal.replaces, law=text)
    return REPLACES(number=proposal.replaces, law=text) if proposal.replaces else text


def rent_sum(parts: dict[str, int]) -> str:
    """A rent and how it adds up, such as "7 = 4 Conventional + 1 shore + 1 forest + 1 Eco-Park"."""
    total = sum(parts.values())
    return f"{total} = " + " + ".join(f"{value} {named(name)}" for name, value in parts.items()) if parts else "0"


def a(kind: int) -> Text:
    """A kind with its article, such as "a Green building" or "an Eco-Park"."""
    return ONE_OF_A_KIND[kind]
