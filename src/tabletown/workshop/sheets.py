"""Cards as a sheet, one row a card: CSV files, and what is pasted from a spreadsheet (with tabs)."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import msgspec

from tabletown.kernel import Game, say
from tabletown.kernel.errors import ContentError
from tabletown.workshop.checks import of_kind, too_deep
from tabletown.workshop.drafts import Draft, cards_of, new_card
from tabletown.workshop.kinds import CHOICES, FLAG, GROUP, LIST, NUMBER, NUMBERS, Field, Kind, Problem, shipped

MOST_ROWS = 500
FORMULAS = "=+-@\t\r"  # a spreadsheet would run these


class Row(msgspec.Struct):
    """A row of a sheet as it was understood."""

    line: int
    card: dict[str, Any]
    problems: list[Problem]
    new: bool


def written(kind: Kind, cards: list[dict[str, Any]]) -> str:
    """The cards as CSV with a header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    names = [kind.id_field, *(field.id for field in kind.fields if field.id != kind.id_field)]
    writer.writerow(names)
    fields = {field.id: field for field in kind.fields}
    for card in cards:
        writer.writerow([_cell(fields.get(name), card.get(name)) for name in names])
    return "\ufeff" + out.getvalue()  # so that spreadsheets read it as UTF-8


def _cell(field: Field | None, value: Any) -> str:
    if value is None:
        return ""
    if field is not None and field.kind in (CHOICES, NUMBERS) and isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, list | dict | bool):
        return json.dumps(value, ensure_ascii=False)
    text = str(value)
    return f"'{text}" if isinstance(value, str) and text[:1] in FORMULAS else text


def read(game: Game, kind: Kind, text: str, draft: Draft) -> list[Row]:
    """Every row with what is wrong with it; ContentError if the sheet can't be read at all."""
    if not kind.is_deck:
        raise ContentError(say("This part of the draft holds no cards."))
    text = text.removeprefix("\ufeff").replace("\0", "")
    if not text.strip():
        raise ContentError(say("The sheet is empty."))
    first = text.split("\n", 1)[0]
    between = max("\t;,", key=first.count)
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True))
    except csv.Error as error:
        raise ContentError(say("The sheet can't be read: {why}. A quote may be missing.", why=str(error))) from None
    names = [name.strip().casefold() for name in lines[0]]
    fields = {field.id: field for field in kind.fields}
    labels = {say(field.label).casefold(): field.id for field in kind.fields}
    names = [labels.get(name, name) for name in names]
    known = {kind.id_field, *fields}
    if not set(names) & set(fields):
        columns = ", ".join([kind.id_field, *fields])
        raise ContentError(say("No column has a name we know. Name them: {columns}.", columns=columns))
    if unknown := [name for name in names if name and name not in known]:
        raise ContentError(say("There's no field called “{name}”.", name=unknown[0][:40]))
    if len(set(names)) < len(names):
        raise ContentError(say("Two columns have the same name."))
    rows = [(number, row) for number, row in enumerate(lines[1:], 2) if any(cell.strip() for cell in row)]
    if len(rows) > MOST_ROWS:
        raise ContentError(say("{n} rows are too many. A sheet has at most {most}.", n=len(rows), most=MOST_ROWS))
    return _rows(game, kind, names, rows, draft)


def _rows(game: Game, kind: Kind, names: list[str], rows: list[tuple[int, list[str]]], draft: Draft) -> list[Row]:
    fields = {field.id: field for field in kind.fields}
    own = cards_of(draft, kind)
    from_game = {card[kind.id_field] for card in shipped(game, kind.file)[kind.key]}
    found: list[Row] = []
    seen: set[Any] = set()
    for line, cells in rows:
        problems: list[Problem] = []
        if len(cells) > len(names):
            problems.append(Problem("", say("This row has more cells than the header.")))
        given = {name: cell for name, cell in zip(names, cells) if name and cell.strip()}
        id: Any = given.pop(kind.id_field, "").strip()
        if id.isdecimal() and len(id) < 9 and isinstance(next(iter(from_game)), int):
            id = int(id)
        elif not id and kind.adds:
            so_far = Draft(draft.game, {kind.id: {"cards": [*own, *(row.card for row in found)]}})
            id = new_card(game, kind, so_far)[kind.id_field]
        card: dict[str, Any] = {kind.id_field: id}
        for name, cell in given.items():
            try:
                card[name] = _value(fields[name], cell)
            except ValueError:
                words = say("“{field}” can't be read: {cell}.", field=say(fields[name].label), cell=cell[:60])
                problems.append(Problem(name, words))
        if not problems:
            problems = list(of_kind(game, kind, {"cards": [card]}))
        if card[kind.id_field] in seen:
            problems.append(Problem("", say("Two rows are about the same card.")))
        seen.add(card[kind.id_field])
        known = [*from_game, *(one.get(kind.id_field) for one in own)]
        found.append(Row(line, card, problems, card[kind.id_field] not in known))
    return found


def _value(field: Field, cell: str) -> Any:
    cell = cell.strip()
    if field.kind == NUMBER:
        return int(cell)
    if field.kind == NUMBERS:
        return [int(part) for part in cell.replace(",", " ").split()]
    if field.kind == CHOICES:
        return cell.replace(",", " ").split()
    if field.kind == FLAG:
        if cell.casefold() not in ("true", "false", "yes", "no", "1", "0"):
            raise ValueError
        return cell.casefold() in ("true", "yes", "1")
    if field.kind in (LIST, GROUP):
        if len(cell) > 8000:
            raise ValueError
        try:
            value = json.loads(cell)
        except RecursionError:
            raise ValueError from None
        if too_deep(value):
            raise ValueError
        return value
    return cell[1:] if cell[:1] == "'" and cell[1:2] in FORMULAS else cell
