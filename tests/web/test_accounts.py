"""Permanent names, and relations between people who have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown.web.people import accounts, notices, relations
from tabletown.web.seats import Refusal
from tabletown.web.storage.database import writing
from tabletown.web.storage.store import Store
from tabletown.web.testing import place_of


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(place_of(tmp_path))


def test_a_name_belongs_to_one_person_and_no_other_may_look_like_it(store: Store) -> None:
    assert accounts.claim(store, "p1", " Mia ").handle == "Mia"
    for other in ("Mia", "m1a", "MÍA"):
        with pytest.raises(Refusal, match="taken"):
            accounts.claim(store, "p2", other)
        offered = accounts.free_names(store, other)
        assert len(offered) == accounts.FREE_NAMES
        assert all(accounts.why_not_free(store, name) is None for name in offered)
    assert accounts.handles_of(store, ["p1", "p2"]) == {"p1": "Mia"}
    found = accounts.account_called(store, "MIA")
    assert found is not None and found.person == "p1" and not found.public
    assert accounts.claim(store, "p1", "MIA").handle == "MIA", "one may write one's own name in another way"
    accounts.give_up(store, "p1")
    assert accounts.claim(store, "p2", "Mia").person == "p2"


def test_friends_are_so_in_both_directions_and_only_when_both_want_it(store: Store) -> None:
    assert relations.befriend(store, "a", "b") == relations.ASKED
    assert not relations.are_friends(store, "a", "b") and relations.asked_by(store, "b") == ["a"]
    assert relations.befriend(store, "b", "a") == relations.FRIEND
    assert relations.are_friends(store, "a", "b") and relations.are_friends(store, "b", "a")
    relations.part(store, "a", "b")
    assert not relations.are_friends(store, "a", "b") and not relations.are_friends(store, "b", "a")


def test_who_is_blocked_meets_nobody_and_cannot_end_it_or_ask_again(store: Store) -> None:
    relations.befriend(store, "a", "b")
    relations.befriend(store, "b", "a")
    relations.block(store, "a", "b")
    assert relations.any_blocked(store, "a", ["b"]) and relations.any_blocked(store, "b", ["a"])
    assert relations.blocked_with(store, "b") == {"a"} and not relations.are_friends(store, "b", "a")
    relations.part(store, "b", "a")
    assert relations.befriend(store, "b", "a") == relations.ASKED, "the other one is not told"
    assert relations.any_blocked(store, "b", ["a"]) and not relations.are_friends(store, "b", "a")
    relations.part(store, "a", "b")
    assert not relations.any_blocked(store, "a", ["b"]) and relations.asked_by(store, "a") == []


def test_an_account_moves_with_its_person_but_two_never_become_one(store: Store) -> None:
    accounts.claim(store, "a", "Mia")
    relations.befriend(store, "b", "a")
    relations.befriend(store, "a", "b")
    with writing(store.engine) as connection, connection.begin():
        assert accounts.move_account(connection, "a", "new") and not accounts.move_account(connection, "x", "y")
    assert accounts.handles_of(store, ["new"]) == {"new": "Mia"} and relations.are_friends(store, "b", "new")
    accounts.claim(store, "c", "Cleo")
    with pytest.raises(Refusal, match="Both"), writing(store.engine) as connection, connection.begin():
        accounts.move_account(connection, "c", "new")
    assert accounts.handles_of(store, ["c"]) == {"c": "Cleo"}


def test_invitations_of_friends_do_not_bury_what_the_host_says(store: Store) -> None:
    notices.tell(store, "a", notices.HOST, notices.Details(text="Keep to the rules."))
    for number in range(notices.MOST + 10):
        notices.tell(store, "a", notices.INVITATION, notices.Details("b", f"table{number}"))
    found = notices.notices_of(store, "a")
    assert len(found) == notices.MOST + 1 and found[-1].details.text == "Keep to the rules."
    assert found[0].details.table == f"table{notices.MOST + 9}"
