"""The printed setups of the six Decades, read from content/setups.toml and checked."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

from tabletown.games.cross_bronx.components import BOARD, CONTENT, THREE, Faction, PerFaction, Printed, need
from tabletown.kernel import load_content


class Tile(Printed, frozen=True):
    owner: Faction
    pop: int = 0
    vul: int = 0
    orgs: list[Faction] = []
    exhausted: bool = False


class Unhoused(Printed, frozen=True):
    pop: int
    vul: int


class DistrictSetup(Printed, frozen=True):
    id: int
    tiles: list[Tile]
    unhoused: Unhoused
    marker: Literal["none", "blight"]


class MarkerSetup(Printed, frozen=True):
    """A Grant or Loan: held on a tile, waiting in a District or (Loans only) in a Faction's area."""

    face: Literal["up", "down"]
    district: int = 0
    tile: int = 0
    holder: Faction | None = None
    awaiting: bool = False
    area: Faction | None = None


class BondSetup(Printed, frozen=True):
    owner: Literal["community", "private"]
    box: int


class Idle(Printed, frozen=True):
    public: int
    community: int
    private: int
    debt: int
    losses: int


class Check(Printed, frozen=True):
    """Derived numbers, for tests only."""

    pop: int
    unhoused_pop: int
    vul: int
    unhoused_vul: int
    social: int
    economic: int
    audit: PerFaction
    idle: Idle


class Setup(Printed, frozen=True):
    decade: int
    title: str
    note: str
    resources: PerFaction
    tax: float
    corrections: int
    losses: int
    loans: list[MarkerSetup]
    grants: list[MarkerSetup]
    bonds: list[BondSetup]
    check: Check
    district: list[DistrictSetup]


class SetupsFile(Printed, frozen=True):
    setup: list[Setup]


def check_setups(file: SetupsFile) -> None:
    need([setup.decade for setup in file.setup] == list(range(1940, 2000, 10)), "there must be setups 1940 to 1990.")
    for setup in file.setup:
        check_setup(setup)


def check_setup(setup: Setup) -> None:
    name = f"setup {setup.decade}"
    pieces = BOARD.pieces
    spaces = {district.id: district.spaces for district in BOARD.district}
    need([district.id for district in setup.district] == list(spaces), f"{name}: it must list every District in order.")
    need(setup.tax in (0.5, 1), f"{name}: the Tax Rate is 0.5 or 1.")
    need(0 <= setup.corrections <= pieces.corrections_limit, f"{name}: Corrections holds at most ten.")
    need(0 <= setup.losses < 8, f"{name}: Losses must be below 8.")
    need(len(setup.loans) <= pieces.loans and len(setup.grants) <= pieces.grants, f"{name}: too many Loans or Grants.")
    need(len(setup.bonds) <= pieces.bonds, f"{name}: too many Bonds.")
    for district in setup.district:
        place = f"{name}, District {district.id}"
        need(len(district.tiles) <= spaces[district.id], f"{place}: more tiles than spaces.")
        room_pop = room_vul = 0
        for tile in district.tiles:
            empty = not (tile.pop or tile.vul or tile.orgs)
            need(not tile.exhausted or empty, f"{place}: an exhausted tile houses nothing.")
            need(0 <= tile.pop <= 5 and 0 <= tile.vul <= 1, f"{place}: a tile houses 5 Population, 1 Vulnerability.")
            need(len(tile.orgs) <= 2, f"{place}: a tile houses two Organizations.")
            need(len(set(tile.orgs)) == len(tile.orgs), f"{place}: two Organizations of one Faction on a tile.")
            room_pop += 0 if tile.exhausted else 5 - tile.pop
            room_vul += 0 if tile.exhausted else 1 - tile.vul
        need(not (district.unhoused.pop and room_pop), f"{place}: Population is unhoused beside free room.")
        need(not (district.unhoused.vul and room_vul), f"{place}: a Vulnerability is unhoused beside free room.")
    tiles = [tile for district in setup.district for tile in district.tiles]
    for faction, most_tiles, most_orgs in zip(THREE, pieces.infrastructure, pieces.organizations):
        need(sum(tile.owner == faction for tile in tiles) <= most_tiles, f"{name}: too many {faction} tiles.")
        need(sum(faction in tile.orgs for tile in tiles) <= most_orgs, f"{name}: too many {faction} Organizations.")
    for marker in (*setup.loans, *setup.grants):
        if marker.holder is not None:
            tile = next(d for d in setup.district if d.id == marker.district).tiles[marker.tile]
            need(marker.holder in tile.orgs, f"{name}: no {marker.holder} Organization to hold a Grant or Loan.")


# ------------------------------------------------------------------ solo.toml


class Help(Printed, frozen=True):
    """What one or two people get at the start of a Session to make it about even."""

    people: list[Faction]
    relief: int  # how many fewer Vulnerabilities in Corrections, Losses, streets and tiles; negative: more
    resources: PerFaction  # in addition to the printed ones
    points: PerFaction  # Victory Points to start with


class HelpFrom(Printed, frozen=True):
    decade: int
    help: list[Help]


class Level(Printed, frozen=True):
    """A level of difficulty: its changes to the help."""

    id: str
    relief: int
    people: int  # additional Victory Points for every person
    others: int  # additional Victory Points for every Non-Player
    goals: bool  # whether Non-Players score goals and Priority Objectives


class SoloFile(Printed, frozen=True):
    level: list[Level]
    start: list[HelpFrom]


def check_solo(file: SoloFile) -> None:
    need([start.decade for start in file.start] == list(range(1940, 2000, 10)), "there must be help from 1940 to 1990.")
    for start in file.start:
        sides = sorted(tuple(entry.people) for entry in start.help)
        wanted = sorted([*((one,) for one in THREE), *combinations(THREE, 2)])
        need(sides == wanted, f"help from {start.decade}: every one and every two Factions must be there once.")
        for entry in start.help:
            need(min(entry.points) >= 0, f"help from {start.decade}: nobody starts below 0 Victory Points.")


SOLO = load_content(CONTENT / "solo.toml", SoloFile, check_solo)
LEVELS = {level.id: level for level in SOLO.level}

SETUPS = {setup.decade: setup for setup in load_content(CONTENT / "setups.toml", SetupsFile, check_setups).setup}
