"""A permanent name in a real browser: claimed with a passkey, found on a second device, both lost, recovered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tabletown.web.testing import running_server


def with_a_finger(context: BrowserContext) -> Any:
    """A page whose browser has an authenticator that always agrees, and the session that speaks to it."""
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    agreeing = {**options, "isUserVerified": True, "automaticPresenceSimulation": True}
    id = line.send("WebAuthn.addVirtualAuthenticator", {"options": agreeing})["authenticatorId"]
    return page, line, id


@pytest.mark.long
def test_a_name_is_claimed_found_on_a_second_device_lost_and_recovered(browser: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path / "data") as address:
        url = address.replace("127.0.0.1", "localhost")
        phone, laptop, new = (browser.new_context() for _ in range(3))
        page, line, id = with_a_finger(phone)
        page.goto(f"{url}/me/name")
        page.fill("#name", "Mia")
        expect(page.locator("#said")).to_have_text("Mia is free.")
        page.get_by_role("button", name="Keep this name").click()
        page.get_by_role("button", name="Create passkey").click()
        page.get_by_role("button", name="Show the code").click()
        word = page.locator("[data-word]").get_attribute("data-word")
        (key,) = line.send("WebAuthn.getCredentials", {"authenticatorId": id})["credentials"]

        second, other, there = with_a_finger(laptop)  # to which the password manager brought the passkey
        other.send("WebAuthn.addCredential", {"authenticatorId": there, "credential": {**key, "signCount": 100}})
        second.goto(f"{url}/sign-in")
        second.get_by_role("button", name="Use a passkey").click()
        expect(second.get_by_role("heading", name="Mia")).to_be_visible()

        third = new.new_page()  # both are lost
        third.goto(f"{url}/me/with/{word}")
        third.locator("main form[method=post] button").last.click()
        third.goto(f"{url}/me/profile")
        expect(third.get_by_role("heading", level=1)).to_have_text("Mia")
        for lost in (page, second):
            lost.goto(f"{url}/me/profile")
            expect(lost.get_by_role("heading", level=1)).to_have_text("What should we call you?")
        for context in (phone, laptop, new):
            context.close()
