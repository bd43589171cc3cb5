"""Golden files: data of one version of the program, which every later version must be able to open.

    git worktree add ../old 690002f
    PYTHONPATH=../old/src python tests/golden/make.py 690002f

It is run with the version that it records (the one that `import tabletown` finds), never with the present one, and
writes tests/golden/COMMIT/:

    tabletown.sqlite.xz     the data file of a real server after people played at it
    saves/*.json.xz         saved matches, running and finished
    playthroughs/*.txt.xz   of each save: every answer with all alternatives
    manifest.json.xz        what each of them must yield: answers, questions, outcomes, keys, links, classes
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import lzma
import random
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

import tabletown
from tabletown import registry, testing
from tabletown.kernel import Game, Match, save
from tabletown.web.testing import Server

HERE = Path(__file__).parent
PEOPLE = ("Ann", "Bo", "Cem", "Dee")
SEATS = {"broken-cities": 3, "cross-bronx": 3, "crossroll": 2, "new-york-crisis": 2, "right-of-way": 2}
TOGETHER: dict[str, dict[str, str]] = {  # games with simultaneous choices, and options for them
    "broken-cities": {},
    "crossroll": {},
    "new-york-crisis": {"order": "vote"},
}


# ------------------------------------------------------------------ saves


def playthrough(match: Match) -> str:
    """Every answer, its seat and its alternatives: the behaviour of the rules, without words and states."""
    told = []
    for number, answer in enumerate(match.log):
        asked = match.at(number).decision(answer.seat)
        assert asked is not None
        told.append(f"{answer.seat} {answer.option} | {' '.join(sorted(asked.options))}")
    told += [f"{d.seat} ? | {' '.join(sorted(d.options))}" for d in match.decisions]
    return "\n".join(told) + "\n"


def saved_matches() -> Iterator[tuple[str, Match]]:
    """Matches of each game, just begun, running and finished, under different options and with dice rolled by hand."""
    for game in registry.games():
        about, rng = game.about, random.Random(game.about.id)
        fewest, most = about.seats
        yield f"{about.id}-begun", Match(game, fewest, seed=1)
        yield f"{about.id}-running", testing.play_randomly(Match(game, most, seed=2), rng, 45)
        yield f"{about.id}-finished", testing.play_randomly(Match(game, seed=3), rng)
        for number in range(2):
            options = {s.id: rng.choice(sorted(s.values)) for s in about.settings}
            match = Match(game, rng.randint(fewest, most), options, seed=rng.getrandbits(63))
            yield f"{about.id}-options-{number + 1}", testing.play_randomly(match, rng)
        by_hand = Match(game, seed=6, by_hand=about.by_hand)
        yield f"{about.id}-by-hand", testing.play_randomly(by_hand, rng, 60)
        if game.about.id in TOGETHER:
            yield f"{about.id}-together", until_together(game, rng)
        branch = testing.play_randomly(Match(game, seed=7), rng).branch(20, seed=8)
        yield f"{about.id}-branched", testing.play_randomly(branch, rng, 25)


def until_together(game: Game, rng: random.Random) -> Match:
    """Play until several seats are asked at once and one has answered."""
    for seed in range(1000):
        match = Match(game, 3, TOGETHER[game.about.id], seed)
        while decisions := match.decisions:
            before = len(decisions)
            decision = rng.choice(decisions)
            match.choose(decision.seat, rng.choice(list(decision.options)))
            if before > 1 and match.decisions and match.secret_since is not None:
                return match
    raise AssertionError("nobody ever acts together")


def standing(match: Match) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "game": match.game.about.id,
        "answers": match.number,
        "seats": match.seats,
        "options": match.options,
        "by_hand": sorted(match.by_hand),
        "over": match.over,
        "outcome": None if outcome is None else {"winners": outcome.winners, "scores": outcome.scores},
        "state": hashlib.sha256(
            json.dumps(testing.as_json_data(match.state.copy()), sort_keys=True).encode()
        ).hexdigest(),
    }


def write_saves(folder: Path) -> dict[str, Any]:
    told = {}
    found = [(name, save(match), match) for name, match in saved_matches()]
    fixtures = Path(tabletown.__file__).parents[2] / "tests" / "games"
    for path in sorted(fixtures.glob("*/fixtures/*.json")):
        with contextlib.suppress(tabletown.kernel.errors.TabletownError):  # (some files are not saves)
            text = path.read_text(encoding="utf-8")
            match = testing.load(text, registry.game)
            found.append((f"{match.game.about.id}-fixture-{path.stem}", text, match))
    for name, text, match in found:
        pack(folder / "saves" / f"{name}.json.xz", text)
        pack(folder / "playthroughs" / f"{name}.txt.xz", playthrough(match))
        told[name] = standing(match)
        print(f"{name}: {match.number} answers{', over' if match.over else ''}")
    return told


def pack(path: Path, text: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(text.encode() if isinstance(text, str) else text, preset=9))


# ------------------------------------------------------------------ people at a server


def planned(seen: dict[str, Any]) -> list[str]:
    """The plan that a seat sees, in words."""
    return [step["label"] for step in seen["plan"]["steps"]]


class Person:
    """A browser with its cookie."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name
        self.http = httpx.Client(base_url=server.url, timeout=30)
        self.stranger = httpx.Client(base_url=server.url, timeout=30)  # without the cookie: only keys

    @property
    def cookie(self) -> str:
        return str(self.http.cookies["tabletown"])

    def post(self, path: str, **form: Any) -> str:
        answer = self.http.post(path, data={key.replace("_", "-"): value for key, value in form.items()})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    @contextlib.contextmanager
    def at(self, id: str) -> Iterator[ClientConnection]:
        url = self.server.url.replace("http", "ws") + f"/t/{id}/stream?scene=no"
        with connect(url, additional_headers={"Cookie": f"tabletown={self.cookie}"}) as wire:
            wire.recv(timeout=20)
            yield wire

    def says(self, id: str, until: str, **message: Any) -> dict[str, Any]:
        """Send a message and wait for a reply of that type."""
        with self.at(id) as wire:
            wire.send(json.dumps(message))
            while True:
                heard: dict[str, Any] = json.loads(wire.recv(timeout=20))
                assert heard["type"] != "refused", heard
                if heard["type"] == until and not (until == "chat" and heard["fresh"]):
                    return heard


class Table:
    """A table at the server, with all its keys."""

    def __init__(self, what: str, host: Person, wish: dict[str, Any]) -> None:
        self.what, self.host = what, host
        made = host.http.post("/api/tables", json=wish).json()
        assert "id" in made, made
        self.id = made["id"]
        self.keys = [seat["key"] for seat in made["seats"]]
        self.invites = [seat["invite"].rpartition("/")[2] for seat in made["seats"]]
        self.rng = random.Random(f"{what} {wish['game']}")

    def joined(self, seat: int, person: Person) -> None:
        """Join by the invitation's page, as a browser does."""
        person.post(f"/join/{self.invites[seat]}", name=person.name)
        page = person.http.get(f"/t/{self.id}").text
        data = json.loads(page.split('id="data">')[1].split("</script>")[0])
        found = json.dumps(data).split("/seat/")[1].split('"')[0]
        self.keys[seat] = found

    def ask(self, seat: int, path: str = "", body: dict[str, Any] | None = None) -> dict[str, Any]:
        head = {"Authorization": f"Bearer {self.keys[seat]}"} if self.keys[seat] else {}
        url = f"/api/tables/{self.id}{path}?scene=no"
        stranger = self.host.stranger
        answer = stranger.post(url, json=body, headers=head) if body else stranger.get(url, headers=head)
        assert answer.status_code in (200, 202, 409), answer.text
        return dict(answer.json())

    def play(self, answers: int, stop: Callable[[dict[str, Any]], bool] = lambda view: False) -> bool:
        """Play randomly; returns whether `stop` returned true for the table as an asked seat sees it."""
        while answers:
            view = self.ask(next(seat for seat, key in enumerate(self.keys) if key))
            if view["outcome"] is not None:
                return False
            seats = [w["seat"] for w in view["waiting"] if w["seat"] < 0 or self.keys[w["seat"]]]
            if not seats:
                time.sleep(0.05)  # a bot thinks
                continue
            if stop(view):
                return True
            seat = self.rng.choice(seats)
            by = max(seat, 0)
            view = self.ask(by)
            if view["asked"] is None:
                continue
            words = [option["word"] for option in view["asked"]["options"]]
            self.ask(by, "/choose", {"number": view["number"], "option": self.rng.choice(words), "seat": seat})
            answers -= 1
        return False

    def take_back(self) -> bool:
        """Undo one answer, by the seat that gave it; the others agree."""
        self.play(1)
        for seat, key in enumerate(self.keys):
            if key and self.ask(seat)["undo"]["kind"] == "free":
                number = self.ask(seat)["number"]
                self.ask(seat, "/undo", {"number": number, "seat": seat})
                return True
        return False


def words_of(html: str) -> list[str]:
    """The texts of a page's main part, one after another."""
    main = html[html.index("<main") : html.index("</main>")]
    main = re.sub(r"<(script|style|svg)\b.*?</\1>", "", main, flags=re.DOTALL)
    return [words for part in re.split(r"<[^>]*>", main) if (words := " ".join(unescape(part).split()))]


def several(view: dict[str, Any]) -> bool:
    return len(view["waiting"]) > 1


class Town:
    """All tables and classes on the old server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = [Person(server, name) for name in PEOPLE]
        self.ann, self.bo = self.people[:2]
        self.tables: list[Table] = []
        self.more: dict[str, dict[str, Any]] = {}  # by table: further facts that must hold
        self.classes: list[dict[str, Any]] = []

    def table(self, what: str, game: str, *kinds: str, **more: Any) -> Table:
        seats = [{"kind": kind} if not kind.startswith("bot") else {"kind": "bot", "bot": "easy"} for kind in kinds]
        table = Table(what, self.ann, {"game": game, "seats": seats, "title": f"{what} {game}"[:60], **more})
        self.tables.append(table)
        return table

    def here(self, game: str, first: str = "me") -> list[str]:
        return [first, *["here"] * (SEATS[game] - 1)]

    def play(self) -> None:
        for person in self.people:  # a cookie and a name
            count = {"count": 1, "seat_0": "me"}
            person.post("/new", game="crossroll", name=person.name, **count)
        for game in SEATS:
            self.of(game)
            print(f"{game}: {len(self.tables)} tables so far")
        self.odd_ones()

    def of(self, game: str) -> None:
        rest = ["here"] * (SEATS[game] - 2)
        self.table("begun", game, "me", "link", *rest, days=3)
        self.table("open", game, "me", "open", *rest, watch="link")
        self.table("hidden", game, *self.here(game), watch="nobody").play(3)

        middle = self.table("middle", game, "me", "link", *rest, days=7)
        middle.joined(1, self.bo)
        middle.play(12)
        undone = sum(middle.take_back() for _ in range(8))
        assert undone or game in ("cross-bronx",), f"nothing was taken back in {game}"
        middle.play(9)
        self.ann.says(middle.id, "chat", type="say", text="Grüße ✓ <b>")
        self.bo.says(middle.id, "chat", type="say", text="Well played")

        if game in TOGETHER:
            for _ in range(20):
                together = self.table("together", game, "me", "here", "here", options=TOGETHER[game])
                if together.play(2000, several):
                    together.play(1)
                    if len(together.ask(0)["waiting"]):
                        break
                self.tables.remove(together)
            else:
                raise AssertionError("never together")

        finished = self.table("finished", game, *self.here(game))
        finished.play(10)
        finished.take_back()
        finished.play(100_000)
        number = finished.ask(0)["answers"] // 2
        where = self.ann.post(f"/t/{finished.id}/branch", at=number, seat=0, others="here")
        branched = Table.__new__(Table)
        branched.what, branched.host, branched.id = "branched", self.ann, where.rpartition("/")[2]
        branched.invites, branched.rng = [""] * SEATS[game], random.Random(game)
        branched.keys = self.keys_of(branched.id)
        branched.play(5)
        self.tables.append(branched)
        record = self.ann.http.get(f"/api/tables/{finished.id}/record").json()
        at = record["branches"][0]["at"]  # not before dice that an answer had caused
        self.more[finished.id] = {"branch": [branched.id, at]}

        kinds = registry.game(game).about.by_hand
        by_hand = self.table("by hand", game, *self.here(game), by_hand=list(kinds))
        by_hand.play(40)
        by_hand.play(60, lambda view: view["waiting"][0]["seat"] < 0)

    def keys_of(self, id: str) -> list[str]:
        """The keys from the page of a person who holds all seats, because the database has only digests."""
        page = self.ann.http.get(f"/t/{id}").text
        data = json.loads(page.split('id="data">')[1].split("</script>")[0])
        links = {link["seat"]: link["url"].rpartition("/")[2] for link in data["keys"]}
        return [links.get(seat, "") for seat in range(max(links) + 1)]

    def odd_ones(self) -> None:
        """Unusual tables: with a bot, a stand-in, a plan, an undo request, a reminder, a rematch, a seed."""
        with_bot = self.table("bot", "right-of-way", "me", "bot")
        with_bot.play(8)
        with_bot.play(100, lambda view: view["waiting"][0]["seat"] == 0)
        self.table("seed", "right-of-way", "me", "here", seed=4711, options={"city": "hexagon"}).play(6)

        away = self.table("stand-in", "right-of-way", "me", "link")
        away.joined(1, self.bo)
        away.play(6)
        self.ann.says(away.id, "seats", type="takeover", seat=1, bot="easy")
        kept, away.keys[1] = away.keys[1], ""
        away.play(100, lambda view: view["waiting"][0]["seat"] == 0)
        away.keys[1] = kept

        planned = self.table("plan", "right-of-way", "me", "link")
        planned.joined(1, self.bo)
        planned.play(30, lambda view: view["waiting"][0]["seat"] == 0)
        self.bo.says(planned.id, "table", type="plan", steps=[{"option": "pass", "label": "Pass"}], keep=True)
        with self.bo.at(planned.id) as wire:
            wire.send(json.dumps({"type": "remind", "seat": 0}))
            time.sleep(0.5)

        wish = self.table("wish", "right-of-way", "me", "link")
        wish.joined(1, self.bo)
        for _ in range(60):
            wish.play(1)
            view = wish.ask(0)
            if view["undo"]["kind"] == "ask":
                self.ann.says(wish.id, "table", type="undo", number=view["number"])
                break
        else:
            raise AssertionError("nothing had to be asked for")

        again = self.table("rematch", "crossroll", "me", "link", options={"nitrous": "on"})
        again.joined(1, self.bo)
        again.play(10_000)
        self.bo.says(again.id, "table", type="rematch")

    # ------------------------------------------------------------------ classes

    def classes_too(self) -> None:
        self.classroom("lobby", 2, 5, 0)
        self.classroom("running", 2, 6, 2)
        self.classroom("halted", 2, 6, 400)
        ended = self.classroom("ended", 1, 4, 2)
        for wish in ("end", "end-now"):
            done = ended["teacher_"].http.post(f"/class/{ended['code']}/do", json={"do": wish}).json()
            assert done == {"error": ""}, done

    def classroom(self, what: str, tables: int, pupils: int, rounds: int) -> dict[str, Any]:
        teacher = Person(self.server, "Teacher")
        code = teacher.post("/class", title=f"Class {what}", tables=tables, clock=0).split("/")[2]
        phones = [Person(self.server, f"Pupil {number}") for number in range(pupils)]
        for phone in phones:
            phone.post("/join", code=code, name=phone.name)
        found = {"what": what, "code": code, "teacher_": teacher, "phones": phones, "tables": []}
        self.classes.append(found)
        if what == "lobby":
            return found
        assert teacher.http.post(f"/class/{code}/do", json={"do": "start"}).json() == {"error": ""}
        rng = random.Random(what)
        places = {phone: str(phone.http.get(f"/class/{code}").headers["location"]) for phone in phones}
        found["phones_at"] = {path.removeprefix("/t/"): phone for phone, path in places.items()}
        found["tables"] = sorted(found["phones_at"])
        for _ in range(rounds):
            halted = 'data-do="show"' in teacher.http.get(f"/class/{code}/lead").text
            if halted and what == "halted":
                break
            for phone, path in places.items():
                self.answer(phone, "/api/tables" + path.removeprefix("/t"), rng)
        return found

    def answer(self, phone: Person, path: str, rng: random.Random) -> None:
        seen = phone.http.get(f"{path}?scene=no").json()
        for _ in range(12):
            if not seen.get("asked"):
                return
            words = [option["word"] for option in seen["asked"]["options"]]
            word = next((w for w in ("no-law", "withdraw", "veto", "end", "done") if w in words), rng.choice(words))
            answer = phone.http.post(f"{path}/choose?scene=no", json={"number": seen["number"], "option": word})
            if answer.status_code != 200:
                return
            seen = answer.json()

    # ------------------------------------------------------------------ what must hold

    def manifest(self) -> dict[str, Any]:
        with sqlite3.connect(self.server.data / "tabletown.sqlite") as file:
            counts = {
                name: file.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
                for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            }
        return {
            "people": {person.name: person.cookie for person in self.people},
            "rows": counts,
            "tables": [self.told(table) for table in self.tables],
            "classes": [self.told_class(room) for room in self.classes],
        }

    def told(self, table: Table) -> dict[str, Any]:
        stranger = httpx.get(f"{self.server.url}/t/{table.id}").status_code
        views = {seat: table.ask(seat) for seat, key in enumerate(table.keys) if key}
        view = next(iter(views.values()))
        eyes = {"Authorization": f"Bearer {next(key for key in table.keys if key)}"}
        record = httpx.get(f"{self.server.url}/api/tables/{table.id}/record", headers=eyes).json()
        with self.ann.at(table.id) as wire:
            chat = json.loads(wire.recv(timeout=20))
            assert chat["type"] == "chat"
        wish = view["consent"]
        return {
            "what": table.what,
            "game": view["game"],
            "id": table.id,
            "title": view["title"],
            "keys": table.keys,
            "invites": [invite if not table.keys[seat] else "" for seat, invite in enumerate(table.invites)],
            "number": view["number"],
            "answers": record["answers"],
            "seats": [
                {"kind": s["kind"], "player": s["player"], "bot": s["bot"], "stand_in": s["stand_in"]}
                for s in view["seats"]
            ],
            "asked": {
                seat: sorted(o["word"] for o in seen["asked"]["options"])
                for seat, seen in views.items()
                if seen["asked"] is not None
            },
            "waiting": sorted(w["seat"] for w in view["waiting"]),
            "outcome": view["outcome"] and {part: view["outcome"][part] for part in ("winners", "scores")},
            "undo": {seat: seen["undo"]["kind"] for seat, seen in views.items()},
            "wish": wish and {"seat": wish["seat"], "waiting": wish["waiting"]},
            "plans": {seat: labels for seat, seen in views.items() if (labels := planned(seen))},
            "chat": [[line["seat"], line["name"], line["text"]] for line in chat["lines"]],
            "rematch": view["rematch"],
            "days": view["days"],
            "strangers_see": stranger,
            "lines": [line["text"] for line in view["lines"][-5:]],
            "result": self.result(table) if view["outcome"] else [],
            **self.more.get(table.id, {}),
        }

    def result(self, table: Table) -> list[str]:
        """The contents of the result page: verdict, reason, awards, points."""
        page = self.ann.http.get(f"/t/{table.id}/result")
        assert page.status_code == 200, page.text
        return words_of(page.text)

    def told_class(self, room: dict[str, Any]) -> dict[str, Any]:
        teacher, code = room["teacher_"], room["code"]
        lead = teacher.http.get(f"/class/{code}/lead").text
        tables = []
        for id in room["tables"]:
            seen = room["phones_at"][id].http.get(f"/api/tables/{id}?scene=no").json()
            waiting = sorted(w["seat"] for w in seen["waiting"])
            winners = seen["outcome"] and seen["outcome"]["winners"]
            tables.append({"id": id, "answers": seen["answers"], "waiting": waiting, "winners": winners})
        return {
            "what": room["what"],
            "code": code,
            "teacher": teacher.cookie,
            "pupils": [
                {
                    "name": phone.name,
                    "cookie": phone.cookie,
                    "goes_to": phone.http.get(f"/class/{code}").headers.get("location", ""),
                }
                for phone in room["phones"]
            ],
            "tables": tables,
            "halted": 'data-do="show"' in lead,
            "over": "The session is over" in lead,
            "rounds": teacher.http.get(f"/class/{code}/rounds.csv").text.splitlines(),
        }


def write_database(folder: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place), options=["--unlimited", "--pace", "0", "--away", "0", "--workers", "1"])
        server.start()
        try:
            town = Town(server)
            town.play()
            town.classes_too()
            time.sleep(1)
            told = town.manifest()
        finally:
            server.stop()
        path = Path(place) / "tabletown.sqlite"
        with sqlite3.connect(path) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        file.close()
        pack(folder / "tabletown.sqlite.xz", path.read_bytes())
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="what it is made with: names the folder")
    commit = parser.parse_args().commit
    folder = HERE / commit
    shutil.rmtree(folder, ignore_errors=True)
    print(f"made with {Path(tabletown.__file__).parent}")
    told = {"commit": commit, "made": round(time.time()), "saves": write_saves(folder), **write_database(folder)}
    text = json.dumps(told, indent=1, ensure_ascii=False)
    pack(folder / "manifest.json.xz", text)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size:,} bytes, {len(told['saves'])} saves, {len(told['tables'])} tables")


if __name__ == "__main__":
    main()
