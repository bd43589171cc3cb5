"""No byte that reaches a client tells what its seat may not know."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from tabletown.web.testing import Server
from tests.web.people import GAMES, Person, Wire, api
from tests.web.secrets import BIDS, CARDS


def hand_of(wire: Wire) -> set[str]:
    return {card for card in CARDS if card in wire.table["scene"]["text"]}


def everything(person: Person, table: str) -> str:
    """All that this person can fetch about the table over HTTP."""
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
        assert "choose" in [w["prompt"] for w in wires["Bo"].table["waiting"] if w["seat"] == 0]
        wires["Ann"].play("yes")
        assert_nothing_leaks(BIDS[1])
        wires["Bo"].at(wires["Ann"].table["number"])
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
    """The table is opened from its file in mid-round: what was bid in secret must not come out with it."""
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
