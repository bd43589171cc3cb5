"""The conformance suite: what every game must satisfy, ours or a third party's.

    from tabletown.testing import conformance
    def test_my_game():
        conformance(my_game)

It plays random matches under random options and, along the way, compares clones, copies, pickles, saves, replays and
undo, tries words that aren't options, interrupts answers, and checks every seat's view. A failure prints the seed and
saves the match in `failures/`.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec

from tabletown.kernel import CHANCE, Chance, Decision, Game, Match, path_word, save, seat_name
from tabletown.kernel.errors import NotAsked, TabletownError, UnknownSeat, UnknownWord
from tabletown.rulebook import load_rulebook
from tabletown.saves.replay import as_json_data
from tabletown.saves.save import load


def dice(outcomes: Iterable[str]) -> Callable[[Chance, int], str | None]:
    """Luck for a test: these outcomes in this order, then those of the seed.

    >>> import tabletown
    >>> match = tabletown.new("crossroll", seats=1, seed=1)
    >>> match.luck = dice(["2"])
    """
    waiting = list(outcomes)

    def luck(question: Chance, number: int) -> str | None:
        if not waiting:
            return None
        outcome = waiting.pop(0)
        assert outcome in question.options, f"{outcome!r} cannot come up on {question!r}"
        return outcome

    return luck


def play_randomly(match: Match, rng: random.Random, answers: int = 100_000) -> Match:
    """Play randomly until the match is over or this many answers were given.

    >>> import random, tabletown
    >>> play_randomly(tabletown.new("crossroll", seats=2, seed=1), random.Random(1)).over
    True
    """
    while answers and (decisions := match.decisions):
        decision = decisions[int(rng.random() * len(decisions))]
        match.choose(decision.seat, decision.options[int(rng.random() * len(decision.options))])
        answers -= 1
    return match


def playthrough(match: Match, shows: Callable[[str], bool] = lambda heading: True, seat: int | None = None) -> str:
    """A whole match to read: every answer with its alternatives and effects, and the table after headings.

    `shows` says after which headings; the table is seen by `seat`.

    >>> import random, tabletown
    >>> match = play_randomly(tabletown.new("right-of-way", seats=["Ann", "Bo"], seed=7), random.Random(1), answers=3)
    >>> playthrough(match).splitlines()[0]
    'Right of Way, rules version 1: Ann, Bo, seed 7'
    """
    about, names = match.game.about, match.names
    told = [f"{about.title}, rules version {about.version}: {', '.join(names)}, seed {match.seed}"]
    lines = iter(match.lines)
    line = next(lines, None)
    for number, answer in enumerate([*match.log, None]):
        while line is not None and (answer is None or line.number <= number):
            words = line.text.render(names)
            rule = f" [{line.rule}]" if line.rule else ""
            told.append(f"\n== {words} ==" if line.heading else f"    {words}{rule}")
            if line.heading and answer is not None and shows(words):
                told.append(match.at(number).text(seat))
            line = next(lines, None)
        if answer is not None and answer.seat == CHANCE:
            told.append(f"  chance: {answer.option}")
        elif answer is not None:
            decision = match.at(number).decision(answer.seat)
            assert decision is not None
            asked = f"{seat_name(answer.seat, names)}, {decision.prompt.render(names)}"
            told.append(f"  {asked}: {answer.option} (of {len(decision.options)})")
    told.append(match.text(seat))
    if match.outcome is not None:
        told.append("\n" + match.outcome.reason.render(names))
    return "\n".join(told) + "\n"


def conformance(
    game: Game,
    matches: int = 6,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    limit: int = 20_000,
    failures: Path = Path("failures"),
) -> None:
    """Play this many random matches of the game and check everything in this module on the way.

    Hypothesis draws seats, options and seeds, and looks for the smallest that fail.
    """
    from hypothesis import HealthCheck, Phase, given, note, settings
    from hypothesis import strategies as st

    fewest, most = game.about.seats
    chosen = {
        setting.id: st.just((options or {})[setting.id])
        if setting.id in (options or {})
        else st.one_of(st.just(setting.default), st.sampled_from(sorted(setting.values)))
        for setting in game.about.settings
    }

    @settings(
        max_examples=matches,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(
        st.just(seats) if seats is not None else st.integers(fewest, most),
        st.fixed_dictionaries(chosen),
        st.integers(0, 2**32),
    )
    def walk(count: int, setting: dict[str, str], seed: int) -> None:
        note(f"{game.about.id}: seats {count}, options {setting}, seed {seed}")
        match = Match(game, count, setting, seed)
        try:
            Walk(match, seed).to_the_end(limit)
        except BaseException:
            failures.mkdir(exist_ok=True)
            place = failures / f"{game.about.id}-{seed}.json"
            place.write_text(save(match), encoding="utf-8")
            note(f"The match was saved as {place}.")
            raise

    walk()


def snapshot(match: Match) -> tuple[Any, ...]:
    """Everything that two equal matches have in common."""
    asked = [(d.seat, list(d.options), d.rule, str(d.prompt)) for d in match.decisions]
    return as_json_data(_quiet(match.state)), asked, match.log, match.number


def _quiet(state: Any) -> Any:
    return state.copy()  # a copy has no text log


def pickled(match: Match) -> Match:
    """The match after pickling; a clone if the game can't be found by its name."""
    try:
        return pickle.loads(pickle.dumps(match))  # type: ignore[no-any-return]
    except TabletownError:
        return match.clone()


class Interrupt(BaseException):
    """Stands for the interrupt of a person who presses Ctrl-C."""


def choose_interrupted(match: Match, seat: int, option: str, line: int) -> bool:
    """Answer and be interrupted at the n-th executed line; False if there were fewer."""
    before, left = sys.gettrace(), line

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        if "hypothesis" in frame.f_code.co_filename:  # Hypothesis listens to the garbage collector
            return None
        left -= event == "line"
        if not left:
            left = -1
            raise Interrupt
        return trace

    sys.settrace(trace)
    try:
        match.choose(seat, option)
    except Interrupt:
        return True
    finally:
        sys.settrace(before)
    return False


class Walk:
    """One random match with checks along the way."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, self.rng = match, random.Random(seed)
        self.old: list[tuple[Match, tuple[Any, ...]]] = []
        self.ids = load_rulebook(match.game).ids
        encoding = match.game.research.encoding
        self.vocabulary: dict[str, set[str]] = {}  # by kind of option
        self.learn(encoding(match.seats, match.options).words if encoding is not None else ())

    def learn(self, words: Iterable[str]) -> set[str]:
        """Remember words of the game; returns their kinds."""
        kinds = set()
        for word in words:
            kind = word.partition(":")[0]
            self.vocabulary.setdefault(kind, set()).add(word)
            kinds.add(kind)
        return kinds

    def to_the_end(self, limit: int) -> None:
        match, rng, game = self.match, self.rng, self.match.game
        while decisions := match.decisions:
            assert match.number < limit, f"no end after {limit} answers"
            for decision in decisions:
                self.question_is_sound(decision)
            chance = rng.random()
            if chance < 0.06:
                self.clones_are_equal_and_independent()
            elif chance < 0.09:
                self.refusals_change_nothing(decisions)
            elif chance < 0.11:
                self.views_are_sound()
            elif chance < 0.12:
                self.saved_and_loaded_it_is_the_same()
            elif chance < 0.14:
                self.time_travel_returns()
            elif chance < 0.18:
                self.imagined_matches_play_on(decisions)
            elif chance < 0.20:
                self.interrupts_change_nothing(decisions[0])
            decision = decisions[int(rng.random() * len(decisions))]
            option = decision.options[int(rng.random() * len(decision.options))]
            others = self.what_others_see(decision) if len(decisions) > 1 and rng.random() < 0.4 else None
            before = snapshot(match) if rng.random() < 0.1 else None
            since = match.secret_since
            match.choose(decision.seat, option)
            # the others are still deciding
            if others is not None and since is not None and match.secret_since == since:
                self.secrets_are_kept(others)
            if before is not None and match.why_not_undo(decision.seat) is None:
                self.undo_returns(decision.seat, option, before)
            if game.rules.check is not None:
                game.rules.check(match.state)
        self.the_end_is_sound()
        for twin, before in self.old:
            assert snapshot(twin) == before, "an old clone changed while the match went on"

    def question_is_sound(self, decision: Decision) -> None:
        assert decision.options, f"a dead end: {decision!r}"
        assert all(isinstance(option, str) and option for option in decision.options), repr(decision)
        if decision.seat != CHANCE:
            assert 0 <= decision.seat < self.match.seats, f"nobody sits there: {decision!r}"
            assert len(set(decision.options)) == len(decision.options), f"an option stands twice: {decision!r}"
        if decision.rule and self.ids:
            assert decision.rule in self.ids, f"no clause {decision.rule!r}: {decision!r}"
        if decision.why is not None:
            self.legality_is_decided_once(decision)

    def legality_is_decided_once(self, decision: Decision) -> None:
        """The options are exactly those words of the game for which `why` finds no objection.

        The words are those of the game's encoding and all earlier options.
        """
        assert decision.why is not None
        kinds = self.learn(decision.options)
        nonsense = ["?", *(f"{kind}:?" for kind in kinds)]  # refused with a reason, never with an error
        tried = self.vocabulary if self.match.number % 10 == 0 else kinds  # otherwise only words of these kinds
        for word in [*nonsense, *(word for kind in tried for word in self.vocabulary[kind])]:
            reason = decision.why(*decision.about, word)
            offered = decision.takes(word)  # or free text, if the question accepts it
            assert offered == (reason is None), f"{word!r}, {offered=}, but the reason is {reason}: {decision!r}"

    def clones_are_equal_and_independent(self) -> None:
        match = self.match
        before = snapshot(match)
        other = match.clone()
        went = set()
        for how in (Match.clone, copy.copy, copy.deepcopy, pickled):
            twin = how(match)
            assert snapshot(twin) == before, f"a twin made by {how.__name__} differs"
            went.add(str(play_randomly(twin, random.Random(before[-1]), 20 if how is Match.clone else 3).log[:3]))
            assert snapshot(match) == before, f"playing on a twin made by {how.__name__} changed the match"
        assert len(went) == 1, "twins go on in different ways"
        if len(self.old) < 10:
            self.old.append((other, before))

    def refusals_change_nothing(self, decisions: list[Decision]) -> None:
        match, decision = self.match, decisions[0]
        before = snapshot(match)
        assert all(match.why_not(option, decision.seat) is None for option in decision.options)
        wrong: list[tuple[int, str, type[TabletownError] | tuple[type[TabletownError], ...]]] = [
            (decision.seat, "no such word", UnknownWord),
            (99, decision.options[0], UnknownSeat),
        ]
        waiting = {d.seat for d in decisions}
        wrong += [(seat, decision.options[0], NotAsked) for seat in range(match.seats) if seat not in waiting]
        for seat, option, error in wrong:
            try:
                match.choose(seat, option)
            except TabletownError as refused:
                assert isinstance(refused, error) and str(refused), f"{refused!r} is not the right refusal"
            else:
                raise AssertionError(f"seat {seat} was allowed {option!r}")
            assert snapshot(match) == before, "a refusal changed the match"
        assert str(match.why_not("no such word", decision.seat)), "a refusal without a reason"

    def interrupts_change_nothing(self, decision: Decision) -> None:
        match = self.match.at(self.match.number)
        before, lines = snapshot(match), len(match.lines)
        if choose_interrupted(match, decision.seat, decision.options[-1], self.rng.randrange(1, 200)):
            if match.number > self.match.number:  # the interrupt came after all was done
                return
            assert snapshot(match) == before and len(match.lines) == lines, "an interrupt inside an answer left a trace"
        play_randomly(match, random.Random(1), 5)

    def views_are_sound(self) -> None:
        match, game = self.match, self.match.game
        for seat in (None, *range(match.seats)):
            asked = match.decision(seat) if seat is not None else None
            view = as_json_data(_quiet(match.view(seat)))
            if seat is not None:
                filled = game.view.imagine(match.view(seat), seat, random.Random(1))
                seen = as_json_data(_quiet(game.view.hide(filled, seat)))
                seen.pop("imagined", None)  # a state may know that it is an imagined one
                assert seen == view, "what is imagined contradicts the view"
            assert match.text(seat).strip(), "no words for this seat"
            for line in match.lines_for(seat):
                assert line.text.render(match.names, seat)
                assert not line.rule or not self.ids or line.rule in self.ids, f"no clause {line.rule!r} (log line)"
            if game.view.scene is not None:
                scene = match.scene(seat)
                _scene_is_sound(scene, asked)
                if seat is not None:
                    self.paths_lead_on(scene, seat)
            if asked is not None:
                self.labels_differ(asked)

    def paths_lead_on(self, scene: Any, seat: int) -> None:
        """Answers that can be picked together are possible one after another; one such path is tried."""
        for options in self.rng.sample([*scene.paths], min(1, len(scene.paths))):
            twin = self.match.clone()
            for option in options:
                decision = twin.decision(seat)
                assert decision is not None and decision.takes(option), f"{options} stops at {option!r}"
                twin.choose(seat, option)

    def labels_differ(self, asked: Decision) -> None:
        """No two options have the same label."""
        words: dict[str, str] = {}
        for option in asked.options:
            label = self.match.label(asked, option)
            assert label, f"no label for {option!r}"
            other = words.setdefault(label, option)
            assert other == option, f"{other!r} and {option!r} are both called {label!r}"

    def what_others_see(self, decision: Decision) -> dict[int, tuple[Any, ...]]:
        return {seat: self._seen(seat) for seat in range(self.match.seats) if seat != decision.seat}

    def _seen(self, seat: int) -> tuple[Any, ...]:
        match = self.match
        lines = [line.text for line in match.lines_for(seat)]  # what is told, not how it is worded
        known = [answer for answer in match.log_for(seat) if answer is not None]
        return as_json_data(_quiet(match.view(seat))), lines, known

    def secrets_are_kept(self, others: dict[int, tuple[Any, ...]]) -> None:
        for seat, before in others.items():
            assert self._seen(seat) == before, f"seat {seat} learned what another one answered in secret"

    def imagined_matches_play_on(self, decisions: list[Decision]) -> None:
        for decision in decisions:
            if decision.seat == CHANCE:
                continue
            seen = self.match.player_view(decision.seat)
            twin = seen.imagine(self.rng)
            mine = twin.decision(decision.seat)
            assert mine is not None and list(mine.options) == list(decision.options), "an imagined match asks otherwise"
            play_randomly(twin, self.rng, 10)
            game = self.match.game
            if game.bots.rate is not None:
                rates = game.bots.rate(seen.state, decision)
                assert len(rates) == len(decision.options), f"rate gives {len(rates)} values for {decision!r}"
            if game.bots.evaluate is not None:
                values = game.bots.evaluate(seen.state)
                assert len(values) == self.match.seats and all(0 <= value <= 1 for value in values), values

    def saved_and_loaded_it_is_the_same(self) -> None:
        match = self.match
        text = save(match)
        again = load(text, lambda name: match.game)
        assert snapshot(again) == snapshot(match), "a loaded match differs"
        assert [str(line.text) for line in again.lines] == [str(line.text) for line in match.lines]
        state = json.loads(text)["seam"]["state"]
        assert as_json_data(msgspec.convert(state, match.game.rules.state, strict=False)) == state, (
            "the state does not survive JSON"
        )

    def time_travel_returns(self) -> None:
        match = self.match
        number = self.rng.randrange(match.number + 1)
        past = match.at(number)
        assert past.number == number and past.log == match.log[:number]
        assert snapshot(match.at(match.number)) == snapshot(match), "the present differs from itself"

    def undo_returns(self, seat: int, option: str, before: tuple[Any, ...]) -> None:
        match = self.match
        after = snapshot(match)
        match.undo(seat)
        assert snapshot(match) == before, f"undo of {option!r} does not return"
        match.choose(seat, option)
        assert snapshot(match) == after, f"{option!r} after an undo gives another match"

    def the_end_is_sound(self) -> None:
        match, game = self.match, self.match.game
        outcome = match.outcome
        assert outcome is not None and str(outcome.reason), "a match ended without an outcome"
        assert all(0 <= seat < match.seats for seat in outcome.winners)
        assert len(outcome.scores) in (0, match.seats)
        self.views_are_sound()
        self.saved_and_loaded_it_is_the_same()
        again = Match(game, list(match.names), match.options, match.seed)
        for answer in match.log:
            if answer.seat != CHANCE:
                again.choose(*answer)
        assert snapshot(again) == snapshot(match), "seed and choices do not rebuild the match"


class _Markup(HTMLParser):
    """Collects the option words of a piece of markup and checks that tags close."""

    VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr"})

    def __init__(self) -> None:
        super().__init__()
        self.options: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.options.update(value for name, value in attrs if name == "data-option" and value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.options.update(value for name, value in attrs if name == "data-option" and value)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()


def _options_drawn(root: ET.Element) -> set[str]:
    drawn = {word for tag in root.iter() if (word := tag.get("data-option"))}
    return drawn.union(*(also.split("|") for tag in root.iter() if (also := tag.get("data-also"))))


def _options_in(html: str) -> set[str]:
    """The option words of a panel, whose tags must close."""
    try:
        return _options_drawn(ET.fromstring(f"<div>{html}</div>"))  # much faster
    except ET.ParseError:  # HTML that isn't XML: <br>, &nbsp;
        reader = _Markup()
        reader.feed(html)
        reader.close()
        assert not reader.open, f"tags left open: {reader.open}"
        return reader.options


def _scene_is_sound(scene: Any, asked: Decision | None) -> None:
    assert scene.text.strip()
    words = _options_drawn(ET.fromstring(scene.board))  # well-formed
    for panel in scene.panels:
        words |= _options_in(panel.html)
    allowed = set(asked.options) if asked is not None else set()
    paths = {path_word(options) for options in scene.paths}
    assert words <= allowed | paths, f"shown as options but not allowed: {sorted(words - allowed - paths)[:5]}"
    assert words >= paths, f"to be picked on the board, but not drawn: {sorted(paths - words)[:5]}"
    if asked is not None and scene.options:
        assert set(scene.options) >= allowed, f"not described: {sorted(allowed - set(scene.options))[:5]}"
