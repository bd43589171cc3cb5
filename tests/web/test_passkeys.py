"""A permanent name over HTTP: claimed, kept with a passkey, found on other devices, and safe from thieves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from tabletown.web.testing import running_server
from tests.web.authenticator import (
    JSON,
    Authenticator,
    challenged,
    host_of,
    keeps_a_name,
    signs_in,
)
from tests.web.people import FOUR, Person


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_server(tmp_path_factory.mktemp("names"), [FOUR]) as found:
        yield found.replace("127.0.0.1", "localhost")  # passkeys need a name


def own_name(person: Person) -> str:
    answer = person.http.get("/me/profile")
    return answer.headers["location"] if answer.status_code == 303 else ""


def test_a_name_is_kept_with_a_passkey_and_found_on_another_device_with_its_seats(url: str) -> None:
    mia, laptop, key = Person(url, "Mia"), Person(url), Authenticator()
    table = mia.opens("connect-four", "me", "bot:easy")
    keeps_a_name(mia, "Mia", key)
    own = laptop.opens("connect-four", "me", "bot:easy")
    assert laptop.http.get(table).status_code == 200 and table not in laptop.http.get("/me").text
    answer = signs_in(laptop, key)
    assert answer.status_code == 200 and answer.json() == {"to": "/me"}
    page = laptop.http.get("/me").text
    assert table in page and own in page and own_name(laptop) == own_name(mia) == "/people/Mia"
    assert own in mia.http.get("/me").text, "what the laptop had is the same person's now"


def test_a_taken_name_gives_three_free_ones_and_a_bad_one_a_sentence(url: str) -> None:
    keeps_a_name(Person(url), "Hana")
    answer = Person(url).post("/me/name", name="H4na")
    assert (
        answer.status_code == 409
        and len(re.findall(r"formnovalidate", answer.text)) == 3
        and 'value="H4na"' in answer.text
    )
    free = Person(url).http.get("/me/name/free", params={"name": "hana"}).json()
    assert not free["free"] and len(free["names"]) == 3
    assert Person(url).http.get("/me/name/free", params={"name": "Hanna"}).json()["free"]
    for odd in ("x", "Host", "<b>", "a" * 30):
        assert Person(url).post("/me/name", name=odd).status_code == 400, odd


def test_who_loses_every_device_gets_the_name_back_with_the_code_which_signs_out_the_others(url: str) -> None:
    ines, thief, new = Person(url), Person(url), Person(url)
    keeps_a_name(ines, "Ines")
    page = ines.post("/me/name/recovery").text
    word = re.search(r'data-word="([^"]+)"', page)
    assert word is not None
    thief.http.cookies = ines.http.cookies  # has the stolen device
    answer = new.post(f"/me/with/{word[1]}")
    assert answer.status_code == 200 and own_name(new) == "/people/Ines"
    assert own_name(thief) == "/me/name" and Person(url).post(f"/me/with/{word[1]}").status_code == 404, "it works once"


def test_two_names_never_become_one_person(url: str) -> None:
    one, two = Person(url), Person(url)
    key, other = Authenticator(), Authenticator()
    keeps_a_name(one, "Two names A", key)
    keeps_a_name(two, "Two names B", other)
    table = two.opens("connect-four", "me", "bot:easy")
    assert signs_in(two, key).status_code == 200 and own_name(two) == "/people/Two%20names%20A"
    assert table not in two.http.get("/me").text
    assert signs_in(two, other).status_code == 200 and table in two.http.get("/me").text
    alone = Person(url)
    keeps_a_name(alone, "On this device")
    assert signs_in(alone, key).status_code == 422, "nothing else would bring that name back"


# ---------------------------------------------------------------------- attacks


def test_an_answer_is_good_once_and_only_from_the_device_that_was_asked(url: str) -> None:
    mia, thief, key = Person(url), Person(url), Authenticator()
    keeps_a_name(mia, "Mia replayed", key)
    options = challenged(mia)
    proof = {"credential": key.signs(options, host_of(mia), url)}
    challenged(thief)  # has a cookie and a challenge of its own
    assert thief.http.post("/sign-in", json=proof, headers=JSON).status_code == 409
    assert mia.http.post("/sign-in", json=proof, headers=JSON).status_code == 200
    assert mia.http.post("/sign-in", json=proof, headers=JSON).status_code == 409
    old = challenged(mia)
    challenged(mia)  # a newer challenge ends the older one
    proof = {"credential": key.signs(old, host_of(mia), url)}
    assert mia.http.post("/sign-in", json=proof, headers=JSON).status_code == 409
    assert own_name(thief) == "/me/name"


def test_forged_proofs_sign_nobody_in(url: str) -> None:
    mia, thief, key = Person(url), Person(url), Authenticator()
    keeps_a_name(mia, "Mia forged", key)
    imposter = Authenticator()
    imposter.id, imposter.count = key.id, 50
    assert signs_in(thief, imposter).status_code == 403, "another key under the same id"
    assert signs_in(thief, Authenticator()).status_code == 404
    host, elsewhere = host_of(thief), "https://evil.example"
    key.count = 60
    for where, origin, flags in (
        ("evil.example", url, 0x05),
        (host, elsewhere, 0x05),
        (host, url, 0x01),  # nobody's finger was on it
    ):
        forged = key.signs(challenged(thief), where, origin, flags)
        answer = thief.http.post("/sign-in", json={"credential": forged}, headers=JSON)
        assert answer.status_code == 403, answer.text
    changed = key.signs(challenged(thief), host, url)
    changed["response"]["signature"] = changed["response"]["signature"][:-6] + "AAAAAA"
    assert thief.http.post("/sign-in", json={"credential": changed}, headers=JSON).status_code == 403
    for broken in ({}, {"response": 3}, {"response": {"clientDataJSON": "%%%"}}, {"id": "x" * 5000, "response": {}}):
        assert thief.http.post("/sign-in", json={"credential": broken}, headers=JSON).status_code in (400, 409)
    copied = key.signs(challenged(mia), host, url)
    assert mia.http.post("/sign-in", json={"credential": copied}, headers=JSON).status_code == 200
    key.count -= 5
    assert signs_in(thief, key).status_code == 403, "a copy that counts behind"
    assert own_name(thief) == "/me/name"


def test_nobody_adds_a_passkey_to_a_name_that_is_not_theirs(url: str) -> None:
    mia, thief, key = Person(url), Person(url), Authenticator()
    keeps_a_name(mia, "Mia alone")
    keeps_a_name(thief, "Thief")
    options = mia.http.post("/me/passkey/options", json={}, headers=JSON).json()
    made = {"credential": key.creates(options, host_of(mia), url)}
    assert thief.http.post("/me/passkey", json=made, headers=JSON).status_code == 409
    assert Person(url).http.post("/me/passkey/options", json={}, headers=JSON).status_code == 403
    forged = {"credential": key.creates(challenged(mia), host_of(mia), url)}
    assert mia.http.post("/me/passkey", json=forged, headers=JSON).status_code == 409, "a challenge for signing in"
    crossed = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    assert mia.http.post("/me/passkey/options", json={}, headers={**JSON, **crossed}).status_code == 403


# ---------------------------------------------------------------------- profiles and friends


def test_a_profile_is_private_until_its_person_says_otherwise(url: str) -> None:
    mia, zoe = Person(url), Person(url)
    keeps_a_name(mia, "Mia profile")
    at = own_name(mia)
    mia.post("/me/profile", bio="Plays roads.")
    page = zoe.http.get(at)
    assert page.status_code == 200 and "This profile is private" in page.text and "Plays roads." not in page.text
    assert "Plays roads." in mia.http.get(at).text
    mia.post("/me/profile", bio="Plays roads.", public="on")
    assert "Plays roads." in zoe.http.get(at).text
    assert zoe.http.get("/people/Nobody at all").status_code == 404


def test_friends_invite_each_other_and_blocked_people_never_sit_together(url: str) -> None:
    ann, bo, zoe = Person(url, "Ann"), Person(url, "Bo"), Person(url, "Zoe")
    for person in (ann, bo, zoe):
        keeps_a_name(person, f"{person.name} of friends")
    at = {person.name: own_name(person) for person in (ann, bo, zoe)}
    table = ann.opens("connect-four", "me", "link")
    id = table.rpartition("/")[2]
    assert ann.post(f"{at['Bo']}/invite", table=id).status_code == 403, "no friends yet"
    ann.post(f"{at['Bo']}/relation", do="befriend")
    assert "Be friends" in bo.http.get(at["Ann"]).text
    bo.post(f"{at['Ann']}/relation", do="befriend")
    assert ann.post(f"{at['Bo']}/invite", table=id).status_code == 303
    page = bo.http.get("/me").text
    notice = re.search(r"/me/notices/(\w+)", page)
    assert notice is not None and "Ann of friends is keeping a seat for you" in page
    assert zoe.post(f"/me/notices/{notice[1]}", do="yes").status_code == 404, "it is Bo's"
    assert bo.post(f"/me/notices/{notice[1]}", do="yes").headers["location"] == table
    with ann.at(table) as one, bo.at(table) as other:
        one.send("say", text="hello Bo")
        other.next("chat", lambda chat: "hello Bo" in json.dumps(chat))
        bo.post(f"{at['Ann']}/relation", do="block")
        other.next("chat", lambda chat: chat["fresh"] and chat["lines"] == [])
        one.next("chat", lambda chat: chat["fresh"])
        one.send("say", text="are you there")
        other.send("say", text="no")
        assert "are you there" not in "".join(other.heard)
    again = zoe.opens("connect-four", "me", "link")
    refused = ann.opens("connect-four", "me", "link")
    answer = bo.http.post(ann.invites(refused, 1), data={"name": "Bo"})
    assert answer.status_code == 403 and "block" not in answer.text.casefold().replace("blocked people", "")
    bo.joins(zoe.invites(again, 1))
    assert "Remove friend" not in ann.http.get(at["Bo"]).text
