"""Webhook notifications: Discord, Slack, ntfy, or anything that takes JSON."""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec

from tabletown.web.notify.messages import News


def request(url: str, news: News) -> tuple[bytes, dict[str, str]]:
    """The request in the format of the service."""
    host = urlsplit(url).hostname or ""
    text = f"{news.title}\n{news.text}\n{news.url}"
    if host == "ntfy.sh" or host.startswith("ntfy."):
        title = news.title.encode("ascii", "replace").decode()
        return news.text.encode(), {"title": title, "click": news.url, "content-type": "text/plain; charset=utf-8"}
    if host.endswith(("discord.com", "discordapp.com")):
        # names must not ping everybody in a chat
        body: dict[str, object] = {"content": text, "allowed_mentions": {"parse": []}}
    elif host.endswith("slack.com"):
        body = {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    else:
        body = {"title": news.title, "text": news.text, "url": news.url}
    return msgspec.json.encode(body), {"content-type": "application/json"}
