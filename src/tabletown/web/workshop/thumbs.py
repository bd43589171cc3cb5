"""A pack as a small picture: the thing itself, never a logo."""

from __future__ import annotations

import math
from html import escape

from tabletown.drawing import num
from tabletown.workshop.drafts import Draft

WIDE, HIGH = 288, 148


def thumb(draft: Draft) -> str:
    """Safe SVG: what people wrote is escaped."""
    for data in draft.parts.values():
        if isinstance(data, dict) and isinstance(data.get("plots"), dict):
            return _city(data["plots"])
    for data in draft.parts.values():
        if isinstance(data, dict) and isinstance(data.get("stops"), list):
            return _roads(data)
    for data in draft.parts.values():
        if isinstance(data, dict) and isinstance(data.get("cards"), list) and data["cards"]:
            card = data["cards"][0]
            if isinstance(card, dict) and isinstance(card.get("card"), list):
                return _story(card)
            return _card(card if isinstance(card, dict) else {})
    return _svg("")


def _svg(inner: str) -> str:
    size = f'viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
    return f'<svg {size} aria-hidden="true" class="thumb">{inner}</svg>'


def _city(plots: dict[str, str]) -> str:
    places = []
    for word, kind in list(plots.items())[:200]:
        try:
            q, r = (int(part) for part in str(word).split(","))
        except ValueError:
            continue
        if abs(q) < 30 and abs(r) < 30:
            places.append((math.sqrt(3) * (q + r / 2), 1.5 * r, kind == "$"))
    if not places:
        return _svg("")
    left, right = min(x for x, _, _ in places) - 1, max(x for x, _, _ in places) + 1
    top, bottom = min(y for _, y, _ in places) - 1, max(y for _, y, _ in places) + 1
    size = min((WIDE - 20) / (right - left), (HIGH - 16) / (bottom - top))
    ox, oy = WIDE / 2 - size * (left + right) / 2, HIGH / 2 - size * (top + bottom) / 2
    drawn = []
    for x, y, rich in places:
        turns = [(math.sin(math.pi / 3 * k), math.cos(math.pi / 3 * k)) for k in range(6)]
        ring = [(ox + size * (x + sin), oy + size * (y - cos)) for sin, cos in turns]
        corners = " ".join(f"{num(round(left, 1))},{num(round(top, 1))}" for left, top in ring)
        drawn.append(f'<polygon points="{corners}" class="{"rich" if rich else "plain"}"/>')
    return _svg("".join(drawn))


def _story(card: dict[str, object]) -> str:
    stories = card.get("card")
    count = min(len(stories), 10) if isinstance(stories, list) else 0
    houses = "".join(
        f'<rect x="{24 + 27 * n}" y="{96 - high}" width="27" height="{high}" class="house"/>'
        for n, high in enumerate((34, 58, 44, 78, 36, 62, 50, 70, 40))
    )
    step = 240 / max(1, count - 1)
    dots = "".join(
        f'<circle cx="{num(round(24 + step * n, 1))}" cy="122" r="6" class="{"end" if n == count - 1 else "stop"}"/>'
        for n in range(count)
    )
    line = '<path d="M24,122H264" class="track"/>'
    return _svg(f'<rect width="{WIDE}" height="{HIGH}" class="night"/>{houses}{line}{dots}')


def _card(card: dict[str, object]) -> str:
    title = str(card.get("headline") or card.get("title") or card.get("name") or card.get("id") or "")[:60]
    words, lines = title.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 18 and lines[-1]:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    year = escape(str(card.get("year") or ""))[:8]
    text = "".join(
        f'<text x="86" y="{50 + 19 * n}" class="head">{escape(line[:22])}</text>' for n, line in enumerate(lines[:4])
    )
    return _svg(
        f'<rect width="{WIDE}" height="{HIGH}" class="table"/><g transform="rotate(-2 144 74)">'
        f'<rect x="72" y="12" width="150" height="128" class="paper"/>'
        f'<text x="86" y="30" class="year">{year}</text>{text}</g>'
    )


def _roads(data: dict[str, object]) -> str:
    stops = data.get("stops")
    found = []
    for stop in stops if isinstance(stops, list) else []:
        at = stop.get("at") if isinstance(stop, dict) else None
        if isinstance(at, list) and len(at) == 2 and all(isinstance(n, int | float) and abs(n) < 10_000 for n in at):
            kind = stop.get("kind")
            cls = "rich" if kind == "landmark" else "plain"
            x, y = num(round(at[0] * 0.19 + 50, 1)), num(round(at[1] * 0.19 + 3, 1))
            found.append(f'<circle cx="{x}" cy="{y}" r="3" class="{cls}"/>')
    return _svg("".join(found[:200]))
