"""Event effects in words, from the same vocabulary that the rules carry out."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.drawing import signed
from tabletown.games.cross_bronx.components import Effect

FACTION = ("Public", "Community", "Private")
NAMES = {"public": "Public", "community": "Community", "private": "Private"}
PIECES = {"population": "Population", "vulnerability": "Vulnerability", "organization": "Organization"}
MOST = {
    "population": "Population",
    "vulnerabilities": "Vulnerabilities",
    "unhoused-population": "unhoused Population",
    "unhoused-vulnerabilities": "unhoused Vulnerabilities",
    "infrastructure": "Infrastructure",
}
HAS = {
    "population": "Population",
    "unhoused-population": "unhoused Population",
    "vulnerability": "a Vulnerability",
    "unhoused-vulnerability": "an unhoused Vulnerability",
    "infrastructure": "Infrastructure",
    "public-infrastructure": "Public Infrastructure",
    "community-infrastructure": "Community Infrastructure",
    "private-infrastructure": "Private Infrastructure",
    "exhausted": "exhausted Infrastructure",
    "organization": "an Organization",
    "coalition": "a Coalition",
    "blight": "Blight",
}


def effects_in_words(effects: Sequence[Effect]) -> str:
    """The whole effect of a card as sentences."""
    return " ".join(_sentence(effect) for effect in effects)


def _sentence(effect: Effect) -> str:
    if effect.choose:
        lists = [" ".join(_sentence(part) for part in parts).rstrip(".") for parts in effect.choose]
        return "Choose one: " + " or ".join(f"({words})" for words in lists) + "."
    words = _verb(effect)
    if effect.may:
        words = "You may " + words[0].lower() + words[1:]
    return words + "."


def _verb(effect: Effect) -> str:
    count, where = effect.count, _where(effect)
    upto = f"up to {count}" if effect.up_to else str(count)
    match effect.do:
        case "place" | "remove" if effect.what == "organization":
            bring = {"grant": " with a Grant", "loan": " with a Loan", "either": " with a Grant or a Loan"}
            return (
                f"{effect.do.title()} {_owned(effect.owner, 'Organization', count)}{bring.get(effect.with_, '')}{where}"
            )
        case "place" | "remove":
            return f"{effect.do.title()} {upto} {_plural(effect.what, count)}{_from(effect, where)}"
        case "move" if effect.from_ == "corrections":
            return f"Move {upto} {_plural(effect.what, count)} out of Corrections into {_goal(effect)}"
        case "move":
            return f"Move {upto} {_plural(effect.what, count)}{_from(effect, where)} to {_goal(effect)}"
        case "exhaust":
            return f"Exhaust {_owned(effect.owner, 'Infrastructure', count)}{where}"
        case "replace":
            piece = "Infrastructure" if effect.what == "infrastructure" else "Organization"
            old = _owned(effect.owner, piece, count, effect.state)
            new = "one of another Faction" if effect.by == "any" else f"one of {NAMES[effect.by]}"
            return f"Replace {old}{where} by {new}"
        case "activate" | "refresh":
            return f"{effect.do.title()} {_owned(effect.owner, 'Organization', count)}{where}"
        case "grant":
            return f"Give a Grant to {_owned(effect.owner, 'Organization', count)}{where}"
        case "bond":
            buyer = "Community or Private" if effect.owner == "any" else NAMES[effect.owner]
            return f"{buyer} buys a Bond from Public for 4 Resources"
        case "corrections" if effect.change > 0:
            return f"Add {effect.change} {_plural('vulnerability', effect.change)} to Corrections"
        case "corrections":
            return f"Remove {-effect.change} {_plural('vulnerability', -effect.change)} from Corrections"
        case "losses":
            return f"Losses {signed(effect.change)}"
        case "quota":
            return "Perform a Quota Phase, without Petitions"
        case "resources":
            owner = {"own": "The performing Faction", "each": "Each Faction"}.get(effect.owner) or NAMES[effect.owner]
            return f"{owner} {'gains' if effect.change > 0 else 'loses'} {_amount(abs(effect.change))}"
        case "lock-loans":
            return f"Put all unused Loans in the {effect.until} box"
    raise ValueError(f"no words for the effect {effect.do!r}")


def _from(effect: Effect, where: str) -> str:
    return where if effect.do == "place" else where.replace(" in ", " from ", 1)


def _amount(count: int) -> str:
    return f"{count} Resource{'s' if count != 1 else ''}"


def _plural(what: str, count: int) -> str:
    if what == "vulnerability" and count != 1:
        return "Vulnerabilities"
    return PIECES[what] + ("s" if what == "organization" and count != 1 else "")


def _owned(owner: str, piece: str, count: int, state: str = "") -> str:
    plural = piece + ("s" if piece == "Organization" and count != 1 else "")
    amount = f"{count} {state}".rstrip()
    return f"{amount} {plural} of any Faction" if owner == "any" else f"{amount} {NAMES[owner]} {plural}"


def _goal(effect: Effect) -> str:
    if effect.to == "corrections":
        return "Corrections"
    if isinstance(effect.to, str):
        return {"adjacent": "adjacent Districts", "any": "any District"}[effect.to]
    return _numbers(effect.to)


def _numbers(numbers: Sequence[int], joint: str = "or") -> str:
    if len(numbers) == 1:
        return f"District {numbers[0]}"
    return "Districts " + ", ".join(map(str, numbers[:-1])) + f" {joint} {numbers[-1]}"


def _where(effect: Effect) -> str:
    match effect.pick:
        case "same":
            return " in the same District"
        case "adjacent":
            return " in an adjacent District"
    words = ""
    if effect.where:
        words = " in " + _numbers(effect.where, "and" if effect.pick in ("each", "different") else "or")
    extreme = effect.most or effect.fewest
    if extreme:
        words = f" in the District with the {'most' if effect.most else 'fewest'} {MOST[extreme]}"
        words += f" of {_numbers(effect.where, 'and')}" if effect.where else ""
    if effect.has:
        words += " where there is " + " and ".join(HAS[word] for word in effect.has)
    if effect.lacks:
        words += " where there is no " + " nor ".join(
            HAS[word].removeprefix("a ").removeprefix("an ") for word in effect.lacks
        )
    match effect.pick:
        case "one":
            words += ", all in one District"
        case "different":
            words += ", each in a different District"
        case "each":
            words = words or " in every District"
    return words
