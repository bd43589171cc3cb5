"""What there is to print: the South Bronx, Events, Positions with their Non-Player sides, tiles and markers, tracks."""

from __future__ import annotations

from collections.abc import Iterator

from tabletown.drawing import listed, named
from tabletown.games.cross_bronx import game
from tabletown.games.cross_bronx.components import BOARD, EVENTS, INSTRUCTIONS, POSITIONS, WORDS, Event, Position
from tabletown.games.cross_bronx.state import FACTION_IDS, FACTION_NAMES, FACTIONS, NO_BOX, NOBODY
from tabletown.games.cross_bronx.view.board import draw
from tabletown.games.cross_bronx.view.cards.clippings import source_in_words
from tabletown.games.cross_bronx.view.cards.positions import goal
from tabletown.games.cross_bronx.view.drawing import layout, pieces
from tabletown.games.cross_bronx.view.effects import effects_in_words
from tabletown.kernel import Match, say
from tabletown.printing.parts import LARGE, Board, Card, Deck, Parts, Piece, Pieces, Track

MM = 26 / pieces.TILE  # a tile is 26 mm
PAPER = ".cb .cut, .cb .rim { fill: #fff; stroke: #777; stroke-width: .6; } .cb .rim { fill: none; }"


def parts() -> Parts:
    events = Deck(say("Events"), [_event(event) for event in EVENTS.values()])
    decks = []
    for f in FACTIONS:
        mine = [card for card in POSITIONS if card.faction == FACTION_IDS[f]]
        name = say("Positions of {who}", who=say(FACTION_NAMES[f]))
        decks.append(Deck(name, [_position(card, f) for card in mine], LARGE, [_other_side(card, f) for card in mine]))
    board = Board(say("South Bronx"), _empty_board(), layout.PLAN.field.width * MM)
    groups = [Pieces(say("Infrastructure"), list(_tiles())), Pieces(say("Organizations and markers"), list(_markers()))]
    return Parts([board], [events, *decks], groups, list(_tracks()), PAPER)


def _empty_board() -> str:
    s = Match(game, seed=1).state.copy()
    spaces, districts = range(len(s.owner)), range(len(s.street_pop))
    s.owner, s.pop, s.vul, s.orgs = (
        [NOBODY for _ in spaces],
        [0 for _ in spaces],
        [0 for _ in spaces],
        [0] * len(s.orgs),
    )
    s.exhausted = [0 for _ in spaces]
    s.street_pop, s.street_vul, s.street_orgs = (
        [0 for _ in districts],
        [0 for _ in districts],
        [()] * len(s.street_orgs),
    )
    s.marker, s.awaiting, s.bonds = [0] * len(s.marker), [0] * len(s.awaiting), [0] * len(s.bonds)
    s.corrections, s.overflow, s.losses, s.actor = 0, 0, 0, NOBODY
    s.box, s.planned, s.action = [NO_BOX] * len(s.box), [NO_BOX] * len(s.planned), ""
    return draw(s)


def _mark(f: int) -> str:
    return f'<svg class="cb" viewBox="-8 -8 16 16">{pieces.mark(f, 0, 0)}</svg>'


def _order(event: Event) -> str:
    marks = "".join(pieces.mark(FACTION_IDS.index(faction), 10 + 24 * n, 8) for n, faction in enumerate(event.order))
    return f'<svg class="cb" viewBox="0 0 68 16">{marks}</svg>'


def _event(event: Event) -> Card:
    return Card(
        named(event.headline),
        effects_in_words(event.effects),
        named(event.context),
        say("No. {number:03}", number=event.number),
        str(event.year),
        [words for words in (say("Critical") if event.critical else "", source_in_words(event)) if words],
        marks=(say("Order"), _order(event)),
    )


def _says(condition: str, f: int) -> str:
    return say(WORDS.condition[condition], own=say(FACTION_NAMES[f]))


def _position(card: Position, f: int) -> Card:
    objective = say(WORDS.objective[card.priority_objective])
    lines = [say("If both are true when you act, your goal counts:")]
    lines += [f"– {_says(when, f)}" for when in card.player.conditions]
    lines += [
        say("Goal, once: 1 Victory Point", "Goal, {n} times: 1 Victory Point", n=card.target),
        say("Priority Objective: {objective}", objective=objective),
    ]
    return Card(
        named(card.title), goal(card), named(card.blurb), say("Position"), say(FACTION_NAMES[f]), lines, _mark(f), 9
    )


def _other_side(card: Position, f: int) -> Card:
    lines = []
    for number, row in enumerate(card.np.rows):
        action = say(WORDS.action[row.action])
        leads = say("Goal: {action}", action=action) if number == 3 else action
        how = say(INSTRUCTIONS[row.instruction].words)
        if_so = _says(row.when, f)
        lines.append(say("{n}. {condition} → {leads}. {how}", n=number + 1, condition=if_so, leads=leads, how=how))
    boxes = say("Boxes: {boxes}", boxes=listed((say(box.title()) for box in card.np.boxes), ","))
    return Card(named(card.title), boxes, "", say("Non-Player"), say(FACTION_NAMES[f]), lines, _mark(f), 9)


def _tiles() -> Iterator[Piece]:
    side = pieces.TILE
    for f, count in zip(FACTIONS, BOARD.pieces.infrastructure):
        for exhausted in (False, True):
            drawn = pieces.tile(f, 0, 0, (), exhausted)
            rim = f'<rect class="rim" width="{side}" height="{side}"/>'
            box = f'<svg class="cb" viewBox="-1 -1 {side + 2} {side + 2}">{drawn}{rim}</svg>'
            name = (
                say("exhausted tile of {who}", who=say(FACTION_NAMES[f]))
                if exhausted
                else say("tile of {who}", who=say(FACTION_NAMES[f]))
            )
            yield Piece(name, box, (26, 26), count)


def _round(inside: str) -> str:
    return f'<svg class="cb" viewBox="-13 -13 26 26"><circle class="cut" r="12.6"/>{inside}</svg>'


def _markers() -> Iterator[Piece]:
    given = BOARD.pieces
    for f, count in zip(FACTIONS, given.organizations):
        for active in (False, True):
            yield Piece(say(FACTION_NAMES[f]), _round(pieces.organization(f, active, 0, 0)), (10, 10), count)
    for name, kind, count in (
        (say("Grant"), "grant", given.grants),
        (say("Loan"), "loan", given.loans),
        (say("Blight"), "blight", given.petition_blight),
        (say("Petition"), "petition", given.petition_blight),
    ):
        wide = 22 + 7.6 * len(name)
        box = f'<svg class="cb" viewBox="-1 -1 {wide} 23">{pieces.marker_box(name, kind, 0, 0)}</svg>'
        yield Piece(name, box, (wide / 23 * 8, 8), count)
    for f in (1, 2):
        drawn = f'<g class="bond o{f + 1}"><circle r="9"/>{pieces.mark(f, 0, 0, 0.8)}</g>'
        yield Piece(say("Bond"), _round(drawn), (10, 10), given.bonds)
    for f in FACTIONS:
        yield Piece(say(FACTION_NAMES[f]), _round(pieces.mark(f, 0, 0, 1.4)), (10, 10), 4)
    for kind, count in (("pop", given.population), ("need", given.vulnerabilities)):
        yield Piece(kind, _round(pieces.cubes(kind, [(0, 0)], 9)), (8, 8), count)


def _tracks() -> Iterator[Track]:
    yield Track(say("Resources"), [str(n) for n in range(-15, 35)])
    yield Track(say("Victory Points"), [str(n) for n in range(41)])
    yield Track(say("Losses"), [str(n) for n in range(31)])
