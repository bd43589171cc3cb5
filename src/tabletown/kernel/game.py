"""What the kernel needs of a game: a few functions over a state of plain data."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, Self

import msgspec

from tabletown.kernel.arguments import as_int, as_text, clip
from tabletown.kernel.errors import BadOption
from tabletown.kernel.events import Event, LogFormat, LogLine
from tabletown.kernel.questions import Decision, Script
from tabletown.kernel.text import Text

if TYPE_CHECKING:
    from tabletown.kernel.scene import Described, Scene

P = ParamSpec("P")
NO_EVENTS = LogFormat()


class State(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """Base class of every game's state: plain data with a hand-written `copy()` that omits `lines`."""

    lines: list[LogLine] | None = None

    def copy(self) -> Any:
        raise NotImplementedError

    if TYPE_CHECKING:

        def __copy__(self) -> Self:  # provided by Struct: a shallow copy, the start of a `copy()`
            ...


def log_enabled(s: State) -> bool:
    """Whether the log is read; if not, work done only for its sentences can be skipped.

    >>> log_enabled(State())
    False
    """
    return s.lines is not None


def tell(s: State, event: Callable[P, Event], /, *facts: P.args, **named: P.kwargs) -> None:
    """Log an event: its class, then its facts, which mypy checks.

    Does nothing where the log isn't read (search, simulation).

    >>> class Scored(Event):
    ...     says = "{who:seat} scored {n} points."
    ...     who: int
    ...     n: int
    >>> state = State()
    >>> state.lines = []
    >>> tell(state, Scored, 1, n=5)
    >>> state.lines[0].text.render(["Ann", "Bo"])
    'Bo scored 5 points.'
    """
    if s.lines is not None:
        s.lines.append(LogLine(event(*facts, **named)))


def tell_only(
    s: State, seats: tuple[int, ...], event: Callable[P, Event], /, *facts: P.args, **named: P.kwargs
) -> None:
    """Log an event that only these seats may read.

    >>> class Drew(Event):
    ...     says = "{who:seat} drew the {card}."
    ...     who: int
    ...     card: str
    >>> state = State()
    >>> state.lines = []
    >>> tell_only(state, (0,), Drew, 0, "queen")
    >>> state.lines[0].to
    (0,)
    """
    if s.lines is not None:
        s.lines.append(LogLine(event(*facts, **named), seats))


class Setting(msgspec.Struct, frozen=True):
    """An option of a game: a word out of `values` ({word: what it means})."""

    id: str
    title: str
    values: dict[str, str]
    default: str
    help: str = ""
    rule: str = ""  # the ruling it comes from
    in_room: bool = False  # set only by the facilitator of a class; ordinary tables don't have it


class About(msgspec.Struct, frozen=True):
    id: str
    title: str
    version: str  # of the rules: a saved match names it
    line: str  # the game in one line
    seats: tuple[int, int]  # fewest, most
    minutes: str
    weight: str  # light, medium, heavy
    settings: tuple[Setting, ...] = ()
    cooperative: bool = False
    by_hand: tuple[str, ...] = ()  # kinds of chance that players may roll or draw themselves
    seat_names: tuple[str, ...] = ()  # default seat names: colours or factions
    roles: bool = False  # whether these names belong to the game and stay, whoever plays
    default_seats: int = 2
    links: tuple[tuple[str, str], ...] = ()  # other ways to play it on the web: (words, address)


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: the winning seats (none: all lost), why, and the scores with their breakdown."""

    winners: tuple[int, ...]
    reason: Text
    scores: tuple[float, ...] = ()
    breakdown: tuple[dict[str, float], ...] = ()  # per seat, {what for: points}
    rule: str = ""


def hide_nothing(state: Any, seat: int | None) -> Any:
    return state


def imagine_nothing(state: Any, seat: int, rng: random.Random) -> Any:
    return state.copy()


@dataclass(frozen=True)
class Rules:
    """How a game is played."""

    state: type[Any]
    setup: Callable[[int, Mapping[str, str]], Any]  # seats, options -> the state before the first step
    step: Callable[[Any], Script | None]  # the next step's script, or None when the match is over
    outcome: Callable[[Any], Outcome | None]
    # identifies the current turn; the same throughout its steps
    turn_of: Callable[[Any], object] | None = None
    # seats played by the rules under these options (printed solo bots)
    automatic: Callable[[Mapping[str, str]], frozenset[int]] = lambda options: frozenset()
    # checks invariants (cubes conserved …); raises AssertionError with a sentence
    check: Callable[[Any], None] | None = None
    # whether the current step can be restarted in the middle because the state holds all its answers: then a clone
    # replays nothing. For long steps; a short one can be divided
    resumes: Callable[[Any], bool] | None = None


@dataclass(frozen=True)
class View:
    """What a seat may see."""

    # the state without what this seat may not know; seat None is a spectator
    hide: Callable[[Any, int | None], Any] = hide_nothing
    # fills hidden parts in at random, consistently with the view: for search
    imagine: Callable[[Any, int, random.Random], Any] = imagine_nothing
    scene: Callable[[Any, int | None, Decision | None, Sequence[str]], Scene] | None = None


@dataclass(frozen=True)
class Words:
    """The texts of a game."""

    text: Callable[[Any, int | None, Sequence[str]], str] | None = None  # the whole view as text
    describe: Callable[[Any, Decision, str], Described] | None = None  # label, button and other words for an option
    story: Any = None  # a `tabletown.story.Story`: how the log is told in chapters
    log: LogFormat = NO_EVENTS  # the events of its log


@dataclass(frozen=True)
class Bots:
    """Functions for bots."""

    rate: Callable[[Any, Decision], Sequence[float]] | None = None  # how good each option of a question is
    evaluate: Callable[[Any], Sequence[float]] | None = None  # how each seat stands (0 lost … 1 won)
    # how far search trusts the ratings (above 0); higher values examine fewer options closely
    trust: float = 6.0
    # search evaluates a position only when this changes (default: between turns)
    horizon: Callable[[Any], object] | None = None
    overlooks: float = 1.0  # factor on the mistakes of human-like bots, for games where slips are fatal


@dataclass(frozen=True)
class Research:
    """Numbers for researchers, all derived from what one seat may know."""

    ledger: Callable[[Any], Mapping[str, float]] | None = None  # view -> what counts on the table, by name
    features: Callable[[Any, int], Mapping[str, float]] | None = None  # view, seat -> what a value may be learned from
    # seats, options -> a `tabletown.encoding.Encoding`: a vocabulary of options, and a view as a row of numbers
    encoding: Callable[[int, Mapping[str, str]], Any] | None = None


@dataclass(frozen=True)
class Game:
    """Everything Tabletown needs to know about a game. `about` and `rules` make it playable."""

    about: About
    rules: Rules
    view: View = View()
    words: Words = Words()
    bots: Bots = Bots()
    research: Research = Research()
    folder: Path | None = None  # folder with rules.toml, content/, cover.svg and style.css

    def options(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every option with its value: the chosen ones, checked, and defaults for the rest."""
        if not chosen:
            return self._defaults.copy()
        if not isinstance(chosen, Mapping):
            raise BadOption(f"Give options by name, such as {{'city': 'hexagon'}}, not as {clip(chosen)}.")
        settings = {setting.id: setting for setting in self.about.settings}
        plain = {}
        for name, value in chosen.items():
            setting = settings.get(as_text(name) or "")
            if setting is None:
                known = ", ".join(settings) or "none"
                raise BadOption(f"{self.about.title} has no option {clip(name)}. It has: {known}.")
            plain[setting.id] = as_text(value) or ""
            if plain[setting.id] not in setting.values:
                takes = ", ".join(setting.values)
                raise BadOption(f"Option {setting.id!r} can't be {clip(value)}. Choose one of: {takes}.")
        return {**self._defaults, **plain}

    def seated(self, seats: Any = None) -> list[str]:
        """The seats' names, from a count or a list of names."""
        if seats is None:
            return self._default_names[:]
        about, names = self.about, None
        count = as_int(seats, -(1 << 62), 1 << 62)
        if count is None:
            names = [as_text(name) for name in self.plain_list("seats", seats)]
            count = len(names)
        fewest, most = about.seats
        if not fewest <= count <= most:
            wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise BadOption(f"{about.title} is for {wanted} seats, not {clip(count)}.")
        if names is None:
            names = list(about.seat_names[:count]) or [f"Seat {seat + 1}" for seat in range(count)]
        if None in names:
            raise BadOption(f"{clip(list(seats)[names.index(None)])} isn't a valid name for a seat.")
        return names  # type: ignore[return-value]

    def rolled_by_hand(self, kinds: Any) -> frozenset[str]:
        """Check the kinds of chance that players enter by hand."""
        given = self.plain_list("by_hand", kinds)
        plain = [as_text(kind) for kind in given]
        if unknown := [kind for kind, word in zip(given, plain) if word not in self.about.by_hand]:
            takes = ", ".join(self.about.by_hand) or "nothing"
            raise BadOption(f"{clip(unknown[0])} can't be dealt by hand in {self.about.title}. Choose one of: {takes}.")
        return frozenset(plain)  # type: ignore[arg-type]

    def plain_list(self, what: str, given: Any) -> list[Any]:
        if isinstance(given, str | bytes | float) or not isinstance(given, Iterable):
            raise BadOption(f"{what} must be a list of words, not {clip(given)}.")
        return list(given)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # it never changes

    @cached_property
    def _default_names(self) -> list[str]:
        return self.seated(self.about.default_seats)

    @cached_property
    def _defaults(self) -> dict[str, str]:
        return {setting.id: setting.default for setting in self.about.settings}
