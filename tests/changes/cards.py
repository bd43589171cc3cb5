"""A new card as a contributor would add it: in three source files, with a test of its effect.

python -m tests.changes.cards pickpockets FOLDER makes a copy of the program with that card
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from tests.changes import translations
from tests.changes.translations import Said

ROOT = Path(__file__).parents[2]
SOURCE = Path("src/tabletown/games")


class Edit(NamedTuple):
    file: str
    after: str  # the text that the new one follows; "": the end of the file
    text: str


class NewCard(NamedTuple):
    game: str  # its folder
    edits: tuple[Edit, ...]
    test: str
    said: tuple[tuple[Said, Said, Said, Said], ...]  # its messages, in all languages


PICKPOCKETS = NewCard(
    "new_york_crisis",
    (
        Edit(
            "content/police.toml",
            "",
            """
[[card]]
id = "p24"
edition = 2
location = "times_square"
title = "Pickpockets"
mood = "hinder"
line = "Somebody bumps into each of you and says sorry. How polite this city has become."
text = "Each relative loses one item at random; it goes back to the supply."
effect = { kind = "pickpockets" }
""",
        ),
        Edit(
            "rules/police.py",
            "            yield from wound(s, figure)\n\n\n",
            '''def pickpockets(s: Crisis, effect: Effect) -> Script:
    """Each relative loses one item; it goes back to the supply."""
    for figure in range(len(s.cast)):
        items = [ITEMS[item] for item in sorted([*s.ready[figure], *s.used[figure]])]
        if not items:
            continue
        stolen = yield Chance("item", items, rule="police.event-last-card")
        if ITEM[stolen] in s.ready[figure]:
            s.ready = taken(s.ready, figure, ITEM[stolen])
        else:
            s.used = taken(s.used, figure, ITEM[stolen])
        s.item_supply = [*s.item_supply, stolen]
        tell(s, Pickpocketed, *who(s, figure), stolen)


''',
        ),
        Edit("rules/police.py", '    "spawn_mafia": more_mafia,\n', '    "pickpockets": pickpockets,\n'),
        Edit("rules/police.py", "    MafiaRaided,\n", "    Pickpocketed,\n"),
        Edit("rules/police.py", "cards import IS_MODIFIER, ", "ITEM, ITEMS, "),
        Edit("rules/police.py", "scenario, seat_of, ", "taken, "),
        Edit(
            "events/police.py",
            'TaskDone(Event):\n    says = "{title}: done."\n    rule = "police.event-last-card"\n    card: str\n\n'
            '    def parts(self) -> dict[str, Any]:\n        return {"title": POLICE_CARDS[self.card].title}\n\n\n',
            """class Pickpocketed(OfRelative):
    says = "{who} was robbed: {item} is gone."
    rule = "police.event-last-card"
    item: str


""",
        ),
    ),
    '''"""The police card Pickpockets."""

from tabletown.games.new_york_crisis import game
from tabletown.kernel import Match
from tests.games.new_york_crisis.tables import Luck, own, play, position, put_cars


def test_it_is_in_the_deck_of_a_new_match() -> None:
    assert game.about.version == "2.2" and "p24" in Match(game, 2).state.police_deck


def test_each_relative_loses_one_item_to_the_supply() -> None:
    s = position("mother son father", phase="police")
    s.round = 1
    put_cars(s, "soho")
    own(s, 0, "mask")
    own(s, 1, "drone", used=True)
    own(s, 1, "bike")
    m = play(s, luck=Luck(police_card="p24", item="mask drone"))
    assert m.state.ready == [[], [5], []] and not any(m.state.used)
    assert m.state.item_supply[-2:] == ["mask", "drone"]
    assert [line.text.render() for line in m.lines][-2:] == [
        "Mother was robbed: mask is gone.",
        "Son was robbed: drone is gone.",
    ]
''',
    translations.PICKPOCKETS,
)

RENT_STRIKE = NewCard(
    "cross_bronx",
    (
        Edit(
            "content/events.toml",
            "",
            """
[[event]]
number = 91
edition = 1
year = 1975
headline = "Tenants Pay Their Rent to the Court"
context = "Without heat for weeks, tenants of whole blocks paid their rent into court instead of to the landlord."
order = ["community", "public", "private"]
effects = [
  { do = "withhold", count = 2 },
]
""",
        ),
        Edit(
            "rules/verbs.py",
            "    tell(s, LoansLocked, count, effect.until)\n    return\n    yield\n\n\n",
            '''def withhold(s: Bronx, performer: int, effect: Effect) -> Script:
    """Private pays Public: the rent goes to the court."""
    pay(s, PRIVATE, PUBLIC, effect.count)
    tell(s, RentWithheld, effect.count)
    return
    yield


''',
        ),
        Edit(
            "rules/verbs.py",
            "AT_ONCE = {\n",
            '    "withhold": AtOnce(withhold, lambda s, effect: True, lambda effect: WITHHOLD(n=effect.count)),\n',
        ),
        Edit(
            "rules/verbs.py",
            'LOCK_LOANS = Text("Put all unused Loans in the {until} box")\n',
            'WITHHOLD = Text("Private pays Public {n} Resource", many="Private pays Public {n} Resources")\n',
        ),
        Edit("rules/verbs.py", "    QuotaHeld,\n", "    RentWithheld,\n"),
        Edit(
            "events/cards.py",
            "",
            """

class RentWithheld(Event):
    says = "The rent went to the court: Private paid Public {n} Resource."
    many = "The rent went to the court: Private paid Public {n} Resources."
    rule = "event.mandatory"
    n: int
""",
        ),
    ),
    '''"""An Event that was added: tenants pay their rent to the court."""

from tabletown.games.cross_bronx import game
from tests.games.cross_bronx.boards import C, bronx, perform, printed


def test_it_is_among_the_events_of_a_new_match() -> None:
    assert game.about.version == "6.1" and 91 in printed(session="1970").bag


def test_private_pays_public() -> None:
    s = bronx()
    perform(s, C, 91)
    assert s.resources == [12, 10, 8] and s.record[C] == [91]
''',
    translations.RENT_STRIKE,
)

HEAT_WAVE = NewCard(
    "broken_cities",
    (
        Edit(
            "content/climate.toml",
            "",
            """
[[card]]
id = "heat_wave"
edition = 1
title = "Forty Degrees"
text = "Every player pays 1 for each own building without a park beside it, as far as the money goes."
aloud = "The asphalt is soft by ten in the morning. Whoever let out rooms without a tree in sight buys fans and water."
[[card.effects]]
op = "pay_for_shade"
count = 1
""",
        ),
        Edit(
            "rules/climate.py",
            "# ------------------------------------------------------------------ climate events\n\n\n",
            '''def pay_for_shade(s: BrokenCities, effect: Effect) -> Script:
    """Each player pays for own buildings that have no park beside them."""
    for seat in range(s.players):
        own = [cell for cell, owner in enumerate(s.owners) if owner == seat and s.kinds[cell] in BUILDINGS]
        hot = [cell for cell in own if not any(s.kinds[beside] in PARKS for beside in BESIDE[cell])]
        paid = min(s.money[seat], effect.count * len(hot))
        s.money = [money - paid if other == seat else money for other, money in enumerate(s.money)]
        if paid:
            tell(s, ShadePaid, seat, paid)
    return
    yield


''',
        ),
        Edit("rules/climate.py", 'Script]] = {"remove_renters": disease', ', "pay_for_shade": pay_for_shade'),
        Edit(
            "rules/climate.py",
            "from __future__ import annotations\n",
            "\nfrom tabletown.games.broken_cities.content import BESIDE, BUILDINGS, PARKS\n"
            "from tabletown.games.broken_cities.events import ShadePaid\n",
        ),
        Edit(
            "events.py",
            'class RentersLeft(Event):\n    says = "{n} renter left the city."\n'
            '    many = "{n} renters left the city."\n    rule = "event.all-players"\n    n: int\n\n\n',
            """class ShadePaid(Event):
    says = "{who:seat} paid {amount} for shade."
    rule = "event.all-players"
    who: int
    amount: int


""",
        ),
    ),
    '''"""The climate card Forty Degrees."""

from tabletown.games.broken_cities import game
from tests.games.broken_cities.positions import ECO, LOW, RED, after_the_card, bare, put, start


def test_it_is_in_the_deck_of_a_new_match() -> None:
    assert game.about.version == "1.1" and "heat_wave" in start().deck


def test_buildings_without_a_park_beside_them_cost_money() -> None:
    s = put(put(put(bare(), "C1 E1", LOW, RED), "F1", ECO, RED), "H4", LOW, RED)
    s.money = [5, 5, 5, 5]
    m = after_the_card(s, "heat_wave")
    assert m.state.money[RED] == 3 and sum(m.state.money) == 18
''',
    translations.HEAT_WAVE,
)

CARDS = {"pickpockets": PICKPOCKETS, "rent-strike": RENT_STRIKE, "heat-wave": HEAT_WAVE}


def test_file(name: str) -> Path:
    card = CARDS[name]
    return Path("tests/games") / card.game / f"test_{name.replace('-', '_')}.py"


test_file.__test__ = False  # type: ignore[attr-defined]


def copy_with(folder: Path, *names: str) -> None:
    """Copy the program and its tests, compiled, with these cards added."""
    # *.pyc.*: being written by another process
    left_out = shutil.ignore_patterns(".*", "*.pyc.*", "build", "dist", "*.egg-info")
    shutil.copytree(ROOT, folder, ignore=left_out, dirs_exist_ok=True)
    for name in names:
        card = CARDS[name]
        for edit in card.edits:
            path = folder / SOURCE / card.game / edit.file
            text = path.read_text(encoding="utf-8")
            assert text.count(edit.after) == 1 or not edit.after, f"{edit.file}: where does {edit.text!r} go?"
            at = text.index(edit.after) + len(edit.after) if edit.after else len(text)
            path.write_text(text[:at] + edit.text + text[at:], encoding="utf-8")
        (folder / test_file(name)).write_text(card.test, encoding="utf-8")
        translations.translate(folder / SOURCE / card.game, card.said)


if __name__ == "__main__":
    copy_with(Path(sys.argv[2]), sys.argv[1])
