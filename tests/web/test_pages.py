"""The pages: what a visitor finds, joins and replays; refusals are sentences."""

from __future__ import annotations

import json
import re
import sys

import pytest

from tabletown.web.assets import compression
from tests.web.conftest import Seated
from tests.web.people import Person
from tests.web.test_tables import win


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.parametrize("page", ["/", "/new", "/new?game=marks", "/rules", "/rules/marks", "/nope", "/t/nope"])
def test_no_page_has_script_inside(ann: Person, page: str) -> None:
    answer = ann.http.get(page)
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy and "frame-ancestors 'none'" in policy and "'unsafe-eval'" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    for tag in re.findall(r"<script[^>]*>", answer.text):
        assert "src=" in tag or 'type="application/json"' in tag
    assert not re.search(r"\son[a-z]+=", answer.text)


def test_home_shows_the_games_and_whose_turn_it_is(seated: Seated, ann: Person, bo: Person) -> None:
    _, wire, _ = seated(title="Tuesday four")
    assert "Connect Four" in words(ann.http.get("/").text)
    assert "Tuesday four Connect Four, with Bo" in words(ann.http.get("/").text)
    assert "Your turn" in words(ann.http.get("/").text) and "Waiting for Ann" in words(bo.http.get("/").text)
    wire.play("column:1")
    assert "Waiting for Bo" in words(ann.http.get("/").text)


def test_finished_tables_say_who_won(seated: Seated, ann: Person, bo: Person) -> None:
    win(*seated()[1:])
    assert "You won" in words(ann.http.get("/").text) and "Ann won" in words(bo.http.get("/").text)


def test_play_now_is_one_click(ann: Person) -> None:
    answer = ann.http.post("/play/connect-four")
    assert answer.status_code == 303 and re.fullmatch(r"/t/[a-z0-9]{12}", answer.headers["location"])
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    assert ann.http.get(answer.headers["location"]).status_code == 200


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"count": "5"}, "Marks is for 1–4 seats."),
        ({"count": "x"}, "Marks is for 1–4 seats."),
        ({"count": "1", "seat-0": "ghost"}, "know who “ghost”"),
        ({"count": "1", "seat-0": "bot:genius"}, "There&#39;s no bot called"),
        ({"count": "1", "option-rounds": "7"}, "Choose one of:"),
        ({"count": "1", "days": "9"}, "one of the clocks."),
    ],
)
def test_a_form_that_cannot_be_granted_is_shown_again_with_the_reason(
    ann: Person, form: dict[str, str], said: str
) -> None:
    answer = ann.http.post("/new", data={"game": "marks", "title": "My <table>", **form})
    assert answer.status_code == 400 and said in answer.text
    assert 'value="My &lt;table&gt;"' in answer.text  # what was typed stays, escaped


def test_the_same_seed_gives_the_same_luck(ann: Person) -> None:
    firsts = []
    for seed in ("12 345", "12345", "a word", "a word"):
        with ann.at(ann.opens("marks", "me", seed=seed)) as wire:
            firsts.append(wire.words)
    assert firsts[0] == firsts[1] and firsts[2] == firsts[3]


def test_an_invitation_works_once(ann: Person, bo: Person, zoe: Person) -> None:
    table = ann.opens("connect-four", "me", "link")
    invite = ann.invites(table, 1)
    assert "Ann invites you to play Connect Four" in words(bo.http.get(invite).text)
    assert bo.joins(invite) == table
    assert bo.http.get(invite).status_code == 303  # his own: straight to the table
    for answer in (zoe.http.get(invite), zoe.http.post(invite, data={"name": "Zoe"})):
        assert answer.status_code == 409 and "This seat is taken" in answer.text
    with zoe.at(table) as wire:
        assert wire.table["holds"] == []
    assert zoe.http.get("/join/nonsense").status_code == 404


def test_an_open_seat_is_listed_and_anybody_may_take_it(ann: Person, zoe: Person) -> None:
    table = ann.opens("connect-four", "me", "open", title="Come all")
    assert "Come all" in zoe.http.get("/").text
    assert zoe.post(f"{table}/sit", seat=1, name="Zoe").headers["location"] == table
    assert Person(ann.url).post(f"{table}/sit", seat=1, name="Late").status_code == 409
    with zoe.at(table) as wire:
        assert wire.table["you"] == 1 and wire.table["seats"][1]["name"] == "Zoe"


def test_a_seat_can_be_taken_along_to_another_device(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "bot:easy")
    page = ann.http.get(table).text
    link = json.loads(page.split('id="data">')[1].split("</script>")[0])["keys"][0]["url"]
    phone = Person(ann.url)
    assert phone.http.get(link).status_code == 200
    with phone.at(table) as wire:
        assert wire.table["holds"] == []  # opening the link changes nothing yet
    assert phone.http.post(link).headers["location"] == table
    with phone.at(table) as wire, ann.at(table) as other:
        assert wire.table["holds"] == other.table["holds"] == [0]


def test_only_the_host_sees_the_invitations(ann: Person, zoe: Person) -> None:
    table = ann.opens("connect-four", "me", "link")
    invite = ann.invites(table, 1).rpartition("/")[2]
    assert invite in ann.http.get(table).text and invite not in zoe.http.get(table).text


def test_what_people_type_is_escaped(ann: Person) -> None:
    evil = '<script>alert("x")</script>'
    ann.name = evil[:40] + "\u202e\x00"
    table = ann.opens("connect-four", "me", "link", title=evil)
    for page in ("/", table, f"{table}/replay", ann.invites(table, 1)):
        assert "<script>alert" not in ann.http.get(page).text


# ------------------------------------------------------------------ looking back


def test_replay_goes_over_every_answer_through_every_eye(seated: Seated, ann: Person, zoe: Person) -> None:
    table, wire, other = seated("secrets")
    own = ann.http.get(f"{table}/replay").text
    record = ann.http.get(table.replace("/t/", "/api/tables/") + "/record").json()
    assert record["views"] == [0, None] and not record["can_branch"] and not record["can_download"] and own
    assert ann.http.get(table.replace("/t/", "/api/tables/") + "/record?seat=1").status_code == 403
    for mover in (wire, wire, other, other):
        mover.send("refresh")
        mover.next(when=lambda t: t["fresh"])
        mover.play(mover.words[0])
    for number in range(4):
        mover = (wire, other)[number % 2]
        mover.send("refresh")
        mover.next(when=lambda t: t["fresh"])
        mover.play(mover.words[0])
    record = zoe.http.get(table.replace("/t/", "/api/tables/") + "/record").json()
    assert record["views"] == [0, 1, None] and record["can_branch"] and record["can_download"]
    assert None not in record["answers"] and record["turns"][0] == 0 and record["lines"]
    for number in range(len(record["answers"]) + 1):
        frame = zoe.http.get(table.replace("/t/", "/api/tables/") + f"/at/{number}?seat=1").json()
        assert frame["answers"] == number and frame["you"] == 1 and frame["scene"]["board"].startswith("<svg")
    assert zoe.http.get(table.replace("/t/", "/api/tables/") + "/at/99").status_code == 404


def test_a_branch_is_a_new_table_from_that_point_on(seated: Seated, ann: Person) -> None:
    table, wire, other = seated()
    win(wire, other)
    answer = ann.post(f"{table}/branch", at=3, seat=1, others="here")
    branch = answer.headers["location"]
    with ann.at(branch) as wire:
        assert wire.table["answers"] == 3 and wire.table["holds"] == [0, 1] and wire.table["asked"]["seat"] == 1
        assert wire.lines[0].endswith("dropped a disc into column 1.")
        assert wire.play("column:7")["answers"] == 4
    assert ann.post(f"{table}/branch", at=99, seat=1).status_code == 400
    assert ann.post(f"{table}/branch", at="x", seat=1).status_code == 400


def test_a_match_is_downloaded_once_it_cannot_betray_its_luck(seated: Seated, ann: Person, zoe: Person) -> None:
    table, wire, other = seated()
    assert "once the match is over" in ann.http.get(f"{table}/download").text
    win(wire, other)
    answer = zoe.http.get(f"{table}/download")
    assert answer.headers["content-disposition"].startswith('attachment; filename="connect-four-')
    assert len(json.loads(answer.text)["log"]) == 7


def test_after_the_end_every_hand_lies_open(seated: Seated, ann: Person, zoe: Person) -> None:
    table, wire, other = seated("secrets")
    at = table.replace("/t/", "/api/tables/")
    assert ann.http.get(f"{at}/at/2?seat=all").status_code == 403
    for mover in (wire, wire, other, other, wire, other, wire, other):
        mover.send("refresh")
        mover.next(when=lambda t: t["fresh"])
        mover.play(mover.words[0])
    assert '"open": true' in zoe.http.get(f"{table}/replay").text
    shown = zoe.http.get(f"{at}/at/6?seat=all").json()
    assert shown["you"] is None and "back" not in shown["scene"]["board"]
    assert "back" in zoe.http.get(f"{at}/at/6?seat=none").json()["scene"]["board"]
    assert zoe.http.get(f"{at}/record?seat=all").status_code == 200


def test_a_match_knows_its_branches_and_a_branch_its_match(seated: Seated, ann: Person, zoe: Person) -> None:
    table, wire, other = seated()
    win(wire, other)
    at = table.replace("/t/", "/api/tables/")
    assert zoe.http.get(f"{at}/record").json()["branches"] == []
    branch = ann.post(f"{table}/branch", at=3, seat=1, others="here").headers["location"]
    assert zoe.http.get(f"{at}/record").json()["branches"] == [
        {"url": branch, "title": "Connect Four, from 3", "at": 3, "status": "Waiting for Ann"}
    ]
    assert f"{table}/replay?at=3" in ann.http.get(f"{branch}/replay").text


# ------------------------------------------------------------------ links, and results alone


def test_a_pasted_link_or_code_leads_to_its_place(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "link")
    invite = ann.invites(table, 1)
    code = invite.rpartition("/")[2]
    for pasted in (invite, invite.removeprefix("http://"), f"/join/{code}", code, f" {code} "):
        assert bo.http.post("/go", data={"link": pasted}).headers["location"] == f"/join/{code}", pasted
    for pasted in (bo.url + table, table, table.removeprefix("/t/"), table.removeprefix("/t/").upper()):
        assert bo.http.post("/go", data={"link": pasted}).headers["location"] == table, pasted
    assert bo.http.post("/go", data={"link": f"{bo.url}/join?code=123456"}).headers["location"] == "/join?code=123456"


@pytest.mark.parametrize(
    "pasted", ["", "nothing-like-it", "//", "https://evil.example//evil.example/x", "javascript:alert(1)"]
)
def test_a_link_that_leads_nowhere_is_refused_and_none_leads_away(ann: Person, pasted: str) -> None:
    answer = ann.http.post("/go", data={"link": pasted})
    assert answer.status_code == 404 and "This link or code doesn&#39;t work" in answer.text


def test_who_plays_alone_finds_the_best_results(ann: Person, zoe: Person) -> None:
    scores = []
    for _ in range(2):
        table = ann.opens("marks", "me")
        with ann.at(table) as wire:
            while wire.table["outcome"] is None:
                wire.play(wire.words[0])
            scores.append(wire.table["outcome"]["scores"][0])
    assert f"Your best solo result: {max(scores):g} point" in words(ann.http.get("/").text)
    page = words(ann.http.get("/new?game=marks").text)
    assert "Your best solo results" in page and "2 matches played" in page
    assert "Your best solo results" not in zoe.http.get("/").text
    ann.post(f"{table}/branch", at=1, seat=0)
    assert "2 matches played" in words(ann.http.get("/new?game=marks").text)


# ------------------------------------------------------------------ rules and refusals


def test_rules_are_searched_and_lead_back_to_the_table(ann: Person) -> None:
    installed = [game["id"] for game in ann.http.get("/api/games").json() if game["has_rules"]]
    for game in installed:
        whole = ann.http.get(f"/rules/{game}")
        assert whole.status_code == 200 and "clauses" in whole.text
        none = ann.http.get(f"/rules/{game}?q=xyzzyx&from=/t/abc")
        assert "Nothing found." in none.text and 'href="/t/abc"' in none.text
    assert "evil.example" not in ann.http.get("/rules/marks?from=https://evil.example/").text


@pytest.mark.parametrize(
    ("page", "status"), [("/t/none", 404), ("/nope", 404), ("/rules/chess", 404), ("/new?game=chess", 404)]
)
def test_what_is_not_there_is_said_on_a_page(ann: Person, page: str, status: int) -> None:
    answer = ann.http.get(page)
    assert answer.status_code == status and answer.headers["content-type"].startswith("text/html")
    assert "There is no" in answer.text or "Page not found" in answer.text


def test_files_are_kept_by_browsers_only_when_their_address_names_their_content(ann: Person) -> None:
    page = ann.http.get("/").text
    named = re.findall(r'"(/static/v-[0-9a-f]{10}/[^"]+)"', page)
    assert named and all("immutable" in ann.http.get(url).headers["cache-control"] for url in named)
    assert ann.http.get("/static/css/base.css").headers["cache-control"] == "no-cache"
    assert ann.http.get("/games/connect-four/cover.svg").headers["content-type"].startswith("image/svg")
    assert ann.http.get("/games/connect-four/style.css").status_code == 200
    assert ann.http.get("/static/../app.py").status_code == 404
    # of yesterday's version: available, but not cached for ever
    other = re.sub("v-[0-9a-f]{10}", "v-0123456789", named[0])
    assert ann.http.get(other).headers["cache-control"] == "no-cache"
    version = "/".join(named[0].split("/")[:3])
    sheets = ann.http.get(version + "/css/base.css,components.css")
    both = [ann.http.get(f"/static/css/{name}.css").text for name in ("base", "components")]
    assert [sheets.text.count(brace) for brace in "{}"] == [sum(one.count(brace) for one in both) for brace in "{}"]
    assert ann.http.get(version + "/css/base.css,../../../app.py").status_code == 404
    tag = ann.http.get("/static/css/base.css").headers["etag"]
    assert ann.http.get("/static/css/base.css", headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip"])
@pytest.mark.parametrize(
    "page", ["/", "/rules/cross-bronx", "/api/games", "/static/js/table/table.js", "/games/crossroll/style.css"]
)
def test_pages_scripts_and_answers_are_compressed_for_those_who_take_it(ann: Person, page: str, coding: str) -> None:
    small, plain = (ann.http.get(page, headers={"Accept-Encoding": how}) for how in (coding, "identity"))
    assert small.headers["content-encoding"] == coding and "accept-encoding" in small.headers["vary"].lower()
    got = (
        compression.zstandard().decompress(small.content) if coding == "zstd" else small.content
    )  # which httpx doesn't change
    assert "content-encoding" not in plain.headers and got == plain.content
    assert int(small.headers["content-length"]) < 0.5 * int(plain.headers["content-length"])


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP;q=1.0, zstd; q=0.5", "zstd"),
        ("br;q=0, zstd;q=0.000, gzip", "gzip"),
        ("br;q=0, *", "zstd"),
        ("*;q=0", None),
        ("deflate, brx, xgzip", None),
        ("", None),
    ],
)
def test_a_client_gets_the_smallest_coding_that_it_takes(accepted: str, coding: str | None) -> None:
    found = compression.chosen(accepted)
    assert (found.name if found else None) == coding


def test_without_the_extra_gzip_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("brotli", "backports", "compression"):
        monkeypatch.setitem(sys.modules, module, None)
    assert [coding.name for coding in compression.installed()] == ["gzip"]


def test_the_length_of_a_compressed_page_says_little_about_what_is_in_it(ann: Person) -> None:
    lengths = {sum(len(name) + len(value) for name, value in ann.http.get("/").headers.raw) for _ in range(8)}
    assert len(lengths) > 1


@pytest.mark.parametrize("name", ["right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx"])
def test_every_game_has_a_primer_that_is_linked_from_home_rules_and_table(ann: Person, name: str) -> None:
    page = ann.http.get(f"/learn/{name}")
    assert page.status_code == 200 and page.text.count('class="fig"') >= 4
    assert "Common mistakes" in page.text and f'action="/learn/{name}"' in page.text
    for other in ("/", f"/rules/{name}", ann.opens(name, *(["me"] + ["bot"] * 2 if "b" in name else ["me", "bot"]))):
        assert f'href="/learn/{name}"' in ann.http.get(other).text, other


CREDITED = {
    "right-of-way": ["Jonas Stallmeister", "Peter Hilmi Rösch", "The Power Broker"],
    "crossroll": ["Princeton Wong", "Mark Six", "not the printed one"],
    "broken-cities": ["Antidote Games", "Is it hard to build a green city?"],
    "new-york-crisis": ["Buster Lehn", "Juan José Martínez", "Times Square"],
    "cross-bronx": ["Non-Breaking Space", "1948", "collected the insurance", "more money and fewer problems"],
}


@pytest.mark.parametrize("name", CREDITED)
def test_every_game_tells_where_it_comes_from_and_who_made_it(ann: Person, name: str) -> None:
    page = ann.http.get(f"/about/{name}")
    assert page.status_code == 200
    for words in CREDITED[name]:
        assert words in page.text
    table = ann.opens(name, *(["me"] + ["bot"] * 2 if "b" in name else ["me", "bot"]))
    for other in ("/", f"/rules/{name}", f"/learn/{name}", f"/new?game={name}"):
        assert f'href="/about/{name}"' in ann.http.get(other).text, other
    assert f'"about": "/about/{name}"' in ann.http.get(table).text


def test_a_game_that_tells_nothing_about_itself_leads_to_its_rules(ann: Person) -> None:
    assert ann.http.get("/about/connect-four").headers["location"] == "/rules/connect-four"
    assert "/about/connect-four" not in ann.http.get("/").text


def test_a_game_without_a_primer_leads_to_its_rules(ann: Person) -> None:
    assert ann.http.get("/learn/connect-four").headers["location"].startswith("/rules/connect-four")
