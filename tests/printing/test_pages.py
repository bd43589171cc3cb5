"""Print and play in the browser: the dialog counts pages, and its button makes that PDF."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from tabletown.web.testing import running_server
from tests.waiting import LIMIT


def test_the_dialog_counts_the_pages_of_the_pdf_that_its_button_makes(tmp_path: Path) -> None:
    with running_server(tmp_path) as url, httpx.Client(base_url=url, timeout=LIMIT) as http:
        assert 'href="/print/crossroll"' in http.get("/learn/crossroll").text
        page = http.get("/print/crossroll", headers={"accept-language": "en-US"}).text
        assert 'value="Letter" checked' in page and page.count("data:image/png") == 3
        counted = re.search(r"Make PDF, (\d+) pages", page)
        wish = {"paper": "Letter", "ink": "grey", "in": "de", "part": ["board", "aid"]}
        pdf = http.get("/print/crossroll.pdf", params=wish)  # type: ignore[arg-type]
        assert pdf.headers["content-type"] == "application/pdf"
        assert counted is not None and re.search(rb"/Count (\d+)", pdf.content)[1] == counted[1].encode()  # type: ignore[index]


def test_wrong_settings_get_a_page_that_says_so(tmp_path: Path) -> None:
    with running_server(tmp_path) as url, httpx.Client(base_url=url, timeout=LIMIT) as http:
        assert http.get("/print/nothing").status_code == 404
        wrong = http.get("/print/crossroll.pdf?paper=A9")
        assert wrong.status_code == 400 and "Choose one of: A4, Letter" in wrong.text
        assert "Choose what to print" in http.get("/print/crossroll.pdf?part=lid").text
