"""Who sits where in a class. Seats at tables, names and pages follow this list.

Everybody is one `Person` with one phone. Several people in one seat are a pair: the first plays, the others watch.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tabletown.web.people.names import lookalike
from tabletown.web.seats import Refusal, clean, digest

LONGEST = 24  # letters of a name
CROWD = 40  # people in one class, including unseated ones, unless a game allows more
PAIR = 3  # people who can share a seat
REJOIN = 600.0  # seconds for which a link to a seat works
REGRET = 60.0  # seconds in which a seat can be returned to the previous phone


class Spot(NamedTuple):
    table: int
    seat: int


DOOR = Spot(-1, -1)


class Person(msgspec.Struct, omit_defaults=True):
    id: str
    name: str
    table: int = -1  # -1: not seated
    seat: int = -1
    phone: str = ""  # player id of the person's device; "": none until the link to the seat is used
    came: float = 0.0  # when the person got this seat or joined; whoever was first in a seat plays
    old: list[str] = []  # earlier devices of this person
    link: str = ""  # digest of the link that moves this person to another phone
    until: float = 0.0  # when the link expires
    before: str = ""  # the previous device
    moved: float = 0.0  # when the person moved from it

    @property
    def spot(self) -> Spot:
        return Spot(self.table, self.seat)


def seen_as(name: str) -> str:
    """A word that is the same for all names that look like this one; signs without letters stand for themselves."""
    return lookalike(name) or name.casefold()


class Roster:
    def __init__(self, now: Callable[[], float], people: Sequence[Person] = (), crowd: int = CROWD) -> None:
        self.now, self.crowd = now, crowd
        self.people: dict[str, Person] = {person.id: person for person in people}

    def __iter__(self) -> Iterator[Person]:
        return iter(self.people.values())

    def __len__(self) -> int:
        return len(self.people)

    def find(self, id: str) -> Person:
        if id not in self.people:
            raise Refusal("unknown", "No one with that name is here now.")
        return self.people[id]

    def of_phone(self, phone: str) -> Person | None:
        return next((person for person in self if phone and person.phone == phone), None)

    def was_of(self, phone: str) -> Person | None:
        """The person who used this phone before moving to another."""
        return next((person for person in self if phone and phone in person.old), None)

    def at(self, spot: Spot) -> list[Person]:
        """The people in this seat; the first one plays."""
        table, seat = spot  # the desk asks for every seat whenever it is drawn
        here = [person for person in self.people.values() if person.seat == seat and person.table == table]
        return sorted(here, key=lambda person: person.came) if len(here) > 1 else here

    def name_at(self, spot: Spot) -> str:
        return " & ".join(person.name for person in self.at(spot))

    def plays(self, person: Person) -> bool:
        return person.table >= 0 and self.at(person.spot)[0] is person

    @property
    def door(self) -> list[Person]:
        return self.at(DOOR)

    @property
    def seated(self) -> list[Person]:
        return [person for person in self if person.table >= 0]

    def held_by(self, table: int, phone: str) -> list[int]:
        """The seat at this table that this phone plays, if any."""
        person = self.of_phone(phone)
        return [person.seat] if person is not None and person.table == table and self.plays(person) else []

    # ------------------------------------------------------------------ names

    def free_name(self, wanted: str, but: Person | None = None) -> str:
        """This name, with a number added if someone has it or one that looks the same."""
        name = clean(wanted, LONGEST)
        if not name:
            raise Refusal("malformed", "Please type your name.")
        taken = {seen_as(person.name) for person in self if person is not but}
        number, made = 1, name
        while seen_as(made) in taken:
            number += 1
            made = f"{name[: LONGEST - 3]} {number}"
        return made

    def rename(self, person: Person, name: str) -> None:
        person.name = self.free_name(name, but=person)

    # ------------------------------------------------------------------ coming and going

    def add(self, name: str, phone: str, spot: Spot = DOOR) -> Person:
        if len(self) >= self.crowd:
            raise Refusal("illegal", "This class is full: it already has {most} people.", most=self.crowd)
        person = Person(secrets.token_hex(4), self.free_name(name), *spot, phone, self.now())
        self.people[person.id] = person
        return person

    def remove(self, person: Person) -> None:
        del self.people[person.id]

    def put(self, person: Person, spot: Spot) -> None:
        """Move a person to this seat, alone or as half a pair, or off all seats."""
        if spot == person.spot:
            return
        if spot != DOOR and len(self.at(spot)) >= PAIR:
            raise Refusal("illegal", "This seat is full: {most} people already share it.", most=PAIR)
        person.table, person.seat = spot
        person.came = self.now()

    def swap(self, one: Spot, other: Spot) -> None:
        """Swap everybody in one seat with everybody in the other; either seat may be empty."""
        here, there = self.at(one), self.at(other)
        for person in here:
            person.table, person.seat = other
        for person in there:
            person.table, person.seat = one

    def hand_over(self, person: Person) -> None:
        """Let this person play from now on, of those who share the seat."""
        together = self.at(person.spot)
        if person.table < 0 or len(together) < 2:
            raise Refusal("illegal", "{name} doesn't share this seat with anyone.", name=person.name)
        person.came = together[0].came - 1.0

    # ------------------------------------------------------------------ phones

    def make_link(self, person: Person) -> str:
        """Make a link that moves this person to the phone that opens it first; it replaces the previous link."""
        secret = secrets.token_urlsafe(12)
        person.link, person.until = digest(secret), self.now() + REJOIN
        return secret

    def by_link(self, secret: str) -> Person:
        known = digest(secret)
        person = next((p for p in self if p.link and secrets.compare_digest(p.link, known)), None)
        if person is None or person.until < self.now():
            raise Refusal("none", "This link has been used or has expired. Ask your teacher for a new one.")
        return person

    def opens(self, person: Person, secret: str) -> bool:
        """Whether this secret is the person's current link and hasn't expired."""
        return bool(secret) and person.link == digest(secret) and self.now() < person.until

    def give(self, person: Person, phone: str) -> None:
        """Make this phone the person's only one."""
        other = self.of_phone(phone)
        if other is person:
            return
        if other is not None:
            if other.table >= 0:
                raise Refusal("illegal", "{name} is already playing on this phone.", name=other.name)
            self.remove(other)  # the same person had joined again under another name
        person.before, person.moved = person.phone, self.now() if person.phone else 0.0
        self._hold(person, phone)

    def _hold(self, person: Person, phone: str) -> None:
        if person.phone:
            person.old = [*person.old[-4:], person.phone]
        person.phone, person.link, person.until = phone, "", 0.0
        for each in self:
            each.old = [old for old in each.old if old != phone]

    def regrets(self) -> list[Person]:
        """People who moved to another phone so recently that it can be undone."""
        return [person for person in self if person.before and self.now() < person.moved + REGRET]

    def give_back(self, person: Person) -> None:
        """Return the person to the previous phone; the newer one can only watch."""
        if person not in self.regrets():
            raise Refusal("illegal", "It's too late to undo that. Use the seat's QR code to move it instead.")
        other = self.of_phone(person.before)
        if other is not None and other.table >= 0:
            raise Refusal("illegal", "{name} is playing on that phone now.", name=other.name)
        if other is not None:
            self.remove(other)
        self._hold(person, person.before)
        person.before, person.moved = "", 0.0

    # ------------------------------------------------------------------ where there is room

    def emptiest(self, sizes: Sequence[int], but: Sequence[Spot] = ()) -> Spot | None:
        """The first free seat at the table with the fewest people."""
        free = [
            (len({p.seat for p in self if p.table == table}), table, seat)
            for table, size in enumerate(sizes)
            for seat in range(size)
            if not self.at(Spot(table, seat)) and Spot(table, seat) not in but
        ]
        return Spot(*min(free)[1:]) if free else None

    def to_share(self, sizes: Sequence[int]) -> Spot | None:
        """The seat to join as a pair: at the table with the fewest people, and there the seat with the fewest."""
        found = [
            (len(together), sum(p.table == table for p in self), table, seat)
            for table, size in enumerate(sizes)
            for seat in range(size)
            if 0 < len(together := self.at(Spot(table, seat))) < PAIR
        ]
        return Spot(*min(found)[2:]) if found else None

    def deal(self, sizes: Sequence[int], people: Sequence[Person]) -> None:
        """Deal these people evenly to seats; pairs stay together."""
        groups: dict[Spot, list[Person]] = {}
        for person in people:
            groups.setdefault(person.spot, []).append(person)
        for person in people:
            person.table, person.seat = -1, -1
        for group in groups.values():
            spot = self.emptiest(sizes)
            for person in group:
                person.table, person.seat = spot or DOOR
