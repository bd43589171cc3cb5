"""Sign in with an account at a school or club: there and back, and everything that somebody may forge on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

pytest.importorskip("authlib", reason="the extra `oidc` is not installed")

from tabletown.kernel.errors import BadOption
from tabletown.web.app import make_app
from tabletown.web.people import oidc
from tabletown.web.settings import Settings
from tabletown.web.testing import running_server
from tests.waiting import LIMIT
from tests.web.authenticator import Authenticator, keeps_a_name
from tests.web.people import FOUR, Person
from tests.web.school import CLIENT, SECRET, School, other_key, running_school


@pytest.fixture
def school() -> Iterator[School]:
    with running_school() as found:
        yield found


@pytest.fixture
def url(school: School, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    about = ["--oidc", school.issuer, "--oidc-client", CLIENT, "--oidc-secret", SECRET, "--oidc-name", "Elm School"]
    with running_server(tmp_path_factory.mktemp("school"), [FOUR], ["--unlimited", *about]) as found:
        yield found.replace("127.0.0.1", "localhost")


def sent_back(person: Person, address: str = "/sign-in/school") -> str:
    """Type the password there; returns the address that the school sends this browser to."""
    there = person.http.get(address)
    assert there.status_code == 303, there.text
    back = httpx.get(there.headers["location"], timeout=LIMIT)
    assert back.status_code == 302
    return back.headers["location"]


def signs_in(person: Person, address: str = "/sign-in/school") -> httpx.Response:
    return person.http.get(sent_back(person, address))


def own_name(person: Person) -> str:
    answer = person.http.get("/me/profile")
    return answer.headers["location"] if "/people/" in answer.headers.get("location", "") else ""


def pupil(url: str, name: str) -> Person:
    """Someone whose account at the school has this name here."""
    person = Person(url, name)
    answer = signs_in(person)
    assert (answer.status_code, answer.headers["location"]) == (303, "/me/name")
    assert person.post("/me/name", name=name).status_code == 303
    return person


def test_an_account_at_the_school_gets_a_name_once_and_finds_it_on_other_devices(url: str, school: School) -> None:
    assert "Sign in with Elm School" in Person(url).http.get("/sign-in").text
    mia = pupil(url, "Mia")
    table = mia.opens("connect-four", "me", "bot:easy")
    assert "Elm School" in mia.http.get("/me").text
    tablet = Person(url)
    own = tablet.opens("connect-four", "me", "bot:easy")
    assert signs_in(tablet).headers["location"] == "/me#name"
    page = tablet.http.get("/me").text
    assert own_name(tablet) == "/people/Mia" and table in page and own in page
    school.pupil = "pupil-2"
    assert own_name(pupil(url, "Noor")) == "/people/Noor"


def test_a_name_that_was_there_before_is_connected_only_when_its_holder_asks(url: str, school: School) -> None:
    ann, phone = Person(url, "Ann"), Person(url)
    keeps_a_name(ann, "Ann", Authenticator())
    answer = signs_in(ann)  # perhaps by somebody else who uses this screen
    assert answer.status_code == 403 and "Connect it to Ann in Settings." in answer.text
    assert signs_in(phone).headers["location"] == "/me/name", "nothing was connected"
    school.pupil = "pupil-2"
    assert signs_in(ann, "/sign-in/school?do=connect").headers["location"] == "/me#name"
    tablet = Person(url)
    signs_in(tablet)
    assert own_name(tablet) == "/people/Ann"
    bo = Person(url, "Bo")
    keeps_a_name(bo, "Bo", Authenticator())
    assert signs_in(bo, "/sign-in/school?do=connect").status_code == 409, "it belongs to Ann"
    ann.post("/me/school/remove")
    assert "signs you in" not in ann.http.get("/me").text
    assert signs_in(Person(url)).headers["location"] == "/me/name"


def test_an_answer_counts_once_and_only_on_the_device_that_asked(url: str) -> None:
    mia = pupil(url, "Mia")
    thief, victim = Person(url), Person(url, "Zoe")
    back = sent_back(thief)
    victim.http.get("/sign-in")
    victim.opens("connect-four", "me", "bot:easy")
    assert victim.http.get(back).status_code == 409, "nobody is signed in by another's link"
    assert thief.http.get(back).status_code == 303
    assert thief.http.get(back).status_code == 409, "not twice"
    assert own_name(victim) == "" and own_name(mia) == "/people/Mia"
    state = parse_qs(urlsplit(sent_back(victim)).query)["state"][0]
    assert victim.http.get("/sign-in/back", params={"state": state, "code": "guessed"}).status_code in (403, 429)
    assert victim.http.get("/sign-in/back").status_code == 409
    assert own_name(victim) == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "another-program"},
        {"aud": [CLIENT, "another"], "azp": "another"},
        {"iss": "https://another.example"},
        {"exp": 1_700_000_000},
        {"exp": None},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "x" * 300},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_a_token_that_is_not_for_this_sign_in_is_refused(url: str, school: School, changes: dict[str, Any]) -> None:
    pupil(url, "Mia")
    school.changes = changes
    person = Person(url)
    answer = signs_in(person)
    assert answer.status_code == 403 and "Elm School didn" in answer.text
    assert own_name(person) == ""


@pytest.mark.parametrize("forged", ["other key", "no signature", "shared secret"])
def test_a_token_that_the_school_did_not_sign_is_refused(url: str, school: School, forged: str) -> None:
    pupil(url, "Mia")
    if forged == "other key":
        school.signs_with = other_key()
    elif forged == "no signature":
        school.header = {"alg": "none"}
    else:
        school.shares_a_secret = True
    person = Person(url)
    assert signs_in(person).status_code == 403
    assert own_name(person) == ""


def test_a_school_with_a_new_key_is_asked_for_it_and_not_more_than_once_a_minute(url: str, school: School) -> None:
    mia = pupil(url, "Mia")
    assert school.asked_for_keys == 1
    school.header = {"kid": "2"}
    for _ in range(3):
        assert signs_in(Person(url)).status_code == 403
    assert school.asked_for_keys == 1 and own_name(mia) == "/people/Mia"


def test_a_provider_that_calls_itself_another_is_not_believed(school: School, tmp_path_factory: Any) -> None:
    school.says_it_is = "https://another.example"
    about = ["--oidc", school.issuer, "--oidc-client", CLIENT, "--oidc-secret", SECRET]
    with running_server(tmp_path_factory.mktemp("other"), [FOUR], about) as url:
        assert Person(url).http.get("/sign-in/school").status_code == 403


def test_a_server_without_a_school_has_no_such_sign_in(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running_server(tmp_path_factory.mktemp("none"), [FOUR]) as url:
        assert "/sign-in/school" not in Person(url).http.get("/sign-in").text
        assert Person(url).http.get("/sign-in/school").status_code == 404
        assert Person(url).http.get("/sign-in/back?state=x&code=y").status_code == 404


def test_a_server_that_lacks_the_packages_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oidc, "available", lambda: False)
    with pytest.raises(BadOption, match="install oidc"):
        make_app(Settings(data=tmp_path, oidc="https://school.example", oidc_client="a", oidc_secret="b"))


@pytest.mark.parametrize(
    "wrong",
    [{"oidc": "https://school.example"}, {"oidc": "http://school.example", "oidc_client": "a", "oidc_secret": "b"}],
)
def test_settings_that_would_let_others_say_who_people_are_are_refused(wrong: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="--oidc"):
        make_app(Settings(data=tmp_path, **wrong))  # type: ignore[arg-type]
