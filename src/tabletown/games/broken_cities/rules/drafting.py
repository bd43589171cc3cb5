"""Writing a law: its kind comes with all parts filled in, and every part can be set before it is put to the vote.

Only the vocabulary of content/laws.toml is enforced; an honour law is free text. What no law may do is refused here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from tabletown.games.broken_cities.content import (
    AREAS,
    BUILDINGS,
    COLOURS,
    KINDS,
    LAW_KINDS,
    NUMBER,
    PARKS,
    PENALTIES,
    RETROFIT,
)
from tabletown.games.broken_cities.state import Law, Penalty
from tabletown.kernel import Choose, Reason, Script, Text, Typed, because

WRITE = Text("write the law, then propose it")
SET = Text("set the {slot} of the law")
PLACE, PENALTY, PARK = "place", "penalty", "park"  # words
HINT = "The law in your words"  # words
WRITE_TEXT = Text("write the law in your own words")

PROPOSE, WITHDRAW, DONE = "propose", "withdraw", "done"
TEXT_LIMIT = 280
KIND_WORDS = [f"kind:{kind}" for kind in KINDS]
KIND_IN = {word: kind for kind, word in enumerate(KIND_WORDS)}
AREA_WORDS, PENALTY_WORDS = [f"area:{area}" for area in AREAS], [f"penalty:{penalty}" for penalty in PENALTIES]
PARK_WORDS = [KIND_WORDS[park] for park in PARKS]
SET_AREA, SET_PENALTY, SET_PARK = SET(slot=PLACE), SET(slot=PENALTY), SET(slot=PARK)
ROUNDS = (0, 1, 2, 3, 4, 5)  # 0: until the game ends

NO_LOWER_PRICE = because("A law may raise prices but never lower them.", "law.no-price-cut")
NO_NAMES = because("A law binds everyone alike: it may not name a player.", "law-equal")
NO_OTHER_RULES = because("No law changes the weather, the arrival of renters, or how the game is won.", "law.purpose")
OUT_OF_RANGE = because("A law of this kind does not take that number.", "law-enforcement")
ONE_KIND = because("At least one kind must stay.", "law-enforcement")
BUILDINGS_ONLY = because("This penalty is about buildings.", "law-enforcement")
NO_SUCH_PART = because("This law has no such part.", "law-enforcement")


@cache
def sample(kind: str) -> Law:
    """A law of this kind with all its parts filled in, to start from."""
    entry = LAW_KINDS[kind]
    start, penalty = entry.start, entry.penalty
    return Law(
        kind,
        kinds=tuple(NUMBER[name] for name in start.kinds),
        others=tuple(NUMBER[name] for name in start.others),
        count=start.count,
        amount=start.amount,
        area=start.area,
        text=start.text,
        penalty=Penalty(penalty.kind, penalty.amount) if penalty is not None else None,
    )


def slots(law: Law) -> list[str]:
    """The parts of this law that can be set."""
    return slots_of(law.kind, penalty_kind(law))


@cache
def slots_of(kind: str, penalty: str) -> list[str]:
    start = LAW_KINDS[kind].start
    found = [slot for slot in ("count", "kinds", "others", "amount", "area", "text") if getattr(start, slot)]
    if kind == "build_cap":  # its count may be 0
        found = ["count", "kinds"]
    if kind == "turn_emission_cap":
        found = ["amount"]
    if penalty:
        found.append("penalty")
        found += {
            "fine": ["size"],
            "fine_per_unit": ["size"],
            "lose_income": ["size"],
            "renter_leaves": ["size"],
            "no_building_next_turn": ["barred"],
            "forced_park": ["park"],
        }.get(penalty, [])
        found.append("warning")
        if kind != "honour":
            found.append("strict")
    return [*found, "rounds"]


def form_words(law: Law) -> list[str]:
    """What can be done while this law is written."""
    return form_words_of(law.kind, penalty_kind(law))


@cache
def form_words_of(kind: str, penalty: str) -> list[str]:
    return [PROPOSE, *(f"set:{slot}" for slot in slots_of(kind, penalty)), WITHDRAW]


def why_not_slot(word: str) -> Reason | None:
    return NO_SUCH_PART if word.startswith("set:") else None


@cache
def numbers(kind: str, penalty: str, slot: str) -> list[int]:
    """What a law of this kind, with this penalty, takes for this part."""
    if slot == "size":
        entry = PENALTIES[penalty]
        first, last, step = entry.amount or (0, 0, 1)
        return entry.values or list(range(first, last + 1, step))
    if slot == "rounds":
        return list(ROUNDS)
    first, last, step = LAW_KINDS[kind].ranges[slot]
    return list(range(first, last + 1, step))


@cache
def number_words(kind: str, penalty: str, slot: str) -> list[str]:
    return [f"{slot}:{number}" for number in numbers(kind, penalty, slot)]


def why_not_number(law: Law, word: str) -> Reason | None:
    """A number that a law does not take; a surcharge below nothing would lower a price."""
    slot, _, number = word.partition(":")
    if slot in ("count", "amount", "size", "rounds") and re.fullmatch(r"[-−]?\d+", number):
        lower = law.kind == "surcharge" and slot == "amount" and number[0] in "-−"
        return NO_LOWER_PRICE if lower else OUT_OF_RANGE
    return None


def _set_number(slot: str) -> Callable[[Law, int], Script]:
    def script(law: Law, seat: int) -> Script:
        words = number_words(law.kind, penalty_kind(law), slot)
        answer = yield Choose(seat, SET_SLOT[slot], words, "law.one-law", lambda word: why_not_number(law, word))
        number = int(answer.partition(":")[2])
        if slot == "size":
            return with_penalty(law, amount=number)
        return msgspec.structs.replace(law, **{slot: number})

    return script


def why_not_kind(word: str, slot: str) -> Reason | None:
    if word not in KIND_WORDS[1:]:
        return None
    return BUILDINGS_ONLY if slot == "barred" and NUMBER[word.removeprefix("kind:")] not in BUILDINGS else ONE_KIND


@cache
def kind_words(slot: str, alone: int) -> list[str]:
    """The kinds that can be switched; one that stands alone must stay."""
    allowed = BUILDINGS if slot == "barred" else range(1, RETROFIT + 1)
    return [*(KIND_WORDS[kind] for kind in allowed if kind != alone), DONE]


def _set_kinds(slot: str) -> Callable[[Law, int], Script]:
    def why(word: str) -> Reason | None:
        return why_not_kind(word, slot)

    def script(law: Law, seat: int) -> Script:
        """One kind is switched on or off, and the part stays open; at least one must stay."""
        chosen = law.penalty.kinds if slot == "barred" and law.penalty else getattr(law, slot, ())
        words = kind_words(slot, chosen[0] if len(chosen) == 1 else 0)
        answer = yield Choose(seat, SET_SLOT[slot], words, "law-retrofit-park-price", why)
        if answer == DONE:
            return law
        kind = KIND_IN[answer]
        kinds = tuple([k for k in chosen if k != kind]) if kind in chosen else tuple(sorted((*chosen, kind)))
        return with_penalty(law, kinds=kinds) if slot == "barred" else msgspec.structs.replace(law, **{slot: kinds})

    return script


def set_area(law: Law, seat: int) -> Script:
    answer = yield Choose(seat, SET_AREA, AREA_WORDS, rule="law.one-law")
    return msgspec.structs.replace(law, area=answer.removeprefix("area:"))


def set_penalty(law: Law, seat: int) -> Script:
    answer = yield Choose(seat, SET_PENALTY, PENALTY_WORDS, rule="law.penalty-included")
    kind = answer.removeprefix("penalty:")
    warning = law.penalty is not None and law.penalty.warning
    penalty = Penalty(kind, warning=warning)
    law = msgspec.structs.replace(law, penalty=penalty)
    if kind == "no_building_next_turn":
        return with_penalty(law, kinds=(BUILDINGS[0],))
    if kind == "forced_park":
        return with_penalty(law, park=PARKS[0])
    if kind == "act_last":
        return law
    return with_penalty(law, amount=5 if kind == "fine" else numbers(law.kind, kind, "size")[0])


def set_park(law: Law, seat: int) -> Script:
    answer = yield Choose(seat, SET_PARK, PARK_WORDS, rule="law.penalty-included")
    return with_penalty(law, park=NUMBER[answer.removeprefix("kind:")])


def set_warning(law: Law, seat: int) -> Script:
    """Switched on and off without a question of its own."""
    return with_penalty(law, warning=law.penalty is not None and not law.penalty.warning)
    yield


def set_strict(law: Law, seat: int) -> Script:
    return msgspec.structs.replace(law, strict=not law.strict)
    yield


def set_text(law: Law, seat: int) -> Script:
    """Free text, or the sample that is offered."""
    words = [f"text:{LAW_KINDS['honour'].start.text}"]
    answer = yield Choose(
        seat,
        WRITE_TEXT,
        words,
        rule="law-enforcement",
        why=why_not_text,
        typed=LawText("text:", HINT),
    )
    return msgspec.structs.replace(law, text=" ".join(answer.removeprefix("text:").lstrip(OVERRULED).split()))


def penalty_kind(law: Law) -> str:
    return law.penalty.kind if law.penalty is not None else ""


def with_penalty(law: Law, **parts: Any) -> Law:
    assert law.penalty is not None
    return msgspec.structs.replace(law, penalty=msgspec.structs.replace(law.penalty, **parts))


KIND_SLOTS = ("kinds", "others", "barred")
SLOT_NAMES = {
    "count": "number",
    "amount": "number",
    "kinds": "kinds",
    "others": "kinds to be built as well",
    "size": "size of the penalty",
    "barred": "kinds that may not be built",
    "rounds": "duration",
}  # words
SET_SLOT = {slot: SET(slot=name) for slot, name in SLOT_NAMES.items()}
SETTERS: dict[str, Callable[[Law, int], Script]] = {
    "count": _set_number("count"),
    "amount": _set_number("amount"),
    "size": _set_number("size"),
    "rounds": _set_number("rounds"),
    "kinds": _set_kinds("kinds"),
    "others": _set_kinds("others"),
    "barred": _set_kinds("barred"),
    "area": set_area,
    "penalty": set_penalty,
    "park": set_park,
    "warning": set_warning,
    "strict": set_strict,
    "text": set_text,
}


# ------------------------------------------------------------------ what no law may say

_NAMES = re.compile(rf"\b({'|'.join(COLOURS)}|(?:player|seat) ?\d)\b", re.IGNORECASE)
_LOWER = re.compile(
    r"\b(cheaper|discount|(lower|reduce|cut|halve|drop)\w*\b.{0,40}\b(price|cost)s?"
    r"|(price|cost)s?\b.{0,40}\b(down|lower|less|half|halved|reduced|cheaper|free|zero|fall|falls|drop|drops))\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(climate card|event (space|card)|threshold|victory|wins? the game"
    r"|(new|more|extra) renters|renters (arrive|come))",
    re.IGNORECASE,
)


OVERRULED = "!"  # before a sentence that the judge let pass, whatever it says


def why_inadmissible(text: str) -> Reason | None:
    """What no law may do, however it is worded."""
    found = objection(text)
    if found is None or not (_NAMES.search(text) or _LOWER.search(text) or _OTHER.search(text)):
        return None  # what was ever let pass is let pass again: stored matches hold such laws
    return found[0]


_COLOURS = "|".join(COLOURS)
_AS_PLAYER = re.compile(
    rf"\b(?:player|seat) ?\d|(?<!in the )\b(?:{_COLOURS})(?:'s\b|’s\b| (?:player|must|may|can|cannot|has|have|shall"
    r"|should|will|is|gets?|pays?|builds?|loses?|wins?)\b)|\b(?:only|except|but|for|by|unless|to|from) "
    rf"(?:{_COLOURS})\b",
    re.IGNORECASE,
)
_CHEAPER = re.compile(
    r"\b(?:cheaper|discount\w*|half[- ]price|(?:for|are|is|be|become|becomes|get|stay) free\b(?! to\b)|free of charge"
    r"|costs? (?:nothing|less|half|zero|0)|(?:lower|reduce|cut|halve|drop)\w*\b.{0,40}\b(?:price|cost)s?"
    r"|(?:price|cost)s?\b.{0,40}\b(?:down|lower|half|halved|reduced|cheaper|zero|falls?|drops?))\b",
    re.IGNORECASE,
)


def objection(text: str, names: Sequence[str] = ()) -> tuple[Reason, str] | None:
    """Why this is no law, and the words of it that make it none; `names`: of those at the table."""
    plain = re.sub(r"(?i)low[- ]cost", "cheap", text)  # a kind of house, not a price
    called = [re.escape(part) for name in names for part in (name, *name.split(" & ")) if len(part) > 1]
    somebody = re.search(rf"\b(?:{'|'.join(called)})\b", text) if called else None
    for reason, found in (
        (NO_NAMES, somebody or _AS_PLAYER.search(text)),
        (NO_LOWER_PRICE, _CHEAPER.search(plain)),
        (NO_OTHER_RULES, _OTHER.search(plain)),
    ):
        if found is not None:
            return reason, found[0]
    return None


def why_not_text(word: str) -> Reason | None:
    text = word.removeprefix("text:").strip()
    if not word.startswith("text:"):
        return None
    if not 0 < len(text) <= TEXT_LIMIT:
        return because("A law has 1 to {limit} characters.", "law-enforcement", limit=TEXT_LIMIT)
    return why_inadmissible(text)


class LawText(Typed, frozen=True):
    """Any sentence that a law may say."""

    limit: int = TEXT_LIMIT

    def takes(self, word: str) -> bool:
        return Typed.takes(self, word) and (word.startswith(f"text:{OVERRULED}") or why_not_text(word) is None)
