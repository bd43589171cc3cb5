"""Event effects in words, made from the same data that the rules carry out."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.games.cross_bronx.components import Effect
from tabletown.games.cross_bronx.rules.verbs import AT_ONCE
from tabletown.kernel import Text, say
from tabletown.story.sentences import paragraph

FACTION = (Text("Public"), Text("Community"), Text("Private"))
NAMES = {"public": Text("Public"), "community": Text("Community"), "private": Text("Private")}
PIECES = {
    "population": Text("Population"),
    "vulnerability": Text("Vulnerability"),
    "organization": Text("Organization"),
    "infrastructure": Text("Infrastructure"),
}
SEVERAL = {
    "population": Text("Population"),
    "vulnerability": Text("Vulnerabilities"),
    "organization": Text("Organizations"),
    "infrastructure": Text("Infrastructure"),
}
MOST = {
    "population": Text("Population"),
    "vulnerabilities": Text("Vulnerabilities"),
    "unhoused-population": Text("unhoused Population"),
    "unhoused-vulnerabilities": Text("unhoused Vulnerabilities"),
    "infrastructure": Text("Infrastructure"),
}
HAS = {
    "population": Text("Population"),
    "unhoused-population": Text("unhoused Population"),
    "vulnerability": Text("a Vulnerability"),
    "unhoused-vulnerability": Text("an unhoused Vulnerability"),
    "infrastructure": Text("Infrastructure"),
    "public-infrastructure": Text("Public Infrastructure"),
    "community-infrastructure": Text("Community Infrastructure"),
    "private-infrastructure": Text("Private Infrastructure"),
    "exhausted": Text("exhausted Infrastructure"),
    "organization": Text("an Organization"),
    "coalition": Text("a Coalition"),
    "blight": Text("Blight"),
}
STATES = {"exhausted": Text("exhausted"), "unexhausted": Text("unexhausted")}
ACTS = {
    "place": Text("Place {what}{where}"),
    "remove": Text("Remove {what}{where}"),
    "activate": Text("Activate {what}{where}"),
    "refresh": Text("Refresh {what}{where}"),
}
LACKS = HAS | {
    "vulnerability": Text("Vulnerability"),
    "unhoused-vulnerability": Text("unhoused Vulnerability"),
    "organization": Text("Organization"),
    "coalition": Text("Coalition"),
}


def effects_in_words(effects: Sequence[Effect]) -> str:
    """The whole effect of a card as sentences."""
    return paragraph(_sentence(effect) for effect in effects)


def _sentence(effect: Effect) -> str:
    if effect.choose:
        lists = [paragraph(_sentence(part) for part in parts).rstrip(".。") for parts in effect.choose]
        return say("Choose one: {lists:or}.", lists=[f"({words})" for words in lists])
    words = _verb(effect)
    return say("You may choose to: {act}.", act=words) if effect.may else say("{act}.", act=words)


def _verb(effect: Effect) -> str:
    if effect.do in AT_ONCE:
        return AT_ONCE[effect.do].says(effect).render()
    count, where = effect.count, _where(effect)
    upto = say("up to {count}", count=count) if effect.up_to else str(count)
    match effect.do:
        case "place" | "remove" if effect.what == "organization":
            bring = {
                "grant": say(" with a Grant"),
                "loan": say(" with a Loan"),
                "either": say(" with a Grant or a Loan"),
            }
            owned = _owned(effect.owner, "organization", count)
            return str(ACTS[effect.do](what=owned, where=bring.get(effect.with_, "") + where))
        case "place" | "remove":
            what = say("{count} {pieces}", count=upto, pieces=_plural(effect.what, count))
            return str(ACTS[effect.do](what=what, where=where))
        case "move" if effect.from_ == "corrections":
            return say(
                "Move {upto} {plural} out of Corrections into {goal}",
                upto=upto,
                plural=_plural(effect.what, count),
                goal=_goal(effect),
            )
        case "move":
            return say(
                "Move {upto} {plural}{where} to {goal}",
                upto=upto,
                plural=_plural(effect.what, count),
                where=where,
                goal=_goal(effect),
            )
        case "exhaust":
            return say("Exhaust {owned}{where}", owned=_owned(effect.owner, "infrastructure", count), where=where)
        case "replace":
            old = _owned(effect.owner, effect.what, count, effect.state)
            new = say("one of another Faction") if effect.by == "any" else say("one of {name}", name=NAMES[effect.by])
            return say("Replace {old}{where} with {new}", old=old, where=where, new=new)
        case "activate" | "refresh":
            return str(ACTS[effect.do](what=_owned(effect.owner, "organization", count), where=where))
        case "grant":
            return say("Give a Grant to {owned}{where}", owned=_owned(effect.owner, "organization", count), where=where)
    raise ValueError(f"no words for the effect {effect.do!r}")


def _plural(what: str, count: int) -> str:
    return str((PIECES if count == 1 else SEVERAL)[what])


def _owned(owner: str, piece: str, count: int, state: str = "") -> str:
    told = {"count": count, "pieces": _plural(piece, count)}
    if state:
        told["pieces"] = say("{state} {pieces}", state=STATES[state], pieces=told["pieces"])
    if owner == "any":
        return say("{count} {pieces} of any Faction", **told)
    return say("{count} {faction} {pieces}", faction=NAMES[owner], **told)


def _goal(effect: Effect) -> str:
    if effect.to == "corrections":
        return say("Corrections")
    if isinstance(effect.to, str):
        return {"adjacent": say("adjacent Districts"), "any": say("any District")}[effect.to]
    return _numbers(effect.to)


def _numbers(numbers: Sequence[int], joint: str = "or") -> str:
    if len(numbers) == 1:
        return say("District {numbers}", numbers=numbers[0])
    if joint == "or":
        return say("Districts {numbers:or}", numbers=list(numbers))
    return say("Districts {numbers}", numbers=list(numbers))


def _where(effect: Effect) -> str:
    away = effect.do in ("remove", "move") and effect.what != "organization"
    match effect.pick:
        case "same":
            return say(" from the same District") if away else say(" in the same District")
        case "adjacent":
            return say(" from an adjacent District") if away else say(" in an adjacent District")
    words = ""
    several = effect.pick in ("each", "different")
    if effect.where:
        districts = _numbers(effect.where, "and" if several else "or")
        words = say(" from {districts}", districts=districts) if away else say(" in {districts}", districts=districts)
    extreme = effect.most or effect.fewest
    if extreme:
        which = (
            say("the District with the most {things}", things=MOST[extreme])
            if effect.most
            else say("the District with the fewest {things}", things=MOST[extreme])
        )
        words = say(" from {districts}", districts=which) if away else say(" in {districts}", districts=which)
        words += say(" of {numbers}", numbers=_numbers(effect.where, "and")) if effect.where else ""
    if effect.has:
        words += say(" where there is {things}", things=[HAS[word] for word in effect.has])
    if effect.lacks:
        words += say(" where there is no {things:or}", things=[LACKS[word] for word in effect.lacks])
    match effect.pick:
        case "one":
            words += say(", all in one District")
        case "different":
            words += say(", each in a different District")
        case "each":
            words = words or (say(" from every District") if away else say(" in every District"))
    return words
