"""Tables for tests: a state set up by the test, and a match that continues from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tabletown.editions import edition_of
from tabletown.games.new_york_crisis import game
from tabletown.games.new_york_crisis.cards import CHARACTERS, COLOUR, ITEM, RESULT, WILD
from tabletown.games.new_york_crisis.city import INDEX
from tabletown.games.new_york_crisis.rules.story import reveal
from tabletown.games.new_york_crisis.scenarios import GOALS, SKILL_TOKENS
from tabletown.games.new_york_crisis.state import Crisis
from tabletown.kernel import Chance, Match

AT = INDEX
WHO = {character.id: number for number, character in enumerate(CHARACTERS)}


def position(
    cast: str = "mother",
    scenario: str = "mission_1",
    phase: str = "act",
    at: str = "herald_square",
    dice: str = "",
    version: str = "",
    **options: str,
) -> Crisis:
    """Round 1 with card 0 open and an empty map; it's the turn of the first of the cast, and all are at `at`."""
    names = cast.split()
    seats = 1 if options.get("solo") == "two" else len(names)
    then = edition_of(game, version) if version else game
    assert then is not None
    s: Crisis = then.rules.setup(seats, game.options({"scenario": scenario, **options}))
    s.cast = [WHO[name] for name in names]
    count = len(names)
    s.at = [AT[at]] * count
    s.skills = [SKILL_TOKENS] * count
    s.acted, s.knocked = [False] * count, [False] * count
    s.wounds, s.ready, s.used = ([[] for _ in names] for _ in range(3))
    story = game_scenario(s)
    s.limit = story.alert_limit[count - 1]
    s.track_cars = list(story.cars_on_alert)
    turn_up(s)
    s.round, s.phase = 1, phase
    s.active = 0 if phase in ("act", "start") else -1
    s.actions = 2
    roll(s, dice)
    return s


def game_scenario(s: Crisis):  # type: ignore[no-untyped-def]
    from tabletown.games.new_york_crisis.scenarios import SCENARIOS

    return SCENARIOS[s.scenario]


def roll(s: Crisis, dice: str) -> None:
    """Put dice on the table: "red:physical blue:wild grey:social*"; a star means spent."""
    s.colours, s.faces, s.spent = [], [], []
    for die in dice.split():
        colour, face = die.rstrip("*").split(":")
        s.colours.append(COLOUR[colour])
        s.faces.append(RESULT[face])
        s.spent.append(die.endswith("*"))


def put_info(s: Crisis, place: str, type: str, count: int = 1) -> None:
    """Put info tokens from the supply on the map."""
    s.info[AT[place] * 3 + RESULT[type]] += count
    s.info_supply[RESULT[type]] -= count


def put_item(s: Crisis, place: str, item: str) -> None:
    s.item_supply.remove(item)
    s.item[AT[place]] = ITEM[item]


def own(s: Crisis, figure: int, item: str, used: bool = False) -> None:
    s.item_supply.remove(item)
    (s.used if used else s.ready)[figure].append(ITEM[item])


def put_cars(s: Crisis, *places: str) -> None:
    s.cars = [AT[place] for place in places]


def put_fbi(s: Crisis, *places: str) -> None:
    s.fbi = [AT[place] for place in places]


def empty_bag(s: Crisis) -> None:
    for type in range(3):
        s.info_supply[type] += s.bag[type]
        s.bag[type] = 0


def reveal_all(s: Crisis) -> None:
    """Open every story card, as if the marker had moved that far."""
    while s.card < len(game_scenario(s).card) - 1:
        reveal_next(s)


def reveal_next(s: Crisis) -> None:
    s.story = game_scenario(s).card[s.card + 1].at[len(s.cast) - 1]
    turn_up(s)


def turn_up(s: Crisis, *answers: str) -> None:
    """Turn up the next story card; questions get these answers, then the first option each time."""
    waiting = list(answers)
    script = reveal(s)
    asked = next(script, None)
    while asked is not None:
        wanted = next((word for word in waiting if word in asked.options), asked.options[0])
        if wanted in waiting:
            waiting.remove(wanted)
        try:
            asked = script.send(wanted)
        except StopIteration:
            break
    assert not waiting, f"nobody asked for {waiting}"


class Luck:
    """Luck with these outcomes for each kind of die or deck, in this order; then those of the seed."""

    def __init__(self, **outcomes: Sequence[str] | str) -> None:
        self.waiting = {
            kind.replace("_", " "): words.split() if isinstance(words, str) else list(words)
            for kind, words in outcomes.items()
        }
        self.asked: list[str] = []

    def __call__(self, question: Chance, number: int) -> str | None:
        self.asked.append(question.kind)
        waiting = self.waiting.get(question.kind)
        if not waiting:
            return None
        assert waiting[0] in question.options, f"{waiting[0]!r} cannot come up on {question!r}"
        return waiting.pop(0)


def match(s: Crisis, luck: Callable[[Chance, int], str | None] | None = None, seed: int = 1) -> Match:
    """A match that starts in this state."""
    options = {"scenario": s.scenario}
    return Match(
        replace(game, rules=replace(game.rules, setup=lambda seats, options: s)), s.seats, options, seed=seed, luck=luck
    )


def play(s: Crisis, *words: str, luck: Callable[[Chance, int], str | None] | None = None) -> Match:
    """Continue from this state with these answers, each by whoever is asked."""
    m = match(s, luck)
    return go_on(m, *words)


def go_on(m: Match, *words: str) -> Match:
    for word in words:
        m.choose(m.decisions[0].seat, word)
        game.rules.check(m.state)
    return m


def options(m: Match) -> list[str]:
    return list(m.decisions[0].options)


def reason(m: Match, word: str) -> str:
    """The clause that forbids this word now."""
    why = m.why_not(word)
    assert why is not None, f"{word} is allowed"
    return why.rule


def unhurt(m: Match) -> bool:
    """A state after the first character's turn, with no question about a lost die."""
    return m.state.acted[0] and m.state.wounds[0] == []


def results(s: Crisis) -> list[int]:
    """The unspent physical, mental, social and wild results."""
    counts = [0, 0, 0, 0]
    for face, spent in zip(s.faces, s.spent):
        counts[face] += not spent
    return counts


def goal(s: Crisis, id: str) -> int:
    return next(number for number, goal in enumerate(GOALS[s.scenario]) if goal.objective.id == id)


__all__ = ["AT", "WHO", "WILD", "Luck", "go_on", "match", "play", "position"]
