"""What notifications say and when: a sentence for one table, a short list for several; not during quiet hours."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

import msgspec

from tabletown.drawing import sentence
from tabletown.kernel import Text
from tabletown.translations import speak, speaking
from tabletown.web.people.days_off import NONE, DaysOff, zone_of

GRACE = 20.0  # seconds before the first notification, which someone still at the table doesn't need
TEN = 600.0
DAY = 86400.0

When = Literal["now", "ten", "day"]


class NotificationSettings(msgspec.Struct, omit_defaults=True):
    """A person's notification settings, stored with the person."""

    when: When = "now"
    quiet: tuple[int, int] | None = (22, 7)  # from hour to hour of the day, in the person's time zone
    again: bool = True  # remind once after a day
    hour: int = 18  # hour of the daily list
    zone: str = "UTC"
    language: str = "en"
    base: str = ""  # the address at which this person uses the server: https://play.example.org
    counted: bool = True  # counted in the statistics
    off: DaysOff = NONE

    def local(self, at: float) -> datetime:
        return datetime.fromtimestamp(at, zone_of(self.zone))

    def due(self, since: float) -> float:
        """When to notify about something that began at this time."""
        if self.when == "day":
            local = self.local(since)
            daily = local.replace(hour=self.hour, minute=0, second=0, microsecond=0)
            return (daily if daily > local else daily + timedelta(days=1)).timestamp()
        return self.not_quiet(since + (GRACE if self.when == "now" else TEN))

    def not_quiet(self, at: float) -> float:
        """This time, or the end of the quiet hours it falls in."""
        if self.quiet is None or self.quiet[0] == self.quiet[1]:
            return at
        first, last = self.quiet
        local = self.local(at)
        inside = first <= local.hour < last if first < last else local.hour >= first or local.hour < last
        if not inside:
            return at
        end = local.replace(hour=last, minute=0, second=0, microsecond=0)
        return (end if end > local else end + timedelta(days=1)).timestamp()


def read_settings(data: str) -> NotificationSettings:
    return msgspec.json.decode(data, type=NotificationSettings) if data else NotificationSettings()


class Item(NamedTuple):
    """A table that waits for someone, with only what everyone there may know."""

    table: str
    kind: str  # turn, again, clock, remind
    title: str
    prompt: str
    left: float | None = None  # seconds on the clock
    by: str = ""  # who reminds


class News(NamedTuple):
    title: str
    text: str
    url: str
    tag: str  # a later notification with the same tag replaces this one
    badge: int  # number of tables that wait


def told(items: Sequence[Item], settings: NotificationSettings, waiting: int) -> News:
    """A notification. `waiting`: the number of tables that wait for this person, for the badge."""
    with speaking(speak(settings.language)):
        if len(items) == 1:
            item = items[0]
            return News(_title(item), _line(item), f"{settings.base}/t/{item.table}", f"t-{item.table}"[:32], waiting)
        title = Text("{n} table is waiting for you", {"n": len(items)}, "{n} tables are waiting for you").render()
        lines = [f"{item.title}: {_line(item)}" for item in items[:8]]
        return News(title, "\n".join(lines), f"{settings.base}/me", "tables", waiting)


def _title(item: Item) -> str:
    if item.kind == "remind":
        return Text("{by} reminds you: {table}", {"by": item.by, "table": item.title}).render()
    if item.kind == "clock":
        return Text("Your time is running out: {table}", {"table": item.title}).render()
    return Text("Your turn: {table}", {"table": item.title}).render()


def _line(item: Item) -> str:
    prompt = item.prompt[:1].upper() + item.prompt[1:]
    if item.left is None:
        return sentence(prompt)
    hours = max(1, round(item.left / 3600))
    return Text("{prompt}. {n} hour left.", {"prompt": prompt, "n": hours}, "{prompt}. {n} hours left.").render()
