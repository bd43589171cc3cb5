"""No byte that reaches a client reveals what its seat may not know."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

from tabletown.web.testing import Server
from tests.web.conftest import Seated
from tests.web.people import GAMES, Person, Wire, api
from tests.web.secrets import BIDS, CARDS


def hand_of(wire: Wire) -> set[str]:
    return {card for card in CARDS if card in wire.table["scene"]["text"]}


def everything(person: Person, table: str) -> str:
    """Everything about the table that this person can fetch over HTTP."""
    last = person.http.get(api(table)).json()["answers"]
    pages = [table, f"{table}/replay", api(table), f"{api(table)}/record", f"{api(table)}?seat=none"]
    pages += [f"{api(table)}/at/{number}" for number in range(last + 1)]
    pages += [f"{api(table)}/at/{last}?seat={seat}" for seat in (0, 1, "none")]
    pages += [f"{api(table)}/record?seat={seat}" for seat in (0, 1, "none")]
    pages += [f"{table}/download", "/"]
    return "\n".join(person.http.get(page).text for page in pages)


def test_hands_draws_and_secret_bids_reach_nobody_else(ann: Person, bo: Person, zoe: Person) -> None:
    table = ann.opens("secrets", "me", "link")
    bo.joins(ann.invites(table, 1))
    with ExitStack() as stack:
        wires = {person.name: stack.enter_context(person.at(table)) for person in (ann, bo, zoe)}
        hands = {name: hand_of(wire) for name, wire in wires.items()}
        assert len(hands["Ann"]) == len(hands["Bo"]) == 2 and not hands["Zoe"] and not hands["Ann"] & hands["Bo"]
        bag = set(CARDS) - hands["Ann"] - hands["Bo"]

        def heard(person: Person) -> str:
            wire = wires[person.name]
            wire.send("refresh")
            wire.next(when=lambda t: t["fresh"])
            return "\n".join(wire.heard) + everything(person, table)

        def assert_nothing_leaks(*secret_bids: str) -> None:
            for person in (ann, bo, zoe):
                unknown = {card for name, hand in hands.items() if name != person.name for card in hand} | bag
                known = heard(person)
                assert not [card for card in unknown if card in known], person.name
                if person.name != "Ann":
                    assert not [bid for bid in secret_bids if f"bid {bid}" in known or f"your {bid}" in known]
                    assert not [bid for bid in secret_bids if f"'{bid}'" in known or f'[0,"{bid}"]' in known]

        assert_nothing_leaks()
        wires["Ann"].play(BIDS[1])
        assert_nothing_leaks(BIDS[1])
        assert "bid" in [w["prompt"] for w in wires["Bo"].table["waiting"] if w["seat"] == 0], "as when it was asked"
        wires["Ann"].play("yes")
        assert_nothing_leaks(BIDS[1])
        wires["Bo"].play(BIDS[0])
        wires["Bo"].play("yes")
        assert f"Ann bid {BIDS[1]}." in "\n".join(wires["Bo"].lines)  # now everybody may know
        wires["Ann"].at(wires["Bo"].table["number"])
        assert_nothing_leaks()
        wires["Zoe"].send("refresh")
        assert [w["prompt"] for w in wires["Zoe"].next(when=lambda t: t["fresh"])["waiting"]] == ["choose"]
        played = wires["Ann"].words[0]
        wires["Ann"].play(played)
        hands["Ann"].discard(played)
        assert_nothing_leaks()


def test_after_a_restart_secrets_are_still_secret(tmp_path: Path) -> None:
    """The table is opened from its file in mid-round: secret bids must not come out with it."""
    server = Server(tmp_path, GAMES)
    server.start()
    ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
    table = ann.opens("secrets", "me", "link")
    bo.joins(ann.invites(table, 1))
    with ann.at(table) as wire:
        wire.play(BIDS[1])
        server.kill()
    server.start()
    with bo.at(table) as wire:
        assert wire.table["asked"]["prompt"] == "bid"
        known = "\n".join(wire.heard) + everything(bo, table)
        assert f"your {BIDS[1]}" not in known and f'[0,"{BIDS[1]}"]' not in known and f"bid {BIDS[1]}" not in known
    server.stop()


# ------------------------------------------------------------------ how far the others are

TIMES = r'"now":[0-9.]+|"online":\w+|nonce="[^"]*"|\d+ (second|minute)s?\b'


def everything_now(person: Person, table: str) -> dict[str, str]:
    """Every byte about the table that this person can get, by request; without times and connections."""
    at = api(table)
    shown = person.http.get(at).json()
    pages = [table, f"{table}/replay", f"{table}/replay?at=99999999", f"{table}/luck", f"{table}/download", "/", "/me"]
    pages += ["/me/tables.json", at, f"{at}?seat=none", f"{at}?scene=no", f"{at}?seat=1", f"{at}/coach"]
    pages += [f"{at}/record{query}" for query in ("", "?seat=none", "?seat=1", "?seat=all")]
    pages += [f"{at}/at/{n}{query}" for n in range(shown["answers"] + 4) for query in ("", "?seat=none", "?seat=1")]
    got = {page: (answer := person.http.get(page)).text + str(answer.status_code) for page in pages}
    for more in range(4):  # whether the table has had this number
        probe = {"number": shown["number"] + more}
        got[f"choose {more}"] = person.http.post(f"{at}/choose", json={**probe, "option": "nonsense"}).text
        if more:
            got[f"undo {more}"] = person.http.post(f"{at}/undo", json=probe).text
    with person.at(table) as wire:
        for sent in ({"type": "why", "option": "drive"}, {"type": "refresh"}, {"type": "hurry", "seat": 0}):
            wire.send(**sent)
        wire.next("table", when=lambda news: news["fresh"])
        wire.send("ping")
        wire.next("pong")
        heard = {re.sub(TIMES, "", text) for text in wire.heard}  # arrivals and departures may be reported twice
        got["stream"] = "\n".join(sorted(heard))
    return {what: re.sub(TIMES, "", told) for what, told in got.items()}


def heard_since(wire: Wire) -> list[str]:
    """Messages that weren't read before."""
    before = len(wire.heard)
    wire.send("ping")
    wire.next("pong")
    return wire.heard[before:-1]


def all_asked(ann: Wire, bo: Wire) -> None:
    """Play until both choose their main action, Ann with a number that lets her drive or upgrade."""
    while "choose the number to use" not in str(ann.table["asked"]) or len(ann.table["waiting"]) < 2:
        wire = ann if ann.table["asked"] else bo
        other = bo if wire is ann else ann
        other.at(wire.play(wire.words[0])["number"])


def test_nobody_can_tell_from_the_progress_of_a_round_what_others_chose_in_secret(
    ann: Person, bo: Person, zoe: Person, seated: Seated
) -> None:
    """Drivers are asked for a route and upgraders aren't, so neither may be visible until all have answered."""
    table, mine, his = seated("crossroll")
    with zoe.at(table) as watching:
        all_asked(mine, his)
        watching.at(mine.table["number"])
        assert his.table["number"] == mine.table["number"]
        before = [everything_now(person, table) for person in (bo, zoe)]
        heard_since(his), heard_since(watching)

        def assert_nothing_shows(after: str) -> None:
            assert heard_since(his) == heard_since(watching) == [], after
            for known, person in zip(before, (bo, zoe), strict=True):
                now = everything_now(person, table)
                assert {what: told for what, told in now.items() if told != known[what]} == {}, (person.name, after)
            heard_since(his), heard_since(watching)  # others' arrivals and departures

        use = next(word for word in mine.words if word.startswith("use:"))
        mine.play(use)
        assert_nothing_shows("use")
        assert {"drive", "upgrade"} <= set(mine.words)
        steps = ["drive"]
        mine.play("drive")
        assert_nothing_shows("drive")
        while mine.table["asked"]:
            steps.append(mine.words[0])
            mine.play(mine.words[0])
        assert [seat["asked"] for seat in mine.table["seats"]] == [False, True]
        assert_nothing_shows(" ".join(steps))
        for _ in steps:
            mine.send("undo", number=mine.table["number"])
            mine.next()
        assert_nothing_shows("three undos")
        mine.play("upgrade")
        assert not mine.table["asked"]
        assert_nothing_shows("upgrade")
        his.send("remind", seat=0)
        assert his.next("notice"), "as if the table still waited for Ann"
        number = mine.table["number"]
        while not (told := [line for line in his.lines if "Ann" in line and "into the engine" in line]):
            his.play(his.words[0])
        mine.at(number + 1)
        watching.at(mine.table["number"])
        assert his.table["number"] == mine.table["number"] == watching.table["number"]
        assert len(told) == 1 and told[0] in watching.lines, "now everybody may know, and once"
        assert len(his.lines) == len(set(his.lines)) and len(mine.lines) == len(set(mine.lines))


def test_after_a_restart_the_progress_of_a_round_is_still_hidden(tmp_path: Path) -> None:
    server = Server(tmp_path, GAMES)
    server.start()
    ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
    table = ann.opens("crossroll", "me", "link", clock="live:1200+15")
    bo.joins(ann.invites(table, 1))
    with ann.at(table) as mine, bo.at(table) as his:
        all_asked(mine, his)
        before = everything_now(bo, table)
        mine.play(mine.words[0])
        mine.play("upgrade")
        assert everything_now(bo, table) == before
        server.kill()
    server.start()

    def without_clocks(known: dict[str, str]) -> dict[str, str]:
        """Clocks stopped while the server was down, so deadlines have moved."""
        return {what: re.sub(r'"deadline":[0-9.]+', "", told) for what, told in known.items()}

    before = without_clocks(before)
    assert without_clocks(everything_now(bo, table)) == before
    with ann.at(table) as mine:
        mine.send("undo", number=mine.table["number"])
        mine.next()
        mine.play("drive")
    assert without_clocks(everything_now(bo, table)) == before
    server.stop()
