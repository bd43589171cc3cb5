"""Writing a law: its kind comes with all parts filled in, and every part can be set before it is put to the vote.

The program enforces only the kinds of law in content/laws.toml; an honour law is free text. What no law may do is
refused here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from tabletown.games.broken_cities import options as o
from tabletown.games.broken_cities.content import BUILDINGS, COLOURS, LAW_KINDS, NUMBER, PARKS, PENALTIES
from tabletown.games.broken_cities.state import Law, Penalty
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Text, Typed, because

WRITE = Text("write the law, then propose it")
SET_AREA = Text("choose where the law applies")
SET_PENALTY, SET_PARK = Text("choose the penalty"), Text("choose the park")
HINT = "Your law, in your own words"  # words
WRITE_TEXT = Text("write the law in your own words")

TEXT_LIMIT = 280

Ask = Callable[[Law, int], Choose]

NO_LOWER_PRICE = because("no-lower-price", "A law may raise prices but never lower them.", "law.no-price-cut")
NO_NAMES = because("no-names", "A law binds everyone alike: it may not name a player.", "law-equal")
NO_OTHER_RULES = because(
    "no-other-rules", "A law can't change the weather, how renters arrive, or how the game is won.", "law.purpose"
)
OUT_OF_RANGE = because("out-of-range", "That number isn't allowed in this kind of law.", "law-enforcement")
ONE_KIND = because("one-kind", "At least one kind must stay.", "law-enforcement")
BUILDINGS_ONLY = because("buildings-only", "This penalty bars only buildings.", "law-enforcement")
NO_SUCH_PART = because("no-such-part", "This law has no such part.", "law-enforcement")
TEXT_LENGTH = because("law-length", "A law can have 1 to {limit} characters.", "law-enforcement", limit=TEXT_LIMIT)


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
    """The options while this law is being written."""
    return form_words_of(law.kind, penalty_kind(law))


@cache
def form_words_of(kind: str, penalty: str) -> list[str]:
    return [o.PROPOSE, *(o.SET_WORDS[slot] for slot in slots_of(kind, penalty)), o.WITHDRAW]


def why_not_write(law: Law, word: str) -> Reason | None:
    if word in form_words(law):
        return None
    return NO_SUCH_PART if word in o.SLOT_IN else NOT_AN_OPTION


@cache
def numbers(kind: str, penalty: str, slot: str) -> list[int]:
    """The numbers that this part may take in a law of this kind with this penalty."""
    if slot == "size":
        entry = PENALTIES[penalty]
        first, last, step = entry.amount or (0, 0, 1)
        return entry.values or list(range(first, last + 1, step))
    if slot == "rounds":
        return list(o.DURATIONS)
    first, last, step = LAW_KINDS[kind].ranges[slot]
    return list(range(first, last + 1, step))


@cache
def number_words(kind: str, penalty: str, slot: str) -> list[str]:
    return [o.number_word(slot, number) for number in numbers(kind, penalty, slot)]


def why_not_number(law: Law, slot: str, word: str) -> Reason | None:
    if word in number_words(law.kind, penalty_kind(law), slot):
        return None
    meant = o.number_meant(word, slot)
    if meant is None:
        return NOT_AN_OPTION
    return NO_LOWER_PRICE if law.kind == "surcharge" and slot == "amount" and meant < 0 else OUT_OF_RANGE


def _ask_number(slot: str) -> Ask:
    prompt = SET_SLOT[slot]

    def ask(law: Law, seat: int) -> Choose:
        words = number_words(law.kind, penalty_kind(law), slot)
        return Choose(seat, prompt, words, "law.one-law", why_not_number, about=(law, slot))

    return ask


def why_not_kind(slot: str, alone: int, word: str) -> Reason | None:
    kind = o.KIND_IN.get(word)
    if kind is None:
        return None if word == o.DONE else NOT_AN_OPTION
    if slot == "barred" and kind not in BUILDINGS:
        return BUILDINGS_ONLY
    return ONE_KIND if kind == alone else None


@cache
def kind_words(slot: str, alone: int) -> list[str]:
    """The kinds that can be switched on or off; the only one left must stay."""
    return [word for word in (*o.KIND_IN, o.DONE) if why_not_kind(slot, alone, word) is None]


@cache
def switched(kinds: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """These kinds with one added, or removed if it is among them."""
    return tuple(k for k in kinds if k != kind) if kind in kinds else tuple(sorted((*kinds, kind)))


def _ask_kinds(slot: str, kinds_of: Callable[[Law], tuple[int, ...]]) -> Ask:
    """Ask for kinds to switch on or off, one at a time, until Done; at least one must stay."""
    prompt = SET_SLOT[slot]

    def ask(law: Law, seat: int) -> Choose:
        chosen = kinds_of(law)
        about = slot, chosen[0] if len(chosen) == 1 else 0
        return Choose(seat, prompt, kind_words(*about), "law-retrofit-park-price", why_not_kind, about=about)

    return ask


def ask_area(law: Law, seat: int) -> Choose:
    return Choose(seat, SET_AREA, o.AREA_WORDS, "law.one-law")


def ask_penalty(law: Law, seat: int) -> Choose:
    return Choose(seat, SET_PENALTY, o.PENALTY_WORDS, "law.penalty-included")


def set_penalty(law: Law, answer: str) -> Law:
    warning = law.penalty is not None and law.penalty.warning
    return replace(law, penalty=first_penalty(law.kind, o.PENALTY_IN[answer], warning))


@cache
def first_penalty(law: str, kind: str, warning: bool) -> Penalty:
    """A penalty of this kind with all its parts filled in."""
    if kind == "no_building_next_turn":
        return Penalty(kind, kinds=(BUILDINGS[0],), warning=warning)
    if kind == "forced_park":
        return Penalty(kind, park=PARKS[0], warning=warning)
    if kind == "act_last":
        return Penalty(kind, warning=warning)
    return Penalty(kind, 5 if kind == "fine" else numbers(law, kind, "size")[0], warning=warning)


def ask_park(law: Law, seat: int) -> Choose:
    return Choose(seat, SET_PARK, o.PARK_WORDS, "law.penalty-included")


def ask_text(law: Law, seat: int) -> Choose:
    """Ask for free text, with a sample to choose."""
    words = [o.text_word(LAW_KINDS["honour"].start.text)]
    return Choose(seat, WRITE_TEXT, words, "law-enforcement", why_not_text, LawText(o.TEXT, HINT))


def penalty_kind(law: Law) -> str:
    return law.penalty.kind if law.penalty is not None else ""


def penalty_of(law: Law) -> Penalty:
    assert law.penalty is not None
    return law.penalty


KIND_SLOTS = ("kinds", "others", "barred")
# `slot` is not shown: it tells an encoding which part is being set
SET_SLOT = {
    "count": Text("set the number")(slot="number"),
    "amount": Text("set the number")(slot="number"),
    "kinds": Text("choose the kinds")(slot="kinds"),
    "others": Text("choose what else must be built")(slot="others"),
    "size": Text("set the size of the penalty")(slot="size"),
    "barred": Text("choose the kinds to bar")(slot="barred"),
    "rounds": Text("set how long the law holds")(slot="rounds"),
}


class Part(NamedTuple):
    """A part of the form: how to ask for it, and how to put the answer into the law."""

    ask: Ask
    put: Callable[[Law, str], Law]


PARTS = {
    "count": Part(_ask_number("count"), lambda law, word: replace(law, count=o.number_in(word))),
    "amount": Part(_ask_number("amount"), lambda law, word: replace(law, amount=o.number_in(word))),
    "rounds": Part(_ask_number("rounds"), lambda law, word: replace(law, rounds=o.number_in(word))),
    "size": Part(
        _ask_number("size"), lambda law, word: replace(law, penalty=replace(penalty_of(law), amount=o.number_in(word)))
    ),
    "kinds": Part(
        _ask_kinds("kinds", attrgetter("kinds")),
        lambda law, word: replace(law, kinds=switched(law.kinds, o.KIND_IN[word])),
    ),
    "others": Part(
        _ask_kinds("others", attrgetter("others")),
        lambda law, word: replace(law, others=switched(law.others, o.KIND_IN[word])),
    ),
    "barred": Part(
        _ask_kinds("barred", attrgetter("penalty.kinds")),
        lambda law, word: replace(
            law, penalty=replace(penalty_of(law), kinds=switched(penalty_of(law).kinds, o.KIND_IN[word]))
        ),
    ),
    "area": Part(ask_area, lambda law, word: replace(law, area=o.AREA_IN[word])),
    "penalty": Part(ask_penalty, set_penalty),
    "park": Part(ask_park, lambda law, word: replace(law, penalty=replace(penalty_of(law), park=o.KIND_IN[word]))),
    "text": Part(ask_text, lambda law, word: replace(law, text=o.sentence_in(word))),
}

# parts that are switched on and off without a question
SWITCHES: dict[str, Callable[[Law], Law]] = {
    "warning": lambda law: replace(law, penalty=replace(penalty_of(law), warning=not penalty_of(law).warning)),
    "strict": lambda law: replace(law, strict=not law.strict),
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


def why_inadmissible(text: str) -> Reason | None:
    """Why no law may say this, or None if one may."""
    found = objection(text)
    if found is None or not (_NAMES.search(text) or _LOWER.search(text) or _OTHER.search(text)):
        return None  # accept what older versions accepted: stored matches may hold such laws
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
    """Why this text cannot be a law, and the words at fault; `names`: the players at the table."""
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
    text = o.text_in(word)
    if text is None:
        return NOT_AN_OPTION
    if not 0 < len(text.strip()) <= TEXT_LIMIT:
        return TEXT_LENGTH
    return None if o.is_overruled(text) else why_inadmissible(text.strip())


class LawText(Typed, frozen=True):
    """Free text that may become a law."""

    limit: int = TEXT_LIMIT

    def takes(self, word: str) -> bool:
        return Typed.takes(self, word) and why_not_text(word) is None
