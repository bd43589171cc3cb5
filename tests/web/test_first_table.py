"""What delays the first table on a slow connection: few files, few bytes (benchmarks/first_table.py measures
seconds)."""

from __future__ import annotations

import html
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tabletown import game
from tabletown.drawing import TOKENS
from tabletown.web.assets import bundle, sheets
from tabletown.web.assets.files import COMPRESSING, FRAMES, STATIC, cached
from tests.waiting import LIMIT
from tests.web.people import Person, api

FILES = {str(path.relative_to(STATIC / "js")): path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js")}


@pytest.mark.parametrize(("coding", "most"), [("br", 75_000), ("zstd", 78_000), ("gzip", 85_000)])
@pytest.mark.parametrize("id", ["right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx"])
def test_the_first_table_is_five_files_and_few_kilobytes(ann: Person, id: str, coding: str, most: int) -> None:
    """At 400 kbit/s and 400 ms, 85 KB take 1.7 s plus three round trips: below four seconds."""
    seats, only = game(id).about.default_seats, {"Accept-Encoding": coding}

    def size(url: str) -> int:
        answer = ann.http.get(url, headers=only)
        assert answer.headers["content-encoding"] == coding
        return int(answer.headers["content-length"])

    url = ann.opens(id, "me", *["here"] * (seats - 1), seed="7")
    first = zlib.compress(
        heard(ann, page_of(ann, url)).encode()
    )  # nearly what the connection sends: it compresses, too
    files = re.findall(r'(?:src|rel="stylesheet" href)="(/[^"]+)"', ann.http.get(url).text)
    assert len(files) == 4, files  # the theme, the early script, the sheets, the script
    for file in files:
        assert ann.http.get(file, headers=only).headers["cache-control"].endswith("immutable")
    COMPRESSING.submit(int).result(LIMIT)  # after this, files are compressed as small as possible
    sizes = {each: size(each) for each in (url, *files)}
    assert sum(sizes.values()) + len(first) < most, (sizes, len(first))


def page_of(person: Person, url: str) -> str:
    answer = person.http.get(url)
    assert answer.headers["cache-control"] == "no-store"  # with a cookie or without
    return answer.text


def picture_of(page: str) -> dict[str, Any] | None:
    found = re.search(r'id="picture">(.*?)</script>', page)
    return json.loads(found[1]) if found else None


def heard(person: Person, page: str) -> str:
    """The first message of the connection that this page opens."""
    found = re.search(r'data-stream="([^"]+)"', page)
    assert found
    cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    address = person.url.replace("http", "ws") + html.unescape(found[1])
    with connect(address, additional_headers={"Cookie": cookies} if cookies else {}, open_timeout=LIMIT) as wire:
        return str(wire.recv(timeout=LIMIT))


def test_the_page_brings_its_first_picture_and_the_connection_does_not_send_it_again(ann: Person, zoe: Person) -> None:
    """Where the table has moved on in between, the whole of it comes."""
    url = ann.opens("right-of-way", "me", "here", seed="7")
    for person in (ann, zoe):  # a player, and somebody who watches without a cookie
        page = page_of(person, url)
        assert picture_of(page) == person.http.get(api(url)).json()["scene"]
        assert json.loads(heard(person, page))["type"] == "changed"
    before = page_of(ann, url)
    assert "Your turn" not in before and re.search(r'<h1 id="say">[A-Z]', before)
    with ann.at(url) as wire:
        wire.play(wire.words[0])
    assert json.loads(heard(ann, before))["type"] == "table"


def test_a_page_shows_its_first_picture_only_to_who_may_see_it(ann: Person, zoe: Person) -> None:
    """In front of several people at one screen the table is covered until the right one looks."""
    alone = ann.opens("crossroll", "me", "open", seed="7")
    assert picture_of(page_of(ann, alone)) == ann.http.get(api(alone)).json()["scene"]
    watched = picture_of(page_of(zoe, alone))
    assert watched == zoe.http.get(api(alone)).json()["scene"] and watched != picture_of(page_of(ann, alone))
    assert picture_of(page_of(ann, ann.opens("crossroll", "me", "here", seed="7"))) is None


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_module_can_be_put_into_one_file(name: str) -> None:
    whole = bundle.one_module(name, FILES.__getitem__)
    exports = re.findall(r"^export (?:async )?(?:function\*?|const|let|class) ([\w$]+)", FILES[name], re.MULTILINE)
    last = f"export {{ {', '.join(exports)} }};\n" if exports else ""
    assert whole.endswith(last), "what the first module exports can be imported from the one file"
    assert not re.search(r"^(import|export)\b", whole.removesuffix(last), re.MULTILINE)


def test_a_bundle_keeps_what_modules_share_and_hide() -> None:
    files = {
        "a.js": 'import { more, table } from "./b.js";\n// so\nconst hidden = 1; // one\nmore(hidden);\nlog(table);\n',
        "b.js": "const hidden = 2;\nexport let table = null;\nexport function more(by) {\n  table = hidden + by;\n}\n",
    }
    whole = bundle.one_module("a.js", files.__getitem__)
    assert whole.splitlines() == [
        *("let table, more;", "const set_more = (it) => [more] = it;"),  # visible to all
        *(
            "{",
            "set_more([more]);",
            "const hidden = 2;",
            "table = null;",
            "function more(by) {",
            "table = hidden + by;",
        ),
        *("}", "}", "{", "const hidden = 1;", "more(hidden);", "log(table);", "}"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        'import * as b from "./b.js";\n',
        'export { one as two } from "./b.js";\n',
        'import { b } from "./b.js";\nexport let x;\n',
    ],
)
def test_what_cannot_be_put_into_one_file_is_named(source: str) -> None:
    files = {"a.js": source, "b.js": "export const b = 1;\nexport const x = 1;\n"}
    with pytest.raises(bundle.CannotBundle):
        bundle.one_module("a.js", files.__getitem__)


def test_a_sheet_is_shorter_and_says_the_same() -> None:
    source = "/* why */\n.a > .b,\n.c:not(.d, .e) {\n  width: calc(100% - 4px);\n  margin: 0\n auto;\n"
    source += '  content: "a,  {";\n}\n'
    short = '.a > .b,.c:not(.d,.e){width: calc(100% - 4px);margin: 0 auto;content: "a,  {"}\n'
    assert sheets.minify_sheet(source) == short
    for path in [*STATIC.rglob("*.css"), *Path("src/tabletown/games").glob("*/style.css")]:
        sheet = path.read_text(encoding="utf-8")
        short = sheets.minify_sheet(sheet)
        assert short.count("{") == re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL).count("{") == short.count("}")


def test_a_named_condition_is_put_in_its_place() -> None:
    named = sheets.custom_media("@custom-media --low (max-height: 5px),\n  (max-width: 9px);\n")
    source = "@media (--low) and (hover), print {\n  a {}\n}\n"
    assert sheets.expand_media(source, named) == (
        "@media (max-height: 5px) and (hover), (max-width: 9px) and (hover), print {\n  a {}\n}\n"
    )
    with pytest.raises(KeyError):
        sheets.expand_media("@media (--lower) { a {} }", named)


def test_only_one_sheet_says_when_a_window_has_which_frame() -> None:
    said = [query for queries in sheets.custom_media(FRAMES.read_text()).values() for query in queries]
    for path in [*Path("src").rglob("*.css"), *Path("src").rglob("*.js")]:
        if path.name not in (FRAMES.name, "report.css"):  # a report is a file of its own, which no server serves
            found = [query for query in said if query in re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))]
            assert not found, path


def test_looks_of_what_is_pointed_at_are_only_for_pointers_that_hover() -> None:
    """After a tap they would stay and say the opposite of what was chosen."""
    hovers = re.compile(r"@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
    for path in Path("src").rglob("*.css"):
        assert ":hover" not in hovers.sub("", path.read_text(encoding="utf-8")), path


def test_every_sheet_is_served_in_its_layer() -> None:
    first = cached(TOKENS).data.decode()
    assert first.startswith("@layer tokens, base, components, table, pages, game, overlay, classroom;\n@layer tokens {")
    for path, layer in {
        "web/static/css/base.css": "base",
        "web/static/css/table/tray.css": "table",
        "web/static/css/table/classroom.css": "classroom",
        "web/static/css/pages/home.css": "pages",
        "classroom/static/desk.css": "classroom",
        "games/crossroll/style.css": "game",
    }.items():
        assert cached(Path("src/tabletown") / path).data.decode().startswith(f"@layer {layer} {{"), path
