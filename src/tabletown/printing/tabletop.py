"""Sheets for Tabletop Simulator: a PNG for each deck, board and kind of piece, and a save that names them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Any

from tabletown.kernel import Game
from tabletown.printing import typeset
from tabletown.printing.book import PrintSettings, begun, needs_fonts
from tabletown.printing.ink import for_paper, ratio
from tabletown.printing.pages import back_of, front_of
from tabletown.printing.parts import Deck, Parts, parts_of

PPI = 150
MOST = 69  # cards on a sheet of 10 by 7: the last place is what hidden hands show
GRID = (10, 7)


def write(game: Game, folder: Path, address: str = "") -> list[Path]:
    """Write the sheets and `tabletown.json` into a folder. `address`: where the pictures will be on the web."""
    folder.mkdir(parents=True, exist_ok=True)
    made = _sheets_and_save(game, _below(address) if address else lambda name: (folder / name).resolve().as_uri())
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in made]


def zipped(game: Game, address: str = "", pack: str = "") -> bytes:
    """The sheets and the save as a ZIP; without an address the save has only the pictures' names."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:  # pictures are compressed already
        for name, data in _sheets_and_save(game, _below(address) if address else str, pack).items():
            file.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data)
    return packed.getvalue()


def _below(address: str) -> Callable[[str], str]:
    return lambda name: f"{address.rstrip('/')}/{name}"


def _sheets_and_save(game: Game, where: Callable[[str], str], pack: str = "") -> dict[str, bytes]:
    """The files by name, the save last. `where`: a picture's address, by its name."""
    parts, made = parts_of(game), dict[str, bytes]()
    objects: list[dict[str, Any]] = []

    def keep(name: str, picture: bytes) -> str:
        made[name] = picture
        return where(name)

    for number, board in enumerate(parts.boards):
        face = keep(f"board-{number + 1}.png", _alone(game, parts, board.svg, 300))
        objects.append(_object("Custom_Board", board.title, len(objects)) | {"CustomImage": {"ImageURL": face}})
    for number, deck in enumerate(parts.decks):
        for sheet, cards in enumerate(_sheets(deck)):
            name = f"deck-{number + 1}{f'-{sheet + 1}' if len(deck.cards) > MOST else ''}"
            face = keep(f"{name}.png", _sheet(game, parts, deck, cards))
            back = keep(f"{name}-back.png", _sheet(game, parts, deck, cards if deck.backs else [], backs=True))
            objects.append(_deck(deck, number * 10 + sheet + 1, cards, face, back, len(objects)))
    done: set[str] = set()
    for group in parts.pieces:
        for piece in group.pieces:
            if piece.svg in done:
                continue
            done.add(piece.svg)
            face = keep(f"piece-{len(done)}.png", _alone(game, parts, piece.svg, 40))
            shown = {"ImageURL": face, "WidthScale": 0, "CustomTile": {"Type": 0, "Thickness": 0.2, "Stackable": True}}
            thing = _object("Custom_Tile", piece.title, len(objects)) | {"CustomImage": shown}
            objects.append(thing | {"Description": f"× {piece.copies}"})
    title = f"{game.about.title} · {pack}" if pack else game.about.title
    table = {"SaveName": title, "GameMode": game.about.title, "ObjectStates": objects}
    made["tabletown.json"] = json.dumps(table, indent=1, ensure_ascii=False).encode()
    return made


def _alone(game: Game, parts: Parts, svg: str, width: float) -> bytes:
    """One picture on a page of its own size."""
    css = (game.folder / "style.css").read_text(encoding="utf-8") if game.folder is not None else ""
    high = width * ratio(svg)
    source = (
        f"#set page(width: {width}mm, height: {high:.2f}mm, margin: 0mm, fill: none)\n"
        f'#image("one.svg", width: {width}mm, height: {high:.2f}mm, fit: "stretch")\n'
    )
    return typeset.pngs(source, {"one.svg": for_paper(svg, css + parts.paper, False)}, PPI, needs_fonts())[0]


def _sheets(deck: Deck) -> list[list[int]]:
    """The cards of each sheet, as numbers; each as often as it is in the deck."""
    cards = [number for number, card in enumerate(deck.cards) for _ in range(card.copies)]
    return [cards[first : first + MOST] for first in range(0, len(cards), MOST)]


def _sheet(game: Game, parts: Parts, deck: Deck, cards: list[int], backs: bool = False) -> bytes:
    """A sheet of cards in ten columns, or one back for all."""
    book = begun(game, PrintSettings(), parts)
    wide, high = deck.size
    if not cards:
        shown, across, down = [back_of(book, deck)], 1, 1
    else:
        from_deck = deck.backs if backs else deck.cards
        shown = [front_of(book, from_deck[number], deck.size) for number in cards]
        across, down = GRID[0], ceil((len(cards) + 1) / GRID[0])
    book.source.append(f"#set page(width: {wide * across}mm, height: {high * down}mm, margin: 0mm)\n")
    for place, card in enumerate(shown):
        book.source.append(f"#at({place % across * wide}, {place // across * high}, {card})\n")
    return typeset.pngs(book.text, book.files, PPI, needs_fonts())[0]


def _object(kind: str, title: str, number: int) -> dict[str, Any]:
    place = {"posX": -24.0 + 4 * (number % 13), "posY": 1.5, "posZ": -8.0 + 4 * (number // 13)}
    still = {"rotX": 0, "rotY": 180, "rotZ": 0, "scaleX": 1, "scaleY": 1, "scaleZ": 1}
    return {"Name": kind, "Nickname": title, "GUID": f"{0xA00000 + number:06x}", "Transform": place | still}


def _deck(deck: Deck, key: int, cards: list[int], face: str, back: str, number: int) -> dict[str, Any]:
    rows = ceil((len(cards) + 1) / GRID[0])
    custom = {
        str(key): {
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": GRID[0],
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": bool(deck.backs),
        }
    }
    ids = [key * 100 + place for place in range(len(cards))]
    inside = [
        _object("Card", deck.cards[card].title, 0) | {"CardID": id, "CustomDeck": custom}
        for card, id in zip(cards, ids)
    ]
    whole = {"DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": inside}
    return _object("DeckCustom", deck.title, number) | whole
