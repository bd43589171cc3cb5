"""The pages as an installable app: manifest, worker, offline page, QR codes."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from PIL import Image

from tabletown.web.app import make_app
from tabletown.web.assets.files import version
from tabletown.web.settings import Settings
from tests.web.people import FOUR, in_a_loop


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("installed")


def answers(folder: Path, *paths: str) -> list[httpx.Response]:
    async def go() -> list[httpx.Response]:
        app = make_app(Settings(data=folder, games=[FOUR]))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="https://play.example.org") as client:
            found = [await client.get(path) for path in paths]
        await app.state.hub.stop()
        return found

    return in_a_loop(go())


def test_the_manifest_names_pages_and_pictures_that_are_there(folder: Path) -> None:
    (manifest,) = answers(folder, "/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    told = manifest.json()
    places = [told["start_url"], *(shortcut["url"] for shortcut in told["shortcuts"])]
    assert [page.status_code for page in answers(folder, *places)] == [200] * 3
    icons = told["icons"]
    for icon, file in zip(icons, answers(folder, *(icon["src"] for icon in icons)), strict=True):
        wide, high = Image.open(io.BytesIO(file.content)).size
        assert icon["sizes"] == f"{wide}x{high}" and file.headers["content-type"] == icon["type"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}


def test_the_worker_is_of_this_version_and_is_asked_for_anew(folder: Path) -> None:
    (script,) = answers(folder, "/sw.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-cache", "else a new version would not be found"
    assert f'"tabletown-{version()}"' in script.text and "VERSION" not in script.text


def test_the_page_without_a_network_needs_only_what_the_worker_keeps(folder: Path) -> None:
    (page,) = answers(folder, "/offline")
    assert page.status_code == 200 and "Your seats are safe." in page.text
    needed = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
    assert needed and all(path.startswith("/static/v-") for path in needed)
    assert {file.status_code for file in answers(folder, *needed)} == {200}


def test_a_link_of_this_server_is_a_qr_code_and_no_other_is(folder: Path) -> None:
    (drawn,) = answers(folder, "/qr.svg?path=/join/abc-123")
    picture = ElementTree.fromstring(drawn.content)  # a standalone picture: XML with its namespace
    assert picture.tag == "{http://www.w3.org/2000/svg}svg" and drawn.headers["content-type"] == "image/svg+xml"
    assert picture.attrib["aria-label"] == "QR code: https://play.example.org/join/abc-123"
    others = ["", "/me", "//evil.example/t/x", "/t/../me", f"/t/{'x' * 81}", "/t/x%0Ay"]
    assert [no.status_code for no in answers(folder, *(f"/qr.svg?path={path}" for path in others))] == [404] * 6
