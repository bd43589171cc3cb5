"""The facilitator's desk: which table to walk to while laws are written, and the track of shared damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tabletown.drawing import esc
from tabletown.games.broken_cities.classroom.session import CitiesSession
from tabletown.games.broken_cities.options import VETO, vote_in
from tabletown.kernel import say

if TYPE_CHECKING:
    from tabletown.classroom.room import Room

SHORT, SILENT = 45.0, 90.0  # seconds: little time left for a law; a long time without a draft


def session_of(room: Room) -> CitiesSession:
    assert isinstance(room.session, CitiesSession)
    return room.session


def talking(room: Room) -> list[int]:
    """The tables that are in a law session."""
    return [number for number, table in enumerate(session_of(room).state.tables) if table.law_until]


def at_talking(room: Room, step: Callable[[int], None]) -> None:
    for table in talking(room):
        step(table)


def walk(room: Room, view: dict[str, Any]) -> list[dict[str, Any]]:
    """The tables that need the facilitator during law sessions, and why, the most urgent first.

    Little time left comes first, then three vetoes by one pupil, then a long time without a draft.
    """
    found: list[tuple[int, float, dict[str, Any]]] = []
    for number in talking(room):
        card, city = view["tables"][number], session_of(room).city(number)
        left = card["law_left"] or 0.0
        held = city.assembly.votes if city.assembly is not None else []
        vetoes = Counter(seat for vote in held for seat, word in vote.answers.items() if vote_in(word)[0] == VETO)
        angry = max(vetoes, key=lambda seat: vetoes[seat], default=-1)
        written = bool(held) or card["vote"] is not None
        about = {"table": number + 1, "left": left}
        if left < SHORT:
            found.append((0, left, about | {"why": "clock"}))
        elif angry >= 0 and vetoes[angry] >= 3:
            found.append((1, left, about | {"why": "veto", "name": card["names"][angry], "n": vetoes[angry]}))
        elif not written and session_of(room).state.law_seconds - left > SILENT:
            found.append((2, left, about | {"why": "silent"}))
    return [about for _, _, about in sorted(found, key=lambda entry: entry[:2])]


def ruler(view: dict[str, Any]) -> str:
    """The track of shared damage; dashed: what this round adds at current emissions."""
    spaces: list[int] = view["thresholds"]
    end = spaces[-1]

    def x(value: float) -> float:
        return round(24 + 1082 * min(value, end) / end, 1)

    total, coming = view["total"], view["total"] + view.get("coming", 0)
    parts = [
        '<rect class="bg" x="24" y="22" width="1082" height="14" rx="7"/>',
        f'<rect class="fl" x="24" y="22" width="{x(total) - 24}" height="14" rx="7"/>',
        f'<rect class="pd" x="{x(total)}" y="22.8" width="{max(0.0, x(coming) - x(total))}" height="12.4"/>',
    ]
    for space in spaces:
        state = "past" if space <= total else "next" if space == view["next"] else "later"
        parts.append(
            f'<path class="ev {state}" d="M{x(space)},9l13,20l-13,20l-13,-20z"/>'
            f'<text class="{state}" x="{x(space)}" y="66">{space}</text>'
        )
    said = say("Shared damage {total} of {end}; cards at {cards:,}", total=total, end=end, cards=list(map(str, spaces)))
    return f'<svg class="ruler" viewBox="0 0 1130 72" role="img" aria-label="{esc(said)}">{"".join(parts)}</svg>'
